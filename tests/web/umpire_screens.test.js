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
  earned: { white: false, black: false }, broken: true, tries: 0, passes: 0, strokes_in_hand: 1, turn_begun: true, text: "",
};
/** @param {string} kind @param {string[]} players @param {object} [more] */
function offer(kind, players, more = {}) {
  return { kind, by: [], players, unnoticed: [], pocketed: false, ...more };
}
const CAN = {
  acts: ["stroke", "play", "incident", "ask", "give-up", "trial", "undo", "overrule", "set-points"],
  most: { white: 9, black: 9 }, queen: true,
  incidents: [offer("late-stroke", ["Asha"]), offer("left-chair", ["Asha", "Ben"])],
  undo: 1, overrule: null, correct: [], protest: [], points_most: 12, game_most: 24, give_up: ["retired"],
};
const VIEW = {
  stage: "in-play", now: "", rulebook: "", event: "", round: "", number: "", place: "", umpire: "", length: "match",
  replay_of: "", doubles: false, players: PLAYERS, first: ["Asha"], second: ["Ben"], breaks_first: "first", trials: [],
  trials_left: { first: 1, second: 1 }, late: [], white: "first", on_strike: "Asha", breaker: "Asha", next_breaker: "",
  board: BOARD, game: 1, board_number: 1,
  points: { first: 0, second: 0 }, games_won: { first: 0, second: 0 }, games_to_win: 1, games: [], to_place: [], held: [],
  change_seats: false, striker_changes: 2, rest: null, protest_replays: "match", request: null, protests: [], call: null, can: CAN, log: [],
  clocks: { stroke: 15, placing: 15, change: 120 }, counts_strokes: false, winner: null, gave_up: "",
};

/** A line of the log. @param {number} v @param {object} [more] */
const line = (v, more = {}) => ({ v, kind: "struck", stands: true, n: v, game: 1, board: 1, player: "Asha", side: null, to: 0,
  text: "", at: null, reason: "", ruling: null, stroke: {}, pocketed: [], ...more });
const RULING = { call: "", text: "", findings: [{ laws: ["international-a 3.11 a"], reading: 0, then: [] }] };
const CATALOGUE = {
  rulebook: "x",
  kinds: [
    { kind: "late-stroke", laws: ["x 1"], part: "stroke", text: "late", help: "" },
    { kind: "left-chair", laws: ["x 2"], part: "seat", text: "left", help: "" },
    { kind: "abandon", laws: ["x 3"], part: "end", text: "abandoned", help: "", costs: "game" },
    { kind: "disqualified", laws: ["x 4"], part: "end", text: "out", help: "", costs: "match" },
    { kind: "wrong-colour-placed", laws: ["x 5"], part: "placing", text: "wrong", help: "" },
    { kind: "out-of-turn", laws: ["x 8"], part: "stroke", text: "out of turn", help: "" },
    { kind: "fell-later", laws: ["x 9"], part: "stroke", text: "fell later", help: "" },
    { kind: "partners-talked", laws: ["x 10"], part: "conduct", text: "talked", help: "" },
  ],
  breaches: [{ key: "pushed", law: "x 6", part: "stroke", foul: false, improper: true, turn: "own", text: "pushed" }],
  grounds: [{ letter: "a", law: "x 7", text: "ground" }],
  questions: [
    { key: "what", text: "?", choices: [
      { key: "off", text: "", to: "who", into: "", says: [], pocketed: [], off: [], at_rest: [], asks: "", incident: "" },
      { key: "later", text: "", to: "which", into: "", says: [], pocketed: [], off: [], at_rest: [], asks: "", incident: "" },
    ] },
    { key: "which", text: "???", choices: ["white", "black"].map((piece) => ({ key: piece, text: "", to: "", into: "incident",
      says: [], pocketed: [piece], off: [], at_rest: [], asks: "", incident: "fell-later" })) },
    { key: "who", text: "??", choices: [
      { key: "queen", text: "", to: "", into: "stroke", says: [], pocketed: [], off: ["queen"], at_rest: [], asks: "off",
        incident: "" },
    ] },
  ],
  first: "what",
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
  server.catalogue = CATALOGUE;
  server.lines = server.shows.log.map((/** @type {any} */ { v }) => ({ seq: v, request: {} }));
  server.view = () => ({ ...server.shows, v: server.v });
  const phone = new Phone(server);
  const body = newDocument();
  const client = await phone.opens();
  leaving.push(await screen(body, client), () => phone.switchOff());
  const key = (/** @type {string} */ name) =>
    [`[data-testid="${name}"]`, `[id="${name}"]`].flatMap((each) => body.querySelectorAll(each)).at(-1) ?? null;
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
  return { server, client, body, key, tap, asked, requests };
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

test("what cannot have fallen is not offered: no tenth coin, no second queen or striker, nor any of them off the board", async () => {
  const { key, tap, requests } = await opened();
  await tap("tap-striker");
  const missed = key("untouched") !== null;
  await tap(...Array(9).fill("tap-white"), "tap-queen", "off-board");
  for (const piece of ["white", "queen", "striker"]) {
    assert.equal(key(`tap-${piece}`).getAttribute("aria-disabled"), "true");
    assert.equal(key(`off-${piece}`).disabled, true);
    await tap(`tap-${piece}`);
  }
  const still = key("untouched");
  await tap("off-black", "judge");
  await until(() => requests().length);

  // Coins moved, so the striker touched one.
  assert.deepEqual([missed, still], [true, null]);
  assert.deepEqual(requests(), [{ do: "stroke", pocketed: [...Array(9).fill("white"), "queen", "striker"], off: ["black"] }]);
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
  const call = { v: 1, todo, line: line(1), overruled: false, where: "", ruling: RULING };
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

test("where the other side came late, a side plays both trial boards", async () => {
  const late = line(1, { kind: "came-late", side: "second" });
  const played = line(2, { kind: "trial-played", side: "first" });
  const before = { stage: "to-play", board: null, late: ["second"], log: [late], trials_left: { first: 2, second: 0 } };
  const { server, client, key, tap, requests } = await opened(before);
  await tap("trial-played-first");
  await until(() => requests().length);
  server.shows = { ...server.shows, log: [late, played], trials: ["first"], trials_left: { first: 1, second: 0 } };
  await client.look();
  const [pressed, shut] = [key("trial-played-first").getAttribute("aria-pressed"), key("trial-played-second").disabled];
  await tap("trial-played-first");
  await until(() => requests().length === 2);
  server.shows = { ...server.shows, log: [late, played, { ...played, v: 3 }], trials_left: { first: 0, second: 0 } };
  await client.look();
  await tap("trial-played-first", "trial-left-first");

  assert.deepEqual([pressed, shut], ["true", true]);
  assert.deepEqual(requests(), Array(2).fill({ do: "trial", side: "first", played: true }));
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

/** With everything that the catalogue has. */
const OFFERING = { rulebook: "x", can: { ...CAN, incidents: [
  ...CAN.incidents, offer("abandon", ["Asha", "Ben"]), offer("disqualified", ["Asha"]),
  offer("wrong-colour-placed", ["Ben"], { unnoticed: ["Ben"] }),
  offer("out-of-turn", ["Ben"], { pocketed: true }), offer("fell-later", ["Asha"], { pocketed: true }),
] } };

/** @param {any} phone */
const catalogued = async (phone) => {
  await until(() => phone.client.catalogue && !phone.key("incidents").disabled);
  return phone;
};

test("an incident that leaves no question is entered by one tap, another asks who did it", async () => {
  const { tap, requests } = await catalogued(await opened(OFFERING));
  await tap("incidents", "incident-late-stroke", "incidents", "incident-left-chair", "by-Ben");
  await until(() => requests().length === 2);

  assert.deepEqual(requests(), [
    { do: "incident", kind: "late-stroke", player: "Asha" }, { do: "incident", kind: "left-chair", player: "Ben" },
  ]);
});

test("what costs a game or the match is asked once more, and a disqualification wants its ground", async () => {
  const { key, tap, requests } = await catalogued(await opened(OFFERING));
  await tap("incidents", "incident-disqualified");
  const shut = key("by-Asha").disabled;
  key("ground-a").fire("change");
  await tap("by-Asha");
  const entered = requests().length;
  await tap("incident-sure");
  await until(() => requests().length);

  assert.deepEqual([shut, entered], [true, 0]);
  assert.deepEqual(requests(), [{ do: "incident", kind: "disqualified", player: "Asha", ground: "a" }]);
});

test("what nobody noticed in time is entered as such", async () => {
  const { key, tap, requests } = await catalogued(await opened(OFFERING));
  await tap("incidents", "incident-wrong-colour-placed");
  key("noticed-no").fire("change");
  await tap("by-Ben");
  await until(() => requests().length);

  assert.deepEqual(requests(), [{ do: "incident", kind: "wrong-colour-placed", player: "Ben", noticed: false }]);
});

test("what nobody can have noticed in time any more is not asked about, and stands", async () => {
  const incidents = [offer("wrong-colour-placed", [], { unnoticed: ["Ben"] })];
  const { key, tap, requests } = await catalogued(await opened({ rulebook: "x", can: { ...CAN, incidents } }));
  await tap("incidents");
  const only = [key("noticed-yes"), key("noticed-no").checked];
  await tap("by-Ben");
  await until(() => requests().length);

  assert.deepEqual(only, [null, true]);
  assert.deepEqual(requests(), [{ do: "incident", kind: "wrong-colour-placed", player: "Ben", noticed: false }]);
});

test("a stroke out of turn is entered with what fell, and can have pocketed nothing", async () => {
  const { key, tap, requests } = await catalogued(await opened(OFFERING));
  await tap("incidents", "incident-out-of-turn", "tap-black", "tap-black", "tap-striker", "tap-white", "take-white", "by-Ben");
  await until(() => requests().length === 1 && !key("by-Ben"));
  await tap("incidents", "incident-out-of-turn", "by-Ben");
  await until(() => requests().length === 2);

  assert.deepEqual(requests(), [
    { do: "incident", kind: "out-of-turn", player: "Ben", pocketed: ["black", "black", "striker"] },
    { do: "incident", kind: "out-of-turn", player: "Ben" },
  ]);
});

test("what fell later is a coin: neither nothing nor the striker, nor one that is not on the board", async () => {
  const { body, key, tap, requests } = await catalogued(await opened({ ...OFFERING, board: { ...BOARD, queen: "black" } }));
  await tap("incidents", "incident-fell-later");
  const offered = body.querySelectorAll("dialog")[0].querySelectorAll("button").map((/** @type {any} */ each) =>
    each.getAttribute("data-testid")).filter((/** @type {string} */ name) => name?.startsWith("tap-"));
  const shut = [key("by-Asha").disabled, key("tap-queen").disabled];
  await tap("tap-white", "by-Asha");
  await until(() => requests().length);

  assert.deepEqual(offered, ["tap-white", "tap-black", "tap-queen"]);
  assert.deepEqual(shut, [true, true]);
  assert.deepEqual(requests(), [{ do: "incident", kind: "fell-later", player: "Asha", pocketed: ["white"] }]);
});

test("an incident that is refused stays as it was entered", async () => {
  const { asked, body, key, tap, requests } = await catalogued(await opened(OFFERING));
  await tap("incidents", "incident-out-of-turn", "tap-black");
  asked.mock.mockImplementationOnce(() => [422, { code: "case/impossible", args: { field: "by" } }]);
  await tap("by-Ben");
  await until(() => body.querySelector(".refused"));
  await tap("by-Ben");
  await until(() => requests().length === 2 && !key("by-Ben"));

  assert.deepEqual(requests()[1], { do: "incident", kind: "out-of-turn", player: "Ben", pocketed: ["black"] });
});

/** In doubles: who can have done what. */
const PAIRS = { rulebook: "x", doubles: true, first: ["Asha", "Carla"], second: ["Ben", "Dev"],
  players: [PLAYERS[0], { ...PLAYERS[0], name: "Carla", on_strike: false }, PLAYERS[1], { ...PLAYERS[1], name: "Dev" }],
  can: { ...CAN, incidents: [offer("left-chair", ["Asha", "Carla", "Ben", "Dev"]), offer("late-stroke", ["Asha"]),
    offer("partners-talked", ["Asha", "Carla", "Ben", "Dev"])] } };

test("in doubles the player is named, and what both partners did is their side's", async () => {
  const { key, tap, requests } = await catalogued(await opened(PAIRS));
  await tap("incidents", "incident-left-chair", "by-Dev");
  await until(() => requests().length === 1 && !key("by-Dev"));
  await tap("incidents", "incident-partners-talked");
  const one = key("by-Dev");
  await tap("by-Asha-Carla");
  await until(() => requests().length === 2 && !key("by-Asha-Carla"));
  await tap("incidents", "incident-late-stroke");
  await until(() => requests().length === 3);

  assert.equal(one, null);
  assert.deepEqual(requests(), [
    { do: "incident", kind: "left-chair", player: "Dev" },
    { do: "incident", kind: "partners-talked", by: "white" },
    { do: "incident", kind: "late-stroke", player: "Asha" },
  ]);
});

test("in doubles and away from every judge either partner can be named, once it is said who is on strike", async () => {
  const { server, client, tap } = await catalogued(await opened(PAIRS));
  server.away = true;
  await tap("stroke-nothing");
  await until(() => client.judge === "nobody" && client.pending === 1);
  await tap("incidents", "turn-second", "incident-left-chair", "by-Carla");
  await tap("incidents", "turn-second", "incident-partners-talked", "by-Ben-Dev");
  await until(() => client.pending === 3);

  assert.deepEqual(client.waiting.slice(1), [
    { do: "incident", kind: "left-chair", player: "Carla" },
    { do: "incident", kind: "partners-talked", player: "Ben" },
  ]);
});

test("the law that made a stroke improper is named, or none is", async () => {
  const { tap, requests } = await catalogued(await opened(OFFERING));
  await tap("improper", "improper-pushed", "judge", "improper", "improper-unnamed", "judge");
  await until(() => requests().length === 2);

  assert.deepEqual(requests(), [
    { do: "stroke", improper: true, breach: "x 6" }, { do: "stroke", improper: true },
  ]);
});

test("questions about what came off the board lead into the report, and a way back to the question before", async () => {
  const { key, tap, requests } = await catalogued(await opened(OFFERING));
  await tap("situation", "answer-off", "sheet-back", "answer-off", "answer-queen", "situation-report");
  const counted = key("off-queen") !== null;
  await tap("judge");
  await until(() => requests().length);

  assert.ok(counted);
  assert.deepEqual(requests(), [{ do: "stroke", off: ["queen"] }]);
});

test("a coin that fell after its stroke was judged is reported of who left it there", async () => {
  const { key, tap, requests } = await catalogued(await opened({ ...OFFERING, board: { ...BOARD, white: 0 },
    can: { ...OFFERING.can, most: { white: 0, black: 9 } } }));
  await tap("situation", "answer-later");
  const shut = [key("answer-white").disabled, key("answer-black").disabled];
  await tap("answer-black", "by-Asha");
  await until(() => requests().length);

  assert.deepEqual(shut, [true, false]);
  assert.deepEqual(requests(), [{ do: "incident", kind: "fell-later", player: "Asha", pocketed: ["black"] }]);
});

test("a call that was wrong is overruled by the facts, with a reason, once it is known what would follow", async () => {
  const call = { v: 0, todo: [], line: line(0), overruled: false, where: "", ruling: RULING };
  const { server, body, key, tap, requests } = await catalogued(await opened({ ...OFFERING, call, can: { ...OFFERING.can, overrule: 0 } }));
  server.previewed = { ruling: RULING, differences: [], after: server.view() };
  await tap("more", "overrule");
  await until(() => body.querySelector(".pad-again"));
  await tap("tap-white");
  const shut = key("confirm").disabled;
  Object.assign(key("reason"), { value: "Seen again" }).fire("input");
  await until(() => !key("confirm").disabled);
  await tap("confirm");
  await until(() => requests().length);

  assert.equal(shut, true);
  assert.deepEqual(requests(), [{ do: "overrule", reason: "Seen again", stroke: { pocketed: ["white"] } }]);
});

test("the board is set by hand from how it stands", async () => {
  const call = { v: 0, todo: [], line: line(0), overruled: false, where: "", ruling: RULING };
  const { server, key, tap, requests } = await catalogued(await opened({ ...OFFERING, call, can: { ...OFFERING.can, overrule: 0 } }));
  server.previewed = { ruling: RULING, differences: [], after: server.view() };
  await tap("more", "overrule");
  key("how-hand").fire("change");
  await tap("coins-white-less", "coins-white-less", "due-black-more");
  Object.assign(key("reason"), { value: "Knocked over" }).fire("input");
  await until(() => !key("confirm").disabled);
  await tap("confirm");
  await until(() => requests().length);
  const { text: _, ...board } = BOARD;

  assert.deepEqual(requests(), [{ do: "overrule", reason: "Knocked over",
    by_hand: { board: { ...board, white: 7, due: { white: 0, black: 1 } } } }]);
});

test("an incident takes the place of a stroke, and nothing the place of either", async () => {
  const log = [line(1), line(2)];
  const call = { v: 2, todo: [], line: log[1], overruled: false, where: "", ruling: RULING };
  const { server, body, key, tap, requests } = await catalogued(
    await opened({ ...OFFERING, log, call, can: { ...OFFERING.can, overrule: 2 } }));
  server.previewed = { ruling: RULING, differences: [], after: server.view() };
  for (const how of ["incident", "nothing"]) {
    await tap("more", "overrule");
    await until(() => body.querySelector(".pad-again"));
    key(`how-${how}`).fire("change");
    if (how === "incident") await tap("choose-incident", "incident-late-stroke");
    Object.assign(key("reason"), { value: "The clock" }).fire("input");
    await until(() => !key("confirm").disabled);
    await tap("confirm");
    await until(() => !body.querySelector("dialog"));
  }

  assert.deepEqual(requests(), [
    { do: "overrule", reason: "The clock", incident: { kind: "late-stroke", player: "Asha" } },
    { do: "undo", to: 1, reason: "The clock" },
  ]);
});

test("what a correction no longer fits is left out only if the umpire says so", async () => {
  const log = [line(1), line(2), line(3)];
  const { server, body, key, tap, requests } = await catalogued(
    await opened({ ...OFFERING, log, can: { ...OFFERING.can, correct: [1] } }));
  const lost = (/** @type {number} */ v) => ({ v, before: RULING, after: null, refused: "why", player: "" });
  server.previewed = { ruling: RULING, differences: [lost(2), lost(3)], after: server.view() };
  await tap("log", "line-1", "correct");
  await until(() => body.querySelector(".pad-again"));
  await tap("tap-white");
  Object.assign(key("reason"), { value: "In the net" }).fire("input");
  await until(() => !key("confirm").disabled);
  const danger = key("confirm").className;
  const shown = body.querySelectorAll("[data-testid=difference]").length;
  await tap("confirm");
  await until(() => requests().length);

  assert.equal(shown, 2);
  assert.match(danger, /danger/);
  assert.deepEqual(requests(), [
    { do: "correct", entry: 1, reason: "In the net", stroke: { pocketed: ["white"] }, drop: true },
  ]);
});

test("a striker is changed for a player, and not more than back again", async () => {
  const players = [{ ...PLAYERS[0], strikers: 2 }, PLAYERS[1]];
  const { key, tap, requests } = await opened({ players, can: { ...CAN, acts: ["change-striker"] } });
  await tap("more", "striker");
  const shut = key("striker-0").disabled;
  await tap("striker-1");
  await until(() => requests().length);

  assert.equal(shut, true);
  assert.deepEqual(requests(), [{ do: "change-striker", player: "Ben" }]);
});

test("where the laws set no limit a striker is changed again and again", async () => {
  const players = [{ ...PLAYERS[0], strikers: 2 }, PLAYERS[1]];
  const { tap, requests } = await opened({ players, striker_changes: null, can: { ...CAN, acts: ["change-striker"] } });
  await tap("more", "striker", "striker-0");
  await until(() => requests().length);

  assert.deepEqual(requests(), [{ do: "change-striker", player: "Asha" }]);
});

test("the winner of a board demands all extra points, some or none by one tap each", async () => {
  const todo = { what: "demand", colour: null, n: 2, player: "Ben", side: "second", confirm: true, text: "Ask Ben" };
  const call = { v: 1, line: line(1), ruling: RULING, todo: [todo], overruled: false, where: "" };
  for (const points of [0, 1, 2]) {
    const { key, tap, requests } = await opened({ stage: "to-demand", board: null, call,
      can: { ...CAN, acts: ["demand"], demand: 2 } });
    assert.equal(key("demand-3"), null);
    assert.equal(key("done"), null);
    assert.equal(key("stroke-nothing"), null);
    await tap(`demand-${points}`);
    await until(() => requests().length);

    assert.deepEqual(requests(), [{ do: "demand", points }]);
  }
});

test("before the deciding game the card of play says that a rest is allowed", async () => {
  const { key } = await opened({ stage: "to-play", rest: "10 minutes", can: { ...CAN, acts: ["play"] } });

  assert.equal(key("rest").textContent, "10 minutes");
});

test("a remark is entered as it was written, and an empty one cannot be", async () => {
  const { key, tap, requests } = await opened({ can: { ...CAN, acts: ["remark"] } });
  await tap("more", "remark");
  const shut = key("remark-enter").disabled;
  Object.assign(key("remark-text"), { value: "The lamp flickered\n" }).fire("input");
  await tap("remark-enter");
  await until(() => requests().length);

  assert.equal(shut, true);
  assert.deepEqual(requests(), [{ do: "remark", text: "The lamp flickered" }]);
});

test("from the log everything after a line is taken back, and what will not stand is listed first", async () => {
  const log = [line(1, { kind: "play-called", n: 0 }), line(2), line(3)];
  const { body, tap, requests } = await opened({ log });
  await tap("log", "line-1", "undo-to");
  const listed = body.querySelectorAll(".undo-lines")[0].childNodes.length;
  await tap("undo-sure");
  await until(() => requests().length);

  assert.equal(listed, 2);
  assert.deepEqual(requests(), [{ do: "undo", to: 1 }]);
});

/** A protest. @param {number} entry @param {object} [more] */
const protest = (entry, more = {}) => ({ entry, side: "second", about: 1, spoken: null, by: null, written: null,
  paragraph: null, upheld: null, lapsed: false, ...more });

test("a protest is written with the paragraph of the call it is about", async () => {
  const { key, tap, requests } = await opened({ protests: [protest(2)], log: [line(1, { ruling: RULING })] });
  await tap("protest-2");
  const shut = key("protest-write").disabled;
  Object.assign(key("protest-facts"), { value: "It did not fall" }).fire("input");
  await tap("protest-write");
  await until(() => requests().length);

  assert.equal(shut, true);
  assert.deepEqual(requests(), [{ do: "write-protest", facts: "It did not fall", paragraph: "3.11 a", protest: 2 }]);
});

test("of two open protests one is written and the other decided, and a third can be spoken meanwhile", async () => {
  const log = [line(1, { ruling: RULING, player: "Ben" }), line(3, { ruling: RULING })];
  const { body, key, tap, requests } = await opened({ log, can: { ...CAN, protest: ["first"] },
    protests: [protest(2, { upheld: false }), protest(4, { about: 3 }), protest(5, { side: "first", written: "It fell" })] });
  const about = body.querySelectorAll(".protest-call").map((/** @type {any} */ each) => each.querySelector("b").textContent);
  await tap("protest-4");
  Object.assign(key("protest-facts"), { value: "It moved" }).fire("input");
  await tap("protest-write", "protest-5", "protest-refuse", "protest-sure");
  await tap("more", "protest", "protest-first", "protest-speak");
  await until(() => requests().length === 3);

  assert.deepEqual(about, ["Asha", "Ben"]);
  assert.equal(key("protest-second"), null);
  assert.deepEqual(requests(), [
    { do: "write-protest", facts: "It moved", paragraph: "3.11 a", protest: 4 },
    { do: "decide-protest", upheld: false, protest: 5 },
    { do: "protest", side: "first" },
  ]);
});

test("a protest that is spoken counts down until it is written, and then it has lapsed", async () => {
  const by = new Date(Date.now() + 65_000).toISOString();
  const { body, key, tap } = await opened({ stage: "to-play", can: { ...CAN, protest: ["first"] },
    protests: [protest(2, { by }), protest(3, { lapsed: true })] });
  const before = body.querySelectorAll("[data-testid=protest-left]").map((/** @type {any} */ each) => each.textContent);
  mock.timers.tick(66_000);
  const after = key("protest-left").textContent;
  await tap("more", "protest");

  assert.deepEqual(before, ["web.umpire.desk.protest.left"]);
  assert.equal(after, "web.umpire.desk.protest.late");
  assert.equal(key("protest-2"), null);
  assert.equal(body.textContent.split("web.umpire.desk.protest.lapsed").length - 1, 2);
});

test("without a judge a protest that has no entry yet is written once no other waits for that", async () => {
  const { server, client, key, tap } = await opened({ protests: [protest(2)], can: { ...CAN, protest: ["first"] } });
  server.away = true;
  await tap("stroke-nothing", "more", "protest", "protest-first", "protest-speak");
  await until(() => client.judge === "nobody" && client.pending === 2);
  const shut = key("protest-0") === null;
  for (const name of ["protest-2", "protest-0"]) {
    await tap(name);
    Object.assign(key("protest-facts"), { value: "It fell" }).fire("input");
    Object.assign(key("protest-paragraph"), { value: "3.6 a" }).fire("input");
    await tap("protest-write");
  }
  await until(() => client.pending === 4);

  assert.ok(shut);
  assert.deepEqual(client.waiting.slice(2), [
    { do: "write-protest", facts: "It fell", paragraph: "3.6 a", protest: 2 },
    { do: "write-protest", facts: "It fell", paragraph: "3.6 a" },
  ]);
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

test("a player is disqualified before the toss, by name and on a ground", async () => {
  const can = { ...CAN, incidents: [offer("disqualified", ["Asha", "Ben"])] };
  const players = PLAYERS.map((player) => ({ ...player, colour: null }));
  const phone = await opened({ rulebook: "x", stage: "to-toss", board: null, white: null, players, can }, setupScreen);
  const { client, key, tap, requests } = phone;
  await until(() => client.catalogue);
  await tap("disqualify-choose");
  const shut = key("by-Ben").disabled;
  key("ground-a").fire("change");
  await tap("by-Ben", "incident-sure");
  await until(() => requests().length);

  assert.equal(shut, true);
  assert.deepEqual(requests(), [{ do: "incident", kind: "disqualified", player: "Ben", ground: "a" }]);
});
