/** The umpire's screens as somebody taps them: the real client at the toy server, in a document without a browser. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.window = around;
around.scrollTo = () => {};
around.location = { protocol: "http:", host: "localhost", pathname: "/umpire/token", search: "", hash: "" };
around.matchMedia = () => ({ matches: true });
newDocument();
const { Phone, Server, until } = await import("./umpire_world.js");
const { deskScreen } = await import("../../src/carrom/web/umpire/desk/desk.js");
const { setupScreen } = await import("../../src/carrom/web/umpire/setup/setup.js");

const PLAYERS = [
  { name: "Asha", side: "first", colour: "white", club: "", seat: "south", on_strike: true, strikers: 0 },
  { name: "Ben", side: "second", colour: "black", club: "", seat: "north", on_strike: false, strikers: 0 },
];
const BOARD = {
  on_strike: "white", white: 9, black: 9, queen: "on-board", due: { white: 0, black: 0 }, held: { white: 0, black: 0 },
  earned: { white: false, black: false }, broken: true, tries: 0, passes: 0, strokes_in_hand: 1, text: "",
};
const CAN = {
  acts: ["stroke", "play", "incident", "ask", "give-up", "trial", "undo", "overrule", "set-points"],
  most: { white: 9, black: 9 }, queen: true,
  incidents: [{ kind: "late-stroke", by: ["white"], unnoticed: [] }, { kind: "left-chair", by: ["white", "black"], unnoticed: [] }],
  undo: 1, overrule: null, correct: [], protest: [], points_most: 12, game_most: 24, give_up: ["retired"],
};
const VIEW = {
  stage: "in-play", now: "", rulebook: "", event: "", round: "", number: "", place: "", umpire: "", length: "match",
  replay_of: "", doubles: false, players: PLAYERS, first: ["Asha"], second: ["Ben"], breaks_first: "first", trials: [],
  late: [], white: "first", on_strike: "Asha", breaker: "Asha", next_breaker: "", board: BOARD, game: 1, board_number: 1,
  points: { first: 0, second: 0 }, games_won: { first: 0, second: 0 }, games_to_win: 1, games: [], to_place: [], held: [],
  change_seats: false, request: null, protest: null, protests: 0, call: null, can: CAN, log: [],
  clocks: { stroke: 15, placing: 15, change: 120 }, counts_strokes: false, winner: null, gave_up: "",
};

/** @type {(() => void)[]} */
let leaving = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  mock.method(console, "error", () => {});
});

afterEach(() => {
  leaving.forEach((leave) => leave());
  leaving = [];
  mock.timers.reset();
  mock.restoreAll();
});

/**
 * A phone at a desk that stands like this, and the screen on it.
 * @param {object} more @param {(host: any, client: any) => any} screen
 */
async function opened(more = {}, screen = deskScreen) {
  const server = /** @type {any} */ (new Server());
  server.shows = { ...VIEW, ...more };
  server.view = () => ({ ...server.shows, v: server.v });
  const phone = new Phone(server);
  const body = newDocument();
  const client = await phone.opens();
  leaving.push(await screen(body, client), () => phone.switchOff());
  const key = (/** @type {string} */ name) => body.querySelectorAll(`[data-testid="${name}"]`).at(-1) ?? null;
  /** Taps each key, as soon as the keys are open. */
  const tap = async (/** @type {string[]} */ ...names) => {
    for (const name of names) {
      await until(() => key(name) && !body.querySelector("fieldset[disabled]"));
      key(name).click();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const asked = mock.method(server, "ask");
  const requests = () => asked.mock.calls.map((call) => call.arguments[0].request);
  return { server, client, body, key, tap, requests };
}

test("a key under the finger is not drawn anew, whatever the page hears meanwhile", async () => {
  const { body, client, key, tap } = await opened();
  const before = body.querySelectorAll("button");
  await client.look();
  await new Promise((resolve) => setImmediate(resolve));
  const same = body.querySelectorAll("button").every((/** @type {any} */ each, /** @type {number} */ i) => each === before[i]);
  await tap("tap-white");

  assert.ok(before.length > 10 && same);
  assert.ok(key("judge") && !key("stroke-nothing"));
});

test("pieces are tapped together, judged as one stroke, and the pad is empty again", async () => {
  const { key, tap, requests } = await opened();
  await tap("tap-white", "tap-white", "tap-striker", "off-board", "off-black", "judge");
  await until(() => key("stroke-nothing"));

  assert.deepEqual(requests(), [{ do: "stroke", pocketed: ["white", "white", "striker"], off: ["black"] }]);
  assert.equal(key("off-black"), null);
});

test("a long press takes one off, and the finger that lets go adds none", async () => {
  const { key, tap, requests } = await opened();
  await tap("tap-white", "tap-white");
  key("tap-white").fire("pointerdown");
  mock.timers.tick(500);
  key("tap-white").fire("pointerup");
  key("tap-white").click();
  await tap("judge");
  await until(() => requests().length);

  assert.deepEqual(requests(), [{ do: "stroke", pocketed: ["white"] }]);
});

test("a second tap of the same finger falls on nothing", async () => {
  const { key, tap, requests } = await opened();
  await until(() => key("stroke-nothing"));
  key("stroke-nothing").click();
  key("stroke-nothing").click();
  await until(() => requests().length);
  key("stroke-nothing").click();
  const first = requests().length;
  await tap("stroke-nothing");
  await until(() => requests().length > first);

  assert.equal(first, 1);
});

test("what the clock ran goes with the stroke, and time over is said by one tap", async () => {
  const { body, key, tap, requests } = await opened();
  await tap("clock-start");
  mock.timers.tick(16_000);
  const late = body.querySelector(".late-row").className;
  await tap("stroke-nothing");
  await until(() => requests().length);
  const [{ seconds }] = requests();
  await until(() => key("clock-start"));

  assert.ok(!late.includes("idle"), late);
  assert.ok(seconds >= 16 && seconds < 60, String(seconds));
  assert.ok(body.querySelector(".late-row").className.includes("idle"));
});

test("the focus stays on the clock's key when it stops", async () => {
  const { key, tap } = await opened();
  await tap("clock-start");
  key("clock-stop").focus();
  await tap("clock-stop");

  assert.equal(document.activeElement, key("clock-start"));
});

test("while a side has asked the umpire nobody strikes, until play is called", async () => {
  const { key, tap, requests } = await opened({ request: "second" });

  assert.equal(key("stroke-nothing"), null);
  await tap("play");
  await until(() => requests().length);
  assert.deepEqual(requests(), [{ do: "play" }]);
});

test("coins that are to be placed keep the pad away, and done says that they lie there", async () => {
  const todo = [{ what: "place", colour: "white", n: 1, player: "Ben", side: null, confirm: true, text: "Ben places" }];
  const line = { v: 1, kind: "struck", stands: true, n: 1, game: 1, board: 1, player: "Asha", side: null, text: "", at: null,
    stroke: { pocketed: ["striker"] } };
  const call = { v: 1, todo, line, overruled: false, where: "", ruling: { call: "", text: "", findings: [] } };
  const { key, tap, requests } = await opened({ call, to_place: [{ colour: "white", count: 1, player: "Ben" }] });

  assert.equal(key("stroke-nothing"), null);
  await tap("done");
  await until(() => requests().length);
  assert.deepEqual(requests(), [{ do: "placed", coins: ["white"] }]);
});

test("trial boards are noted by one tap each, until the first board is opened", async () => {
  const { server, key, tap, requests } = await opened({ stage: "to-play", board: null });
  await tap("trial-played-first", "trial-left-second");
  await until(() => requests().length === 2);
  server.shows = { ...server.shows, can: { ...CAN, acts: ["play"] } };
  await tap("play");
  await until(() => !key("trials"));

  assert.deepEqual(requests().slice(0, 2), [
    { do: "trial", side: "first", played: true }, { do: "trial", side: "second", played: false },
  ]);
});

test("points by hand want a reason, and are counted up and down to their ends", async () => {
  const { key, tap, requests } = await opened({ stage: "to-play", points: { first: 5, second: 0 } });
  await tap("more", "points", "points-first-less", "points-second-more");
  const shut = [key("points-set").disabled, key("points-second-less").disabled];
  Object.assign(key("points-reason"), { value: " Counted again " }).fire("input");
  await tap("points-set");
  await until(() => requests().length);

  assert.deepEqual(shut, [true, false]);
  assert.deepEqual(requests(), [{ do: "set-points", first: 4, second: 1, reason: "Counted again" }]);
});

test("giving up is asked twice, and no leads back to the match", async () => {
  const { body, tap, requests } = await opened();
  await tap("more", "give-up", "give-up-first", "not-sure");
  const open = body.querySelectorAll("dialog[open]").length;
  await tap("more", "give-up", "give-up-first", "give-up-sure");
  await until(() => requests().length);

  assert.equal(open, 0);
  assert.deepEqual(requests(), [{ do: "give-up", side: "first", why: "retired" }]);
});

test("while nobody judges, what is seen can be reported, and no ruling is gone back on", async () => {
  const { server, body, client, key, tap } = await opened();
  server.away = true;
  await tap("stroke-nothing");
  await until(() => client.judge === "nobody" && client.pending === 1);
  await until(() => !body.querySelector("fieldset[disabled]"));
  const kept = body.querySelectorAll(".kept-list")[0].childNodes.length;
  await tap("more");
  const shut = ["overrule", "points", "ask", "give-up"].map((name) => key(name).disabled);

  assert.equal(kept, 1);
  assert.equal(key("undo").disabled, true);
  assert.equal(key("own-coin"), null);
  assert.deepEqual(shut, [true, true, false, false]);
});

test("nothing is handed over before everything is sent, and the sheet says when it can be", async () => {
  const { server, client, key, tap } = await opened();
  server.away = true;
  await tap("stroke-nothing");
  await until(() => client.pending === 1);
  await tap("more", "hand-over");
  const closed = key("hand-over-make").disabled;
  server.away = false;
  await until(() => client.pending === 0 && client.link === "online");
  await new Promise((resolve) => setImmediate(resolve));

  assert.equal(closed, true);
  assert.equal(key("hand-over-make").disabled, false);
});

test("a protest that is spoken counts down until it is written", async () => {
  const by = new Date(Date.now() + 65_000).toISOString();
  const { key } = await opened({ stage: "to-play", protest: { side: "second", about: 0, spoken: null, by, written: null,
    paragraph: null, upheld: null, lapsed: false } });
  const before = key("protest-left").textContent;
  mock.timers.tick(66_000);

  assert.equal(before, "web.umpire.desk.protest.left");
  assert.equal(key("protest-left").textContent, "web.umpire.desk.protest.late");
  assert.equal(key("protest"), null);
});

test("who changes chairs is seated where they were tapped, and so again when that was taken back", async () => {
  const { server, client, key, tap, requests } = await opened({ stage: "to-seat", log: [] }, setupScreen);
  await tap("chair-south", "chair-north", "seat");
  await until(() => requests().length && client.pending === 0);
  server.shows = { ...server.shows, stage: "to-seat" };
  leaving.shift()?.();
  const again = await setupScreen(newDocument(), client);
  leaving.unshift(again);

  assert.deepEqual(requests()[0].seats, [["south", "Ben"], ["north", "Asha"]]);
  assert.match(/** @type {any} */ (document).querySelector("[data-testid=chair-south]").textContent, /Ben/);
  assert.ok(key("seat"));
});

test("a side that never came loses by walkover before the first board", async () => {
  const { tap, requests } = await opened({ stage: "to-toss" }, setupScreen);
  await tap("walkover-second");
  await until(() => requests().length);

  assert.deepEqual(requests(), [{ do: "give-up", side: "second", why: "walkover" }]);
});
