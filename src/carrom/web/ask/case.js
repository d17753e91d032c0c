/** A question to the umpire as it is being put: what can be, and what cannot. */

/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {import("../wire").Board} Board */
/** @typedef {{ white: number, black: number, queen: boolean, striker: boolean }} Pieces */

/**
 * @typedef {object} CaseBoard
 * @property {Colour} on_strike
 * @property {number} white
 * @property {number} black
 * @property {Board["queen"]} queen
 * @property {Record<Colour, number>} due
 * @property {Record<Colour, number>} held
 * @property {Record<Colour, number>} points
 * @property {Record<Colour, boolean | null>} earned null: as the coins on the board say
 * @property {boolean} broken
 * @property {number} tries
 * @property {number} passes
 * @property {number} strokes_in_hand
 */
/**
 * @typedef {{ kind: string, by: Colour, paragraph: string, ground: string, noticed: boolean }} CaseIncident
 */
/**
 * @typedef {object} Case
 * @property {string} rulebook
 * @property {CaseBoard} board
 * @property {"stroke" | "incident"} what
 * @property {{ fell: Pieces, off: Pieces, touched: boolean, improper: boolean, at_rest: string[] }} stroke
 * @property {CaseIncident} incident
 */

export const SIDES = /** @type {const} */ (["white", "black"]);
export const COINS = 9;
export const MOST_POINTS = 24;
export const MOST_PASSES = 5;
export const AT_REST = [
  "on-edge",
  "stacked",
  "striker-on-coin",
  "coin-on-striker",
  "tipped-together",
  "striker-over-pocket",
  "teetered",
  "fell-back",
  "touched-lamp",
];
export const INCIDENTS = [
  "technical-foul",
  "foul",
  "late-stroke",
  "early-break",
  "bad-placing",
  "touched-while-placing",
  "touched-coins",
  "wrong-colour-placed",
  "striker-left",
  "left-chair",
  "partners-talked",
  "ignored-request",
  "bumped-board",
  "three-passes",
  "abandon",
  "disqualified",
  "played-theirs",
  "queen-unnoticed",
  "no-room",
  "room",
  "coin-broken",
];
export const GROUNDS = [..."abcdefgh"];
const NOBODYS = ["three-passes", "coin-broken"];

/** @param {Colour} side @returns {Colour} */
export const otherSide = (side) => (side === "white" ? "black" : "white");

/** @returns {Pieces} */
const nothing = () => ({ white: 0, black: 0, queen: false, striker: false });

/** @returns {Case} */
export function newCase() {
  return {
    rulebook: "international-a",
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
    },
    what: "stroke",
    stroke: { fell: nothing(), off: nothing(), touched: true, improper: false, at_rest: [] },
    incident: { kind: "late-stroke", by: "white", paragraph: "", ground: "a", noticed: true },
  };
}

/** @param {CaseBoard} board */
export const mayBreak = (board) =>
  board.white === COINS && board.black === COINS && board.queen === "on-board";

/**
 * @param {CaseBoard} board
 * @param {Colour} side
 */
export const hasRight = (board, side) => board.earned[side] ?? board[side] < COINS;

/**
 * How many coins of a colour may fall, or leave the board, with what else the stroke did.
 * @param {Case} asked
 * @param {"fell" | "off"} where
 * @param {Colour} side
 */
export function mostOf(asked, where, side) {
  if (!asked.stroke.touched) return 0;
  return asked.board[side] - asked.stroke[where === "fell" ? "off" : "fell"][side];
}

/**
 * Whether the queen or the striker can have gone that way.
 * @param {Case} asked
 * @param {"fell" | "off"} where
 * @param {"queen" | "striker"} piece
 */
export function mayGo(asked, where, piece) {
  if (asked.stroke[where === "fell" ? "off" : "fell"][piece]) return false;
  return piece === "striker" || (asked.board.queen === "on-board" && asked.stroke.touched);
}

/** @param {Pieces} pieces */
export const coinsOf = (pieces) => pieces.white + pieces.black + Number(pieces.queen);

/**
 * @param {Case} asked
 * @param {string} fact
 */
export function mayRest(asked, fact) {
  const { fell, off } = asked.stroke;
  if (fact === "tipped-together") return fell.striker && coinsOf(fell) > 0;
  if (fact === "fell-back") return coinsOf(off) > 0;
  return fact !== "teetered" || coinsOf(fell) > 0;
}

/**
 * The sides that can have done it on this board; for what is nobody's, an empty text. None: it cannot be.
 * @param {CaseBoard} board
 * @param {string} kind
 * @returns {(Colour | "")[]}
 */
export function culprits(board, kind) {
  const mine = board.on_strike;
  if (NOBODYS.includes(kind)) return [""];
  switch (kind) {
    case "foul":
    case "late-stroke":
    case "abandon":
    case "played-theirs":
      return [mine];
    case "technical-foul":
      return [otherSide(mine)];
    case "early-break":
      return mayBreak(board) ? [mine] : [];
    case "queen-unnoticed":
      return board.broken && board.queen === "on-board" ? [...SIDES] : [];
    case "wrong-colour-placed":
      return SIDES.filter((side) => COINS - board[side] - board.held[side] > 0);
    case "no-room":
      return board.broken ? SIDES.filter((side) => board[otherSide(side)] > 0) : [];
    case "room":
      return SIDES.filter((side) => board.held[otherSide(side)] > 0);
    default:
      return [...SIDES];
  }
}

/**
 * Whether a wrong colour may have gone unseen: the only coin on the board cannot be the one left out.
 * @param {Case} asked
 */
export const mayBeUnseen = (asked) => asked.board[otherSide(asked.incident.by)] > 1;

/** @param {number} value @param {number} low @param {number} high */
const between = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/**
 * The case with everything taken out that cannot be any more.
 * @param {Case} asked
 * @returns {Case}
 */
export function possible(asked) {
  const one = structuredClone(asked);
  const { board, stroke, incident } = one;
  for (const side of SIDES) {
    board.held[side] = between(board.held[side], 0, COINS - board[side]);
    board[side] = between(board[side], board.held[side] ? 0 : 1, COINS - board.held[side]);
    board.points[side] = between(board.points[side], 0, MOST_POINTS);
    board.due[side] = between(board.due[side], 0, COINS);
    if (board.earned[side] === board[side] < COINS) board.earned[side] = null;
  }
  if (!mayBreak(board)) board.broken = true;
  board.tries = board.broken ? 0 : between(board.tries, 0, COINS);
  board.passes = between(board.passes, 0, MOST_PASSES);
  if (one.rulebook !== "family" || !board.broken) board.strokes_in_hand = 1;
  if (one.rulebook === "family") board.earned = { white: null, black: null };
  for (const where of /** @type {const} */ (["fell", "off"])) {
    for (const side of SIDES) stroke[where][side] = between(stroke[where][side], 0, mostOf(one, where, side));
    for (const piece of /** @type {const} */ (["queen", "striker"]))
      stroke[where][piece] &&= mayGo(one, where, piece);
  }
  stroke.at_rest = stroke.at_rest.filter((fact) => mayRest(one, fact));
  if (!culprits(board, incident.kind).length) incident.kind = "late-stroke";
  const sides = culprits(board, incident.kind);
  if (sides[0] && !sides.includes(incident.by)) incident.by = sides[0];
  if (!mayBeUnseen(one)) incident.noticed = true;
  return one;
}

/**
 * The same case going on from the board a ruling left; points stay, nothing has happened yet.
 * @param {Case} asked
 * @param {Board} board
 * @returns {Case}
 */
export function goOn(asked, board) {
  const { text, ...rest } = board;
  void text;
  return possible({
    ...newCase(),
    rulebook: asked.rulebook,
    board: {
      ...rest,
      due: { ...rest.due },
      held: { ...rest.held },
      earned: { ...rest.earned },
      points: { ...asked.board.points },
    },
  });
}
