/** How the rulebooks decide the same case: which of them stand together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { grouped } = await import("../../src/carrom/web/laws/verdicts.js");

/** @param {string} rulebook @param {unknown[][]} then */
const said = (rulebook, ...then) =>
  /** @type {any} */ ({ rulebook, ruling: { findings: [{ then }] }, board: null, refused: "" });

test("a rulebook with extra points stands apart from those that end the board with the same points", () => {
  const ends = ["board-ends", "black", 7, "board", 3];
  const verdicts = [
    said("icf", ends, ["may-demand", "black", 1]),
    said("international-a", ends),
    said("international-b", ["turn-passes"], ends),
  ];

  const together = grouped(verdicts).map((group) => group.map(({ rulebook }) => rulebook));

  assert.deepEqual(together, [["icf"], ["international-a", "international-b"]]);
});
