/** A position to practise: where the coins lie and how the board stands. */
import { standingText } from "../ask/forms.js";
import { rosette } from "../board/rosette.js";
import { COINS, SIDES, isWhole } from "../shared/standing_form.js";
import { coinsFrom, countOf, layoutText } from "./layout.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../shared/standing_form.js").Queen} Queen */
/** @typedef {import("../shared/standing_form.js").Standing & { coins: import("../wire").Coin[] }} Position */

/** Positions to begin with, and where the queen is that does not lie there. @type {Record<string, [layout: string, queen?: Queen]>} */
const WRITTEN = {
  three: ["w 0.2,0.21; w -0.12,0.05; w 0.06,-0.09; b 0.13,0.03; b -0.23,0.17; b -0.04,0.15; q 0,0"],
  cover: ["w 0.26,0.275; w -0.15,0.1; w 0.02,-0.06; b 0.1,0.15; b -0.2,-0.05; b 0,0.22", "waiting"],
  last: ["w 0.21,0.24; b -0.19,0.13"],
  diagonal: ["w 0.12,0.12; w -0.24,-0.03; b -0.1,0.26; b 0.21,-0.1"],
  behind: ["w 0.11,-0.32; w -0.06,0.16; b 0.2,0.05; b -0.22,0.22"],
  frame: ["w 0.3524,0.14; w -0.1,0.2; b 0.1,0.1; b -0.25,0.02"],
  pair: ["w 0.285,0.285; w 0.2615,0.2615; w -0.2,0.03; b -0.05,0.12; b 0.06,0.24"],
  queen: ["w -0.2,0.2; w 0.16,-0.02; w 0.04,0.17; b -0.1,0.02; b 0.22,0.1; b -0.02,-0.12; q 0.23,0.25"],
};

/** The opponent is another person at this table. */
export const TWO = "two";

export const PRESETS = ["rosette", ...Object.keys(WRITTEN)];

/**
 * A position to begin with: white plays, nobody owes, and the nets say who has the right to the queen.
 * @param {string} name
 * @param {Geometry} geometry
 * @returns {Position}
 */
export function preset(name, geometry) {
  const [layout, queen = "white"] = WRITTEN[name] ?? [];
  return {
    coins: layout ? coinsFrom(layout) : rosette(geometry),
    on_strike: "white",
    queen,
    due: { white: 0, black: 0 },
    earned: { white: null, black: null },
    broken: layout !== undefined,
  };
}

/**
 * How the board of a position stands.
 * @param {Position} position
 * @returns {import("../ask/case.js").CaseBoard}
 */
export function boardOf({ coins, on_strike, queen, due, earned, broken }) {
  const elsewhere = queen === "on-board" ? "white" : queen;
  const board = {
    on_strike,
    white: countOf(coins, "white"),
    black: countOf(coins, "black"),
    queen: countOf(coins, "queen") ? /** @type {const} */ ("on-board") : elsewhere,
    due,
    held: { white: 0, black: 0 },
    points: { white: 0, black: 0 },
    earned,
    tries: 0,
    passes: 0,
    strokes_in_hand: 1,
    turn_begun: true,
  };
  return { ...board, broken: broken || !isWhole(board) };
}

/**
 * The two lines of text that a set-up is made of.
 * @param {Position} position
 */
export const texts = (position) => ({
  layout: layoutText(position.coins),
  standing: standingText(boardOf(position)),
});

/**
 * The position of a table as it stands.
 * @param {After} after
 * @returns {Position}
 */
export function positionOf({ layout, board }) {
  const earned = SIDES.map((side) => [side, board && board.earned[side] !== board[side] < COINS ? board.earned[side] : null]);
  return {
    coins: layout.map((each) => ({ ...each })),
    on_strike: board?.on_strike ?? "white",
    queen: board?.queen ?? "on-board",
    due: { white: 0, black: 0, ...board?.due },
    earned: Object.fromEntries(earned),
    broken: board?.broken ?? false,
  };
}

/**
 * The link that opens this position.
 * @param {Position} position
 * @param {{ rulebook: string, opponent: string, white: string }} table
 */
export function practicePath(position, { rulebook, opponent, white }) {
  const more = { ...(opponent ? { opponent } : {}), ...(white === "second" ? { white } : {}) };
  return `/practice?${new URLSearchParams({ ...texts(position), rulebook, ...more })}`;
}
