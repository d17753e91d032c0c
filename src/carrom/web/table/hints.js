/** Strokes worth playing: their chance, what they try, and a button that takes the aim. */
import { button } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { list, percent, t, typeset, upper } from "../shared/words.js";

/** @typedef {import("../wire").HintNow} HintNow */

/** Rarer risks are told with the details. */
const WORTH_TELLING = 0.005;
const USE = ["pocket", "break", "touch", "pass"];

export class Hints {
  /** The hint whose ways are on the board; meanwhile the own aim is not. @type {HintNow | null} */
  drawn = null;

  /** @param {import("./screen.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("section", { class: "hints panel", hidden: true, "aria-live": "polite" });
    /** @type {readonly HintNow[]} */
    this.hints = [];
    // Whoever goes to the controls wants to see what they do.
    for (const event of ["pointerenter", "focusin"])
      screen.controls.element.addEventListener(event, () => this.putAside());
  }

  wait() {
    this.element.hidden = false;
    this.putAside();
    render(this.element, h("p", { class: "row", key: "wait" }, h("span", { class: "spinner" }), t("web.table.hint.wait")));
  }

  /** @param {readonly HintNow[]} hints */
  show(hints) {
    this.element.hidden = false;
    this.hints = byUse(hints);
    if (!hints.length) return render(this.element, h("p", { key: "none" }, t("web.table.hint.none")));
    this.#choose(this.hints[0]);
  }

  clear() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.putAside();
    render(this.element);
  }

  /** The own aim is on the board again; the list stays. */
  putAside() {
    if (!this.drawn) return;
    this.drawn = null;
    this.screen.view?.show({ tracks: [] });
    this.screen.surface.drawAim();
  }

  /** One is drawn at a time, and only it has its button and its details. @param {HintNow} chosen */
  #choose(chosen) {
    this.drawn = chosen;
    this.screen.view?.show({ tracks: chosen.track, trackStyle: "hint" });
    this.screen.surface.drawAim();
    render(this.element,
      h("div", { class: "row spread", key: "head" }, h("h2", null, t("web.table.hint")),
        h("button", { class: "quiet close", type: "button", "aria-label": t("web.shell.close"),
          onclick: () => this.clear() }, "×")),
      h("ol", { class: "rows", key: "list" }, this.hints.map((hint) => this.#item(hint, hint === chosen))));
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
   * @param {boolean} chosen
   */
  #item(hint, chosen) {
    const risk = riskText(hint);
    return h("li", { class: `hint ${chosen ? "chosen" : ""}` },
      h("button", { class: "quiet hint-line", type: "button", "aria-pressed": String(chosen), key: "line",
        onclick: () => this.#choose(hint) },
      h("strong", null, t("web.table.hint.line", { what: triesText(hint), chance: chanceText(hint) })),
      risk && h("span", { class: "small muted" }, risk)),
      chosen && h("div", { class: "row hint-more", key: "more" },
        button("primary take", t("web.table.hint.take"), () => this.#take(hint)),
        h("details", null, h("summary", { class: "small" }, t("web.table.hint.details")),
          hint.words.map((words) => h("p", { class: "small" }, typeset(words))))));
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
