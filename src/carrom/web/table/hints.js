/** Strokes worth playing: their chance, what they try, and a button that takes the aim. */
import { button } from "../shared/controls.js";
import { fill, h } from "../shared/dom.js";
import { list, percent, t, typeset, upper } from "../shared/words.js";

/** @typedef {import("../wire").HintNow} HintNow */

/** Rarer risks are told with the details. */
const WORTH_TELLING = 0.005;
const USE = ["pocket", "break", "touch", "pass"];

export class Hints {
  /** @param {import("./screen.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("section", { class: "hints panel", hidden: true, "aria-live": "polite" });
  }

  wait() {
    this.element.hidden = false;
    fill(this.element, h("p", { class: "row" }, h("span", { class: "spinner" }), t("web.table.hint.wait")));
  }

  /** @param {readonly HintNow[]} hints */
  show(hints) {
    this.element.hidden = false;
    if (!hints.length) return void fill(this.element, h("p", null, t("web.table.hint.none")));
    const sorted = byUse(hints);
    fill(this.element,
      h("div", { class: "row spread" }, h("h2", null, t("web.table.hint")),
        h("button", { class: "quiet close", type: "button", "aria-label": t("web.shell.close"),
          onclick: () => this.clear() }, "×")),
      h("ol", { class: "rows" }, sorted.map((hint, i) => this.#item(hint, i))));
    this.#draw(sorted[0]);
  }

  clear() {
    if (this.element.hidden) return;
    this.screen.view?.show({ tracks: [] });
    this.element.hidden = true;
    fill(this.element);
  }

  /** Draws its ways on the board. @param {HintNow} hint */
  #draw(hint) {
    this.screen.view?.show({ tracks: hint.track, trackStyle: "hint" });
  }

  /** @param {HintNow} hint */
  #take(hint) {
    const { focus } = this.screen;
    this.screen.setAim(hint);
    if (focus.small) this.clear();
    focus.toBoard();
  }

  /**
   * @param {HintNow} hint
   * @param {number} i
   */
  #item(hint, i) {
    const risk = riskText(hint);
    return h("li", { class: "hint", onpointerenter: () => this.#draw(hint), onfocusin: () => this.#draw(hint) },
      h("p", null, h("strong", null, t("web.table.hint.line", { what: triesText(hint), chance: chanceText(hint) }))),
      risk && h("p", { class: "small muted" }, risk),
      button(`${i ? "" : "primary"} take`, t("web.table.hint.take"), () => this.#take(hint)),
      h("details", null, h("summary", { class: "small" }, t("web.table.hint.details")),
        hint.words.map((words) => h("p", { class: "small" }, typeset(words)))));
  }
}

/** What a stroke tries, in a few words. @param {HintNow} hint */
export function triesText({ kind, falls, touches }) {
  if (kind === "touch") return t(`web.table.hint.touch.${touches}`);
  if (kind !== "pocket") return t(`web.table.hint.${kind}`);
  return upper(list(falls.map(([coin, pocket]) => t(`web.table.hint.${coin}.${pocket}`))));
}

/** What may go wrong, in one line; empty if hardly anything. @param {HintNow} hint */
export function riskText({ risks }) {
  const told = Object.entries(risks)
    .filter(([, share]) => share >= WORTH_TELLING)
    .sort(([, a], [, b]) => b - a)
    .map(([risk, share]) => t(`web.table.hint.risk.${risk}`, { share: percent(share) }));
  return told.length ? t("web.table.hint.risk", { risks: told.join(", ") }) : "";
}

/** The chance as one number; almost always is not always. @param {HintNow} hint */
export const chanceText = ({ chance }) => percent(chance < 1 ? Math.min(chance, 0.99) : 1);

/**
 * Those that pocket something of use first, each kind in the order it came; what never works only if nothing else does.
 * @param {readonly HintNow[]} hints
 */
export function byUse(hints) {
  const works = hints.filter(({ chance }) => chance > 0);
  return [...(works.length ? works : hints)].sort((a, b) => USE.indexOf(a.kind) - USE.indexOf(b.kind));
}
