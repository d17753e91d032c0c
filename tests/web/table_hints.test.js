/** A hint at a glance: what it tries, what it risks, and the most useful first. */
import assert from "node:assert/strict";
import { test } from "node:test";

const WORDS = {
  "web.table.hint.white.far-left": "white far left",
  "web.table.hint.queen.near-right": "queen near right",
  "web.table.hint.touch.black": "Only touch a black coin",
  "web.table.hint.pass": "A pass",
  "web.table.hint.risk": "Risk: {risks}",
  "web.table.hint.risk.turn": "turn {share}",
  "web.table.hint.risk.foul": "foul {share}",
  "web.table.hint.risk.queen": "queen {share}",
  "web.percent": "{n} %",
};
const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
around.document ??= { documentElement: {} };
around.fetch = async () => ({ ok: true, json: async () => WORDS });
const { setLang } = await import("../../src/carrom/web/shared/words.js");
const { byUse, riskText, triesText } = await import("../../src/carrom/web/table/hints.js");
await setLang("en");

const hint = (/** @type {object} */ more) =>
  /** @type {any} */ ({ kind: "pocket", falls: [], touches: "", risks: {}, chance: 0.5, ...more });

test("a stroke is told by the coins it pockets, in one sentence", () => {
  const falls = [["white", "far-left"], ["queen", "near-right"]];
  assert.equal(triesText(hint({ falls })), "White far left and queen near right");
  assert.equal(triesText(hint({ kind: "touch", touches: "black" })), "Only touch a black coin");
  assert.equal(triesText(hint({ kind: "pass" })), "A pass");
});

test("risks are told from the greatest, and rare ones not at all", () => {
  assert.equal(riskText(hint({ risks: { turn: 0.2, queen: 0.004, foul: 0.3 } })), "Risk: foul 30 %, turn 20 %");
  assert.equal(riskText(hint({ risks: { queen: 0.004 } })), "");
});

test("what pockets a coin comes first, and what never works last of all", () => {
  const [pass, touch, pocket] = ["pass", "touch", "pocket"].map((kind) => hint({ kind }));
  const never = hint({ chance: 0 });
  assert.deepEqual(byUse([pass, never, touch, pocket]), [pocket, touch, pass]);
  assert.deepEqual(byUse([never]), [never]);
});
