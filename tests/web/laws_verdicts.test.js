/** How the rulebooks decide the same case: which of them stand together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { grouped } = await import("../../src/carrom/web/laws/verdicts.js");

/** @param {string} rulebook @param {number} orders */
const said = (rulebook, orders) => /** @type {any} */ ({ rulebook, orders });

test("rulebooks that order the same stand together, each group where its first came", () => {
  const verdicts = [said("icf", 0), said("international-a", 1), said("family", 0), said("international-b", 1)];

  const together = grouped(verdicts).map((group) => group.map(({ rulebook }) => rulebook));

  assert.deepEqual(together, [["icf", "family"], ["international-a", "international-b"]]);
});
