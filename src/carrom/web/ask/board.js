/** The board before it happened, built by taps. */
import { COINS, MOST_PASSES, MOST_POINTS, SIDES, hasRight, mayBreak } from "./case.js";
import { counter, fold, oneOf, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("../wire").Board} Board */
/** @typedef {(alter: (asked: Case) => void) => void} Alter */

const QUEENS = /** @type {const} */ (["on-board", "waiting", "white", "black"]);

/**
 * @param {Case} asked
 * @param {Alter} alter
 * @param {Set<string>} opened
 */
export function boardForm(asked, alter, opened) {
  const { board } = asked;
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, t("web.ask.board")),
    oneOf({
      key: "on-strike",
      label: t("web.ask.on-strike"),
      value: board.on_strike,
      options: SIDES.map((side) => ({ value: side, title: t(`web.ask.side.${side}`) })),
      change: (side) => alter((one) => (one.board.on_strike = side)),
    }),
    h("p", { class: "label" }, t("web.ask.coins-left")),
    h(
      "div",
      { class: "counters" },
      SIDES.map((side) =>
        counter({
          key: `left ${side}`,
          label: t(`web.ask.side.${side}`),
          coin: side,
          value: board[side],
          low: board.held[side] ? 0 : 1,
          high: COINS - board.held[side],
          change: (n) => alter((one) => (one.board[side] = n)),
        }),
      ),
    ),
    oneOf({
      key: "queen",
      label: t("web.ask.queen"),
      value: board.queen,
      options: QUEENS.map((queen) => ({ value: queen, title: t(`web.ask.queen.${queen}`) })),
      change: (queen) => alter((one) => (one.board.queen = queen)),
    }),
    mayBreak(board) && breakForm(asked, alter),
    fold(opened, "more-board", t("web.ask.more-board"), ...moreOfBoard(asked, alter)),
  );
}

/**
 * @param {Case} asked
 * @param {Alter} alter
 */
function breakForm({ board }, alter) {
  return h(
    "div",
    { class: "stack tight" },
    tick({
      key: "to-break",
      label: t("web.ask.to-break"),
      value: !board.broken,
      change: (yes) => alter((one) => (one.board.broken = !yes)),
    }),
    !board.broken &&
      counter({
        key: "tries",
        label: t("web.ask.tries"),
        value: board.tries,
        low: 0,
        high: 3,
        change: (n) => alter((one) => (one.board.tries = n)),
      }),
  );
}

/**
 * @param {Case} asked
 * @param {Alter} alter
 */
function moreOfBoard({ board, rulebook }, alter) {
  /**
   * @param {"due" | "held" | "points"} field
   * @param {(side: import("../wire").ColourName) => number} high
   */
  const pair = (field, high) =>
    h(
      "div",
      { class: "stack tight" },
      h("p", { class: "label" }, t(`web.ask.${field}`)),
      h(
        "div",
        { class: "counters" },
        SIDES.map((side) =>
          counter({
            key: `${field} ${side}`,
            label: t(`web.ask.side.${side}`),
            coin: side,
            value: board[field][side],
            low: 0,
            high: high(side),
            change: (n) => alter((one) => (one.board[field][side] = n)),
          }),
        ),
      ),
    );
  return [
    pair("due", () => COINS),
    pair("points", () => MOST_POINTS),
    // The family game gives the right to whoever has an own coin in a net now: there is nothing to ask.
    rulebook !== "family" &&
      h(
        "div",
        { class: "stack tight" },
        h("p", { class: "label" }, t("web.ask.earned")),
        SIDES.map((side) =>
          tick({
            key: `earned ${side}`,
            label: t(`web.ask.side.${side}`),
            coin: side,
            value: hasRight(board, side),
            change: (yes) => alter((one) => (one.board.earned[side] = yes)),
          }),
        ),
      ),
    rulebook === "family" &&
      board.broken &&
      counter({
        key: "in-hand",
        label: t("web.ask.in-hand"),
        value: board.strokes_in_hand,
        low: 1,
        high: COINS,
        change: (n) => alter((one) => (one.board.strokes_in_hand = n)),
      }),
    counter({
      key: "passes",
      label: t("web.ask.passes"),
      value: board.passes,
      low: 0,
      high: MOST_PASSES,
      change: (n) => alter((one) => (one.board.passes = n)),
    }),
    pair("held", (side) => COINS - board[side]),
  ];
}
