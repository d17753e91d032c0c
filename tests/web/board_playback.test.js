/** Strokes in closed form, and how what falls comes to lie in the nets. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { heap } from "../../src/carrom/web/board/nets.js";
import { Playback, SINKING, lastFall } from "../../src/carrom/web/board/playback.js";
import { GEOMETRY } from "./geometry.js";

/** @typedef {import("../../src/carrom/web/board/motion.js").Motion} Motion */

const [POCKET] = GEOMETRY.pockets;

/** A striker that slides a metre a second and slows by two; a coin that falls after a quarter of a second. */
const MOTION = /** @type {Motion} */ ({
  duration: 0.5,
  pieces: ["striker", "white", "black"],
  start: [[0, -0.25], [0.3, -0.3], [0, 0.1]],
  flights: [
    [[0, 0, -0.25, 0, 1, 2, 4, 0]],
    [[0.1, 0.3, -0.3, 0.2, -0.2, 0, 0, 0]],
    [],
  ],
  events: [
    { time: 0.1, kind: "pieces", piece: 0, other: 1, speed: 1, x: 0, y: 0 },
    { time: 0.25, kind: "fell", piece: 1, other: 0, speed: 0.3, x: 0.33, y: -0.33 },
  ],
  rest: [[0, 0], null, [0, 0.1]],
  hash: "",
});

const near = (/** @type {number} */ a, /** @type {number} */ b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

test("a piece is where v t − a t²/2 says, at whatever time it is asked, in whatever order", () => {
  const playback = new Playback(MOTION, GEOMETRY);
  for (const time of [0.4, 0.1, 0.3, 0]) near(playback.at(0, time)?.[1] ?? NaN, -0.25 + time - time * time);
});

test("it turns as its spin says, and stops turning when it stops", () => {
  const playback = new Playback(MOTION, GEOMETRY);
  near(playback.angle(0, 0.25), 1);
  near(playback.angle(0, 9), 2);
});

test("before its first flight a piece lies where it lay; what never moves lies there always", () => {
  const playback = new Playback(MOTION, GEOMETRY);
  assert.deepEqual(playback.at(1, 0.05), [0.3, -0.3]);
  assert.deepEqual(playback.at(2, 0.3), [0, 0.1]);
});

test("at the end everything lies where the server says, and what fell lies nowhere", () => {
  const playback = new Playback(MOTION, GEOMETRY);
  assert.deepEqual(playback.at(0, 0.5), [0, 0]);
  assert.equal(playback.at(1, 0.25), null);
  assert.equal(playback.at(1, 9), null);
});

test("a piece that falls sinks without a jump, and ends within its pocket", () => {
  const playback = new Playback(MOTION, GEOMETRY);
  const [edge, after] = [playback.look(1, 0.25 - 1e-9), playback.look(1, 0.25 + 1e-9)];
  assert.ok(Math.hypot(edge.x - after.x, edge.y - after.y) < 1e-6);

  const down = playback.look(1, 0.25 + SINKING);
  const reach = (down.size * GEOMETRY.coin_diameter) / 2;
  assert.equal(down.sunk, 1);
  assert.ok(Math.hypot(down.x - POCKET[0], down.y - POCKET[1]) + reach <= GEOMETRY.pocket_diameter / 2);
  assert.equal(playback.end, 0.25 + SINKING);
});

test("whoever lay in the net before makes room for whoever falls", () => {
  const playback = new Playback(MOTION, GEOMETRY, [["black"], [], [], []]);
  const [alone, two] = [playback.lyingIn(0, 0, 0.2, "black"), playback.lyingIn(0, 0, 1, "black")];
  const other = playback.look(1, 1);

  assert.ok(alone.size > two.size);
  assert.ok(Math.hypot(two.x - other.x, two.y - other.y) >= 0.99 * two.size * GEOMETRY.coin_diameter);
});

test("up to seven lie side by side in a net, and all lie inside it", () => {
  for (let count = 1; count <= 19; count += 1) {
    const lying = heap(count);
    assert.equal(lying.length, count);
    for (const { x, y, radius } of lying) assert.ok(Math.hypot(x, y) + radius <= 1);
    if (count > 7) continue;
    lying.forEach((a, i) => {
      for (const b of lying.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= 1.99 * a.radius);
    });
  }
});

test("events are told once: after one time, until and with another", () => {
  const playback = new Playback(MOTION, GEOMETRY);
  assert.deepEqual(playback.events(-1, 0.1).map(({ kind }) => kind), ["pieces"]);
  assert.deepEqual(playback.events(0.1, 0.25).map(({ kind }) => kind), ["fell"]);
});

test("the last coin to fall is followed from shortly before the edge down into the net; the striker does not count", () => {
  const fell = (/** @type {number} */ time, /** @type {number} */ piece) => ({ ...MOTION.events[1], time, piece });
  const [from, to] = lastFall({ ...MOTION, events: [fell(0.9, 1), fell(1.2, 2), fell(1.6, 0)] }) ?? [];
  assert.ok(from !== undefined && to !== undefined && from < 1.2 && from > 0.5);
  near(to, 1.2 + SINKING);
  assert.equal(lastFall({ ...MOTION, events: [fell(0.9, 0)] }), null);
});
