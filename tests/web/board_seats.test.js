/** Seats and the camera: the same board from four chairs, from above and tilted. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Camera } from "../../src/carrom/web/board/camera.js";
import * as seats from "../../src/carrom/web/board/seats.js";
import { GEOMETRY } from "./geometry.js";

const close = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b, within = 1e-12) =>
  a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) <= within, `${a} is not ${b}`));

test("what a seat sees, turned back, is where it was, to the last bit", () => {
  for (const seat of seats.SEATS) {
    const point = seats.seenFrom(seat, 0.1234, -0.321);
    assert.deepEqual(seats.turnedTo(seat, ...point), [0.1234, -0.321]);
  }
});

test("east sits to the right of south, and sees the board's right below", () => {
  assert.deepEqual(seats.seenFrom("east", 0.3, 0), [0, -0.3]);
  assert.deepEqual(seats.turnedTo("east", 0, -0.3), [0.3, 0]);
});

test("straight ahead leads every seat's striker to the centre", () => {
  for (const seat of seats.SEATS) {
    const from = seats.strikerPlace(seat, 0, GEOMETRY);
    const way = seats.wayOf(seat, Math.PI / 2);
    close([from[0] + way[0] * GEOMETRY.band_middle, from[1] + way[1] * GEOMETRY.band_middle], [0, 0]);
  }
});

test("the angle to a point is the way there", () => {
  for (const seat of seats.SEATS) {
    const [fx, fy] = seats.strikerPlace(seat, 0.07, GEOMETRY);
    const [ux, uy] = seats.wayOf(seat, seats.angleTo(seat, 0.07, 0.11, 0.05, GEOMETRY));
    const far = Math.hypot(0.11 - fx, 0.05 - fy);
    close([fx + far * ux, fy + far * uy], [0.11, 0.05]);
  }
});

test("the base lines end with the base circles, 47 cm over all", () => {
  assert.ok(Math.abs(seats.lineEnd(GEOMETRY) - 0.235) < 1e-12);
});

test("a point goes to the screen and back, from every seat, flat and tilted", () => {
  for (const seat of seats.SEATS) {
    for (const tilted of [false, true]) {
      const camera = new Camera(GEOMETRY);
      Object.assign(camera, { seat, tilted, size: 713, density: 2 });
      for (const [x, y] of [[0, 0], [0.3, -0.2], [-0.36, 0.36], [0.05, 0.5]]) {
        close(camera.under(...camera.over(x, y)), [x, y]);
      }
    }
  }
});

test("tilted, the near edge is as wide as the flat board, and the board stands in the middle of its height", () => {
  const camera = new Camera(GEOMETRY);
  Object.assign(camera, { tilted: true, size: 800 });
  const [right, low] = camera.over(camera.extent, -camera.extent);
  const [, high] = camera.over(0, camera.extent);
  close([right, low + high], [400, 0], 1e-9);
});

test("beyond the horizon a finger still points at the far side, not behind the player", () => {
  const camera = new Camera(GEOMETRY);
  Object.assign(camera, { tilted: true, size: 800 });
  const [, ahead] = camera.under(0, -5000);
  assert.ok(Number.isFinite(ahead) && ahead > 1);
});

test("a small screen shows less of the frame and more of the surface", () => {
  const shown = (/** @type {number} */ size) => {
    const camera = new Camera(GEOMETRY);
    camera.size = size;
    return camera.frame;
  };
  assert.equal(shown(1000), GEOMETRY.frame_width);
  assert.ok(shown(390) < 0.6 * GEOMETRY.frame_width);
});
