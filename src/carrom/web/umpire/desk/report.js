/**
 * A stroke while it is being reported: what fell, what left the board, and how. A value: every tap gives another
 * one, and what cannot be gives the same one back.
 */

/** @typedef {import("../../desk").Can} Can */
/** @typedef {"white" | "black" | "queen" | "striker"} Piece */
/** @typedef {Record<Piece, number>} Counts */
/** @typedef {{ white: number, black: number, queen: boolean }} Limits */
/** @typedef {import("../../desk").StrokeRequest} Stroke */
/**
 * @typedef {object} Facts
 * @property {Counts} pocketed
 * @property {Counts} off
 * @property {boolean} touched
 * @property {boolean} improper
 * @property {string} breach the paragraph that made it improper
 * @property {readonly string[]} at_rest
 */

/** @type {readonly Piece[]} */
export const PIECES = ["white", "black", "queen", "striker"];

/** Limits of an unknown board: nine of a colour, and one queen. @type {Limits} */
export const UNKNOWN = { white: 9, black: 9, queen: true };

/**
 * What can have fallen or left the board, from the judge.
 * @param {Can | null | undefined} can
 * @returns {Limits}
 */
export const limitsOf = (can) => (can ? { ...can.most, queen: can.queen } : UNKNOWN);

/**
 * What lies on a board, and can therefore have fallen.
 * @param {import("../../desk").Board | null} board
 * @returns {Limits}
 */
export const limitsOn = (board) =>
  board ? { white: board.white, black: board.black, queen: board.queen === "on-board" } : UNKNOWN;

/** @type {Counts} */
const NONE = { white: 0, black: 0, queen: 0, striker: 0 };
/** @type {Facts} */
const NOTHING = { pocketed: NONE, off: NONE, touched: true, improper: false, breach: "", at_rest: [] };

export class Report {
  /** @param {Partial<Facts>} [facts] */
  constructor(facts = {}) {
    /** @type {Facts} */
    this.facts = { ...NOTHING, ...facts };
  }

  /**
   * A stroke that was reported before.
   * @param {Omit<Stroke, "do">} [stroke]
   */
  static of({ pocketed = [], off = [], touched = true, improper = false, breach = "", at_rest = [] } = {}) {
    return new Report({ pocketed: counted(pocketed), off: counted(off), touched, improper, breach, at_rest });
  }

  /** @param {Partial<Facts>} facts */
  #with(facts) {
    return new Report({ ...this.facts, ...facts });
  }

  /** Whether nothing has been reported yet. */
  get empty() {
    const { touched, improper, at_rest } = this.facts;
    return touched && !improper && !at_rest.length && !this.#any(PIECES);
  }

  /** @param {readonly Piece[]} pieces */
  #any(pieces) {
    const { pocketed, off } = this.facts;
    return pieces.some((piece) => pocketed[piece] + off[piece] > 0);
  }

  /** Whether it can be that no coin was touched: none has moved. */
  get mayMiss() {
    return !this.#any(["white", "black", "queen"]);
  }

  /**
   * Whether one more of it can have fallen or left the board.
   * @param {Piece} piece
   * @param {Limits} [limits]
   */
  room(piece, limits = UNKNOWN) {
    const most = piece === "striker" ? 1 : Number(limits[piece]);
    return this.facts.pocketed[piece] + this.facts.off[piece] < most;
  }

  /**
   * One more fell, or left the board.
   * @param {Piece} piece
   * @param {Limits} [limits]
   * @param {"pocketed" | "off"} [where]
   */
  tap(piece, limits = UNKNOWN, where = "pocketed") {
    if (!this.room(piece, limits)) return this;
    const counts = { ...this.facts[where], [piece]: this.facts[where][piece] + 1 };
    return this.#with({ [where]: counts, touched: this.facts.touched || piece !== "striker" });
  }

  /**
   * One less fell, or left the board.
   * @param {Piece} piece
   * @param {"pocketed" | "off"} [where]
   */
  less(piece, where = "pocketed") {
    const counts = this.facts[where];
    if (!counts[piece]) return this;
    return this.#with({ [where]: { ...counts, [piece]: counts[piece] - 1 } });
  }

  /** Whether the striker touched no coin. @param {boolean} missed */
  missed(missed) {
    return missed && !this.mayMiss ? this : this.#with({ touched: !missed });
  }

  /**
   * Whether the stroke was against the laws, and against which.
   * @param {boolean} improper
   * @param {string} [breach]
   */
  improper(improper, breach = "") {
    return this.#with({ improper, breach: improper ? breach : "" });
  }

  /** How a piece came to lie; each way once. @param {string} fact */
  lies(fact) {
    return this.facts.at_rest.includes(fact) ? this : this.#with({ at_rest: [...this.facts.at_rest, fact] });
  }

  /** @param {string} fact */
  liesNot(fact) {
    return this.#with({ at_rest: this.facts.at_rest.filter((each) => each !== fact) });
  }

  /**
   * The request for the desk. What is as usual is left out.
   * @returns {Stroke}
   */
  toRequest() {
    const { pocketed, off, touched, improper, breach, at_rest } = this.facts;
    /** @type {Stroke} */
    const request = { do: "stroke" };
    const [fell, left] = [listed(pocketed), listed(off)];
    if (fell.length) request.pocketed = fell;
    if (left.length) request.off = left;
    if (!touched) request.touched = false;
    if (improper) request.improper = true;
    if (improper && breach) request.breach = breach;
    if (at_rest.length) request.at_rest = [...at_rest];
    return request;
  }
}

/**
 * @param {Counts} counts
 * @returns {Piece[]}
 */
export const listed = (counts) => PIECES.flatMap((piece) => Array(counts[piece]).fill(piece));

/**
 * @param {readonly Piece[]} pieces
 * @returns {Counts}
 */
function counted(pieces) {
  const counts = { ...NONE };
  for (const piece of pieces) counts[piece] += 1;
  return counts;
}
