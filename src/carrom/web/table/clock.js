/** The seconds for a stroke, as a ring with its number; the last five stand out. */
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { svg } from "../shared/icons.js";

/** @typedef {import("../wire").Clock} Clock */

const LAST = 5;
const ROUND = 2 * Math.PI * 20;

export class ClockRing {
  constructor() {
    this.ring = svg("circle", { cx: 24, cy: 24, r: 20, class: "ring-left", "stroke-dasharray": ROUND });
    this.number = h("span", { class: "ring-number numbers" });
    this.element = h(
      "div",
      { class: "clock", role: "timer", hidden: true },
      svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" },
        svg("circle", { cx: 24, cy: 24, r: 20, class: "ring-whole" }), this.ring),
      this.number,
    );
    /** @type {{ limit: number, left: number, from: number } | null} */
    this.running = null;
    this.timer = setInterval(() => this.#draw(), 200);
  }

  /** Whether this match has a clock. @param {boolean} yes */
  set used(yes) {
    this.element.hidden = !yes;
  }

  /**
   * @param {Clock | null | undefined} timing
   * @param {number} heard when it arrived, by performance.now()
   */
  set(timing, heard) {
    this.running = timing ? { limit: timing.limit, left: timing.left, from: heard + timing.delay * 1000 } : null;
    // It keeps its place while it stands, so that nothing moves when it runs.
    this.element.classList.toggle("stands", !timing);
    this.#draw();
  }

  get left() {
    if (!this.running) return Infinity;
    const { left, from } = this.running;
    return Math.max(0, left - Math.max(0, performance.now() - from) / 1000);
  }

  destroy() {
    clearInterval(this.timer);
  }

  #draw() {
    if (!this.running) return;
    const left = this.left;
    const shown = String(Math.ceil(left));
    if (this.number.textContent !== shown) {
      this.number.textContent = shown;
      this.element.setAttribute("aria-label", t("web.table.clock", { n: Math.ceil(left) }));
    }
    this.ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - left / this.running.limit)));
    this.element.classList.toggle("last", left <= LAST);
  }
}
