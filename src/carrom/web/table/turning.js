/** The breaker turns the rosette: round the board by hand, by slider or keys, and says "Play". */
import { h } from "../shared/dom.js";
import { number, t } from "../shared/words.js";
import { nameRow, row, setRow } from "./controls.js";

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../board/board.js").BoardView} BoardView */

/** The pattern comes round again after a third of a turn. */
const MOST = 60;

export class Turning {
  /** @param {(angle: number) => void} onPlay radians counter-clockwise */
  constructor(onPlay) {
    const span = { min: -MOST, max: MOST, step: 1 };
    this.slider = row("turn", span, (degrees) => this.set(degrees), (by) => this.step(by));
    this.help = h("p", { class: "muted" });
    this.play = h("button", { class: "button primary big wide play", type: "button",
      onclick: () => onPlay(this.angle) });
    this.element = h("div", { class: "controls" }, this.help, this.slider.element, this.play);
    this.degrees = 0;
    /** @type {readonly Coin[]} */
    this.coins = [];
    /** @type {BoardView | null} */
    this.view = null;
    this.onPlay = onPlay;
  }

  /** Radians counter-clockwise; the slider runs clockwise to the right. */
  get angle() {
    return (-this.degrees * Math.PI) / 180;
  }

  name() {
    nameRow(this.slider, t("web.table.turn"), t("web.table.turn.left"), t("web.table.turn.right"));
    this.help.textContent = t("web.table.turn.help");
    this.play.textContent = t("web.table.turn.play");
    this.#show();
  }

  /**
   * @param {BoardView} view
   * @param {readonly Coin[]} coins the rosette as it is laid
   */
  start(view, coins) {
    this.view = view;
    this.coins = coins;
    this.degrees = 0;
    this.name();
  }

  stop() {
    this.view = null;
  }

  /** @param {number} degrees clockwise */
  set(degrees) {
    const whole = degrees - 2 * MOST * Math.round(degrees / (2 * MOST));
    this.degrees = Math.round(whole * 10) / 10;
    this.#show();
  }

  /** @param {number} by degrees clockwise */
  step(by) {
    this.set(this.degrees + by);
  }

  /** Dragging round the centre turns by the angle the finger went. @param {HTMLElement} host */
  follow(host) {
    /** @type {number | null} */
    let last = null;
    /** @param {PointerEvent} event */
    const where = (event) => {
      const point = this.view?.point(event.clientX, event.clientY);
      return point ? Math.atan2(point.y, point.x) : null;
    };
    host.addEventListener("pointerdown", (event) => {
      if (!this.view) return;
      last = where(event);
      host.setPointerCapture(event.pointerId);
    });
    host.addEventListener("pointermove", (event) => {
      if (!this.view || last === null) return;
      const now = where(event);
      if (now === null) return;
      const turned = Math.atan2(Math.sin(now - last), Math.cos(now - last));
      this.set(this.degrees - (turned * 180) / Math.PI);
      last = now;
    });
    for (const end of ["pointerup", "pointercancel"]) host.addEventListener(end, () => (last = null));
  }

  #show() {
    setRow(this.slider, this.degrees, t("web.table.turn.degrees", { degrees: number(this.degrees, 0) }));
    if (!this.view) return;
    const [c, s] = [Math.cos(this.angle), Math.sin(this.angle)];
    this.view.setCoins(this.coins.map(({ coin, x, y }) => ({ coin, x: x * c - y * s, y: x * s + y * c })));
  }
}
