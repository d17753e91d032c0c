/** Maple and rosewood: the grain comes from a small generator with a fixed seed, the same on every board. */
import * as palette from "./palette.js";

/** @typedef {CanvasRenderingContext2D} Pen */

const MAPLE_SEED = 1936;
const PLANK_SEED = 1988;
const BANDS = 26;
const VEINS = 70;
const PORES = 2600;
const FLAMES = 34;

/**
 * Mulberry32: the same numbers from the same seed, in every browser.
 * @param {number} seed
 * @returns {() => number}
 */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * What makes a flat tone look like a veneer: broad bands, fine veins, short pores, and a little figure
 * across.
 * @param {Pen} pen in millimetres, clipped to the surface
 * @param {number} half
 */
export function mapleGrain(pen, half) {
  const draw = chance(MAPLE_SEED);
  pen.save();
  for (let i = 0; i < BANDS; i += 1) {
    const [y, thickness, tone, sway] = [(2 * draw() - 1) * half, draw(), draw(), (draw() - 0.5) * 70];
    pen.strokeStyle = tone < 0.6 ? palette.MAPLE_DARK_GRAIN : palette.MAPLE_LIGHT_GRAIN;
    pen.globalAlpha = 0.045 + 0.08 * Math.abs(tone - 0.6);
    pen.lineWidth = 5 + 32 * thickness;
    pen.beginPath();
    wave(pen, y, sway, 0, half);
    pen.stroke();
  }
  // Where the fibres sway light plays across the grain.
  for (let i = 0; i < FLAMES; i += 1) {
    const [x, width, lean, tone] = [(2 * draw() - 1) * half, 6 + 16 * draw(), (draw() - 0.5) * 60, draw()];
    pen.strokeStyle = tone < 0.5 ? palette.MAPLE_DARK_GRAIN : palette.MAPLE_LIGHT_GRAIN;
    pen.globalAlpha = 0.022 + 0.02 * draw();
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(x, -half);
    pen.bezierCurveTo(x + lean, -half / 3, x - lean, half / 3, x + lean / 2, half);
    pen.stroke();
  }
  pen.strokeStyle = palette.MAPLE_DARK_GRAIN;
  pen.globalAlpha = 0.17;
  pen.lineWidth = 0.55;
  pen.beginPath();
  for (let i = 0; i < VEINS; i += 1) {
    wave(pen, (2 * draw() - 1) * half, (draw() - 0.5) * 36, (draw() - 0.5) * 14, half);
  }
  pen.stroke();
  for (const [width, alpha] of [[0.4, 0.22], [0.6, 0.17], [0.9, 0.12]]) {
    pen.lineWidth = width;
    pen.globalAlpha = alpha;
    pen.beginPath();
    for (let i = 0; i < PORES / 3; i += 1) {
      const [x, y, long] = [(2 * draw() - 1) * half, (2 * draw() - 1) * half, draw()];
      pen.moveTo(x, y);
      pen.lineTo(x + 1.5 + 9 * long * long, y + (draw() - 0.5) * 0.5);
    }
    pen.stroke();
  }
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} y
 * @param {number} bend
 * @param {number} drift
 * @param {number} half
 */
function wave(pen, y, bend, drift, half) {
  pen.moveTo(-half, y);
  pen.bezierCurveTo(-half / 3, y + bend, half / 3, y - bend + drift, half, y + drift);
}

/**
 * Long streaks along one plank of the frame, which lies at the top from -outer to outer.
 * @param {Pen} pen
 * @param {number} outer
 * @param {number} inner
 * @param {number} which
 */
export function plankGrain(pen, outer, inner, which) {
  const draw = chance(PLANK_SEED + which);
  const width = outer - inner;
  pen.save();
  pen.lineCap = "round";
  for (const [colour, count, thick, alpha] of /** @type {[string, number, number, number][]} */ ([
    [palette.FRAME_RED_GRAIN, 16, 3.2, 0.1],
    [palette.FRAME_GRAIN, 14, 2.6, 0.2],
    [palette.FRAME_GRAIN, 46, 0.7, 0.34],
    [palette.FRAME_SHINE, 20, 0.5, 0.2],
  ])) {
    pen.strokeStyle = colour;
    pen.lineWidth = thick;
    pen.globalAlpha = alpha;
    pen.beginPath();
    for (let i = 0; i < count; i += 1) {
      const [y, x] = [-outer + width * draw(), (2 * draw() - 1.3) * outer];
      const [long, bend] = [outer * (0.2 + 0.9 * draw()), (draw() - 0.5) * 6];
      pen.moveTo(x, y);
      pen.quadraticCurveTo(x + long / 2, y + bend, x + long, y + (draw() - 0.5) * 2);
    }
    pen.stroke();
  }
  pen.restore();
}
