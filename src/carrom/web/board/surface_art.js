/**
 * The board that does not move: frame, surface, pockets and light, painted once for the south seat.
 *
 * All places and sizes come from the geometry; what the laws leave free (how a net is knotted, how the planks
 * are bevelled) is named here. The lamp hangs over the middle, so a turned board is lit the same.
 * Millimetres, y down.
 */
import * as palette from "./palette.js";
import { paintPrint } from "./print_art.js";
import { TURN, around, disc, line, ring, shaded } from "./shapes.js";
import { mapleGrain, plankGrain } from "./wood.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {CanvasRenderingContext2D} Pen */

const FRAME_CORNER = 15; // the rounding of the frame's outer corners
const DIM = 16; // along the frame, in the shadow of its edge
const THREADS = 13; // of a net, each way round
const THREAD_TURN = 1.9; // radians a thread winds on its way down

/** Across a plank from the outside in: a rounded edge, the flat, the bevel down to the surface. */
const PLANK = /** @type {[number, string][]} */ ([
  [0, palette.FRAME_EDGE],
  [0.06, palette.FRAME_DARK],
  [0.15, palette.FRAME_LIT],
  [0.24, palette.FRAME],
  [0.66, palette.FRAME],
  [0.76, palette.FRAME_SHINE],
  [0.82, palette.FRAME_LIT],
  [0.95, palette.FRAME_DARK],
  [1, palette.FRAME_EDGE],
]);

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Geometry} geometry
 * @param {number} extent metres from the middle to the edge of the picture
 */
export function paintBoard(canvas, geometry, extent) {
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  const scale = canvas.width / (2000 * extent);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, canvas.width / 2, canvas.height / 2);
  const [outer, half, hole] = [1000 * extent, 500 * geometry.surface, 500 * geometry.pocket_diameter];
  paintFrame(pen, outer, half);
  paintSurface(pen, half, hole);
  pen.save();
  surfaceShape(pen, half, hole);
  pen.clip();
  paintPrint(pen, geometry);
  paintShade(pen, half);
  pen.restore();
  paintEdge(pen, half, hole);
  for (const [x, y] of geometry.pockets) paintPocket(pen, 1000 * x, -1000 * y, hole);
  paintLamp(pen, outer);
}

/**
 * The frame's inner corner is rounded about the pocket's own centre.
 * @param {Pen} pen
 * @param {number} half
 * @param {number} hole
 */
function surfaceShape(pen, half, hole) {
  pen.beginPath();
  pen.roundRect(-half, -half, 2 * half, 2 * half, hole);
}

/**
 * Four mitred planks; two of them a shade darker, so that the mitres show.
 * @param {Pen} pen
 * @param {number} outer
 * @param {number} half
 */
function paintFrame(pen, outer, half) {
  pen.save();
  pen.beginPath();
  pen.roundRect(-outer, -outer, 2 * outer, 2 * outer, FRAME_CORNER);
  pen.clip();
  pen.fillStyle = palette.FRAME_DARK; // shows only behind the pockets' round corners
  pen.fillRect(-outer, -outer, 2 * outer, 2 * outer);
  const across = shaded(pen.createLinearGradient(0, -outer, 0, -half), PLANK);
  around(pen, 4, (turn) => {
    pen.beginPath();
    // A hair over the mitre, or the seam would shine through.
    pen.moveTo(-outer - 0.3, -outer);
    pen.lineTo(outer + 0.3, -outer);
    pen.lineTo(half + 0.3, -half);
    pen.lineTo(-half - 0.3, -half);
    pen.clip();
    pen.fillStyle = across;
    pen.fillRect(-outer, -outer, 2 * outer, outer - half);
    plankGrain(pen, outer, half, turn);
    pen.fillStyle = `rgba(0, 0, 0, ${0.17 * (turn % 2)})`;
    pen.fillRect(-outer, -outer, 2 * outer, outer - half);
  });
  for (const [x, y] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
    line(pen, [[x * half, y * half], [x * outer, y * outer]], 0.9, "rgba(20, 8, 3, 0.85)");
    line(pen, [[x * half, y * half - 1], [x * outer, y * outer - 1]], 0.5, "rgba(214, 150, 98, 0.22)");
  }
  pen.strokeStyle = "rgba(16, 7, 3, 0.75)";
  pen.lineWidth = 4;
  pen.beginPath();
  pen.roundRect(-outer, -outer, 2 * outer, 2 * outer, FRAME_CORNER);
  pen.stroke();
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} half
 * @param {number} hole
 */
function paintSurface(pen, half, hole) {
  pen.save();
  surfaceShape(pen, half, hole);
  pen.clip();
  pen.fillStyle = shaded(pen.createRadialGradient(0, 0, 0, 0, 0, 1.44 * half),
    [[0, palette.MAPLE_LIT], [0.55, palette.MAPLE], [1, palette.MAPLE_FAR]]);
  pen.fillRect(-half, -half, 2 * half, 2 * half);
  mapleGrain(pen, half);
  pen.restore();
}

/**
 * Where surface and frame meet light is lost.
 * @param {Pen} pen
 * @param {number} half
 */
function paintShade(pen, half) {
  const dim = pen.createLinearGradient(0, -half, 0, -half + 2 * DIM);
  for (const [at, dark] of [[0, 0.62], [0.1, 0.4], [0.3, 0.18], [0.6, 0.06], [1, 0]]) {
    dim.addColorStop(at, `rgba(60, 27, 6, ${dark})`);
  }
  pen.fillStyle = dim;
  around(pen, 4, () => pen.fillRect(-half, -half, 2 * half, 2 * DIM));
}

/**
 * The frame's inner edge catches some of the lamp.
 * @param {Pen} pen
 * @param {number} half
 * @param {number} hole
 */
function paintEdge(pen, half, hole) {
  pen.lineWidth = 1.6;
  pen.strokeStyle = "rgba(24, 10, 4, 0.9)";
  surfaceShape(pen, half, hole);
  pen.stroke();
  pen.lineWidth = 0.7;
  pen.strokeStyle = "rgba(200, 138, 84, 0.6)";
  surfaceShape(pen, half + 1.4, hole + 1.4);
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} hole
 */
function paintPocket(pen, x, y, hole) {
  pen.save();
  pen.translate(x, y);
  disc(pen, 0, 0, hole, palette.HOLE);
  const lit = pen.createRadialGradient(0.3 * Math.sign(x) * hole, 0.3 * Math.sign(y) * hole, 0, 0, 0, hole);
  lit.addColorStop(0, "rgba(150, 108, 74, 0.55)"); // the lamp reaches the far side of the net
  lit.addColorStop(1, "rgba(20, 10, 6, 0)");
  disc(pen, 0, 0, hole, lit);
  paintNet(pen, hole);
  disc(pen, 0, 0, hole, depth(pen, hole));
  ring(pen, 0, 0, hole - 0.2, 2, palette.POCKET_RIM);
  ring(pen, 0, 0, hole - 1.5, 0.6, "rgba(190, 132, 82, 0.55)");
  ring(pen, 0, 0, hole + 1, 0.5, "rgba(255, 232, 190, 0.25)");
  pen.restore();
}

/**
 * The dark towards the edge of a hole; also drawn over what lies in the net.
 * @param {Pen} pen
 * @param {number} hole
 */
export function depth(pen, hole) {
  const dark = pen.createRadialGradient(0, 0, 0, 0, 0, hole);
  for (const [at, alpha] of [[0, 0.3], [0.4, 0.12], [0.75, 0.34], [1, 0.92]]) {
    dark.addColorStop(at, `rgba(11, 7, 5, ${alpha})`);
  }
  return dark;
}

/**
 * Threads that run down from the rim both ways round and meet at the bottom of the net.
 * @param {Pen} pen
 * @param {number} hole
 */
function paintNet(pen, hole) {
  const [top, bottom] = [hole - 1.5, 0.15 * hole];
  /** @type {[number, string][]} */
  const strokes = [[1.3, "rgba(0, 0, 0, 0.4)"], [0.75, palette.NET]];
  for (const [width, colour] of strokes) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (let thread = 0; thread < THREADS; thread += 1) {
      const start = (TURN * thread) / THREADS;
      for (const way of [-THREAD_TURN, THREAD_TURN]) {
        pen.moveTo(top * Math.cos(start), top * Math.sin(start));
        const [bend, end] = [start + 0.36 * way, start + way];
        const [bx, by] = [0.62 * top * Math.cos(bend), 0.62 * top * Math.sin(bend)];
        pen.quadraticCurveTo(bx, by, bottom * Math.cos(end), bottom * Math.sin(end));
      }
    }
    pen.moveTo(bottom, 0);
    pen.arc(0, 0, bottom, 0, TURN);
    pen.stroke();
  }
}

/**
 * @param {Pen} pen
 * @param {number} outer
 */
function paintLamp(pen, outer) {
  const light = pen.createRadialGradient(0, 0, 0, 0, 0, 1.42 * outer);
  pen.save();
  pen.globalCompositeOperation = "source-atop"; // not on the corners outside the frame
  pen.fillStyle = shaded(light, [[0, "rgba(255, 246, 220, 0.2)"], [0.34, "rgba(255, 240, 205, 0.04)"],
    [0.5, "rgba(40, 18, 4, 0.03)"], [0.78, "rgba(34, 14, 3, 0.15)"], [1, "rgba(20, 8, 2, 0.5)"]]);
  pen.fillRect(-outer, -outer, 2 * outer, 2 * outer);
  pen.restore();
}
