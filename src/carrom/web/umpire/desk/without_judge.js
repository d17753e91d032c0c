/**
 * Away from every judge, nobody knows how the board stands after the reports that are kept. So everything can be
 * reported, of every player; a judge decides later.
 */

/** @typedef {import("../../desk").Can} Can */
/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").Offer} Offer */
/** @typedef {import("../../desk").Protest} Protest */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("./parts.js").SideName} SideName */

/** Requests that can be judged later. Whatever goes back on a ruling waits until there is one. */
export const DEFERRABLE = new Set([
  "stroke", "play", "placed", "change-seats", "toss-again", "remark", "incident", "ask", "protest", "write-protest",
  "change-striker", "give-up", "trial", "late",
]);

/** As docs/cases.md has them: incidents of nobody, the one that may come to light too late, those with what fell. */
const OF_NOBODY = ["three-passes", "coin-broken", "replay", "no-striker-place"];
const UNNOTICED = ["wrong-colour-placed"];
const WITH_PIECES = ["early-break", "out-of-turn", "played-theirs", "fell-later"];

/**
 * The view of an unjudged board: everything can be reported.
 * @param {View} view the last that was judged
 * @param {Catalogue | null} catalogue
 * @param {SideName} strikes who is on strike, as the umpire says: a foul of the other side is a technical one
 * @returns {View}
 */
export function unjudgedView(view, catalogue, strikes) {
  const everybody = [...view.first, ...view.second];
  /** @type {Record<string, string[]>} */
  const turns = { foul: view[strikes], "technical-foul": view[strikes === "first" ? "second" : "first"] };
  /** @type {Offer[]} */
  const incidents = (catalogue?.kinds ?? []).map(({ kind }) => ({
    kind,
    by: [],
    players: OF_NOBODY.includes(kind) ? [] : turns[kind] ?? everybody,
    unnoticed: UNNOTICED.includes(kind) ? everybody : [],
    pocketed: WITH_PIECES.includes(kind),
  }));
  return {
    ...view,
    players: view.players.map((player) => ({ ...player, colour: null })),
    white: null,
    board: null,
    can: view.can && { ...view.can, ...UNKNOWN, acts: [...DEFERRABLE], incidents, protest: ["first", "second"] },
  };
}

/** @type {Pick<Can, "most" | "queen" | "undo" | "overrule" | "correct">} */
const UNKNOWN = { most: { white: 9, black: 9 }, queen: true, undo: null, overrule: null, correct: [] };

/**
 * The protests that are open once the kept reports are entered. One that was spoken meanwhile has no entry yet.
 * @param {readonly Protest[]} open those that the judge knows of
 * @param {readonly Request[]} waiting
 * @returns {Protest[]}
 */
export function protestsWith(open, waiting) {
  const protests = [...open];
  for (const request of waiting) {
    if (request.do === "protest") protests.push({ ...SPOKEN, side: request.side });
    if (request.do !== "write-protest") continue;
    const { facts, paragraph, protest } = request;
    const at = protests.findIndex(({ entry, written }) => written === null && entry === (protest ?? entry));
    if (at >= 0) protests[at] = { ...protests[at], written: facts, paragraph };
  }
  return protests;
}

/** @type {Omit<Protest, "side">} */
const SPOKEN = { entry: 0, about: 0, spoken: null, by: null, written: null, paragraph: null, upheld: null, lapsed: false };
