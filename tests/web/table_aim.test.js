/** Where the striker goes when it is sent where it may not stand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { angleOf, reach, rightOfAhead, snap, stepped } from "../../src/carrom/web/table/aim.js";

/** @type {[number, number][]} */
const PLACES = [[-0.2, -0.05], [0.03, 0.2]];
const BLOCKED = [{ low: -0.05, high: 0.03, why: "coin" }, { low: 0.2, high: 0.22, why: "base-circle" }];

test("a legal place is kept, and nothing is said", () => {
  assert.deepEqual(snap(0.1, PLACES, BLOCKED), { x: 0.1, why: "" });
});

test("over a coin the striker goes to the nearer side, and the coin is the reason", () => {
  assert.deepEqual(snap(-0.04, PLACES, BLOCKED), { x: -0.05, why: "coin" });
  assert.deepEqual(snap(0.02, PLACES, BLOCKED), { x: 0.03, why: "coin" });
});

test("beyond everything the ends of the lines are the reason", () => {
  assert.deepEqual(snap(0.4, PLACES, BLOCKED), { x: 0.2, why: "ends" });
});

test("a key steps over a coin to its other side", () => {
  assert.deepEqual(stepped(-0.05, 0.001, PLACES, BLOCKED), { x: 0.03, why: "coin" });
  assert.deepEqual(stepped(0.03, -0.001, PLACES, BLOCKED), { x: -0.05, why: "coin" });
});

test("a key at the end of the lines stays there", () => {
  assert.equal(stepped(0.2, 0.001, PLACES, BLOCKED).x, 0.2);
});

test("without a place nothing moves", () => {
  assert.deepEqual(snap(0.1, [], []), { x: 0.1, why: "" });
});

test("the slider runs from one end of places and blocked spans to the other", () => {
  assert.deepEqual(reach(PLACES, BLOCKED), [-0.2, 0.22]);
});

test("degrees to the right of ahead and back", () => {
  assert.equal(rightOfAhead(Math.PI / 2), 0);
  assert.ok(Math.abs(rightOfAhead(0) - 90) < 1e-9);
  assert.ok(Math.abs(rightOfAhead(angleOf(-123.4)) + 123.4) < 1e-9);
});
