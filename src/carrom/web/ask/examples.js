/** Questions that come up at every board, to begin with. */
import { newCase, newIncident, nothing } from "./case.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./case.js").CaseBoard} CaseBoard */
/** @typedef {Partial<import("./case.js").Pieces>} Fallen */

/**
 * Each by the key of its title, `web.ask.example.*`: the board, and what fell in the stroke or which incident it was.
 * @type {Record<string, [Partial<CaseBoard>, Fallen | import("./case.js").CaseIncident, Partial<Case["stroke"]>?]>}
 */
const EXAMPLES = {
  "striker-own": [{ white: 5, black: 4 }, { white: 1, striker: true }],
  "queen-striker": [{ white: 6, black: 5 }, { queen: true, striker: true }],
  "both-last": [{ white: 1, black: 1, queen: "white" }, { white: 1, black: 1 }],
  "last-before-queen": [{ white: 1, black: 3 }, { white: 1 }],
  "cover-missed": [{ white: 4, black: 6, queen: "waiting" }, {}],
  "cover-with-theirs": [{ white: 4, black: 6, queen: "waiting" }, { white: 1, black: 1 }],
  "nothing-to-pay": [{ white: 9, black: 7 }, { striker: true }],
  "queen-too-early": [{ white: 9, black: 8 }, { queen: true }],
  "two-own": [{ white: 6, black: 6 }, { white: 2 }],
  jumped: [{ white: 5, black: 5 }, {}, { off: { ...nothing(), black: 1 } }],
  "missed-break": [{ white: 9, black: 9, broken: false }, {}, { touched: false }],
  late: [{ white: 7, black: 6 }, newIncident("late-stroke", "white")],
  touched: [{ white: 7, black: 6 }, newIncident("touched-coins", "black")],
};

export const EXAMPLE_NAMES = Object.keys(EXAMPLES);

/**
 * @param {string} name
 * @param {string} [rulebook]
 */
export function example(name, rulebook) {
  const [board, happened, more] = EXAMPLES[name];
  const asked = newCase(rulebook);
  Object.assign(asked.board, board);
  if ("kind" in happened) return { ...asked, what: /** @type {const} */ ("incident"), incident: happened };
  Object.assign(asked.stroke, { fell: { ...nothing(), ...happened } }, more);
  return asked;
}
