/** A chance against the computer, as it is wished for at home: only what there is, and in the room that is opened. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { granted, roomOf, weakerHands } from "../../src/carrom/web/home/new_room.js";
import { levelText, levelTitle } from "../../src/carrom/web/shared/matches.js";
import { speak } from "./phrases.js";

const hand = (/** @type {string} */ level) => ({ level, angle: 0.01, speed: 0.05, place: 0.001 });
/** @type {any} */
const READY = {
  levels: ["beginner", "club", "national", "grandmaster"],
  hands: [hand("beginner"), hand("club"), hand("national")],
  leads: { board: [5, 10], game: [5, 10, 15], match: [5, 10, 15] },
};
/** @type {any} */
const WISH = {
  mode: "computer",
  level: "grandmaster",
  rulebook: "icf",
  length: "game",
  breaks: { computer: "draw", screen: "draw", online: "draw" },
  doubles: false,
  profile: "club",
  hand: "",
  chairs: [{ name: "Asha", level: "" }, { name: "", level: "" }, { name: "", level: "" }, { name: "", level: "" }],
  chance: { hand: "club", lead: 15, breaks: true },
};

test("only the hands of weaker levels are offered, the surest first", () => {
  const offered = (/** @type {string} */ level) => weakerHands(READY, level).map((each) => each.level);

  assert.deepEqual(offered("grandmaster"), ["national", "club", "beginner"]);
  assert.deepEqual(offered("club"), ["beginner"]);
  assert.deepEqual(offered("beginner"), []);
});

test("a hand that is not weaker and a lead that decides the board are no longer wished for", () => {
  assert.deepEqual(granted(WISH, READY).chance, { hand: "club", lead: 15, breaks: true });
  assert.deepEqual(granted({ ...WISH, level: "club", length: "board" }, READY).chance, { hand: "", lead: 0, breaks: true });
});

test("the room has the weaker hand for the other side alone, and the handicap", async () => {
  await speak("en");
  const room = roomOf({ ...WISH, doubles: true });

  assert.deepEqual(room.first.map(({ level }) => level), ["", "grandmaster"]);
  assert.deepEqual(room.second.map(({ level }) => level), ["grandmaster@club", "grandmaster@club"]);
  assert.deepEqual(room.handicap, { side: "first", lead: 15, breaks: true });
});

test("without a chance, or between persons, nothing is agreed", () => {
  assert.equal(roomOf({ ...WISH, chance: { hand: "", lead: 0, breaks: false } }).handicap, null);
  assert.equal(roomOf({ ...WISH, mode: "online" }).handicap, null);
});

test("a level with the hand of another is named by both", async () => {
  await speak("en");

  assert.equal(levelTitle("grandmaster@club"), "Grandmaster, hand: club");
  assert.equal(levelText("grandmaster@0.5°,5%"), "grandmaster, hand: 0.5°,5%");
});
