/** Strokes are shown in their order, and nothing counts before it has been seen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "../../src/carrom/web/table/state.js";

const stroke = (/** @type {number} */ v) => /** @type {any} */ ({ t: "stroke", v });
const entry = (/** @type {number} */ v) => /** @type {any} */ ({ t: "entry", v });
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A follower whose playback ends when the test says so. */
function followed({ hidden = false } = {}) {
  /** @type {string[]} */
  const seen = [];
  /** @type {(() => void)[]} */
  const ends = [];
  const follower = new Follower({
    play: (message) => new Promise((resolve) => {
      seen.push(`play ${message.v}`);
      ends.push(resolve);
    }),
    apply: (message) => void seen.push(`apply ${message.v}`),
    hidden: () => hidden,
  });
  return { follower, seen, ends };
}

test("what follows a stroke waits until the stroke has been played", async () => {
  const { follower, seen, ends } = followed();

  follower.push(stroke(1));
  follower.push(entry(2));
  await soon();
  assert.deepEqual(seen, ["play 1"]);
  assert.ok(follower.busy);
  ends[0]();
  await soon();

  assert.deepEqual(seen, ["play 1", "apply 1", "apply 2"]);
  assert.ok(!follower.busy);
});

test("a page nobody looks at gets the end at once", async () => {
  const { follower, seen } = followed({ hidden: true });

  follower.push(stroke(1));
  await soon();

  assert.deepEqual(seen, ["apply 1"]);
});

test("far behind, strokes are skipped until only a few are left", async () => {
  const { follower, seen, ends } = followed();

  for (let v = 1; v <= 6; v += 1) follower.push(stroke(v));
  ends[0]();
  await soon();

  assert.deepEqual(seen, ["play 1", "apply 1", "apply 2", "apply 3", "play 4"]);
});

test("a welcome drops what was waiting, also the end of a stroke that still moves", async () => {
  const { follower, seen, ends } = followed();

  follower.push(stroke(1));
  follower.push(entry(2));
  follower.clear();
  ends[0]();
  await soon();
  follower.push(entry(7));
  await soon();

  assert.deepEqual(seen, ["play 1", "apply 7"]);
});
