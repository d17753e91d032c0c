/** The umpire's phone shakes only where that is wanted. */
import assert from "node:assert/strict";
import { test } from "node:test";

import * as prefs from "../../src/carrom/web/shared/prefs.js";
import { beep, vibrateTap } from "../../src/carrom/web/umpire/desk/beep.js";

test("taps and the clock are felt, unless vibration is switched off", () => {
  /** @type {unknown[]} */
  const felt = [];
  const shakes = { vibrate: (/** @type {unknown} */ pattern) => felt.push(pattern) };
  Object.defineProperty(globalThis, "navigator", { value: shakes, configurable: true });
  const all = () => (vibrateTap(), beep("tick"), beep("end"), felt.length);

  assert.equal(all(), 3);
  prefs.set("haptics", false);
  assert.equal(all(), 3);
});
