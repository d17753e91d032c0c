/** The controls under the board of a replay: run, step, scrub, speed, and from which seat one looks. */
import { fill, h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { number, t } from "../shared/words.js";

/** @typedef {import("./reel.js").Reel} Reel */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").After} After */

/** @typedef {{ seat: SeatName, tilt: boolean, onLook: () => void }} Looks */

const SPEEDS = [0.25, 0.5, 1, 2];
/** @type {SeatName[]} */
const SEATS = ["south", "east", "north", "west"];

export class Controls {
  /**
   * @param {Reel} reel
   * @param {Looks} looks
   */
  constructor(reel, looks) {
    this.reel = reel;
    this.looks = looks;
    this.play = h("button", {
      class: "button primary",
      id: "replay-play",
      type: "button",
      onclick: () => this.toggle(),
    });
    this.first = this.#button("first", () => this.jump("Home"));
    this.back = this.#button("back", () => reel.turn(-1));
    this.next = this.#button("next", () => reel.turn(1));
    this.last = this.#button("last", () => this.jump("End"));
    this.entry = h("input", {
      type: "range",
      id: "replay-entry",
      min: 0,
      step: 1,
      oninput: () => void reel.show(Number(this.entry.value)),
    });
    this.moment = h("input", {
      type: "range",
      id: "replay-moment",
      min: 0,
      step: "any",
      onkeydown: this.#nudge,
      oninput: () => reel.seek(Number(this.moment.value)),
    });
    this.entrySaid = h("output", { class: "numbers muted", for: "replay-entry" });
    this.momentSaid = h("output", { class: "numbers muted", for: "replay-moment" });
    this.speed = h("select", { id: "replay-speed", onchange: () => (reel.speed = Number(this.speed.value)) });
    this.seat = h("select", {
      id: "replay-seat",
      onchange: () => {
        looks.seat = SEATS.find((each) => each === this.seat.value) ?? "south";
        looks.onLook();
      },
    });
    this.tilt = this.#button("tilt", () => {
      looks.tilt = !looks.tilt;
      this.tilt.setAttribute("aria-pressed", String(looks.tilt));
      looks.onLook();
    });
    this.element = h("section", { class: "replay-controls" });
  }

  /**
   * @param {string} name
   * @param {() => void} onclick
   */
  #button(name, onclick) {
    return h("button", { class: "button icon", id: `replay-${name}`, type: "button", onclick }, icon(name));
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

  /** Every word again. @param {boolean} board whether there is one to be seen */
  paint(board) {
    this.element.setAttribute("aria-label", t("web.replay.controls"));
    for (const name of /** @type {const} */ (["first", "back", "next", "last", "tilt"])) {
      this[name].setAttribute("aria-label", t(`web.replay.${name}`));
      this[name].title = t(`web.replay.${name}`);
    }
    this.tilt.setAttribute("aria-pressed", String(this.looks.tilt));
    fill(
      this.speed,
      SPEEDS.map((each) =>
        h(
          "option",
          { value: each, selected: each === this.reel.speed },
          t("web.replay.times", { n: number(each, each % 1 ? (each === 0.25 ? 2 : 1) : 0) }),
        ),
      ),
    );
    fill(
      this.element,
      h(
        "div",
        { class: "scrub" },
        h("label", { for: "replay-entry" }, t("web.replay.entry")),
        this.entry,
        this.entrySaid,
      ),
      board &&
        h(
          "div",
          { class: "scrub" },
          h("label", { for: "replay-moment" }, t("web.replay.moment")),
          this.moment,
          this.momentSaid,
        ),
      h(
        "div",
        { class: "bar" },
        h("div", { class: "transport" }, this.first, this.back, board && this.play, this.next, this.last),
        board &&
          h(
            "div",
            { class: "looks" },
            h("label", { for: "replay-speed", class: "sr" }, t("web.replay.speed")),
            this.speed,
            h("label", { for: "replay-seat", class: "sr" }, t("web.replay.seat")),
            this.seat,
            this.tilt,
          ),
      ),
    );
    this.tick();
  }

  /**
   * The seats, with who sits there now.
   * @param {After | null} after
   */
  seats(after) {
    fill(
      this.seat,
      SEATS.map((seat) => {
        const name = after?.players.find((player) => player.seat === seat)?.name;
        return h(
          "option",
          { value: seat, selected: seat === this.looks.seat },
          t("web.replay.seen-from", { seat: name ?? t(`web.replay.seat.${seat}`) }),
        );
      }),
    );
  }

  /** What changes while a stroke runs. */
  tick() {
    const { reel } = this;
    const words = t(reel.playing ? "web.replay.pause" : "web.replay.play");
    if (this.play.getAttribute("aria-label") !== words) {
      this.play.setAttribute("aria-label", words);
      this.play.title = words;
      fill(this.play, icon(reel.playing ? "pause" : "play"));
    }
    this.entry.max = String(Math.max(reel.stops.length - 1, 0));
    this.entry.value = String(reel.index);
    const strokes = reel.stops.filter((line) => line.n > 0 && line.stands).length;
    const line = reel.line;
    const last = line?.n || (reel.stops.slice(0, reel.index).findLast((each) => each.n > 0)?.n ?? 0);
    const said = last
      ? t(line?.n ? "web.replay.stroke-of" : "web.replay.after-stroke", { n: last, of: strokes })
      : t("web.replay.before-strokes");
    this.entrySaid.textContent = `${last} / ${strokes}`;
    this.entry.setAttribute("aria-valuetext", said);
    this.moment.disabled = reel.duration === 0;
    this.moment.max = String(reel.duration || 1);
    this.moment.value = String(reel.time);
    const seconds = t("web.replay.seconds", { s: number(reel.time, 1), of: number(reel.duration, 1) });
    this.momentSaid.textContent = reel.duration ? seconds : t("web.replay.still");
    this.moment.setAttribute("aria-valuetext", this.momentSaid.textContent);
    this.first.disabled = reel.index <= 0 && reel.time === 0;
    this.last.disabled = reel.atEnd;
    this.next.disabled = reel.atEnd;
    this.back.disabled = this.first.disabled;
  }
}
