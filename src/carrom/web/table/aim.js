/** Where the striker may stand and which way it points: numbers only, for sliders, keys and tests. */
import { firstContact } from "../board/preview.js";
import { angleTo, strikerPlace, wayOf } from "../board/seats.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").Blocked} Blocked */
/** @typedef {readonly (readonly [number, number])[]} Places */
/** @typedef {{ x: number, angle: number, power: number }} Aim */

export const AHEAD = Math.PI / 2;
/** @type {Readonly<Aim>} */
export const FIRST_AIM = { x: 0, angle: AHEAD, power: 0.6 };
/** A break from the very middle would leave both halves of the board each other's mirror image. */
const BREAK = { x: 0.012, beside: 0.004 };

/**
 * An aim to begin with: at the break the nearest coin of the rosette, a little off its middle; later the nearest
 * own coin that is met first.
 * @param {After} after
 * @param {{ seat: SeatName, colour?: string | null }} player
 * @param {Geometry} geometry
 * @returns {Aim}
 */
export function firstAim(after, { seat, colour }, geometry) {
  const breaks = after.asks.kind === "turn" || (after.board !== null && !after.board.broken);
  const { x } = snap(breaks ? BREAK.x : 0, after.places, after.blocked);
  const [px, py] = strikerPlace(seat, x, geometry);
  const near = [...after.layout].sort((a, b) =>
    Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py));
  const at = (/** @type {{ x: number, y: number }} */ coin) => angleTo(seat, x, coin.x, coin.y, geometry);
  const [first] = near;
  if (breaks && first) {
    const [ux, uy] = wayOf(seat, at(first));
    const angle = at({ x: first.x + uy * BREAK.beside, y: first.y - ux * BREAK.beside });
    return { ...FIRST_AIM, x, angle };
  }
  const met = (/** @type {After["layout"][number]} */ coin) => {
    const found = firstContact(geometry, near, [px, py], wayOf(seat, at(coin)));
    return found?.kind === "coin" && near[found.index] === coin;
  };
  const ahead = near.filter((coin) => coin.coin === colour && Math.sin(at(coin)) > 0.2);
  const own = ahead.find(met) ?? ahead[0];
  return { ...FIRST_AIM, x, angle: own ? at(own) : AHEAD };
}

/**
 * The legal place nearest to the one wanted, and why not that one.
 * @param {number} x
 * @param {Places} places
 * @param {readonly Blocked[]} blocked
 * @returns {{ x: number, why: string }}
 */
export function snap(x, places, blocked) {
  let best = x;
  let apart = Infinity;
  for (const [low, high] of places) {
    const near = Math.min(Math.max(x, low), high);
    if (Math.abs(near - x) < apart) [best, apart] = [near, Math.abs(near - x)];
  }
  if (apart === 0 || apart === Infinity) return { x: best, why: "" };
  return { x: best, why: reason(x, blocked) };
}

/**
 * A step of a key: over a blocked span to its other end, never back to where it stood.
 * @param {number} from
 * @param {number} step
 * @param {Places} places
 * @param {readonly Blocked[]} blocked
 */
export function stepped(from, step, places, blocked) {
  const wanted = from + step;
  const near = snap(wanted, places, blocked);
  if (near.why === "" || (near.x - from) * step > 1e-6) return near;
  const ends = places.flatMap(([low, high]) => [low, high]).filter((end) => (end - wanted) * step >= 0);
  if (!ends.length) return near;
  const next = ends.reduce((a, b) => (Math.abs(a - wanted) <= Math.abs(b - wanted) ? a : b));
  return { x: next, why: near.why };
}

/**
 * @param {number} x
 * @param {readonly Blocked[]} blocked
 */
function reason(x, blocked) {
  const there = blocked.find(({ low, high }) => x >= low - 1e-9 && x <= high + 1e-9);
  return there?.why ?? "ends";
}

/**
 * From one end of what may be thought of as a place to the other.
 * @param {Places} places
 * @param {readonly Blocked[]} blocked
 * @returns {[number, number]}
 */
export function reach(places, blocked) {
  const ends = [...places.flat(), ...blocked.flatMap(({ low, high }) => [low, high])];
  return ends.length ? [Math.min(...ends), Math.max(...ends)] : [-0.235, 0.235];
}

/**
 * Degrees to the right of straight ahead, as a player thinks of an aim; from -180 to 180.
 * @param {number} angle radians counter-clockwise from the seat's right
 */
export function rightOfAhead(angle) {
  const degrees = ((AHEAD - angle) * 180) / Math.PI;
  return degrees - 360 * Math.round(degrees / 360);
}

/** @param {number} degrees to the right of straight ahead */
export const angleOf = (degrees) => AHEAD - (degrees * Math.PI) / 180;

/** @param {number} power */
export const within = (power) => Math.min(1, Math.max(0.01, power));
