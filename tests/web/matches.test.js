/** A match in a list, in one line from the reader's side. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./phrases.js";

await speak("en");
const { lengthTexts, resultText } = await import("../../src/carrom/web/shared/matches.js");

/** @param {object} [more] */
const match = (more = {}) => /** @type {any} */ ({
  kind: "computer",
  first: ["Asha"],
  second: ["Computer"],
  levels: { Computer: "casual" },
  games: { first: 1, second: 0 },
  points: { first: 0, second: 0 },
  scores: [{ first: 25, second: 14 }],
  boards: 5,
  over: true,
  winner: "first",
  gave_up: "",
  strokes: 42,
  ...more,
});

/** @param {object} [more] */
const own = (more = {}) => /** @type {any} */ ({ room: "r", token: "t", watch: "w", title: "", at: 0, kind: "computer", ...more });

/** @type {[string, any, any, string][]} */
const CASES = [
  ["who won is told so", match(), own({ mine: ["Asha"] }), "You won 25–14 against Computer (casual)"],
  ["who lost reads the own points first",
    match({ winner: "second", scores: [{ first: 14, second: 25 }] }), own({ mine: ["Asha"] }),
    "You lost 14–25 against Computer (casual)"],
  ["the second side reads it from its side",
    match({ kind: "online", second: ["Ben"], levels: {} }), own({ mine: ["Ben"], kind: "online" }),
    "You lost 14–25 against Asha"],
  ["a seat of which no player was remembered is the person's", match(), own(), "You won 25–14 against Computer (casual)"],
  ["who played both sides reads names",
    match({ kind: "screen", second: ["Ben"], levels: {} }), own({ mine: ["Asha", "Ben"], kind: "screen" }),
    "Asha won 25–14 against Ben"],
  ["another's match has names, the winner's points first",
    match({ winner: "second", scores: [{ first: 14, second: 25 }] }), null, "Computer (casual) won 25–14 against Asha"],
  ["of several games each is told",
    match({ games: { first: 2, second: 1 },
      scores: [{ first: 25, second: 14 }, { first: 10, second: 25 }, { first: 25, second: 20 }] }),
    own({ mine: ["Asha"] }), "You won 2–1 in games (25–14, 10–25, 25–20) against Computer (casual)"],
  ["who was given the match reads it, with the points of the open game",
    match({ winner: "second", games: { first: 0, second: 0 }, scores: [], points: { first: 12, second: 3 }, gave_up: "resigned" }),
    own({ mine: ["Asha"] }), "You lost 12–3 against Computer (casual) (given up)"],
  ["who gave up at once has no score to read",
    match({ winner: "second", games: { first: 0, second: 0 }, scores: [], gave_up: "left" }), own({ mine: ["Asha"] }),
    "You lost against Computer (casual) (given up)"],
  ["partners are named together",
    match({ first: ["Asha", "Chan"], second: ["Ben", "Dora"], levels: {} }), own({ mine: ["Chan"] }),
    "You won 25–14 against Ben and Dora"],
  ["a match that goes on says where it stands",
    match({ over: false, winner: null, scores: [], games: { first: 0, second: 0 }, points: { first: 12, second: 7 } }),
    own({ mine: ["Asha"] }), "12–7 against Computer (casual)"],
  ["the second game of one that goes on",
    match({ over: false, winner: null, points: { first: 0, second: 7 } }), own({ mine: ["Asha"] }),
    "1–0 in games (25–14, 0–7) against Computer (casual)"],
  ["another's match that goes on",
    match({ over: false, winner: null, scores: [], games: { first: 0, second: 0 }, points: { first: 12, second: 7 } }),
    null, "Asha 12–7 Computer (casual)"],
  ["a match that is played again elsewhere is over", match({ winner: null }), null, "Over"],
  ["practice is practice", match({ kind: "practice", over: false, winner: null }), own(), "Practice"],
];

for (const [says, line, seat, expected] of CASES)
  test(says, () => assert.equal(resultText(line, seat), expected));

test("the same in French and in German, from the reader's side", async () => {
  await speak("fr");
  const french = resultText(match(), own({ mine: ["Asha"] }));
  await speak("de");
  const german = resultText(match(), own({ mine: ["Asha"] }));

  assert.deepEqual([french, german],
    ["Victoire 25–14 contre Computer (amateur)", "Du hast 25–14 gegen Computer (Hobby) gewonnen"]);
});

test("how long it was is told in boards and strokes, without boards before the first has ended", async () => {
  await speak("en");

  assert.deepEqual(lengthTexts(match()), ["5 boards", "42 strokes"]);
  assert.deepEqual(lengthTexts(match({ boards: 0, strokes: 1 })), ["1 stroke"]);
});
