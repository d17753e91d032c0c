/** The standing by the umpire's own hand: the board as it now is, or a board that has ended. */
import { h } from "../../shared/dom.js";
import { t, upper } from "../../shared/words.js";
import { checkBox, choose, counter } from "../fields.js";
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

const EACH = 9;
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
  if (how === "board") return { by_hand: { board } };
  return winner && points ? { by_hand: { winner, points, ...(queen === "none" ? {} : { queen }) } } : null;
}

/**
 * @param {ByHand} entered
 * @param {Change} change
 */
export function byHandForm(entered, change) {
  const { how } = entered;
  return [
    choose({
      name: "hand",
      legend: t("web.umpire.desk.hand.how"),
      choices: WAYS.map((way) => /** @type {const} */ ([way, t(`web.umpire.desk.hand.${way}`)])),
      value: how,
      onchange: (way) => change({ how: way }),
    }),
    h("div", { class: "stack", key: how }, how === "void" ? h("p", { class: "muted" }, t("web.umpire.desk.hand.void.help"))
      : how === "board" ? boardForm(entered, change) : endedForm(entered, change)),
  ];
}

/**
 * The colours with who plays them.
 * @param {View} view
 */
const sides = (view) => COLOURS.map((colour) => {
  /** @type {[Colour, import("../../shared/dom.js").Child[]]} */
  const choice = [colour, [disc(colour), " ", sideText(view, sideOf(view, colour))]];
  return choice;
});

/**
 * @param {ByHand} entered
 * @param {Change} change
 */
function boardForm({ board, view }, change) {
  /** @param {Partial<Board>} facts */
  const set = (facts) => change({ board: { ...board, ...facts } });
  /** @param {"due" | "held"} name */
  const counters = (name) => h("div", { class: "field" }, h("p", { class: "label" }, t(`web.umpire.desk.hand.${name}`)),
    COLOURS.map((colour) => coinCounter(`${name}-${colour}`, colour, board[name][colour],
      (n) => set({ [name]: { ...board[name], [colour]: n } }))));
  /** @param {"tries" | "passes" | "strokes_in_hand"} name @param {number} most @param {number} [least] */
  const number = (name, most, least = 0) => {
    const words = t(`web.umpire.desk.hand.${name}`);
    return counter({ name, label: words, plain: words, most, least, value: board[name], onchange: (n) => set({ [name]: n }) });
  };
  return [
    choose({ name: "on-strike", legend: upper(t("web.umpire.desk.on-strike")), choices: sides(view), value: board.on_strike,
      onchange: (on_strike) => set({ on_strike }) }),
    h("div", { class: "field" }, h("p", { class: "label" }, t("web.umpire.desk.hand.coins")),
      COLOURS.map((colour) => coinCounter(`coins-${colour}`, colour, board[colour], (n) => set({ [colour]: n })))),
    choose({
      name: "queen",
      legend: upper(t("web.umpire.desk.piece.queen")),
      choices: /** @type {const} */ ([
        ["on-board", t("web.umpire.desk.queen.on-board")],
        ["waiting", t("web.umpire.desk.queen.waiting")],
        ["white", [disc("white"), " ", t("web.umpire.desk.queen.covered")]],
        ["black", [disc("black"), " ", t("web.umpire.desk.queen.covered")]],
      ]),
      value: board.queen,
      onchange: (queen) => set({ queen }),
    }),
    counters("due"),
    h("details", { class: "hand-more" }, h("summary", null, t("web.umpire.desk.hand.more")),
      h("div", { class: "stack" },
        counters("held"),
        COLOURS.map((colour) => checkBox({ name: `earned-${colour}`, value: board.earned[colour],
          label: [disc(colour), " ", t("web.umpire.desk.hand.earned")],
          onchange: (yes) => set({ earned: { ...board.earned, [colour]: yes } }) })),
        checkBox({ name: "broken", label: t("web.umpire.desk.hand.broken"), value: board.broken,
          onchange: (broken) => set({ broken, tries: broken ? 0 : board.tries }) }),
        number("tries", 3),
        number("passes", 5),
        (view.counts_strokes || board.strokes_in_hand > 1) && number("strokes_in_hand", EACH + 1, 1))),
  ];
}

/**
 * @param {string} name
 * @param {Colour} colour
 * @param {number} value
 * @param {(n: number) => void} onchange
 */
const coinCounter = (name, colour, value, onchange) =>
  counter({ name, label: disc(colour), plain: t(`web.umpire.desk.piece.${colour}`), most: EACH, value, onchange });

/**
 * @param {ByHand} entered
 * @param {Change} change
 */
function endedForm({ ended, view }, change) {
  /** @param {Partial<Ended>} facts */
  const set = (facts) => change({ ended: { ...ended, ...facts } });
  const points = t("web.umpire.desk.points");
  return [
    choose({ name: "winner", legend: t("web.umpire.desk.hand.winner"), choices: sides(view), value: ended.winner,
      onchange: (winner) => set({ winner }) }),
    counter({ name: "points", label: points, plain: points, most: view.can?.points_most ?? 0, value: ended.points,
      onchange: (n) => set({ points: n }) }),
    choose({ name: "ended-queen", legend: t("web.umpire.desk.hand.queen"), value: ended.queen,
      choices: [...sides(view), /** @type {const} */ (["none", t("web.umpire.desk.hand.nobody")])],
      onchange: (queen) => set({ queen }) }),
  ];
}

/** @type {Board} */
const FRESH = {
  on_strike: "white", white: EACH, black: EACH, queen: "on-board", due: { white: 0, black: 0 },
  earned: { white: false, black: false }, held: { white: 0, black: 0 }, broken: false, tries: 0, passes: 0,
  strokes_in_hand: 1, text: "",
};
