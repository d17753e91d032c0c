/** The line of those who follow desks: what it asks for, what it tells, and that it comes back. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Line } from "./line.js";

const { followDesks } = await import("../../src/carrom/web/umpire/sync/follow.js");

beforeEach(() => {
  Line.all = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
});

afterEach(() => mock.timers.reset());

function following() {
  /** @type {unknown[]} */
  const told = [];
  const followed = followDesks(["a", "b"], (token, view) => told.push([token, view?.v ?? null]), (open) => told.push(open));
  return { told, followed };
}

test("it names its desks at once, tells each view, and null for a desk that nobody knows", () => {
  const { told, followed } = following();
  const [line] = Line.all;
  line.onopen();
  line.says({ t: "desk", token: "a", v: 3, view: { v: 3 } });
  line.says({ t: "unknown", token: "b" });
  line.says({ t: "pong" });
  followed();

  assert.equal(line.url, "ws://localhost/ws");
  assert.deepEqual(line.sent, [{ t: "follow", tokens: ["a", "b"], lang: "en", page: "" }]);
  assert.deepEqual(told, [true, ["a", 3], true, ["b", null]]);
});

test("it tells when the server cannot keep anything, and when it can again", () => {
  /** @type {boolean[]} */
  const told = [];
  const followed = followDesks(["a"], () => {}, () => {}, (failing) => told.push(failing));
  Line.all[0].onopen();
  Line.all[0].says({ t: "store", failing: true });
  Line.all[0].says({ t: "store", failing: false });
  followed();

  assert.deepEqual(told, [true, false]);
});

test("a line that breaks, or falls silent, is opened again and asks again", () => {
  const { told, followed } = following();
  Line.all[0].onopen();
  Line.all[0].close();
  mock.timers.tick(1_000);
  Line.all[1].onopen();
  Line.all[1].says({ t: "desk", token: "a", v: 4, view: { v: 4 } });
  for (let n = 0; n < 12; n += 1) mock.timers.tick(10_000);
  followed();

  assert.deepEqual(Line.all[1].sent[0], { t: "follow", tokens: ["a", "b"], lang: "en", page: "" });
  assert.deepEqual(told.slice(0, 4), [false, true, ["a", 4], false]);
  assert.ok(Line.all.length > 2);
});

test("whoever has closed it hears no more and opens nothing", () => {
  const { told, followed } = following();
  followed();
  mock.timers.tick(120_000);

  assert.equal(Line.all.length, 1);
  assert.deepEqual(told, []);
});
