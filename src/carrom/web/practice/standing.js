/** How a board that is being set up stands: who plays, where the queen is, what is owed. */
import { counter, fold, oneOf, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { countOf } from "./layout.js";
import { mayBeBreak, queenOf } from "./position.js";
import { t, upper } from "../shared/words.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {(how: (position: Position) => void) => void} Alter */

const SIDES = /** @type {const} */ (["white", "black"]);
const MOST_DUE = 9;

/**
 * @param {Position} position
 * @param {Alter} alter
 * @param {{ opened: Set<string>, names: (side: Colour) => string }} how who plays a colour, said beside it
 */
export function standingForm(position, alter, { opened, names }) {
  return h(
    "div",
    { class: "stack" },
    oneOf({
      key: "on-strike",
      label: t("web.practice.on-strike"),
      value: position.on_strike,
      options: SIDES.map((side) => ({
        value: side,
        title: t(`web.practice.side.${side}`),
        help: names(side),
      })),
      change: (side) => alter((one) => (one.on_strike = side)),
    }),
    !countOf(position.coins, "queen") &&
      oneOf({
        key: "queen",
        label: t("web.practice.queen"),
        value: queenOf(position),
        options: /** @type {const} */ (["waiting", "white", "black"]).map((queen) => ({
          value: queen,
          title: upper(t(`board.queen.${queen}`)),
        })),
        change: (queen) => alter((one) => (one.queen = queen)),
      }),
    mayBeBreak(position) &&
      tick({
        key: "to-break",
        label: t("web.practice.to-break"),
        value: !position.broken,
        change: (yes) => alter((one) => (one.broken = !yes)),
      }),
    fold(opened, "more-setup", t("web.practice.more"), dues(position, alter), rights(position, alter)),
  );
}

/**
 * @param {Position} position
 * @param {Alter} alter
 */
function dues(position, alter) {
  return h(
    "div",
    { class: "stack tight" },
    h("p", { class: "label" }, t("web.practice.due")),
    SIDES.map((side) =>
      counter({
        key: `due ${side}`,
        label: t(`web.practice.side.${side}`),
        coin: side,
        value: position.due[side],
        low: 0,
        high: MOST_DUE,
        change: (n) => alter((one) => (one.due[side] = n)),
      }),
    ),
  );
}

/**
 * @param {Position} position
 * @param {Alter} alter
 */
function rights(position, alter) {
  return h(
    "div",
    null,
    h("p", { class: "label" }, t("web.practice.right")),
    SIDES.map((side) => {
      const usual = countOf(position.coins, side) < 9;
      return tick({
        key: `right ${side}`,
        label: t(`web.practice.side.${side}`),
        coin: side,
        value: position.earned[side] ?? usual,
        change: (yes) => alter((one) => (one.earned[side] = yes === usual ? null : yes)),
      });
    }),
  );
}
