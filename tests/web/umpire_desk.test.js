/** What the desk works out by itself: what is still to do, what one step back takes, what can be reported by whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { protestWith, unjudgedView } from "../../src/carrom/web/umpire/desk/without_judge.js";
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
    todo({ what: "change-seats" }), todo({ what: "toss-again" }), todo({ what: "turn", confirm: false }),
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
    { kind: "three-passes", laws: ["x 4 p"], part: "end" },
    { kind: "foul", laws: ["x 4.1.2"], part: "conduct" },
    { kind: "technical-foul", laws: ["x 4.1.1"], part: "conduct" },
  ],
  breaches: [
    { key: "talked", law: "x 4 m", part: "conduct", foul: true, improper: false, turn: "any" },
    { key: "disturbed", law: "x 4 k", part: "conduct", foul: true, improper: false, turn: "theirs" },
    { key: "pushed", law: "x 3.2 a", part: "seat", foul: false, improper: true, turn: "own" },
  ],
};
/** @param {[string, string[]][]} offers @returns {any} */
const offering = (offers) => ({ can: { incidents: offers.map(([kind, by]) => ({ kind, by, unnoticed: [] })) } });

test("a breach is the kind of foul that the judge offers for that side", () => {
  const all = incidentRows(CATALOGUE, offering([["foul", ["white"]], ["technical-foul", ["black"]]]));
  const talked = all.find((row) => row.key === "talked");

  assert.deepEqual(talked?.by, ["white", "black"]);
  assert.deepEqual(talked?.incident("white", {}), { kind: "foul", by: "white", paragraph: "x 4 m" });
  assert.deepEqual(talked?.incident("black", {}), { kind: "technical-foul", by: "black", paragraph: "x 4 m" });
});

test("what can be seen only in the other's turn is offered of nobody else", () => {
  const all = incidentRows(CATALOGUE, offering([["foul", ["white"]], ["technical-foul", ["black"]]]));

  assert.deepEqual(all.find((row) => row.key === "disturbed")?.by, ["black"]);
});

test("what the judge does not offer is not in the list, nor is a way of striking", () => {
  assert.deepEqual(incidentRows(CATALOGUE, offering([["three-passes", []]])).map((row) => row.key), ["three-passes"]);
  assert.deepEqual(incidentRows(CATALOGUE, offering([])), []);
});

test("an incident that is nobody's names nobody", () => {
  const [row] = incidentRows(CATALOGUE, offering([["three-passes", []]]));

  assert.deepEqual(row.incident(null, {}), { kind: "three-passes" });
});

/** @type {any} */
const JUDGED = { white: "first", players: [{ name: "Asha", colour: "white" }], can: { acts: ["play"], undo: 3 } };

test("where nobody knows how it stands every incident can be reported, a foul by whose turn it is", () => {
  const all = incidentRows(CATALOGUE, unjudgedView(JUDGED, CATALOGUE, "black"));
  const talked = all.find((row) => row.key === "talked");

  assert.deepEqual(all.find((row) => row.key === "left-chair")?.by, ["white", "black"]);
  assert.deepEqual(all.find((row) => row.key === "three-passes")?.by, []);
  assert.deepEqual(all.find((row) => row.key === "disturbed")?.by, ["white"]);
  assert.equal(talked?.incident("black", {}).kind, "foul");
  assert.equal(talked?.incident("white", {}).kind, "technical-foul");
});

test("where nobody knows how it stands no ruling is gone back on, and nobody has a colour", () => {
  const { can, white, players } = unjudgedView(JUDGED, CATALOGUE, "white");

  assert.deepEqual([can?.undo, can?.overrule, can?.correct, white, players[0].colour], [null, null, [], null, null]);
  for (const act of ["undo", "overrule", "correct", "set-points"]) assert.ok(!can?.acts.includes(act), act);
});

test("a protest that was spoken away from every judge is open, and written once it was written", () => {
  /** @type {any[]} */
  const waiting = [{ do: "stroke" }, { do: "protest", side: "second" }];
  /** @type {any} */
  const judged = { side: "first", about: 7, written: null };
  const write = { do: "write-protest", facts: "It fell.", paragraph: "3.11 a" };

  assert.equal(protestWith(null, [{ do: "stroke" }]), null);
  assert.deepEqual([protestWith(null, waiting)?.side, protestWith(null, waiting)?.written], ["second", null]);
  assert.equal(protestWith(null, [...waiting, write])?.written, "It fell.");
  assert.deepEqual(protestWith(judged, [write]), { ...judged, written: "It fell.", paragraph: "3.11 a" });
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
