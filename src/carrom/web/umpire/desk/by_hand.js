/** The standing by the umpire's own hand: the board as it now is, or a board that has ended. */
import { h } from "../../shared/dom.js";
import { counter, oneOf, tick } from "../../shared/controls.js";
import {
  COINS, counters, dueCounters, mayHaveBegun, newTurnTick, queenChoice, QUEENS, strikeChoice,
} from "../../shared/standing_form.js";
import { t } from "../../shared/words.js";
import { COLOURS, disc, sideOf, sideText } from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Board} Board */
/** @typedef {import("./parts.js").Colour} Colour */
/** @typedef {{ winner: Colour | "", points: number, queen: Colour | "none" }} Ended */
/**
 * What was entered by hand, beside the view it began with.
 * @typedef {{ view: View, how: "board" | "ended" | "void", board: Board, ended: Ended }} ByHand
 */
/** @typedef {(changes: Partial<ByHand>) => void} Change */

const WAYS = /** @type {const} */ (["board", "ended", "void"]);

/**
 * @param {View} view how the program has it
 * @param {boolean} over whether the board has ended
 * @returns {ByHand}
 */
export const startByHand = (view, over) => ({
  view, how: over ? "ended" : "board", board: structuredClone(view.board ?? FRESH),
  ended: { winner: "", points: 0, queen: "none" },
});

/**
 * What is asked of the judge; null while something is missing.
 * @param {ByHand} entered
 */
export function byHandFacts({ how, board: { text: _, ...board }, ended: { winner, points, queen } }) {
  if (how === "void") return { by_hand: { void: true } };
  if (how === "board") return { by_hand: { board: { ...board, turn_begun: board.turn_begun && mayHaveBegun(board) } } };
  return winner && points ? { by_hand: { winner, points, ...(queen === "none" ? {} : { queen }) } } : null;
}

/**
 * @param {ByHand} entered
 * @param {Change} change
 */
export function byHandForm(entered, change) {
  const { how } = entered;
  return [
    oneOf({ key: "hand", label: t("web.umpire.desk.hand.how"), value: how,
      options: WAYS.map((way) => ({ value: way, title: t(`web.umpire.desk.hand.${way}`) })),
      change: (way) => change({ how: way }) }),
    h("div", { class: "stack", key: how }, how === "void" ? h("p", { class: "muted" }, t("web.umpire.desk.hand.void.help"))
      : how === "board" ? boardForm(entered, change) : endedForm(entered, change)),
  ];
}

/**
 * @param {ByHand} entered
 * @param {Change} change
 */
function boardForm({ board, view }, change) {
  /** @param {(board: Board) => void} how */
  const alter = (how) => {
    const next = structuredClone(board);
    how(next);
    change({ board: next });
  };
  /** @param {"tries" | "passes" | "strokes_in_hand"} field @param {number} high @param {number} [low] */
  const count = (field, high, low = 0) =>
    counter({ key: field, label: t(`web.umpire.desk.hand.${field}`), value: board[field], low, high,
      change: (n) => alter((one) => (one[field] = n)) });
  return [
    strikeChoice(board, alter, (colour) => sideText(view, sideOf(view, colour))),
    counters({ key: "coins", label: t("web.umpire.desk.hand.coins"), counts: board, high: () => COINS,
      change: (colour, n) => alter((one) => (one[colour] = n)) }),
    queenChoice(board, alter, QUEENS),
    dueCounters(board, alter),
    h("details", { class: "hand-more" }, h("summary", null, t("web.umpire.desk.hand.more")),
      h("div", { class: "stack" },
        counters({ key: "held", label: t("web.umpire.desk.hand.held"), counts: board.held, high: () => COINS,
          change: (colour, n) => alter((one) => (one.held[colour] = n)) }),
        COLOURS.map((colour) => tick({ key: `earned ${colour}`, coin: colour, label: t("web.umpire.desk.hand.earned"),
          value: board.earned[colour], change: (yes) => alter((one) => (one.earned[colour] = yes)) })),
        tick({ key: "broken", label: t("web.umpire.desk.hand.broken"), value: board.broken,
          change: (broken) => alter((one) => Object.assign(one, { broken, tries: broken ? 0 : one.tries })) }),
        count("tries", 3),
        newTurnTick(board, alter),
        count("passes", 5),
        (view.counts_strokes || board.strokes_in_hand > 1) && count("strokes_in_hand", COINS + 1, 1))),
  ];
}

/**
 * @param {ByHand} entered
 * @param {Change} change
 */
function endedForm({ ended, view }, change) {
  /** @param {Partial<Ended>} facts */
  const set = (facts) => change({ ended: { ...ended, ...facts } });
  const sides = COLOURS.map((value) => ({ value, title: [disc(value), " ", sideText(view, sideOf(view, value))] }));
  const nobody = { value: /** @type {const} */ ("none"), title: t("web.umpire.desk.hand.nobody") };
  return [
    oneOf({ key: "winner", label: t("web.umpire.desk.hand.winner"), options: sides, value: ended.winner,
      change: (winner) => set({ winner }) }),
    counter({ key: "points", label: t("web.umpire.desk.points"), high: view.can?.points_most ?? 0, value: ended.points,
      change: (points) => set({ points }) }),
    oneOf({ key: "ended-queen", label: t("web.umpire.desk.hand.queen"), options: [...sides, nobody], value: ended.queen,
      change: (queen) => set({ queen }) }),
  ];
}

/** @type {Board} */
const FRESH = {
  on_strike: "white", white: COINS, black: COINS, queen: "on-board", due: { white: 0, black: 0 },
  earned: { white: false, black: false }, held: { white: 0, black: 0 }, broken: false, tries: 0, passes: 0,
  strokes_in_hand: 1, turn_begun: false, late: false, text: "",
};
