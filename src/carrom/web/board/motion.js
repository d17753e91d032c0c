/** A stroke as the server tells it, with its rows of numbers as they are drawn and heard. */

/** @typedef {import("../wire").Trace} Trace */
/** @typedef {readonly number[]} Segment [time, x, y, vx, vy, slowing, spin, spin's slowing] */
/** @typedef {"pieces" | "frame" | "corner" | "over" | "out" | "fell"} Kind */
/**
 * An event of a stroke.
 * @typedef {object} Moment
 * @property {number} time
 * @property {Kind} kind
 * @property {number} piece
 * @property {number} other
 * @property {number} speed
 * @property {number} x
 * @property {number} y
 */
/** @typedef {Omit<Trace, "segments" | "events"> & { flights: Segment[][], events: Moment[] }} Motion */

/** @type {readonly Kind[]} */
const KINDS = ["pieces", "frame", "corner", "over", "out", "fell"]; // as in carrom.physics.trace
const SEGMENT = 9; // numbers in a row: the piece, then the segment
const EVENT = 7;

/**
 * Rows of so many numbers.
 * @param {string} text doubles in base64
 * @param {number} width
 * @returns {number[][]}
 */
function rowsOf(text, width) {
  const numbers = new Float64Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
  return Array.from({ length: numbers.length / width }, (_, row) => [...numbers.subarray(row * width, (row + 1) * width)]);
}

/**
 * @param {Trace} trace
 * @returns {Motion}
 */
export function motionOf({ segments, events, ...others }) {
  /** @type {Segment[][]} */
  const flights = others.pieces.map(() => []);
  for (const [piece, ...segment] of rowsOf(segments, SEGMENT)) flights[piece].push(segment);
  const moments = rowsOf(events, EVENT).map(([time, kind, piece, other, speed, x, y]) =>
    ({ time, kind: KINDS[kind], piece, other, speed, x, y }));
  return { ...others, flights, events: moments };
}
