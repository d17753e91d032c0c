/** When the server is told that a stroke has been seen, so that a computer need not wait. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import * as prefs from "../../src/carrom/web/shared/prefs.js";
import { newDocument } from "./tiny_dom.js";

newDocument();
const { Reading } = await import("../../src/carrom/web/table/reading.js");

/** @typedef {import("../../src/carrom/web/wire").Line} Line */

afterEach(() => prefs.reset(["patient", "speed"]));

/**
 * How often the server has been told after 0, 1199 and 1200 milliseconds.
 * @param {import("node:test").TestContext} context
 * @param {string} kind of the room
 * @param {Partial<Line>} [line] that was shown
 */
async function told(context, kind, line = {}) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {unknown[]} */
  const sent = [];
  const screen = { welcome: { kind, mine: ["Asha"] }, state: { v: 7 }, announced: null,
    socket: { tell: (/** @type {unknown} */ request) => sent.push(request) } };
  const reading = new Reading(/** @type {any} */ (screen));
  await reading.read(/** @type {Line} */ ({ kind: "struck", v: 7, foul: false, ...line }));
  /** @type {number[]} */
  const counts = [];
  for (const ms of [0, 1199, 1]) {
    context.mock.timers.tick(ms);
    counts.push(sent.length);
  }
  assert.deepEqual(sent, sent.map(() => ({ t: "read", v: 7 })));
  return counts;
}

test("as it is set at first the server alone knows how long the computer waits", async (context) => {
  assert.deepEqual(await told(context, "computer"), [0, 0, 0]);
});

test("who skips the computer's pause has seen a stroke as soon as it has been shown", async (context) => {
  prefs.set("patient", false);
  assert.deepEqual(await told(context, "computer"), [1, 1, 1]);
});

test("a stroke that is shown faster leaves its call as much time as ever", async (context) => {
  prefs.set("speed", "fastest");
  assert.deepEqual(await told(context, "computer"), [0, 0, 1]);
});

test("online everybody has the time they need", async (context) => {
  prefs.set("patient", false);
  assert.deepEqual(await told(context, "online"), [0, 0, 0]);
});

test("what is no stroke needs no time", async (context) => {
  prefs.set("patient", false);
  assert.deepEqual(await told(context, "computer", { kind: "rosette-turned" }), [0, 0, 0]);
});
