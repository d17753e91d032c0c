/** A layout being set up: its line of text (docs/strokes.md), and coins kept apart. */

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ column: number, expected: "coin" | "number" | "comma" | "end" }} Unreadable */

const LETTERS = /** @type {const} */ ({ w: "white", b: "black", q: "queen" });
const NUMBER = /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/y;
/** What a coin is made of, and what is expected where it cannot be read. @type {[Unreadable["expected"], RegExp][]} */
const PARTS = [["coin", /[wbq](?![A-Za-z])/y], ["number", NUMBER], ["comma", /,/y], ["number", NUMBER]];
const CONTACT = 1e-9;
const CLEAR = 2e-5; // metres left between coins that were put apart: a rounded line of text keeps them so
const STEP = 0.0005;
const AROUND = 48;

export const MOST = /** @type {const} */ ({ white: 9, black: 9, queen: 1 });
export const COIN_NAMES = /** @type {const} */ (["white", "black", "queen"]);

/**
 * @param {readonly Coin[]} coins
 */
export const layoutText = (coins) =>
  coins.map((each) => `${each.coin[0]} ${each.x},${each.y}`).join("; ") || "empty";

/**
 * @param {readonly Coin[]} coins
 * @param {CoinName} name
 */
export const countOf = (coins, name) => coins.filter((each) => each.coin === name).length;

/**
 * Reads what `layoutText` writes, as Python does; where it cannot, the column and what was expected.
 * @param {string} text
 * @returns {{ coins: Coin[] } | Unreadable}
 */
export function parseLayout(text) {
  let at = 0;
  /** @param {RegExp} pattern what it finds after spaces, and goes past; null: nothing */
  const next = (pattern) => {
    while (/\s/.test(text[at] ?? "")) at += 1;
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found === null || Math.abs(Number(found)) === Infinity) return null;
    at += found.length;
    return found;
  };
  /** @type {Coin[]} */
  const coins = [];
  if (next(/empty/y) === null) {
    do {
      const parts = [];
      for (const [expected, pattern] of PARTS) {
        const part = next(pattern);
        if (part === null) return { column: at + 1, expected };
        parts.push(part);
      }
      const coin = LETTERS[/** @type {keyof typeof LETTERS} */ (parts[0])];
      coins.push({ coin, x: Number(parts[1]), y: Number(parts[3]) });
    } while (next(/;/y) !== null);
  }
  return next(/$/y) === null ? { column: at + 1, expected: "end" } : { coins };
}

/** The coins of a line that can be read. @param {string} text */
export function coinsFrom(text) {
  const read = parseLayout(text);
  return "coins" in read ? read.coins : [];
}

/**
 * Whether a coin's middle lies on the surface: not in the frame, not past a pocket's edge.
 * @param {Place} place
 * @param {Geometry} geometry
 */
export function onSurface({ x, y }, geometry) {
  const reach = geometry.surface / 2 - geometry.coin_diameter / 2 + CONTACT;
  return Math.abs(x) <= reach && Math.abs(y) <= reach && !overPocket({ x, y }, geometry);
}

/**
 * @param {Place} place
 * @param {Geometry} geometry
 */
export const overPocket = ({ x, y }, geometry) =>
  geometry.pockets.some(([px, py]) => Math.hypot(x - px, y - py) < geometry.pocket_diameter / 2 - CONTACT);

/**
 * @param {Place} place
 * @param {readonly Place[]} others
 * @param {number} apart
 */
const clearOf = (place, others, apart) =>
  others.every((each) => Math.hypot(place.x - each.x, place.y - each.y) >= apart - CONTACT);

/** To the hundredth of a millimetre. @param {number} value */
const rounded = (value) => Math.round(value * 1e5) / 1e5;

/**
 * The free place nearest to the one wanted; null where there is none near.
 * @param {Place} wanted
 * @param {readonly Place[]} others
 * @param {Geometry} geometry
 * @returns {Place | null}
 */
export function freePlace(wanted, others, geometry) {
  const reach = geometry.surface / 2 - geometry.coin_diameter / 2;
  const middle = {
    x: rounded(Math.min(Math.max(wanted.x, -reach), reach)),
    y: rounded(Math.min(Math.max(wanted.y, -reach), reach)),
  };
  const apart = geometry.coin_diameter + CLEAR;
  if (onSurface(middle, geometry) && clearOf(middle, others, geometry.coin_diameter)) return middle;
  for (let far = STEP; far < geometry.surface; far += STEP) {
    for (let i = 0; i < AROUND; i += 1) {
      const turn = (2 * Math.PI * i) / AROUND;
      const place = { x: rounded(middle.x + far * Math.cos(turn)), y: rounded(middle.y + far * Math.sin(turn)) };
      if (onSurface(place, geometry) && clearOf(place, others, apart)) return place;
    }
  }
  return null;
}

/**
 * @typedef {object} Fault
 * @property {"too-many" | "overlap" | "outside" | "pocket"} what
 * @property {CoinName} coin
 */

/**
 * What keeps these coins from lying there, as far as the page can see; the server decides.
 * @param {readonly Coin[]} coins
 * @param {Geometry} geometry
 * @returns {Fault | null}
 */
export function faultOf(coins, geometry) {
  for (const name of COIN_NAMES)
    if (countOf(coins, name) > MOST[name]) return { what: "too-many", coin: name };
  for (const [i, each] of coins.entries()) {
    if (overPocket(each, geometry)) return { what: "pocket", coin: each.coin };
    if (!onSurface(each, geometry)) return { what: "outside", coin: each.coin };
    if (!clearOf(each, coins.slice(0, i), geometry.coin_diameter)) return { what: "overlap", coin: each.coin };
  }
  return null;
}

/**
 * The same coins with those moved that lie where they cannot.
 * @param {readonly Coin[]} coins
 * @param {Geometry} geometry
 * @returns {Coin[]}
 */
export function putApart(coins, geometry) {
  /** @type {Coin[]} */
  const lying = [];
  for (const each of coins) {
    if (countOf(lying, each.coin) >= MOST[each.coin]) continue;
    const fits = onSurface(each, geometry) && clearOf(each, lying, geometry.coin_diameter);
    const place = fits ? each : freePlace(each, lying, geometry);
    if (place) lying.push({ coin: each.coin, x: place.x, y: place.y });
  }
  return lying;
}
