/** Questions that come up at every board, to begin with. */
import { newCase, possible } from "./case.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./case.js").CaseBoard} CaseBoard */

const NOTHING = { white: 0, black: 0, queen: false, striker: false };

/**
 * @param {Partial<CaseBoard>} board
 * @param {Partial<Case["stroke"]["fell"]>} fell
 * @param {Partial<Case["stroke"]>} [more]
 */
function stroke(board, fell, more = {}) {
  const asked = newCase();
  Object.assign(asked.board, board);
  Object.assign(asked.stroke, { fell: { ...NOTHING, ...fell } }, more);
  return possible(asked);
}

/**
 * @param {Partial<CaseBoard>} board
 * @param {Partial<Case["incident"]>} incident
 */
function incident(board, incident) {
  const asked = newCase();
  asked.what = "incident";
  Object.assign(asked.board, board);
  Object.assign(asked.incident, incident);
  return possible(asked);
}

/**
 * Each by the key of its title, `web.ask.example.*`; the rulebook chosen stays.
 * @type {[string, () => Case][]}
 */
export const EXAMPLES = [
  ["striker-own", () => stroke({ white: 5, black: 4 }, { white: 1, striker: true })],
  ["queen-striker", () => stroke({ white: 6, black: 5 }, { queen: true, striker: true })],
  ["both-last", () => stroke({ white: 1, black: 1, queen: "white" }, { white: 1, black: 1 })],
  ["last-before-queen", () => stroke({ white: 1, black: 3 }, { white: 1 })],
  ["cover-missed", () => stroke({ white: 4, black: 6, queen: "waiting" }, {})],
  ["cover-with-theirs", () => stroke({ white: 4, black: 6, queen: "waiting" }, { white: 1, black: 1 })],
  ["nothing-to-pay", () => stroke({ white: 9, black: 7 }, { striker: true })],
  ["queen-too-early", () => stroke({ white: 9, black: 8 }, { queen: true })],
  ["two-own", () => stroke({ white: 6, black: 6 }, { white: 2 })],
  ["jumped", () => stroke({ white: 5, black: 5 }, {}, { off: { ...NOTHING, black: 1 } })],
  ["missed-break", () => stroke({ white: 9, black: 9, broken: false }, {}, { touched: false })],
  ["late", () => incident({ white: 7, black: 6 }, { kind: "late-stroke", by: "white" })],
  ["touched", () => incident({ white: 7, black: 6 }, { kind: "touched-coins", by: "black" })],
];
