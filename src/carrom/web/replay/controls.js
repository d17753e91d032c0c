/** The controls under the board of a replay: run, step, scrub, speed, and from which seat one looks. */
import { SEATS } from "../board/seats.js";
import { button, select } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { number, t } from "../shared/words.js";

/** @typedef {import("./reel.js").Reel} Reel */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {{ seat: SeatName, tilt: boolean, onLook: () => void }} Looks */

const SPEEDS = [0.25, 0.5, 1, 2];

export class Controls {
  /**
   * @param {Reel} reel
   * @param {Looks} looks
   * @param {boolean} board whether there is one to be seen
   */
  constructor(reel, looks, board) {
    this.reel = reel;
    this.looks = looks;
    this.board = board;
    this.element = h("section", { class: "replay-controls" });
  }

  toggle() {
    if (this.reel.playing) this.reel.halt();
    else this.reel.play();
  }

  /** @param {"Home" | "End"} where */
  jump(where) {
    if (where === "Home") void this.reel.show(0);
    else void this.reel.show(this.reel.stops.length - 1, { end: true });
  }

  /** A tenth of a second by the arrows; a step of "any" would be a hundredth of the whole. */
  #nudge = (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.reel.seek(this.reel.time + (way * (event.shiftKey ? 1 : 10)) / 100);
  };

  /** @param {Partial<Looks>} change */
  #look(change) {
    Object.assign(this.looks, change);
    this.looks.onLook();
    this.paint();
  }

  paint() {
    const { reel, board } = this;
    const atStart = reel.index <= 0 && reel.time === 0;
    this.element.setAttribute("aria-label", t("web.replay.controls"));
    render(this.element,
      this.#entryScrub(),
      board && this.#momentScrub(),
      h("div", { class: "bar" },
        h("div", { class: "transport" },
          iconButton("first", atStart ? null : () => this.jump("Home")),
          iconButton("back", atStart ? null : () => reel.turn(-1)),
          board && button("primary", icon(reel.playing ? "pause" : "play"), () => this.toggle(),
            { id: "replay-play", ...label(reel.playing ? "pause" : "play") }),
          iconButton("next", reel.atEnd ? null : () => reel.turn(1)),
          iconButton("last", reel.atEnd ? null : () => this.jump("End"))),
        board && this.#looksForm()));
  }

  #entryScrub() {
    const { reel } = this;
    const strokes = reel.stops.filter((line) => line.n > 0 && line.stands).length;
    const { line } = reel;
    const last = line?.n || (reel.stops.slice(0, reel.index).findLast((each) => each.n > 0)?.n ?? 0);
    const said = last
      ? t(line?.n ? "web.replay.stroke-of" : "web.replay.after-stroke", { n: last, of: strokes })
      : t("web.replay.before-strokes");
    return scrub("entry", `${last} / ${strokes}`, {
      max: Math.max(reel.stops.length - 1, 0),
      step: 1,
      value: Math.max(reel.index, 0),
      "aria-valuetext": said,
      oninput: (/** @type {any} */ event) => void reel.show(Number(event.currentTarget.value)),
    });
  }

  #momentScrub() {
    const { reel } = this;
    const said = reel.duration
      ? t("web.replay.seconds", { s: number(reel.time, 1), of: number(reel.duration, 1) })
      : t("web.replay.still");
    return scrub("moment", said, {
      max: reel.duration || 1,
      step: "any",
      value: reel.time,
      disabled: reel.duration === 0,
      "aria-valuetext": said,
      onkeydown: this.#nudge,
      oninput: (/** @type {any} */ event) => reel.seek(Number(event.currentTarget.value)),
    });
  }

  #looksForm() {
    const { reel, looks } = this;
    const players = reel.step?.after.players ?? [];
    /** @param {SeatName} seat */
    const sitter = (seat) => players.find((player) => player.seat === seat)?.name ?? t(`web.replay.seat.${seat}`);
    return h("div", { class: "looks" },
      plainSelect("speed", String(reel.speed),
        SPEEDS.map((each) => [String(each), t("web.replay.times", { n: number(each, each % 1 ? (each === 0.25 ? 2 : 1) : 0) })]),
        (speed) => (reel.speed = Number(speed))),
      plainSelect("seat", looks.seat, SEATS.map((seat) => [seat, t("web.replay.seen-from", { seat: sitter(seat) })]),
        (seat) => this.#look({ seat: SEATS.find((each) => each === seat) })),
      iconButton("tilt", () => this.#look({ tilt: !looks.tilt }), { "aria-pressed": String(looks.tilt) }));
  }
}

/** @param {string} name */
const label = (name) => ({ "aria-label": t(`web.replay.${name}`), title: t(`web.replay.${name}`) });

/**
 * @param {string} name
 * @param {(() => void) | null} onclick
 * @param {Record<string, unknown>} [props]
 */
const iconButton = (name, onclick, props = {}) =>
  button("icon", icon(name), onclick, { id: `replay-${name}`, ...label(name), ...props });

/**
 * A range with its value in words.
 * @param {string} name
 * @param {string} said
 * @param {Record<string, unknown>} props
 */
const scrub = (name, said, props) =>
  h("div", { class: "scrub", key: name },
    h("label", { for: `replay-${name}` }, t(`web.replay.${name}`)),
    h("input", { type: "range", id: `replay-${name}`, min: 0, ...props }),
    h("output", { class: "numbers muted", for: `replay-${name}` }, said));

/**
 * A list without a visible label.
 * @param {string} name
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} change
 */
const plainSelect = (name, value, options, change) =>
  select({ id: `replay-${name}`, label: "", value, options, change, props: { "aria-label": t(`web.replay.${name}`) } });
