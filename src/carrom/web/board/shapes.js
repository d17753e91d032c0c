/** Round things, and colours that change along the way. */

/** @typedef {CanvasRenderingContext2D} Pen */

export const TURN = 2 * Math.PI;

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string | CanvasGradient} fill
 */
export function disc(pen, x, y, radius, fill) {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.arc(x, y, radius, 0, TURN);
  pen.fill();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius to the middle of the line
 * @param {number} width
 * @param {string} colour
 */
export function ring(pen, x, y, radius, width, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.arc(x, y, Math.max(radius, 0), 0, TURN);
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {readonly (readonly number[])[]} points
 * @param {number} width
 * @param {string | CanvasGradient} colour
 */
export function line(pen, points, width, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

/**
 * Paints the same so many times round the middle.
 * @param {Pen} pen
 * @param {number} times
 * @param {(turn: number) => void} paint
 * @param {number} [begin] of a turn from one to the next
 */
export function around(pen, times, paint, begin = 0) {
  for (let turn = 0; turn < times; turn += 1) {
    pen.save();
    pen.rotate(((turn + begin) * TURN) / times);
    paint(turn);
    pen.restore();
  }
}

/**
 * A gradient with its colours, each with where it stands.
 * @param {CanvasGradient} gradient
 * @param {readonly (readonly [number, string])[]} stops
 */
export function shaded(gradient, stops) {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}
