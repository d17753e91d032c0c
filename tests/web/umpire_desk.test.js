/** What the desk works out by itself: what is still to do, what one step back takes, what can be reported by whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { protestsWith, unjudgedView } from "../../src/carrom/web/umpire/desk/without_judge.js";
import { incidentRows } from "../../src/carrom/web/umpire/desk/incidents.js";
import { timeLeft } from "../../src/carrom/web/umpire/desk/protest.js";
import { reportWith } from "../../src/carrom/web/umpire/desk/situations.js";
import { openTodos, placedBy } from "../../src/carrom/web/umpire/desk/todo.js";
import { lastStep } from "../../src/carrom/web/umpire/desk/log.js";
import { Report, UNKNOWN } from "../../src/carrom/web/umpire/desk/report.js";

/** @param {object} given @returns {any} */
const todo = (given) => ({ colour: null, n: 0, player: "", side: null, confirm: true, ...given });
/** @param {number} v @param {any[]} todos @param {object} [more] @returns {any} */
const called = (v, todos, more = {}) => ({ call: { v, todo: todos }, to_place: [], log: [], ...more });

test("coins stay to be placed until the record has them, the rest until it was confirmed here", () => {
  const view = called(12, [todo({ what: "restore" }), todo({ what: "place", colour: "white", n: 1 })]);

  assert.deepEqual(openTodos(view, 11).map(({ what }) => what), ["restore", "place"]);
  assert.deepEqual(openTodos(view, 12).map(({ what }) => what), ["place"]);
});

test("what follows from an overruling is to be done too, and again once that is taken back", () => {
  const todos = [todo({ what: "respot", colour: "white", n: 1 })];
  const word = (/** @type {object} */ given) => ({ kind: "overruled", to: 12, stands: true, v: 14, ...given });
  const back = { kind: "taken-back", v: 15, to: 13, stands: true };

  assert.equal(openTodos(called(12, todos, { log: [word({})] }), 12).length, 1);
  assert.equal(openTodos(called(12, todos, { log: [word({})] }), 14).length, 0);
  assert.equal(openTodos(called(12, todos, { log: [word({ to: 9 })] }), 12).length, 0);
  assert.equal(openTodos(called(12, todos, { log: [word({ stands: false }), back] }), 14).length, 1);
});

test("what is only said, and what has a card of its own, is not to be confirmed", () => {
  const view = called(12, [
    todo({ what: "change-seats" }), todo({ what: "toss-again" }), todo({ what: "demand" }),
    todo({ what: "turn", confirm: false }),
  ]);

  assert.deepEqual(openTodos(view, 0), []);
  assert.deepEqual(openTodos(/** @type {any} */ ({ call: null }), 0), []);
});

test("done says of every coin that it lies there, and of the queen where she was to be put back", () => {
  const coins = [{ colour: "black", count: 2, player: "Asha" }, { colour: "white", count: 1, player: "Ben" }];

  assert.deepEqual(placedBy(called(1, [], { to_place: coins }), [todo({ what: "respot-queen" })]),
    ["black", "black", "white", "queen"]);
  assert.deepEqual(placedBy(called(1, []), [todo({ what: "restore" })]), []);
});

/** @param {number} v @param {string} kind @param {boolean} [stands] @returns {any} */
const line = (v, kind, stands = true) => ({ v, kind, stands });

test("one step back takes the last thing that stands, and passes over what was only said", () => {
  const log = [line(1, "begun"), line(2, "struck"), line(3, "struck", false), line(4, "taken-back"), line(5, "remarked")];

  assert.deepEqual(lastStep(log).map(({ v }) => v), [2]);
  assert.deepEqual(lastStep([]), []);
});

test("coins that were placed together are taken back together, and no others", () => {
  const log = [line(1, "coin-placed"), line(2, "struck"), line(3, "coin-placed"), line(4, "coin-placed")];

  assert.deepEqual(lastStep(log).map(({ v }) => v), [3, 4]);
});

/** @type {any} */
const CATALOGUE = {
  kinds: [
    { kind: "left-chair", laws: ["x 3.11 p"], part: "seat" },
    { kind: "partners-talked", laws: ["x 4 l"], part: "conduct" },
    { kind: "three-passes", laws: ["x 4 p"], part: "end" },
    { kind: "fell-later", laws: ["x 3.10 g"], part: "stroke" },
    { kind: "foul", laws: ["x 4.1.2"], part: "conduct" },
    { kind: "technical-foul", laws: ["x 4.1.1"], part: "conduct" },
  ],
  breaches: [
    { key: "talked", law: "x 4 m", part: "conduct", foul: true, improper: false, turn: "any" },
    { key: "disturbed", law: "x 4 k", part: "conduct", foul: true, improper: false, turn: "theirs" },
    { key: "pushed", law: "x 3.2 a", part: "seat", foul: false, improper: true, turn: "own" },
  ],
  frequent: ["foul", "left-chair"],
};
const [PAIR, OTHERS] = [["Asha", "Carla"], ["Ben", "Dev"]];
const SEATED = { first: PAIR, second: OTHERS, white: "first", players: [
  ...PAIR.map((name) => ({ name, colour: "white" })), ...OTHERS.map((name) => ({ name, colour: "black" })),
] };
/** @param {[string, string[]][]} offers @returns {any} */
const offering = (offers) => ({ ...SEATED,
  can: { incidents: offers.map(([kind, players]) => ({ kind, by: [], players, unnoticed: [], pocketed: false })) } });

test("the list begins with what the catalogue calls frequent, in its order, and has each once", () => {
  const all = incidentRows(CATALOGUE, offering([["left-chair", PAIR], ["foul", PAIR], ["three-passes", []]]));

  assert.deepEqual(all.map(({ key, part }) => [key, part]),
    [["foul", "frequent"], ["left-chair", "frequent"], ["talked", "conduct"], ["three-passes", "end"]]);
});

test("a breach is the kind of foul that the judge offers for that player", () => {
  const all = incidentRows(CATALOGUE, offering([["foul", PAIR], ["technical-foul", OTHERS]]));
  const talked = all.find((row) => row.key === "talked");

  assert.deepEqual(talked?.by, [["Asha"], ["Carla"], ["Ben"], ["Dev"]]);
  assert.deepEqual(talked?.incident(["Carla"], {}), { kind: "foul", player: "Carla", paragraph: "x 4 m" });
  assert.deepEqual(talked?.incident(["Dev"], {}), { kind: "technical-foul", player: "Dev", paragraph: "x 4 m" });
});

test("what can be seen only in the other's turn is offered of nobody else", () => {
  const all = incidentRows(CATALOGUE, offering([["foul", PAIR], ["technical-foul", ["Ben"]]]));

  assert.deepEqual(all.find((row) => row.key === "disturbed")?.by, [["Ben"]]);
});

test("what both partners do is reported of their side, by its colour if that is known", () => {
  const view = offering([["partners-talked", [...PAIR, ...OTHERS]]]);
  const [row] = incidentRows(CATALOGUE, view);
  const [away] = incidentRows(CATALOGUE, { ...view, players: [] });

  assert.deepEqual(row.by, [PAIR, OTHERS]);
  assert.deepEqual(row.incident(OTHERS, {}), { kind: "partners-talked", by: "black" });
  assert.deepEqual(away.incident(OTHERS, {}), { kind: "partners-talked", player: "Ben" });
});

test("what the judge does not offer is not in the list, nor is a way of striking", () => {
  assert.deepEqual(incidentRows(CATALOGUE, offering([["three-passes", []]])).map((row) => row.key), ["three-passes"]);
  assert.deepEqual(incidentRows(CATALOGUE, offering([])), []);
});

test("an incident that is nobody's names nobody", () => {
  const [row] = incidentRows(CATALOGUE, offering([["three-passes", []]]));

  assert.deepEqual(row.incident([], {}), { kind: "three-passes" });
});

/** @type {any} */
const JUDGED = { ...SEATED, board: { white: 2 }, can: { acts: ["play"], undo: 3 } };

test("where nobody knows how it stands every incident can be reported, a foul by whose turn it is", () => {
  const all = incidentRows(CATALOGUE, unjudgedView(JUDGED, CATALOGUE, "second"));
  const talked = all.find((row) => row.key === "talked");

  assert.deepEqual(all.find((row) => row.key === "left-chair")?.by, [["Asha"], ["Carla"], ["Ben"], ["Dev"]]);
  assert.deepEqual(all.find((row) => row.key === "three-passes")?.by, []);
  assert.deepEqual(all.find((row) => row.key === "disturbed")?.by, [["Asha"], ["Carla"]]);
  assert.equal(talked?.incident(["Dev"], {}).kind, "foul");
  assert.equal(talked?.incident(["Carla"], {}).kind, "technical-foul");
  assert.deepEqual(all.filter((row) => row.pocketed).map((row) => row.key), ["fell-later"]);
});

test("where nobody knows how it stands no ruling is gone back on, and nobody has a colour", () => {
  const { board, can, white, players } = unjudgedView(JUDGED, CATALOGUE, "first");

  assert.deepEqual([can?.undo, can?.overrule, can?.correct], [null, null, []]);
  assert.deepEqual([board, white, players[0].colour], [null, null, null]);
  for (const act of ["undo", "overrule", "correct", "set-points"]) assert.ok(!can?.acts.includes(act), act);
});

test("protests that were spoken away from every judge are open beside the others, and each is written by itself", () => {
  /** @type {any[]} */
  const waiting = [{ do: "stroke" }, { do: "protest", side: "second" }];
  /** @type {any} */
  const judged = { entry: 8, side: "first", about: 7, written: null };
  /** @type {any} */
  const write = { do: "write-protest", facts: "It fell.", paragraph: "3.11 a" };
  const [spoken] = protestsWith([], waiting);

  assert.deepEqual(protestsWith([], [{ do: "stroke" }]), []);
  assert.deepEqual([spoken.side, spoken.written], ["second", null]);
  assert.deepEqual(protestsWith([], [...waiting, write]).map(({ written }) => written), ["It fell."]);
  assert.deepEqual(protestsWith([judged], [write]), [{ ...judged, written: "It fell.", paragraph: "3.11 a" }]);
  assert.deepEqual(protestsWith([judged, { ...judged, entry: 12 }], [...waiting, { ...write, protest: 12 }])
    .map(({ side, written }) => [side, written]), [["first", null], ["first", "It fell."], ["second", null]]);
});

test("an answer adds its facts to what was reported, or does not fit it", () => {
  /** @param {object} given @returns {any} */
  const choice = (given) => ({ pocketed: [], off: [], at_rest: [], ...given });
  const tipped = choice({ pocketed: ["white", "striker"], at_rest: ["tipped-together"] });
  const report = new Report().tap("white").tap("striker");

  assert.deepEqual(reportWith(tipped, report, UNKNOWN)?.toRequest(), {
    do: "stroke", pocketed: ["white", "white", "striker"], at_rest: ["tipped-together"],
  });
  assert.equal(reportWith(choice({ off: ["queen"] }), report, { white: 9, black: 9, queen: false }), null);
});

test("the time to write a protest is counted down from the end of the board, and runs out", () => {
  const by = "2026-05-01T10:15:00+02:00";

  assert.equal(timeLeft(null, Date.parse(by)), "");
  assert.equal(timeLeft(by, Date.parse(by) - 65_000), "1:05");
  assert.equal(timeLeft(by, Date.parse(by)), null);
});
