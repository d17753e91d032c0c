/** The umpire's clock counts, sounds near its end, and judges nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFace, kindFor, soundBetween, limitOf, secondsRun, started, stopped, newClock }
  from "../../src/carrom/web/umpire/desk/clock.js";

const CLOCKS = { stroke: 15, placing: 15, change: 120 };
/** @param {number} limit */
const running = (limit) => started(newClock("stroke", limit), 1000);

test("a clock that was not started has taken no time", () => {
  const clock = newClock("stroke", 15);

  assert.equal(secondsRun(clock, 99_000), null);
  assert.deepEqual(clockFace(clock, 99_000), { text: "15", over: false, last: false, share: 1 });
});

test("seconds are shown as they are still there, and told as they went", () => {
  const clock = running(15);

  assert.equal(clockFace(clock, 1000 + 3_200).text, "12");
  assert.equal(secondsRun(clock, 1000 + 3_240), 3.2);
});

test("the last five seconds stand out, the end is no last second, and time over is counted on", () => {
  const clock = running(15);

  assert.ok(!clockFace(clock, 1000 + 9_900).last);
  assert.ok(clockFace(clock, 1000 + 10_000).last);
  assert.deepEqual(clockFace(clock, 1000 + 15_000), { text: "0", over: true, last: false, share: 0 });
  assert.equal(clockFace(clock, 1000 + 17_500).text, "+2");
});

test("a clock that is stopped and started again goes on from where it stood", () => {
  const halted = stopped(running(15), 5000);
  const again = started(halted, 60_000);

  assert.equal(secondsRun(halted, 50_000), 4);
  assert.equal(secondsRun(again, 61_000), 5);
  assert.equal(started(again, 62_000), again);
});

test("minutes are told as minutes, and time without a limit counts up", () => {
  assert.equal(clockFace(started(newClock("seats", 120), 0), 15_000).text, "1:45");
  assert.equal(clockFace(started(newClock("seats", 120), 0), 115_500).text, "0:05");
  assert.equal(clockFace(started(newClock("between", 0), 0), 65_000).text, "1:05");
  assert.equal(soundBetween(started(newClock("between", 0), 0), 0, 600_000), "");
});

test("each of the last five seconds sounds once, and the end", () => {
  const clock = running(15);
  const all = [];
  for (let now = 1000; now < 20_000; now += 100) {
    const sound = soundBetween(clock, now, now + 100);
    if (sound) all.push([sound, (now + 100 - 1000) / 1000]);
  }

  assert.deepEqual(all, [["tick", 10], ["tick", 11], ["tick", 12], ["tick", 13], ["tick", 14], ["end", 15]]);
});

test("a page that slept hears only the last thing it missed", () => {
  assert.equal(soundBetween(running(15), 1000, 60_000), "end");
  assert.equal(soundBetween(running(15), 1000, 13_500), "tick");
  assert.equal(soundBetween(stopped(running(15), 2000), 2000, 60_000), "");
});

test("a time of day that was set back takes nothing from what had run", () => {
  assert.equal(secondsRun(started(stopped(running(15), 5000), 9000), 3000), 4);
});

test("the clock that fits follows from what is going on", () => {
  /** @param {object} given */
  const view = (given) => /** @type {any} */ ({ change_seats: false, to_place: [], stage: "in-play", ...given });

  assert.equal(kindFor(view({})), "stroke");
  assert.equal(kindFor(view({ to_place: [{ colour: "white", count: 1, player: "Ben" }] })), "placing");
  assert.equal(kindFor(view({ stage: "to-play" })), "between");
  assert.equal(kindFor(view({ stage: "to-play", change_seats: true })), "seats");
});

test("the rulebook says how long; between games the time only runs", () => {
  assert.deepEqual(["stroke", "placing", "seats", "between"].map((kind) => limitOf(/** @type {any} */ (kind), CLOCKS)),
    [15, 15, 120, 0]);
});
