/** A position to practise: where the coins lie and how the board stands. */
import { standingText } from "../ask/forms.js";
import { countOf, layoutText } from "./layout.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Board} Board */
/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {import("../wire").Coin} Coin */

/**
 * @typedef {object} Position
 * @property {Coin[]} coins
 * @property {Colour} on_strike
 * @property {Board["queen"]} queen where she is if she does not lie on the board
 * @property {Record<Colour, number>} due
 * @property {Record<Colour, boolean | null>} earned null: as the coins on the board say
 * @property {boolean} broken
 */

/** @param {Position} position */
const hasQueen = (position) => countOf(position.coins, "queen") > 0;

/**
 * The queen as the coins and the wish say.
 * @param {Position} position
 * @returns {Board["queen"]}
 */
export const queenOf = (position) =>
  hasQueen(position) ? "on-board" : position.queen === "on-board" ? "white" : position.queen;

/** @param {Position} position */
export const mayBeBreak = (position) =>
  countOf(position.coins, "white") === 9 && countOf(position.coins, "black") === 9 && hasQueen(position);

/**
 * The two lines a set-up is made of.
 * @param {Position} position
 * @returns {{ layout: string, standing: string }}
 */
export function texts(position) {
  const standing = standingText({
    on_strike: position.on_strike,
    white: countOf(position.coins, "white"),
    black: countOf(position.coins, "black"),
    queen: queenOf(position),
    due: position.due,
    held: { white: 0, black: 0 },
    points: { white: 0, black: 0 },
    earned: position.earned,
    broken: position.broken || !mayBeBreak(position),
    tries: 0,
    passes: 0,
    strokes_in_hand: 1,
  });
  return { layout: layoutText(position.coins), standing };
}

/**
 * The position of a table as it stands.
 * @param {After} after
 * @returns {Position}
 */
export function positionOf(after) {
  const { board } = after;
  /** @param {Colour} side */
  const earned = (side) => (board && board.earned[side] !== board[side] < 9 ? board.earned[side] : null);
  return {
    coins: after.layout.map((each) => ({ ...each })),
    on_strike: board?.on_strike ?? "white",
    queen: board?.queen ?? "on-board",
    due: { white: board?.due.white ?? 0, black: board?.due.black ?? 0 },
    earned: { white: earned("white"), black: earned("black") },
    broken: board?.broken ?? false,
  };
}

/**
 * The link that opens this position.
 * @param {Position} position
 * @param {{ rulebook: string, opponent: string, white: string }} table
 */
export function practicePath(position, { rulebook, opponent, white }) {
  const { layout, standing } = texts(position);
  const more = { ...(opponent ? { opponent } : {}), ...(white === "second" ? { white } : {}) };
  const query = new URLSearchParams({ layout, standing, rulebook, ...more });
  return `/practice?${query}`;
}
