/**
 * Seats and places, in metres: the board's own x runs to the south player's right, y away from the south
 * player. Other seats by exact quarter turns, as in `carrom.surface`.
 */

/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {[number, number]} Point */

/** @type {readonly SeatName[]} counter-clockwise seen from above, which is each time to the right */
export const SEATS = ["south", "east", "north", "west"];

/**
 * Quarter turns counter-clockwise that bring the south seat here.
 * @param {SeatName} seat
 */
export const quarterTurns = (seat) => SEATS.indexOf(seat);

/**
 * The point as the south seat sees it, turned to where that seat sees the same.
 * @param {SeatName} seat
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export function turnedTo(seat, x, y) {
  for (let turn = quarterTurns(seat); turn > 0; turn -= 1) [x, y] = [0 - y, x];
  return [x, y];
}

/**
 * The point in that seat's own coordinates: its right is x, away from it is y.
 * @param {SeatName} seat
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export function seenFrom(seat, x, y) {
  for (let turn = quarterTurns(seat); turn > 0; turn -= 1) [x, y] = [y, 0 - x];
  return [x, y];
}

/**
 * Where a striker lies in the middle between the lines, `along` metres to the seat's right.
 * @param {SeatName} seat
 * @param {number} along
 * @param {Geometry} geometry
 */
export const strikerPlace = (seat, along, geometry) => turnedTo(seat, along, -geometry.band_middle);

/**
 * The way of an aim on the board's own axes; the angle counts counter-clockwise from the seat's own right.
 * @param {SeatName} seat
 * @param {number} angle
 */
export const wayOf = (seat, angle) => turnedTo(seat, Math.cos(angle), Math.sin(angle));

/**
 * The angle a seat has to aim at to send a striker at `along` towards a point of the board.
 * @param {SeatName} seat
 * @param {number} along
 * @param {number} x
 * @param {number} y
 * @param {Geometry} geometry
 */
export function angleTo(seat, along, x, y, geometry) {
  const [right, ahead] = seenFrom(seat, x, y);
  return Math.atan2(ahead + geometry.band_middle, right - along);
}

/**
 * The whole stretch of the base lines, as far as a striker's centre may go.
 * @param {Geometry} geometry
 */
export function lineEnd(geometry) {
  return Math.max(...geometry.base_circles.map(([x]) => Math.abs(x))) + geometry.base_circle_diameter / 2;
}
