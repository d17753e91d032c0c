/** Chairs round a board, and who changes with whom so that those who belong face to face stay so. */

import { SEATS } from "../../board/seats.js";

/** @typedef {import("../../desk").SeatName} Chair */
/** @typedef {Partial<Record<Chair, string>>} Seating */

/** @param {Chair} chair */
export const facing = (chair) => SEATS[(SEATS.indexOf(chair) + 2) % 4];

/**
 * As the sides were named: the first nearest to the umpire.
 * @param {readonly string[]} first
 * @param {readonly string[]} second
 * @returns {Seating}
 */
export function usual(first, second) {
  const [one, partner] = first;
  const [other, theirs] = second;
  return partner ? { south: one, east: other, north: partner, west: theirs } : { south: one, north: other };
}

/**
 * Who sits at `from` goes to `to`; who sits there comes back, and the two opposite go along.
 * @param {Seating} seating
 * @param {Chair} from
 * @param {Chair} to
 * @returns {Seating}
 */
export function moved(seating, from, to) {
  if (from === to) return seating;
  /** @type {[Chair, string | undefined][]} */
  const after = [
    [to, seating[from]],
    [from, seating[to]],
  ];
  if (to !== facing(from)) {
    after.push([facing(to), seating[facing(from)]], [facing(from), seating[facing(to)]]);
  }
  const all = Object.entries({ ...seating, ...Object.fromEntries(after) });
  return Object.fromEntries(all.filter(([, name]) => name !== undefined));
}

/**
 * The seating as a request has it: chair and player, from the south chair to the right.
 * @param {Seating} seating
 * @returns {[Chair, string][]}
 */
export const pairs = (seating) =>
  SEATS.flatMap((chair) => {
    const name = seating[chair];
    return name === undefined ? [] : [[chair, name]];
  });

/**
 * Whether these are the people of the match, each once.
 * @param {Seating} seating
 * @param {readonly string[]} everybody
 */
export const seats = (seating, everybody) =>
  Object.values(seating).sort().join("\n") === [...everybody].sort().join("\n");
