/** Buttons that answer the table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

newDocument();
const { firstClick } = await import("../../src/carrom/web/table/controls.js");

test("the second click of a double click answers nothing, and a key on the button does", () => {
  let answers = 0;
  const act = firstClick(() => void (answers += 1));
  const click = (/** @type {number} */ detail) => act(/** @type {any} */ ({ detail }));
  click(1);
  click(2);
  click(3);
  assert.equal(answers, 1);
  click(0);
  assert.equal(answers, 2);
});
