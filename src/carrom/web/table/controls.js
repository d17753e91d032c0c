/** Placing, aiming and power by sliders and buttons, and the Strike button: the same numbers as on the board. */
import { button } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { number, percent, t } from "../shared/words.js";
import { FIRST_AIM, angleOf, reach, rightOfAhead } from "./aim.js";

/** @typedef {import("./aim.js").Aim} Aim */
/** @typedef {import("../wire").After} After */
/** @typedef {import("../shared/dom.js").Child} Child */

/**
 * A labelled range with a button at each end for the smallest step a finger cannot make.
 * @param {object} how
 * @param {string} how.key also the beginning of its phrases' keys, `web.table.KEY`
 * @param {[less: string, more: string]} how.ends the last part of the phrases of its buttons
 * @param {{ min: number, max: number, step: number }} how.span
 * @param {number} how.value
 * @param {string} how.text the value in words, for who cannot see the slider
 * @param {string} [how.short] the value as it is shown
 * @param {boolean} [how.able]
 * @param {Child} [how.marks] along the range
 * @param {(value: number) => void} how.onInput
 * @param {(step: -1 | 1) => void} how.onStep
 */
export function slider({ key, ends, span, value, text, short = text, able = true, marks, onInput, onStep }) {
  const id = `slide-${key}`;
  /** @param {-1 | 1} by @param {string} end */
  const step = (by, end) =>
    button("quiet step", by < 0 ? "−" : "+", () => onStep(by),
      { disabled: !able, "data-key": `${key} ${by}`, "aria-label": t(`web.table.${key}.${end}`) });
  return h("div", { class: `slide slide-${key}`, key },
    h("label", { for: id }, h("span", { class: "row-name" }, t(`web.table.${key}`)),
      // Not spoken at every step: the slider itself says its value.
      h("output", { for: id, class: "numbers", "aria-live": "off" }, short)),
    h("div", { class: "slide-line" },
      step(-1, ends[0]),
      marks,
      h("input", { type: "range", id, ...span, value, disabled: !able, "aria-valuetext": text,
        oninput: (/** @type {any} */ event) => onInput(Number(event.currentTarget.value)) }),
      step(1, ends[1])));
}

/**
 * An act of the first click alone. The second of a double click would answer a question that nobody has read yet.
 * @param {() => void} act
 */
export const firstClick = (act) => (/** @type {Event} */ event) => /** @type {MouseEvent} */ (event).detail < 2 && act();

/**
 * A number with an arrow to the side it lies on.
 * @param {number} value to the right
 * @param {string} unit
 */
function sided(value, unit) {
  const size = `${number(Math.abs(value), 1)}${unit}`;
  return value === 0 ? size : value < 0 ? `◂ ${size}` : `${size} ▸`;
}

export class StrikeControls {
  /** @type {{ aim: Aim, why: string, after: After | null }} */
  #shown = { aim: FIRST_AIM, why: "", after: null };

  /** @param {import("./screen.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "controls", key: "strike" });
  }

  /**
   * @param {boolean} able whether the player here may strike now
   * @param {{ aim: Aim, why: string, after: After | null }} [shown] the aim, why the striker does not stand where it
   *   was wanted (a key of play.striker.*), and the table; without, all stays as it was
   */
  show(able, shown = this.#shown) {
    this.#shown = shown;
    const { screen } = this;
    const { aim, why, after } = shown;
    const { places = [], blocked = [] } = after ?? {};
    const [low, high] = reach(places, blocked);
    const mm = Math.round(aim.x * 1000);
    const degrees = rightOfAhead(aim.angle);
    render(this.element,
      slider({
        key: "place",
        ends: ["left", "right"],
        span: { min: Math.floor(low * 1000), max: Math.ceil(high * 1000), step: 1 },
        value: mm,
        text: placeWords(aim.x),
        short: sided(mm / 10, " cm"),
        able,
        marks: h("span", { class: "spans", "aria-hidden": "true" }, blocked.map((span) => forbidden(span, low, high))),
        onInput: (to) => screen.setAim({ x: to / 1000 }),
        onStep: (by) => screen.surface.step(by / 1000),
      }),
      h("p", { class: "why wrong", role: "status" },
        why && t("web.table.place.moved", { why: t(`play.striker.${why}`) })),
      slider({
        key: "angle",
        ends: ["left", "right"],
        span: { min: -90, max: 90, step: 0.5 },
        value: Math.min(90, Math.max(-90, degrees)),
        text: angleWords(degrees),
        short: sided(Math.round(degrees * 10) / 10, "°"),
        able,
        onInput: (to) => screen.setAim({ angle: angleOf(to) }),
        onStep: (by) => screen.setAim({ angle: aim.angle - (by * 0.2 * Math.PI) / 180 }),
      }),
      slider({
        key: "power",
        ends: ["less", "more"],
        span: { min: 1, max: 100, step: 1 },
        value: Math.round(aim.power * 100),
        text: percent(aim.power),
        able,
        onInput: (to) => screen.setAim({ power: to / 100 }),
        onStep: (by) => screen.setAim({ power: aim.power + by / 100 }),
      }),
      button("primary big wide strike", t("web.table.strike"), firstClick(() => screen.acts.strike()), { disabled: !able }));
  }
}

/**
 * What is forbidden is red on the slider.
 * @param {import("../wire").Blocked} span
 * @param {number} low
 * @param {number} high
 */
function forbidden(span, low, high) {
  const share = 100 / (high - low || 1);
  const style = { left: `${share * (span.low - low)}%`, width: `${share * (span.high - span.low)}%` };
  return h("span", { class: "forbidden", style, key: span.low });
}

/** @param {number} x metres to the right of the middle */
export function placeWords(x) {
  const cm = Math.round(x * 1000) / 10;
  if (cm === 0) return t("web.table.place.middle");
  return t(`web.table.place.${cm > 0 ? "cm-right" : "cm-left"}`, { cm: number(Math.abs(cm), 1) });
}

/** @param {number} degrees to the right of straight ahead */
export function angleWords(degrees) {
  const shown = Math.round(degrees * 10) / 10;
  if (shown === 0) return t("web.table.angle.ahead");
  return t(`web.table.angle.${shown > 0 ? "deg-right" : "deg-left"}`, { degrees: number(Math.abs(shown), 1) });
}
