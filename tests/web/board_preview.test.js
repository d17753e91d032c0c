/** What the striker meets first, where it can be worked out by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { firstContact, sector } from "../../src/carrom/web/board/preview.js";
import { strikerPlace, wayOf } from "../../src/carrom/web/board/seats.js";
import { GEOMETRY } from "./geometry.js";

const REACH = (GEOMETRY.striker_diameter + GEOMETRY.coin_diameter) / 2;
const HALF = GEOMETRY.surface / 2;
const RIM = GEOMETRY.striker_diameter / 2;
/** @type {[number, number]} */
const MIDDLE = [0, -GEOMETRY.band_middle];
/** @type {[number, number]} */
const AHEAD = [0, 1];

const met = (/** @type {{x: number, y: number}[]} */ coins, from = MIDDLE, way = AHEAD) => {
  const found = firstContact(GEOMETRY, coins, from, way);
  assert.ok(found);
  return found;
};
const near = (/** @type {number} */ a, /** @type {number} */ b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

test("full on: the ghost stands one reach before the coin, and pushes it straight on", () => {
  const contact = met([{ x: 0, y: 0 }]);

  assert.equal(contact.kind, "coin");
  near(contact.y, -REACH);
  near(contact.distance, GEOMETRY.band_middle - REACH);
  near(contact.nx, 0);
  near(contact.ny, 1);
});

test("half a coin beside the way: the line of centres is what Pythagoras says", () => {
  const contact = met([{ x: 0.5 * REACH, y: 0 }]);

  near(contact.y, -REACH * Math.sqrt(0.75));
  near(contact.nx, 0.5);
});

test("of two coins the nearer is met, whatever their order", () => {
  const [far, close] = [{ x: 0, y: 0.1 }, { x: 0.01, y: -0.05 }];

  assert.equal(met([far, close]).index, 1);
  assert.equal(met([close, far]).index, 0);
});

test("a coin that the rim would only just miss is not met", () => {
  assert.equal(met([{ x: REACH * 1.000001, y: 0 }]).kind, "frame");
  assert.equal(met([{ x: REACH * 0.999999, y: 0 }]).kind, "coin");
});

test("a coin behind the striker is not met, and one that it touches is met at once", () => {
  assert.equal(met([{ x: 0, y: MIDDLE[1] - REACH }]).kind, "frame");
  near(met([{ x: 0, y: MIDDLE[1] + REACH }]).distance, 0);
});

test("with nothing in the way: the far frame, numbered by its seat", () => {
  for (const [angle, index] of [[Math.PI / 2, 2], [0.05, 1], [Math.PI - 0.05, 3], [-Math.PI / 2, 0]]) {
    const contact = met([], MIDDLE, wayOf("south", angle));

    assert.equal(contact.kind, "frame");
    assert.equal(contact.index, index);
    near(Math.max(Math.abs(contact.x), Math.abs(contact.y)), HALF - RIM);
  }
});

test("towards a corner the pocket's edge comes before the frame", () => {
  const [px, py] = GEOMETRY.pockets[1];
  const far = Math.hypot(px - MIDDLE[0], py - MIDDLE[1]);
  const contact = met([], MIDDLE, [(px - MIDDLE[0]) / far, (py - MIDDLE[1]) / far]);

  assert.equal(contact.kind, "pocket");
  assert.equal(contact.index, 1);
  near(contact.distance, far - GEOMETRY.pocket_diameter / 2);
});

test("a turned table gives a turned contact", () => {
  const south = met([{ x: 0.02, y: 0.03 }]);
  const from = strikerPlace("west", 0, GEOMETRY);
  const west = met([{ x: 0.03, y: -0.02 }], from, wayOf("west", Math.PI / 2));

  near(west.distance, south.distance);
});

test("a hand that errs sends the striker into a sector: every point of its end is as far, and none further aside", () => {
  const [apex, ...end] = sector(MIDDLE, AHEAD, 0.4, 0.05);
  const away = end.map(([x, y]) => [Math.hypot(x - MIDDLE[0], y - MIDDLE[1]), Math.atan2(MIDDLE[0] - x, y - MIDDLE[1])]);

  assert.deepEqual(apex, MIDDLE);
  away.forEach(([far]) => near(far, 0.4));
  near(away[0][1], -0.05);
  near(away.at(-1)?.[1] ?? 0, 0.05);
});
