/** The hand of the persons at a table in words, with the figures the server tells. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { handErrors, handNote, handTitle } from "../../src/carrom/web/shared/hand.js";
import { speak } from "./phrases.js";

const rad = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
const CLUB = { level: "club", angle: rad(0.5), speed: 0.05, place: 0.001 };
const SURE = { level: "", angle: rad(0.125), speed: 0.02, place: 0.00025 };

test("a hand is named by its level, and its errors are told as the server gives them", async () => {
  await speak("en");

  assert.equal(handTitle(CLUB), "Human hand: club");
  assert.equal(handNote(CLUB), "hand: club");
  assert.match(handErrors(CLUB), /within 0\.5° of the aim, 5\s% of the power and 1\smm/u);
});

test("a hand that no level has is named by its angle", async () => {
  await speak("de");

  assert.match(handTitle(SURE), /^Menschliche Hand: ±0[.,]125°$/u);
  assert.match(handErrors(SURE), /0[.,]25\smm/u);
});
