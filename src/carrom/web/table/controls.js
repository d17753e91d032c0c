/** Placing, aiming and power by sliders and buttons, and the Strike button: the same numbers as on the board. */
import { fill, h } from "../shared/dom.js";
import { number, percent, t } from "../shared/words.js";
import { angleOf, reach, rightOfAhead } from "./aim.js";

/** @typedef {import("./aim.js").Aim} Aim */
/** @typedef {import("../wire").After} After */

/**
 * @typedef {object} Row
 * @property {HTMLElement} element
 * @property {HTMLInputElement} range
 * @property {HTMLOutputElement} value
 * @property {HTMLElement} name
 * @property {HTMLButtonElement[]} steps
 */

let rows = 0;

/**
 * A labelled range with a button at each end for the smallest step a finger cannot make.
 * @param {string} key
 * @param {{ min: number, max: number, step: number }} span
 * @param {(value: number) => void} onInput
 * @param {(step: -1 | 1) => void} onStep
 * @returns {Row}
 */
export function row(key, { min, max, step }, onInput, onStep) {
  const id = `row-${(rows += 1)}`;
  const range = h("input", { type: "range", id, min, max, step, oninput: () => onInput(Number(range.value)) });
  // Not spoken at every step: the slider itself says its value.
  const value = h("output", { for: id, class: "numbers", "aria-live": "off" });
  const name = h("span", { class: "row-name" });
  const steps = /** @type {const} */ ([-1, 1]).map((by) =>
    h("button", { class: "button quiet step", type: "button", onclick: () => onStep(by) }, by < 0 ? "−" : "+"),
  );
  const element = h(
    "div",
    { class: `slide slide-${key}` },
    h("label", { for: id }, name, value),
    h("div", { class: "slide-line" }, steps[0], range, steps[1]),
  );
  return { element, range, value, name, steps };
}

/**
 * @param {Row} made
 * @param {string} name
 * @param {string} less
 * @param {string} more
 */
export function nameRow(made, name, less, more) {
  made.name.textContent = name;
  made.steps[0].setAttribute("aria-label", less);
  made.steps[1].setAttribute("aria-label", more);
}

/**
 * @param {Row} made
 * @param {number} value
 * @param {string} text in words, for who cannot see the slider
 * @param {string} [short]
 */
export function setRow(made, value, text, short = text) {
  made.range.value = String(value);
  made.range.setAttribute("aria-valuetext", text);
  if (made.value.textContent !== short) made.value.textContent = short;
}

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
  /**
   * @param {object} options
   * @param {(change: Partial<Aim>, step?: number) => void} options.onAim
   * @param {() => void} options.onStrike
   */
  constructor({ onAim, onStrike }) {
    this.place = row("place", { min: -235, max: 235, step: 1 }, (mm) => onAim({ x: mm / 1000 }), (by) =>
      onAim({}, by / 1000),
    );
    this.angle = row(
      "angle",
      { min: -90, max: 90, step: 0.5 },
      (degrees) => onAim({ angle: angleOf(degrees) }),
      (by) => onAim({ angle: this.aim.angle - (by * 0.2 * Math.PI) / 180 }),
    );
    this.power = row("power", { min: 1, max: 100, step: 1 }, (share) => onAim({ power: share / 100 }), (by) =>
      onAim({ power: this.aim.power + by / 100 }),
    );
    this.spans = h("span", { class: "spans", "aria-hidden": "true" });
    this.place.range.before(this.spans);
    this.why = h("p", { class: "why wrong", role: "status" });
    this.strike = h("button", { class: "button primary big wide strike", type: "button", onclick: onStrike });
    /** @type {Aim} */
    this.aim = { x: 0, angle: Math.PI / 2, power: 0.6 };
    this.element = h(
      "div",
      { class: "controls" },
      this.place.element,
      this.why,
      this.angle.element,
      this.power.element,
      this.strike,
    );
    this.name();
  }

  /** The words, again after a change of language. */
  name() {
    nameRow(this.place, t("web.table.place"), t("web.table.place.left"), t("web.table.place.right"));
    nameRow(this.angle, t("web.table.angle"), t("web.table.angle.left"), t("web.table.angle.right"));
    nameRow(this.power, t("web.table.power"), t("web.table.power.less"), t("web.table.power.more"));
    this.strike.textContent = t("web.table.strike");
  }

  /**
   * Where the striker may stand here; what is forbidden is red on the slider.
   * @param {After} after
   */
  places(after) {
    const [low, high] = reach(/** @type {[number, number][]} */ (after.places), after.blocked);
    const range = this.place.range;
    range.min = String(Math.floor(low * 1000));
    range.max = String(Math.ceil(high * 1000));
    const width = high - low || 1;
    const marks = after.blocked.map((span) => {
      const mark = h("span", { class: "forbidden" });
      mark.style.left = `${(100 * (span.low - low)) / width}%`;
      mark.style.width = `${(100 * (span.high - span.low)) / width}%`;
      return mark;
    });
    fill(this.spans, marks);
  }

  /**
   * @param {Aim} aim
   * @param {string} why a key of play.striker.*, or nothing
   */
  show(aim, why) {
    this.aim = aim;
    const mm = Math.round(aim.x * 1000);
    setRow(this.place, mm, placeWords(aim.x), sided(mm / 10, " cm"));
    const degrees = rightOfAhead(aim.angle);
    const near = Math.min(90, Math.max(-90, degrees));
    setRow(this.angle, near, angleWords(degrees), sided(Math.round(degrees * 10) / 10, "°"));
    setRow(this.power, Math.round(aim.power * 100), percent(aim.power));
    const said = why ? t("web.table.place.moved", { why: t(`play.striker.${why}`) }) : "";
    if (this.why.textContent !== said) fill(this.why, said);
  }

  /** @param {boolean} able */
  enable(able) {
    for (const made of [this.place, this.angle, this.power]) {
      made.range.disabled = !able;
      for (const step of made.steps) step.disabled = !able;
    }
    this.strike.disabled = !able;
  }
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
