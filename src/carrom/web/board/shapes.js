/** Round things. */

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
