/**
 * Away from every judge, nobody knows how the board stands after the reports that are kept. So everything can be
 * reported, of either side, named by the coins that lie in front of the umpire; a judge decides later.
 */

/** @typedef {import("../../desk").Can} Can */
/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").Offer} Offer */
/** @typedef {import("../../desk").Protest} Protest */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("./parts.js").Colour} Colour */

/** Requests that can be judged later. Whatever goes back on a ruling waits until there is one. */
export const DEFERRABLE = new Set([
  "stroke", "play", "placed", "change-seats", "toss-again", "remark", "incident", "ask", "protest", "write-protest",
  "change-striker", "give-up", "trial", "late",
]);

/** As docs/cases.md has them: incidents of nobody, and the one that may come to light too late. */
const OF_NOBODY = ["three-passes", "coin-broken"];
const UNNOTICED = ["wrong-colour-placed"];

/** @type {Colour[]} */
const EITHER = ["white", "black"];

/**
 * The view of an unjudged board: everything can be reported.
 * @param {View} view the last that was judged
 * @param {Catalogue | null} catalogue
 * @param {Colour} strikes who is on strike, as the umpire says: a foul of the other side is a technical one
 * @returns {View}
 */
export function unjudgedView(view, catalogue, strikes) {
  const other = strikes === "white" ? "black" : "white";
  /** @type {Record<string, Colour[]>} */
  const turns = { foul: [strikes], "technical-foul": [other] };
  /** @type {Offer[]} */
  const incidents = (catalogue?.kinds ?? []).map(({ kind }) => ({
    kind,
    by: OF_NOBODY.includes(kind) ? [] : turns[kind] ?? EITHER,
    unnoticed: UNNOTICED.includes(kind) ? EITHER : [],
  }));
  return {
    ...view,
    players: view.players.map((player) => ({ ...player, colour: null })),
    white: null,
    can: view.can && { ...view.can, ...UNKNOWN, acts: [...DEFERRABLE], incidents, protest: ["first", "second"] },
  };
}

/** @type {Pick<Can, "most" | "queen" | "undo" | "overrule" | "correct">} */
const UNKNOWN = { most: { white: 9, black: 9 }, queen: true, undo: null, overrule: null, correct: [] };

/**
 * The protest that is open once the kept reports are entered, as far as it is known.
 * @param {Protest | null} open the one that was judged to be
 * @param {readonly Request[]} waiting
 * @returns {Protest | null}
 */
export function protestWith(open, waiting) {
  const spoken = waiting.find((request) => request.do === "protest");
  const written = waiting.find((request) => request.do === "write-protest");
  /** @type {Protest | null} */
  const protest = spoken?.do === "protest" ? { ...SPOKEN, side: spoken.side } : open;
  if (!protest || written?.do !== "write-protest") return protest;
  return { ...protest, written: written.facts, paragraph: written.paragraph };
}

/** @type {Omit<Protest, "side">} */
const SPOKEN = { about: 0, spoken: null, by: null, written: null, paragraph: null, upheld: null, lapsed: false };
