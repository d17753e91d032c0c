/** The clock's face: one tap starts it, one stops it; it sounds near its end. The time it ran goes with the report. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { tick } from "../../shared/controls.js";
import { beep, wakeSound } from "./beep.js";
import { clockFace, kindFor, soundBetween, KINDS, limitOf, secondsRun, started, stopped, newClock } from "./clock.js";
import { icon, bigButton } from "./parts.js";
import { openSheet, sheetEnd } from "./bottom_sheet.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./clock.js").Kind} Kind */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {{ get(name: string): any, set(name: string, value: unknown): void }} Storage */

const EVERY = 100;
const NONE = { stroke: 0, placing: 0, change: 0 };

export class Timer {
  /**
   * @param {Storage} storage where the clock outlasts the page
   * @param {() => void} onChange
   * @param {() => void} onTick while it runs
   */
  constructor(storage, onChange, onTick) {
    this.storage = storage;
    this.onChange = onChange;
    this.clocks = NONE;
    /** Whether it starts again by itself after each report; the umpire chooses that. */
    this.runsOn = storage.get("screen.clock-on") === true;
    /** Chosen by hand: it stays until something is reported. */
    this.chosen = false;
    /** @type {Clock} */
    this.clock = storage.get("screen.clock") ?? newClock("stroke", 0);
    this.seen = Date.now();
    this.interval = setInterval(() => {
      const now = Date.now();
      const sound = soundBetween(this.clock, this.seen, now);
      this.seen = now;
      if (sound) beep(sound);
      if (this.running) onTick();
    }, EVERY);
  }

  close() {
    clearInterval(this.interval);
  }

  get running() {
    return this.clock.since !== null;
  }

  get face() {
    return clockFace(this.clock, Date.now());
  }

  /** Whether the time for a stroke is over. */
  get strokeOver() {
    return this.clock.kind === "stroke" && this.face.over;
  }

  /** Chooses the clock that fits what is going on, unless one runs or was chosen. @param {View} view */
  fit(view) {
    this.clocks = view.clocks;
    const kind = kindFor(view);
    const limit = limitOf(this.clock.kind, this.clocks);
    if (!this.running && !this.chosen && kind !== this.clock.kind) this.#keep(newClock(kind, limitOf(kind, this.clocks)));
    else if (limit !== this.clock.limit) this.#keep({ ...this.clock, limit });
  }

  toggle() {
    wakeSound();
    const now = Date.now();
    this.#set(this.running ? stopped(this.clock, now) : started(this.clock, now));
  }

  /**
   * Seconds that go with a report of this kind; none if that clock did not run.
   * @param {Kind} kind
   */
  taken(kind) {
    const taken = this.clock.kind === kind ? secondsRun(this.clock, Date.now()) : null;
    return taken === null ? {} : { seconds: taken };
  }

  /** Resets the clock after a report, for what comes next. @param {View} view */
  next(view) {
    this.chosen = false;
    const kind = kindFor(view);
    const fresh = newClock(kind, limitOf(kind, view.clocks));
    const goesOn = this.runsOn && (kind === "stroke" || kind === "placing");
    this.#set(goesOn ? started(fresh, Date.now()) : fresh);
  }

  /** @param {Clock} clock */
  #keep(clock) {
    this.clock = clock;
    this.seen = Date.now();
    this.storage.set("screen.clock", clock);
  }

  /** @param {Clock} clock */
  #set(clock) {
    this.#keep(clock);
    this.onChange();
  }

  show() {
    const { clock: { kind }, face: shown, running } = this;
    const late = shown.over ? "over" : shown.last ? "last" : "";
    const name = t(`web.umpire.desk.clock.${kind}`);
    const what = t(running ? "web.umpire.desk.clock.stop" : "web.umpire.desk.clock.start");
    return h("div", { class: `desk-clock ${running ? "runs" : ""} ${late}`, role: "timer" },
      h("button", { class: "clock-key", type: "button", key: "clock",
        "data-testid": running ? "clock-stop" : "clock-start", "aria-label": `${what}: ${name}, ${shown.text}`, onclick: () => this.toggle() },
        h("span", { class: "clock-mark" }, icon(running ? "stop" : "start")),
        h("span", { class: "clock-words" },
          h("span", { class: "clock-number numbers" }, shown.text), h("span", { class: "clock-name" }, name))),
      h("button", { class: "clock-set", type: "button", "data-testid": "clock-set",
        "aria-label": t("web.umpire.desk.clock.choose"), onclick: () => this.#choose() }, icon("set")));
  }

  #choose() {
    wakeSound();
    openSheet(t("web.umpire.desk.clock.choose"), ({ close, draw }) => [
      h("div", { class: "answers" }, KINDS.map((kind) => {
        const limit = limitOf(kind, this.clocks);
        const long = limit ? clockFace(newClock(kind, limit), 0).text : t("web.umpire.desk.clock.free");
        const start = () => {
          close();
          this.chosen = true;
          this.#set(started(newClock(kind, limit), Date.now()));
        };
        return bigButton(`clock-${kind}`, [h("span", { class: "grow" }, t(`web.umpire.desk.clock.${kind}.long`)),
          h("b", { class: "numbers" }, long)], start, { kind: "answer", pressed: kind === this.clock.kind });
      })),
      sheetEnd(bigButton("clock-reset", t("web.umpire.desk.clock.reset"), () => {
        close();
        this.#set(newClock(this.clock.kind, this.clock.limit));
      })),
      tick({ key: "clock-runs-on", label: t("web.umpire.desk.clock.runs-on"), value: this.runsOn,
        change: (yes) => {
          this.runsOn = yes;
          this.storage.set("screen.clock-on", yes);
          draw();
        } }),
      h("p", { class: "muted small" }, t("web.umpire.desk.clock.help")),
    ]);
  }
}
