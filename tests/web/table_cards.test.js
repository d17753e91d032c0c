/** The cards over the board: what is announced, and what the winner of a board is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { boardsCounted, demandCard, hasEnded } = await import("../../src/carrom/web/table/cards.js");
const { overCard } = await import("../../src/carrom/web/practice/panel.js");

/** @param {string} kind @param {number} boards how many have ended @param {number} [count] */
const table = (kind, boards, count = 0) => /** @type {any} */ ({
  asks: { kind, text: "Asha to say how many", count, players: [], law: "icf 87b", queen_lost: false },
  boards: Array.from({ length: boards }, () => ({ said: ["Asha won the board: 7 points."], queen: null })),
  games_ended: [],
  players: [],
  points: { first: 7, second: 0 },
});

test("a board with points on demand is announced when its winner has chosen, and any other at once", () => {
  const [before, asked, after] = [table("strike", 0), table("demand", 1, 1), table("turn", 1)];
  const line = (/** @type {string} */ kind) => /** @type {any} */ ({ kind });

  assert.equal(hasEnded({ line: line("struck"), before, after: asked }), false);
  assert.equal(hasEnded({ line: line("demanded"), before: asked, after }), true);
  assert.equal(hasEnded({ line: line("struck"), before, after }), true);
});

test("the winner chooses all, a part or none of the extra points; nobody else can", () => {
  /** @type {number[]} */
  const chosen = [];
  const buttons = (/** @type {any} */ node) => [...node.querySelectorAll("[data-choice]")];

  for (const each of buttons(demandCard(table("demand", 1, 2), true, (points) => chosen.push(points)))) each.click();

  assert.deepEqual(chosen, [2, 1, 0]);
  assert.equal(buttons(demandCard(table("demand", 1, 2), false, () => {})).length, 0);
});

test("the card says what the points cost only where the queen would count nothing any more", () => {
  const card = (/** @type {boolean} */ queenLost) => {
    const after = table("demand", 1, 1);
    Object.assign(after, { asks: { ...after.asks, queen_lost: queenLost } });
    return /** @type {any} */ (demandCard(after, true, () => {})).textContent;
  };

  assert.match(card(true), /web\.table\.demand\.why/);
  assert.doesNotMatch(card(false), /demand\.why/);
});

test("the card names its paragraph, for the winner and for everybody else", () => {
  for (const mine of [true, false]) {
    const shown = /** @type {any} */ (demandCard(table("demand", 1, 1), mine, () => {}));

    assert.match(shown.querySelector(".law").textContent, /87b/);
  }
});

test("a board counts when its winner has chosen, and not again when the choice is taken back", () => {
  assert.equal(boardsCounted(table("strike", 0)), 0);
  assert.equal(boardsCounted(table("demand", 1, 1)), 0);
  assert.equal(boardsCounted(table("turn", 1)), 1);
});

test("the card at the end of a board of practice says which of its points are extra", () => {
  const after = table("turn", 1);
  Object.assign(after.boards[0], { winner: "first", points: 8 });
  after.boards[0].said.push("1 extra point is among them.");

  const shown = /** @type {any} */ (overCard(after, { again: null, other: () => {}, next: () => {} }));

  assert.match(shown.textContent, /1 extra point is among them\./);
});
