/** The parts of a form for how a board stands; asking the umpire and setting up a position share them. */
import { counter, oneOf, tick } from "./controls.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {import("../wire").Board["queen"]} Queen */
/**
 * @typedef {object} Standing
 * @property {Colour} on_strike
 * @property {Queen} queen
 * @property {boolean} broken
 * @property {Record<Colour, number>} due
 * @property {Record<Colour, boolean | null>} earned the right to the queen; null: as the coins on the board say
 */
/** @typedef {(how: (standing: Standing) => void) => void} Alter */

export const SIDES = /** @type {const} */ (["white", "black"]);
export const COINS = 9;
export const QUEENS = /** @type {const} */ (["on-board", "waiting", "white", "black"]);

/** @param {{ white: number, black: number, queen: Queen }} board */
export const isWhole = (board) => board.white === COINS && board.black === COINS && board.queen === "on-board";

/**
 * Whether the turn can have begun: before the first try of the break it has not.
 * @param {{ broken: boolean, tries: number }} board
 */
export const mayHaveBegun = (board) => board.broken || board.tries > 0;

/** @param {Colour} side */
export const sideTitle = (side) => t(`web.standing.side.${side}`);

/**
 * @param {Standing} board
 * @param {Alter} alter
 * @param {(side: Colour) => string} [names] who plays a colour
 */
export const strikeChoice = (board, alter, names = () => "") =>
  oneOf({ key: "on-strike", label: t("web.standing.on-strike"), value: board.on_strike,
    options: SIDES.map((side) => ({ value: side, title: sideTitle(side), help: names(side) })),
    change: (side) => alter((one) => (one.on_strike = side)) });

/**
 * @param {Standing} board
 * @param {Alter} alter
 * @param {readonly Queen[]} queens where she can be
 */
export const queenChoice = (board, alter, queens) =>
  oneOf({ key: "queen", label: t("web.standing.queen"), value: board.queen,
    options: queens.map((queen) => ({ value: queen, title: t(`web.standing.queen.${queen}`) })),
    change: (queen) => alter((one) => (one.queen = queen)) });

/**
 * @param {Standing} board
 * @param {Alter} alter
 */
export const breakTick = (board, alter) =>
  tick({ key: "to-break", label: t("web.standing.to-break"), value: !board.broken,
    change: (yes) => alter((one) => (one.broken = !yes)) });

/**
 * Whether the side on strike has yet to make a stroke in its turn: a foul is then a technical foul.
 * @template {{ turn_begun: boolean, broken: boolean, tries: number }} T
 * @param {T} board
 * @param {(how: (standing: T) => void) => void} alter
 */
export const newTurnTick = (board, alter) =>
  mayHaveBegun(board) &&
  tick({
    key: "new-turn",
    label: t("web.standing.new-turn"),
    value: !board.turn_begun,
    change: (yes) => alter((one) => (one.turn_begun = !yes)),
  });

/**
 * A count for each side.
 * @param {{ key: string, label: string, counts: Record<Colour, number>, low?: (side: Colour) => number,
 *   high: (side: Colour) => number, change: (side: Colour, n: number) => void }} how
 */
export const counters = ({ key, label, counts, low = () => 0, high, change }) =>
  h("div", { class: "stack tight", key },
    h("p", { class: "label" }, label),
    h("div", { class: "counters" },
      SIDES.map((side) =>
        counter({ key: `${key} ${side}`, label: sideTitle(side), coin: side, value: counts[side], low: low(side),
          high: high(side), change: (n) => change(side, n) }))));

/**
 * @param {Standing} board
 * @param {Alter} alter
 */
export const dueCounters = (board, alter) =>
  counters({ key: "due", label: t("web.standing.due"), counts: board.due, high: () => COINS,
    change: (side, n) => alter((one) => (one.due[side] = n)) });

/**
 * @param {Standing & Record<Colour, number>} board
 * @param {Alter} alter
 */
export const rightTicks = (board, alter) =>
  h("div", { class: "stack tight", key: "earned" },
    h("p", { class: "label" }, t("web.standing.earned")),
    SIDES.map((side) => {
      const usual = board[side] < COINS;
      return tick({ key: `earned ${side}`, label: sideTitle(side), coin: side, value: board.earned[side] ?? usual,
        change: (yes) => alter((one) => (one.earned[side] = yes === usual ? null : yes)) });
    }));
