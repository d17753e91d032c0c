/**
 * The first stroke ever made in this browser, step by step at the board: place, pull, let go. What the player does
 * leads from step to step; a stroke, or "Skip", ends it for good.
 */
import { button } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { svg } from "../shared/icons.js";
import * as prefs from "../shared/prefs.js";
import { t } from "../shared/words.js";
import { strikerPlace } from "../board/seats.js";

/** @typedef {"place" | "pull" | "release"} Step */

/** Arrows about the striker, which is at the middle of a square of 100. @type {Record<Step, string>} */
const ARROWS = {
  place: "M32 50H6M16 40 6 50l10 10M68 50h26M84 40l10 10-10 10",
  pull: "M50 68v26M40 84l10 10 10-10",
  release: "M50 32V6M40 16 50 6l10 10",
};
const STEPS = /** @type {Step[]} */ (Object.keys(ARROWS));

export class Guide {
  /** @param {import("./screen.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "guide", hidden: true });
    /** The striker has been placed, or aimed without that. */
    this.placed = false;
  }

  /** The player has moved the striker. */
  noticePlaced() {
    this.placed = true;
  }

  finish() {
    if (!prefs.get("taught")) prefs.set("taught", true);
    this.element.hidden = true;
  }

  /** @returns {Step | null} nothing where nobody has to be shown anything */
  get step() {
    const { able, setting, state, surface } = this.screen;
    const strikes = state?.asks.kind === "strike" || (state?.asks.kind === "turn" && !this.screen.turning.open);
    if (prefs.get("taught") || !able || setting || !strikes) return null;
    const drag = surface.gestures?.drag;
    if (drag?.doing === "pulling" && !drag.off) return "release";
    return this.placed ? "pull" : "place";
  }

  paint() {
    const { step, screen } = this;
    const { aim, view, wrap } = screen;
    const striker = view?.striker;
    this.element.hidden = !step || !striker;
    if (!step || !view || !striker) return;
    const [x, y] = strikerPlace(striker.seat, aim.x, view.geometry);
    const at = view.clientPoint(x, y);
    const { left, top } = wrap.getBoundingClientRect();
    const words = step === "release" && prefs.get("strike") === "button" ? "button" : step;
    const arrow = svg("svg", { viewBox: "0 0 100 100", class: "guide-arrow", "aria-hidden": "true", "data-step": step },
      svg("path", { d: ARROWS[step] }));
    Object.assign(arrow.style, { left: `${at.x - left}px`, top: `${at.y - top}px` });
    render(this.element,
      h("div", { class: "guide-words", key: step },
        h("p", { role: "status" }, h("strong", null, `${STEPS.indexOf(step) + 1}/${STEPS.length} `), t(`web.table.guide.${words}`)),
        button("quiet", t("web.table.guide.skip"), () => this.finish(), { "data-key": "skip" })),
      h("div", { class: "guide-mark", key: `arrow ${step}` }, arrow));
  }
}
