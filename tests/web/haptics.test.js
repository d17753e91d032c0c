/** When a device that can shake does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
/** @type {Map<string, string>} */
const kept = new Map();
around.localStorage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem() {} };
/** @type {unknown[]} */
const shakes = [];
const device = { vibrate: (/** @type {unknown} */ shake) => shakes.push(shake), userActivation: { hasBeenActive: true } };
Object.defineProperty(globalThis, "navigator", { value: device, configurable: true });
newDocument();
const { Reading } = await import("../../src/carrom/web/table/reading.js");
const { shake } = await import("../../src/carrom/web/shared/haptics.js");

/** What is felt of an entry. @param {object} line */
function felt(line) {
  shakes.length = 0;
  const reading = new Reading(/** @type {any} */ ({ announced: null, surface: { seat: "south" }, welcome: null }));
  void reading.read(/** @type {any} */ ({ kind: "struck", text: "", ruling: null, point: null, pocketed: [], ...line }));
  reading.clear();
  return shakes.length;
}

test("a foul is felt when it is called, and one of the striker when it fell", () => {
  assert.equal(felt({ foul: true }), 1);
  assert.equal(felt({ foul: true, pocketed: ["striker"] }), 0);
  assert.equal(felt({ foul: false }), 0);
});

test("nothing is felt before the first tap, nor where it is switched off or cannot be", () => {
  shakes.length = 0;
  device.userActivation.hasBeenActive = false;
  shake("tick");
  device.userActivation.hasBeenActive = true;
  kept.set("carrom.haptics", "false");
  shake("tick");
  kept.clear();
  Object.defineProperty(globalThis, "navigator", { value: { ...device, vibrate: undefined }, configurable: true });
  shake("tick");
  assert.deepEqual(shakes, []);
});
