/** What the server tells a table: a change of language says again what is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { News } = await import("../../src/carrom/web/table/news.js");

/** The table after a board, as it is said in a language. @param {string} said @param {number} v */
const state = (said, v) => ({ v, boards: [{ said: [said] }], games_ended: [], games_said: [], players: [] });

test("the card of a board that has ended stays when the language changes, in the new language", () => {
  const line = { v: 4, kind: "struck", text: "White wins the board." };
  const announced = { line, before: { ...state("", 3), boards: [] }, after: state("Asha takes the board.", 4) };
  const screen = /** @type {any} */ ({
    announced,
    called: line,
    state: { v: 5 },
    log: { clear() {}, add() {} },
    render() {},
  });
  const news = new News(screen);
  const log = [{ ...line, text: "Les blancs gagnent la planche." }];

  news.reworded(/** @type {any} */ ({ state: state("La planche est à Asha.", 6), log }));

  assert.equal(screen.announced?.line.text, "Les blancs gagnent la planche.");
  assert.deepEqual(screen.announced?.after.boards.at(-1).said, ["La planche est à Asha."]);
  assert.equal(screen.announced?.before, announced.before);
});
