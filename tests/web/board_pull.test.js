/** How far back is how hard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { powerOf, pullOf } from "../../src/carrom/web/board/pull.js";

const RIM = 0.02065;

test("the knob is drawn where the hand that pulls it is", () => {
  for (const power of [0.01, 0.2, 0.6, 1]) assert.ok(Math.abs(powerOf(pullOf(power, RIM), RIM) - power) < 1e-12);
});

test("a pull ends at full force, and on the striker there is none", () => {
  assert.equal(powerOf(1, RIM), 1);
  assert.equal(powerOf(RIM / 2, RIM), 0);
  assert.ok(pullOf(1, RIM) < 0.15);
});
