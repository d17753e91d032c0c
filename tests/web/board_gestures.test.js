/** What a hand on the board comes to: only a pull that is let go where it counts strikes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../../src/carrom/web/board/camera.js";
import { Gestures } from "../../src/carrom/web/board/gestures.js";
import { strikerPlace } from "../../src/carrom/web/board/seats.js";
import { GEOMETRY } from "./geometry.js";
import { newDocument } from "./tiny_dom.js";

/** @typedef {{ x: number, y: number }} Place */

const BEFORE = { angle: 1.2, power: 0.4 };
const STRIKER = strikerPlace("south", 0, GEOMETRY);

/** A board of 390 pixels with its middle at 0, and what was told of a hand on it. */
function board() {
  newDocument();
  const around = /** @type {any} */ (globalThis);
  const heard = new Map();
  around.addEventListener = (/** @type {string} */ type, /** @type {unknown} */ hear) => heard.set(type, hear);
  const camera = new Camera(GEOMETRY);
  camera.size = 390;
  /** @type {any} */
  const view = {
    geometry: GEOMETRY, camera, coins: [], busy: false, placing: false, hand: null, pull: null,
    element: Object.assign(around.document.createElement("div"), { setPointerCapture() {} }),
    striker: { seat: "south", x: 0 },
    aim: { seat: "south", x: 0, ...BEFORE },
    point: (/** @type {number} */ x, /** @type {number} */ y) => {
      const [right, ahead] = camera.under(x, y);
      return { x: right, y: ahead };
    },
    clientPoint: (/** @type {number} */ x, /** @type {number} */ y) => {
      const [across, down] = camera.over(x, y);
      return { x: across, y: down };
    },
    setPlacing() {},
    show: (/** @type {object} */ shown) => Object.assign(view, shown),
  };
  const told = { released: 0, pulls: /** @type {any[]} */ ([]), placed: /** @type {number[]} */ ([]) };
  const gestures = new Gestures(view, {
    onPlace: (x) => void told.placed.push(x),
    onAim: (aim) => (view.aim = { ...view.aim, ...aim }),
    onPull: (pull) => void told.pulls.push(pull),
    onRelease: () => (told.released += 1),
    onHand: (spot) => (view.hand = { ...view.hand, ...spot }),
  });
  gestures.mode = "strike";
  /** One finger, in metres from the striker. @param {string} type @param {number} right @param {number} ahead @param {object} [more] */
  const finger = (type, right, ahead, more = {}) => {
    const at = view.clientPoint(STRIKER[0] + right, STRIKER[1] + ahead);
    view.element.fire(type, {
      pointerId: 1, pointerType: "touch", button: 0, isPrimary: true, clientX: at.x, clientY: at.y, ...more,
    });
  };
  const pull = (/** @type {number} */ far) => {
    finger("pointerdown", 0, 0);
    finger("pointermove", 0, -far / 2);
    finger("pointermove", 0, -far);
  };
  const window = (/** @type {string} */ type, event = {}) => heard.get(type)(event);
  const aim = () => ({ angle: view.aim.angle, power: view.aim.power });
  return { view, told, gestures, finger, pull, window, aim };
}

test("a pull that is let go is released, by finger as by mouse, with the power it had", () => {
  for (const pointerType of ["touch", "mouse"]) {
    const { finger, told, view, aim } = board();
    finger("pointerdown", 0, 0, { pointerType });
    finger("pointermove", 0, -0.05, { pointerType });
    finger("pointermove", 0, -0.1, { pointerType });
    assert.equal(told.released, 0);
    finger("pointerup", 0, -0.1, { pointerType });
    assert.equal(told.released, 1);
    assert.ok(aim().power > 0.5 && Math.abs(aim().angle - Math.PI / 2) < 1e-9);
    assert.equal(view.pull, null);
    assert.equal(told.pulls.at(-1), null);
  }
});

test("let go back on the striker nothing is released, and the aim is the one before", () => {
  const { finger, pull, told, view, aim } = board();
  pull(0.1);
  assert.equal(view.pull.off, false);
  finger("pointermove", 0, -0.025);
  assert.equal(view.pull.off, true);
  assert.deepEqual(aim(), BEFORE);
  finger("pointerup", 0, -0.025);
  assert.equal(told.released, 0);
  assert.deepEqual(aim(), BEFORE);
  assert.equal(view.pull, null);
});

test("a tap on the striker is no pull", () => {
  const { finger, told, aim } = board();
  finger("pointerdown", 0, 0);
  finger("pointerup", 0.002, -0.002);
  assert.equal(told.released, 0);
  assert.deepEqual(aim(), BEFORE);
});

for (const [what, comes] of /** @type {[string, (at: ReturnType<typeof board>) => void][]} */ ([
  ["a second finger", ({ finger }) => finger("pointerdown", 0.1, 0.1, { pointerId: 2, isPrimary: false })],
  ["a pointer that is taken away", ({ finger }) => finger("pointercancel", 0, -0.1)],
  ["a window that loses the focus", ({ window }) => window("blur")],
  ["Esc", ({ window }) => window("keydown", { key: "Escape", preventDefault() {}, stopPropagation() {} })],
  ["another question", ({ gestures }) => (gestures.mode = "none")],
])) {
  test(`${what} cancels a pull, and letting go strikes nothing`, () => {
    const at = board();
    at.pull(0.1);
    comes(at);
    assert.deepEqual(at.aim(), BEFORE);
    assert.equal(at.view.pull, null);
    at.finger("pointermove", 0, -0.12);
    at.finger("pointerup", 0, -0.12);
    assert.equal(at.told.released, 0);
    assert.deepEqual(at.aim(), BEFORE);
  });
}

test("a drag along the line places the striker and strikes nothing", () => {
  const { finger, told } = board();
  finger("pointerdown", 0, 0);
  finger("pointermove", 0.05, -0.01);
  finger("pointerup", 0.05, -0.01);
  assert.equal(told.released, 0);
  assert.ok(Math.abs((told.placed.at(-1) ?? 0) - 0.05) < 1e-9);
});

test("a drag that begins elsewhere on the board never strikes", () => {
  for (const [right, ahead] of [[0.2, -0.08], [-0.15, -0.1], [0.1, 0.2]]) {
    const { finger, told } = board();
    finger("pointerdown", right, ahead);
    finger("pointermove", right, ahead - 0.1);
    finger("pointerup", right, ahead - 0.1);
    assert.equal(told.released, 0);
  }
});

test("a drag ahead aims, and taken away it has not", () => {
  const { finger, aim } = board();
  finger("pointerdown", 0, 0.3);
  assert.ok(Math.abs(aim().angle - Math.PI / 2) < 1e-9);
  finger("pointercancel", 0, 0.3);
  assert.deepEqual(aim(), BEFORE);
});

test("a coin in hand stays where it is let go, and is dragged again", () => {
  const { gestures, view, finger } = board();
  gestures.mode = "place";
  view.hand = { coin: "white", x: 0, y: 0 };
  const drag = (/** @type {Place} */ from, /** @type {Place} */ to, end = "pointerup") => {
    finger("pointerdown", from.x - STRIKER[0], from.y - STRIKER[1]);
    finger("pointermove", to.x - STRIKER[0], to.y - STRIKER[1]);
    finger(end, to.x - STRIKER[0], to.y - STRIKER[1]);
    return [view.hand.x, view.hand.y].map((each) => Math.round(each * 1000) / 1000);
  };
  assert.deepEqual(drag({ x: 0, y: 0 }, { x: 0.04, y: 0.02 }), [0.04, 0.02]);
  assert.deepEqual(drag({ x: 0.045, y: 0.02 }, { x: -0.015, y: 0.02 }), [-0.02, 0.02]);
  assert.deepEqual(drag({ x: -0.02, y: 0.02 }, { x: 0.2, y: 0.2 }, "pointercancel"), [-0.02, 0.02]);
});
