/**
 * A penalty coin is put back: dragged inside the inner circle or moved by keys, as often as one likes, until its button
 * or Enter places it; where it may not lie, why not.
 */
import { button } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { seenFrom, turnedTo } from "../board/seats.js";
import { firstClick } from "./controls.js";
import { placeText } from "./text.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../board/board.js").BoardView} BoardView */
/** @typedef {{ x: number, y: number }} Spot */

/** At most eight questions a second. */
const PROBE_EVERY = 130;

export class Placing {
  /** @param {import("./screen.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "controls", key: "place" });
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {SeatName} */
    this.seat = "south";
    /** @type {{ coin: "white" | "black" } & Spot} */
    this.hand = { coin: "white", x: 0, y: 0 };
    /** Whether the coins may be left in the nets. */
    this.waivable = false;
    /** @type {readonly string[]} */
    this.failed = [];
    this.said = "";
    this.asked = 0;
    this.told = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.last = 0;
  }

  /**
   * @param {BoardView} view
   * @param {After} after
   * @param {SeatName} seat
   */
  start(view, after, seat) {
    this.view = view;
    this.seat = seat;
    const [x, y] = after.spot ?? turnedTo(seat, 0, -0.05);
    this.hand = { coin: after.asks.coin ?? "white", x, y };
    this.waivable = after.asks.waive;
    this.failed = [];
    this.said = "";
    this.paint();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.view?.show({ hand: null });
    this.view = null;
  }

  /** @param {Spot} spot */
  move({ x, y }) {
    this.hand = { ...this.hand, x, y };
    this.paint();
    const wait = PROBE_EVERY - (performance.now() - this.last);
    if (this.timer === undefined) this.timer = setTimeout(() => this.#probe(), Math.max(0, wait));
  }

  /**
   * By keys, in the player's own directions.
   * @param {number} right
   * @param {number} ahead
   */
  nudge(right, ahead) {
    const [x, y] = turnedTo(this.seat, right, ahead);
    this.move({ x: this.hand.x + x, y: this.hand.y + y });
  }

  drop() {
    this.screen.acts.place(this.hand);
  }

  /**
   * @param {import("../wire").ProbedMessage} message
   */
  answered({ n, failed, text }) {
    if (n < this.told) return;
    this.told = n;
    this.refused(failed, text ?? "");
  }

  /**
   * @param {readonly string[]} failed
   * @param {string} text
   */
  refused(failed, text) {
    this.failed = failed;
    this.said = text;
    this.paint();
  }

  #probe() {
    this.timer = undefined;
    if (!this.view) return;
    this.last = performance.now();
    this.asked += 1;
    this.screen.socket.tell({ t: "probe", n: this.asked, x: this.hand.x, y: this.hand.y });
  }

  paint() {
    if (!this.view) return;
    this.view.show({ hand: { ...this.hand, failed: [...this.failed] } });
    const [right, ahead] = seenFrom(this.seat, this.hand.x, this.hand.y);
    render(this.element,
      h("p", { class: "muted" }, t("web.table.put.help")),
      h("p", { class: "numbers" }, t("web.table.put.where", { place: placeText(right, ahead) })),
      h("p", { class: "why wrong", role: "status" }, this.said),
      button(`primary big wide put ${this.failed.length ? "doubtful" : ""}`, t("web.table.put.here"),
        firstClick(() => this.drop())),
      this.waivable && button("wide waive", t("web.table.put.waive"), () => this.screen.acts.choose("waive")),
      this.waivable && h("p", { class: "muted small" }, t("web.table.put.waive.help")));
  }
}
