/** The layer of intentions over the pieces: places, aims, tracks, and the coin in hand. */
import { head, paintAim, paintDeadZone, stroke } from "./aim_art.js";
import { lying } from "./nets.js";
import * as palette from "./palette.js";
import { strikerPlace, turnedTo } from "./seats.js";
import { disc, line, ring, shaded } from "./shapes.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./discs.js").Discs} Discs */
/** @typedef {import("./aim_art.js").Aiming} Aiming */
/** @typedef {import("../wire").Blocked} Blocked */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {readonly (readonly [number, number])[]} Track */
/** @typedef {{ seat: SeatName, places: Track, blocked?: readonly Blocked[] }} Places */
/** @typedef {{ coin: CoinName, x: number, y: number, failed?: readonly string[] }} Hand */
/** @typedef {"ghost" | "hint"} TrackStyle */
const LIFTED = 1.1; // of its size: nearer to the eye
const OUT = "#ffb4ab";

export class Overlay {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.empty = true;
  }

  /** @param {Camera} camera */
  bake(camera) {
    this.canvas.width = this.canvas.height = camera.pixels;
    this.#is(true);
  }

  clear() {
    if (!this.empty) this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.#is(true);
  }

  /** @param {boolean} empty a layer with nothing in it is none: to lay it over the others would cost time */
  #is(empty) {
    this.empty = empty;
    this.canvas.style.display = empty ? "none" : "block";
  }

  /** @param {import("./board.js").BoardView} view */
  draw({ camera, discs, coins, aim, pull, otherAim, hand, lifted, tracks, trackStyle }) {
    this.clear();
    const { pen } = this;
    this.#is(!(aim || otherAim || hand || lifted || tracks.length));
    if (tracks.length) paintTracks(pen, camera, tracks, trackStyle);
    if (otherAim) {
      const place = strikerPlace(otherAim.seat, otherAim.x, camera.geometry);
      discs.piece(camera, lying("striker", ...place), 0.75, pen);
      pen.globalAlpha = 1;
      paintAim(pen, camera, coins, otherAim, true);
    }
    if (aim) paintAim(pen, camera, coins, aim, false);
    if (aim && pull) paintDeadZone(pen, camera, aim, pull.off);
    if (hand) {
      const barred = Boolean(hand.failed?.length);
      paintGlow(pen, camera, barred);
      paintHeld(pen, camera, discs, hand.coin, hand.x, hand.y, barred);
    }
    const moved = lifted && coins[lifted.index];
    if (moved) {
      const { x, y } = lifted;
      const half = camera.geometry.surface / 2;
      paintHeld(pen, camera, discs, moved.coin, x, y, Math.max(Math.abs(x), Math.abs(y)) > half);
    }
  }
}

/**
 * Where the striker may stand, and where something is in its way.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {Places} places
 * @param {number} shown
 */
export function paintPlaces(pen, camera, { seat, places, blocked = [] }, shown) {
  const { geometry } = camera;
  const at = (/** @type {number} */ along) => camera.place(...turnedTo(seat, along, -geometry.band_middle));
  const wide = 0.42 * geometry.base_circle_diameter * camera.scale;
  pen.save();
  pen.globalAlpha = shown;
  pen.lineCap = "round";
  for (const { low, high } of blocked) line(pen, [at(low), at(high)], 0.32 * wide, "rgba(198, 40, 40, 0.42)");
  for (const [low, high] of places) {
    line(pen, [at(low), at(high)], wide, "rgba(31, 138, 91, 0.38)");
    line(pen, [at(low), at(high)], 0.3 * wide, "rgba(214, 255, 233, 0.6)");
  }
  pen.restore();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly Track[]} tracks
 * @param {TrackStyle} style
 */
function paintTracks(pen, camera, tracks, style) {
  const hint = style === "hint";
  pen.save();
  pen.lineCap = "round";
  pen.lineJoin = "round";
  tracks.forEach((track, i) => {
    if (track.length < 2) return;
    const points = track.map(([x, y]) => camera.place(x, y));
    const colour = hint ? (i === 0 ? palette.STRIKER_INK : "#b8741a") : "rgba(255, 250, 240, 0.75)";
    const casing = hint ? "rgba(255, 250, 240, 0.8)" : "rgba(40, 22, 8, 0.3)";
    line(pen, points, stroke(camera, hint ? 0.005 : 0.0034, 3), casing);
    if (!hint) pen.setLineDash([stroke(camera, 0.006, 4), stroke(camera, 0.006, 4)]);
    line(pen, points, stroke(camera, hint ? 0.0028 : 0.0018, 1.6), colour);
    pen.setLineDash([]);
    const [last, tip] = points.slice(-2);
    head(pen, camera, tip, last, hint ? colour : "rgba(90, 60, 30, 0.9)");
  });
  pen.restore();
}

/**
 * A coin goes back inside the inner circle: it shows where.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {boolean} barred
 */
function paintGlow(pen, camera, barred) {
  const [x, y] = camera.place(0, 0);
  const radius = (camera.geometry.inner_circle_diameter / 2) * camera.scale;
  const tint = barred ? "198, 40, 40" : "31, 138, 91";
  const glow = pen.createRadialGradient(x, y, 0.75 * radius, x, y, 1.18 * radius);
  const stops = /** @type {const} */ ([[0, `rgba(${tint}, 0)`], [0.58, `rgba(${tint}, 0.5)`], [1, `rgba(${tint}, 0)`]]);
  disc(pen, x, y, 1.18 * radius, shaded(glow, stops));
  ring(pen, x, y, radius, stroke(camera, 0.0026, 2), `rgba(${tint}, 0.9)`);
}

/**
 * A coin between two fingers: lifted off the wood, its shadow below.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {Discs} discs
 * @param {CoinName} coin
 * @param {number} x
 * @param {number} y
 * @param {boolean} barred
 */
function paintHeld(pen, camera, discs, coin, x, y, barred) {
  const radius = (camera.geometry.coin_diameter / 2) * camera.scale;
  const [px, py] = camera.place(x, y);
  const [sx, sy] = [px + 0.14 * radius, py + 0.36 * radius];
  const soft = pen.createRadialGradient(sx, sy, 0.5 * radius, sx, sy, 1.45 * radius);
  disc(pen, sx, sy, 1.45 * radius, shaded(soft, [[0, "rgba(42, 18, 3, 0.5)"], [1, "rgba(42, 18, 3, 0)"]]));
  discs.piece(camera, { ...lying(coin, x, y), size: LIFTED }, 1, pen);
  pen.globalAlpha = 1;
  const edge = LIFTED * radius + stroke(camera, 0.003, 2);
  ring(pen, px, py, edge, stroke(camera, 0.0026, 2), barred ? palette.BARRED : palette.FREE);
  if (!barred) return;
  // A stroke through it as well as the colour.
  const reach = 0.75 * LIFTED * radius;
  pen.lineCap = "round";
  line(pen, [[px - reach, py - reach], [px + reach, py + reach]], stroke(camera, 0.005, 4), OUT);
  line(pen, [[px - reach, py - reach], [px + reach, py + reach]], stroke(camera, 0.003, 2.4), palette.BARRED);
}
