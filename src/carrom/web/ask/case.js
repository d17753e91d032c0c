/** A question to the umpire as it is being put: what can be, and what cannot. */
import { COINS, SIDES, isWhole } from "../shared/standing_form.js";

/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {import("../wire").Board} Board */
/** @typedef {import("../wire").BookChoice} BookChoice */
/** @typedef {import("../wire").PossibleIncident} PossibleIncident */
/** @typedef {{ white: number, black: number, queen: boolean, striker: boolean }} Pieces */
/** @typedef {"fell" | "off"} Way into a pocket, or off the board */

/**
 * @typedef {object} BoardFields
 * @property {number} white
 * @property {number} black
 * @property {Record<Colour, number>} held
 * @property {Record<Colour, number>} points
 * @property {number} tries
 * @property {number} passes
 * @property {number} strokes_in_hand
 * @property {boolean} turn_begun whether the side on strike has made a stroke in this turn
 */
/** @typedef {import("../shared/standing_form.js").Standing & BoardFields} CaseBoard */
/**
 * `by` is empty for what nobody has done. With `pocketed` it says what fell: the pieces of the stroke.
 * @typedef {{ kind: string, by: Colour | "", paragraph: string, ground: string, noticed: boolean, pocketed: boolean }} CaseIncident
 */
/**
 * @typedef {object} Case
 * @property {string} rulebook
 * @property {CaseBoard} board
 * @property {"stroke" | "incident"} what
 * @property {{ fell: Pieces, off: Pieces, touched: boolean, improper: boolean, at_rest: string[] }} stroke
 * @property {CaseIncident} incident
 */

export const MOST_POINTS = 24;
export const MOST_PASSES = 5;
const FIRST_BOOK = "international-a";

/** @returns {Pieces} */
export const nothing = () => ({ white: 0, black: 0, queen: false, striker: false });

/** @returns {Case} */
export function newCase(rulebook = FIRST_BOOK) {
  return {
    rulebook,
    board: {
      on_strike: "white",
      white: 5,
      black: 4,
      queen: "on-board",
      due: { white: 0, black: 0 },
      held: { white: 0, black: 0 },
      points: { white: 0, black: 0 },
      earned: { white: null, black: null },
      broken: true,
      tries: 0,
      passes: 0,
      strokes_in_hand: 1,
      turn_begun: true,
    },
    what: "stroke",
    stroke: { fell: nothing(), off: nothing(), touched: true, improper: false, at_rest: [] },
    incident: newIncident("late-stroke", "white"),
  };
}

/**
 * @param {string} kind
 * @param {Colour | ""} by
 * @returns {CaseIncident}
 */
export const newIncident = (kind, by) => ({
  kind,
  by,
  paragraph: "",
  ground: kind === "disqualified" ? "a" : "",
  noticed: true,
  pocketed: false,
});

/** @param {Way} way */
const otherWay = (way) => (way === "fell" ? "off" : "fell");

/**
 * How many coins of a colour may go a way, with what else the stroke did.
 * @param {Case} asked
 * @param {Way} way
 * @param {Colour} side
 */
export const mostOf = ({ board, stroke }, way, side) =>
  stroke.touched ? board[side] - stroke[otherWay(way)][side] : 0;

/**
 * Whether the queen or the striker can have gone that way.
 * @param {Case} asked
 * @param {Way} way
 * @param {"queen" | "striker"} piece
 */
export const mayGo = ({ board, stroke }, way, piece) =>
  !stroke[otherWay(way)][piece] && (piece === "striker" || (board.queen === "on-board" && stroke.touched));

/** @param {Pieces} pieces */
const coinsOf = (pieces) => pieces.white + pieces.black + Number(pieces.queen);

/**
 * @param {Case} asked
 * @param {string} fact
 */
export function mayRest({ stroke: { fell, off } }, fact) {
  if (fact === "tipped-together") return fell.striker && coinsOf(fell) > 0;
  if (fact === "fell-back") return coinsOf(off) > 0;
  return fact !== "teetered" || coinsOf(fell) > 0;
}

/** @param {number} value @param {number} low @param {number} high */
const between = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/**
 * A copy of the case without impossible facts: counts are limited, and pieces that cannot have fallen are removed.
 * @param {Case} asked
 * @param {BookChoice | undefined} book its rulebook
 * @returns {Case}
 */
export function possible(asked, book) {
  const one = structuredClone(asked);
  const { board, stroke } = one;
  for (const side of SIDES) {
    board.held[side] = between(board.held[side], 0, COINS - board[side]);
    board[side] = between(board[side], board.held[side] ? 0 : 1, COINS - board.held[side]);
    board.points[side] = between(board.points[side], 0, MOST_POINTS);
    board.due[side] = between(board.due[side], 0, COINS);
    if (board.earned[side] === board[side] < COINS || book?.right_is_in_nets) board.earned[side] = null;
  }
  board.broken ||= !isWhole(board);
  board.tries = board.broken ? 0 : between(board.tries, 0, COINS);
  board.passes = between(board.passes, 0, MOST_PASSES);
  if (!book?.counts_strokes || !board.broken) board.strokes_in_hand = 1;
  for (const way of /** @type {const} */ (["fell", "off"])) {
    for (const side of SIDES) stroke[way][side] = between(stroke[way][side], 0, mostOf(one, way, side));
    for (const piece of /** @type {const} */ (["queen", "striker"])) stroke[way][piece] &&= mayGo(one, way, piece);
  }
  stroke.at_rest = stroke.at_rest.filter((fact) => mayRest(one, fact));
  return one;
}

/**
 * The incident of a case as it can have happened on its board.
 * @param {CaseIncident} incident
 * @param {readonly PossibleIncident[]} offered by the judge, for this board
 * @returns {CaseIncident}
 */
export function possibleIncident(incident, offered) {
  const same = offered.find(({ kind }) => kind === incident.kind);
  const found = same ?? offered.find(({ kind }) => kind === "late-stroke");
  if (!found) return incident;
  const by = found.by.find((side) => side === incident.by) ?? found.by[0] ?? "";
  if (!same) return newIncident(found.kind, by);
  return { ...incident, by, pocketed: found.pocketed, noticed: incident.noticed || !found.unnoticed.some((side) => side === by) };
}

/**
 * The case with another incident, and nothing that fell but the coin without which there is none.
 * @param {Case} asked
 * @param {CaseIncident} incident
 * @param {readonly PossibleIncident[]} offered by the judge, for this board
 * @returns {Case}
 */
export function chooseIncident(asked, incident, offered) {
  const fell = nothing();
  const chosen = possibleIncident(incident, offered);
  if (chosen.pocketed && incident.kind !== "out-of-turn") fell[asked.board.white ? "white" : "black"] = 1;
  return { ...asked, what: "incident", incident: chosen, stroke: { ...newCase().stroke, fell } };
}

/**
 * The same case going on from the board a ruling left; points stay, nothing has happened yet.
 * @param {Case} asked
 * @param {Board} board
 * @returns {Case}
 */
export function goOn(asked, board) {
  const { text: _, ...rest } = structuredClone(board);
  return { ...newCase(asked.rulebook), board: { ...rest, points: { ...asked.board.points } } };
}
