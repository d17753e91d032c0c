/** The breaker may turn the rosette before the break: round the board by hand, by slider or keys. */
import { button } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { number, t } from "../shared/words.js";
import { slider } from "./controls.js";

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../board/board.js").BoardView} BoardView */

/** The pattern comes round again after a third of a turn. */
const MOST = 60;

export class Turning {
  /** @param {import("./screen.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "controls", key: "turn" });
    /** On the board itself: nothing moves when it goes. */
    this.corner = h("div", { class: "turn-corner" });
    /** Whether the rosette is being turned; otherwise it is there to be struck. */
    this.open = false;
    this.degrees = 0;
    /** @type {readonly Coin[]} */
    this.coins = [];
    /** @type {BoardView | null} */
    this.view = null;
  }

  /** Radians counter-clockwise; the slider runs clockwise to the right. */
  get angle() {
    return (-this.degrees * Math.PI) / 180;
  }

  /** Offers it: most breakers strike at once. @param {boolean} offered */
  offer(offered) {
    const offer = () => button("turn-rosette", t("web.table.turn.offer"), () => this.#open(true), { key: "offer" });
    const done = () => button("primary play", t("web.table.turn.play"), () => this.play(), { key: "done" });
    render(this.corner, offered && (this.open ? done() : offer()));
  }

  /** @param {boolean} open */
  #open(open) {
    this.open = open;
    this.screen.render();
  }

  /** The rosette stays as it is turned now. */
  play() {
    if (this.degrees === 0) this.#open(false);
    else this.screen.acts.choose("turn", this.angle);
  }

  /**
   * @param {BoardView} view
   * @param {readonly Coin[]} coins the rosette as it is laid
   */
  start(view, coins) {
    this.view = view;
    this.coins = coins;
    this.degrees = 0;
    this.paint();
  }

  stop() {
    this.view = null;
  }

  /** @param {number} degrees clockwise */
  set(degrees) {
    const whole = degrees - 2 * MOST * Math.round(degrees / (2 * MOST));
    this.degrees = Math.round(whole * 10) / 10;
    this.paint();
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

  paint() {
    render(this.element,
      h("p", { class: "muted" }, t("web.table.turn.help")),
      slider({
        key: "turn",
        ends: ["left", "right"],
        span: { min: -MOST, max: MOST, step: 1 },
        value: this.degrees,
        text: t("web.table.turn.degrees", { degrees: number(this.degrees, 0) }),
        onInput: (degrees) => this.set(degrees),
        onStep: (by) => this.step(by),
      }));
    const [c, s] = [Math.cos(this.angle), Math.sin(this.angle)];
    this.view?.setCoins(this.coins.map(({ coin, x, y }) => ({ coin, x: x * c - y * s, y: x * s + y * c })));
  }
}
