/** Where the power is to be read while a hand pulls. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { besideHand } from "../../src/carrom/web/table/pull_label.js";

const ROOM = { x: 382, y: 382 };
const HOW = { clear: 34, half: { x: 30, y: 15 }, room: ROOM, left: false };
const STRIKER = { x: 190, y: 308 };

test("beside a straight pull, on the side of the other hand", () => {
  const hand = { x: 190, y: 360 };
  assert.deepEqual(besideHand(hand, STRIKER, HOW), { x: 126, y: 345 });
  assert.deepEqual(besideHand(hand, STRIKER, { ...HOW, left: true }), { x: 254, y: 345 });
});

test("beside a slanting pull, away from the striker", () => {
  assert.ok(besideHand({ x: 240, y: 340 }, STRIKER, HOW).x > 240);
  assert.ok(besideHand({ x: 140, y: 340 }, STRIKER, { ...HOW, left: true }).x < 140);
});

test("above the hand where the frame leaves no room beside it", () => {
  assert.deepEqual(besideHand({ x: 40, y: 340 }, { x: 80, y: 308 }, HOW), { x: 30, y: 291 });
});

test("wherever the hand pulls, the label is in the room and not under the finger", () => {
  for (const left of [false, true])
    for (let along = 77; along <= 305; along += 6)
      for (let turn = -1.4; turn <= 1.4; turn += 0.1)
        for (const far of [18, 40, 69]) {
          const hand = { x: along + far * Math.sin(turn), y: 308 + far * Math.cos(turn) };
          const { x, y } = besideHand(hand, { x: along, y: 308 }, { ...HOW, left });
          assert.ok(x >= 30 && x <= 352 && y >= 15 && y <= 367);
          // A finger hides about 22 pixels round its tip.
          const covered = Math.max(Math.abs(x - hand.x) - HOW.half.x, Math.abs(y - hand.y) - HOW.half.y) < 22;
          assert.ok(!covered, JSON.stringify({ hand, x, y, left }));
        }
});
