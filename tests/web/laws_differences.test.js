/** Two rulebooks side by side: which two, what is shown, and the question that goes to the umpire. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { render } = await import("../../src/carrom/web/shared/dom.js");
const { askPath, bookPicker, differences, twoBooks } = await import("../../src/carrom/web/laws/differences.js");
const { caseJson, readCase } = await import("../../src/carrom/web/ask/forms.js");

/** @type {any} */
let body;

beforeEach(() => {
  body = newDocument();
});

const BOOKS = ["one", "two", "three"];
const DIFFERENCE = {
  part: "Coins",
  title: "an own coin and a coin of theirs",
  board: "White on strike.",
  case: {
    board: { on_strike: "white", white: 5, black: 4, queen: "waiting", earned: { white: true, black: true } },
    stroke: { pocketed: ["white", "black"], off_board: [], touched: true, improper: false },
  },
  decided: [
    { books: ["one"], text: "White plays on.", laws: ["one 1"], readings: [] },
    { books: ["two"], text: "Black to play.", laws: ["two 5", "one 2"], readings: [13] },
  ],
};
const COMPARISON = {
  books: ["one", "two"],
  count: "1 difference",
  whose: "",
  differences: [DIFFERENCE],
  values: [{ part: "Worths", title: "points for the queen", has: [{ books: ["one"], text: "3" }, { books: ["two"], text: "5" }] }],
};

test("an address names two rulebooks; what it leaves out or gets wrong is the first and the last", () => {
  assert.deepEqual(twoBooks("two,three", BOOKS), ["two", "three"]);
  assert.deepEqual(twoBooks("", BOOKS), ["one", "three"]);
  assert.deepEqual(twoBooks("chess,two", BOOKS), ["two", "three"]);
  assert.deepEqual(twoBooks("two,two", BOOKS), ["two", "one"]);
});

test("a rulebook cannot be compared with itself", () => {
  render(body, bookPicker(BOOKS, ["one", "three"], () => undefined));
  const offered = [...body.querySelectorAll("option")].map((each) => each.value);

  assert.deepEqual(offered, ["one", "two", "two", "three"]);
});

test("a difference shows each outcome with its paragraphs, and a borrowed one opens by its own citation", () => {
  /** @type {string[]} */
  const opened = [];
  render(body, differences(COMPARISON, (law) => opened.push(law)));
  const buttons = [...body.querySelectorAll("button.law")];
  for (const each of buttons.slice(0, 3)) each.click();

  assert.match(body.textContent, /An own coin and a coin of theirs.*White plays on\..*Black to play\./s);
  assert.deepEqual(opened, ["one 1", "two 5", "one 2"]);
  assert.match(body.textContent, /Points for the queen/);
});

test("the question to the umpire has the board filled in", () => {
  const query = new URLSearchParams(askPath(DIFFERENCE).split("?")[1]);
  const asked = readCase(query.get("case") ?? "");

  assert.ok(asked);
  assert.equal(asked.rulebook, "one");
  assert.equal(asked.board.queen, "waiting");
  assert.deepEqual(caseJson(asked).stroke, { pocketed: ["white", "black"] });
});
