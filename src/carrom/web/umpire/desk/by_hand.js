/** The standing by the umpire's own hand: the board as it now is, or a board that has ended. */
import { fill, h } from "../../shared/dom.js";
import { t, upper } from "../../shared/words.js";
import { COLOURS, disc, sideOf, sideText } from "./parts.js";
import { choose, counter } from "./bottom_sheet.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Board} Board */
/** @typedef {import("./parts.js").Colour} Colour */

const EACH = 9;

export class ByHand {
  /**
   * @param {View} now how the program has it
   * @param {boolean} over whether the board has ended
   * @param {() => void} onchange
   */
  constructor(now, over, onchange) {
    this.now = now;
    this.onchange = onchange;
    /** @type {"board" | "ended" | "void"} */
    this.how = over ? "ended" : "board";
    /** @type {Board} */
    this.board = structuredClone(now.board ?? FRESH);
    /** @type {{ winner: Colour | "", points: number, queen: Colour | "none" }} */
    this.ended = { winner: "", points: 0, queen: "none" };
    this.form = h("div", { class: "stack" });
    this.element = h("div", { class: "stack" },
      choose({
        name: "hand",
        legend: t("web.umpire.desk.hand.how"),
        choices: /** @type {const} */ (["board", "ended", "void"]).map((how) =>
          /** @type {const} */ ([how, t(`web.umpire.desk.hand.${how}`)])),
        value: this.how,
        onchange: (how) => {
          this.how = how;
          this.#draw();
          onchange();
        },
      }),
      this.form);
    this.#draw();
  }

  get told() {
    if (this.how === "void") return { by_hand: { void: true } };
    if (this.how === "board") {
      const { text: _, ...board } = this.board;
      return { by_hand: { board } };
    }
    const { winner, points, queen } = this.ended;
    if (!winner || !points) return null;
    return { by_hand: { winner, points, ...(queen === "none" ? {} : { queen }) } };
  }

  #draw() {
    fill(this.form, this.how === "void"
      ? h("p", { class: "muted" }, t("web.umpire.desk.hand.void.help"))
      : this.how === "board" ? this.#board() : this.#ended());
  }

  /** @param {Colour} colour */
  #name(colour) {
    return [disc(colour), " ", sideText(this.now, sideOf(this.now, colour))];
  }

  /** @param {Partial<Board>} facts */
  #set(facts) {
    this.board = { ...this.board, ...facts };
    this.onchange();
  }

  #board() {
    const { board } = this;
    return [
      choose({
        name: "on-strike",
        legend: upper(t("web.umpire.desk.on-strike")),
        choices: COLOURS.map((colour) => /** @type {const} */ ([colour, this.#name(colour)])),
        value: board.on_strike,
        onchange: (on_strike) => this.#set({ on_strike }),
      }),
      h("div", { class: "field" }, h("p", { class: "label" }, t("web.umpire.desk.hand.coins")),
        COLOURS.map((colour) => counter({
          name: `coins-${colour}`, label: disc(colour), plain: t(`web.umpire.desk.piece.${colour}`), most: EACH,
          value: board[colour], onchange: (n) => this.#set({ [colour]: n }),
        }))),
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
        onchange: (queen) => this.#set({ queen }),
      }),
      h("div", { class: "field" }, h("p", { class: "label" }, t("web.umpire.desk.hand.due")), this.#counters("due")),
      h("details", { class: "hand-more" }, h("summary", null, t("web.umpire.desk.hand.more")),
        h("div", { class: "stack" },
          h("div", { class: "field" }, h("p", { class: "label" }, t("web.umpire.desk.hand.held")),
            this.#counters("held")),
          COLOURS.map((colour) => this.#check(`earned-${colour}`,
            [disc(colour), " ", t("web.umpire.desk.hand.earned")], board.earned[colour],
            (yes) => this.#set({ earned: { ...this.board.earned, [colour]: yes } }))),
          this.#check("broken", t("web.umpire.desk.hand.broken"), board.broken,
            (broken) => this.#set({ broken, tries: broken ? 0 : this.board.tries })),
          this.#counter("tries", 3),
          this.#counter("passes", 5),
          (this.now.counts_strokes || board.strokes_in_hand > 1) && this.#counter("strokes_in_hand", EACH + 1, 1))),
    ];
  }

  /**
   * @param {"tries" | "passes" | "strokes_in_hand"} name
   * @param {number} most
   * @param {number} [least]
   */
  #counter(name, most, least = 0) {
    const words = t(`web.umpire.desk.hand.${name}`);
    return counter({ name, label: words, plain: words, most, least, value: this.board[name],
      onchange: (n) => this.#set({ [name]: n }) });
  }

  /** @param {"due" | "held"} name */
  #counters(name) {
    return COLOURS.map((colour) => counter({
      name: `${name}-${colour}`, label: disc(colour), plain: t(`web.umpire.desk.piece.${colour}`), most: EACH,
      value: this.board[name][colour],
      onchange: (n) => this.#set({ [name]: { ...this.board[name], [colour]: n } }),
    }));
  }

  /**
   * @param {string} name
   * @param {import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[]} words
   * @param {boolean} on
   * @param {(yes: boolean) => void} onchange
   */
  #check(name, words, on, onchange) {
    const box = h("input", { type: "checkbox", checked: on, "data-testid": name,
      onchange: () => onchange(box.checked) });
    return h("label", { class: "check" }, box, h("span", null, words));
  }

  #ended() {
    return [
      choose({
        name: "winner",
        legend: t("web.umpire.desk.hand.winner"),
        choices: COLOURS.map((colour) => /** @type {const} */ ([colour, this.#name(colour)])),
        value: this.ended.winner,
        onchange: (winner) => this.#end({ winner }),
      }),
      counter({ name: "points", label: t("web.umpire.desk.points"), plain: t("web.umpire.desk.points"),
        most: this.now.can?.points_most ?? 0, value: this.ended.points, onchange: (points) => this.#end({ points }) }),
      choose({
        name: "ended-queen",
        legend: t("web.umpire.desk.hand.queen"),
        choices: [
          ...COLOURS.map((colour) => /** @type {const} */ ([colour, this.#name(colour)])),
          /** @type {const} */ (["none", t("web.umpire.desk.hand.nobody")]),
        ],
        value: this.ended.queen,
        onchange: (queen) => this.#end({ queen }),
      }),
    ];
  }

  /** @param {Partial<ByHand["ended"]>} facts */
  #end(facts) {
    this.ended = { ...this.ended, ...facts };
    this.onchange();
  }
}

/** @type {Board} */
const FRESH = {
  on_strike: "white", white: EACH, black: EACH, queen: "on-board", due: { white: 0, black: 0 },
  earned: { white: false, black: false }, held: { white: 0, black: 0 }, broken: false, tries: 0, passes: 0,
  strokes_in_hand: 1, text: "",
};
