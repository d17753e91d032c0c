/** The clock's face: one tap starts it, one stops it; it is heard near its end. What it ran goes with the report. */
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { beep, wake } from "./beep.js";
import { face, fitting, heard, KINDS, limitOf, seconds, started, stopped, wound } from "./clock.js";
import { sign, tall } from "./parts.js";
import { sheet } from "./bottom_sheet.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./clock.js").Kind} Kind */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {{ get(name: string): any, set(name: string, value: unknown): void }} Memory */

const EVERY = 100;
const NONE = { stroke: 0, placing: 0, change: 0 };

export class Timer {
  /** @param {Memory} memory what this phone remembers of the table */
  constructor(memory) {
    this.memory = memory;
    this.clocks = NONE;
    /** Whether it starts again by itself after each report; the umpire chooses that. */
    this.runsOn = memory.get("clock-on") === true;
    /** Chosen by hand: it stays until something is reported. */
    this.chosen = false;
    /** @type {Clock} */
    this.clock = valid(memory.get("clock")) ?? wound("stroke", 0);
    this.seen = Date.now();
    this.number = h("span", { class: "clock-number numbers" });
    this.name = h("span", { class: "clock-name" });
    this.mark = h("span", { class: "clock-mark" });
    this.key = h("button", { class: "clock-key", type: "button", "data-testid": "clock-start",
      onclick: () => this.toggle() }, this.mark, h("span", { class: "clock-words" }, this.number, this.name));
    this.more = h("button", { class: "clock-set", type: "button", "data-testid": "clock-set",
      onclick: () => this.#choose() }, sign("set"));
    this.element = h("div", { class: "desk-clock", role: "timer" }, this.key, this.more);
    this.shown = "";
    /** Told whether the time for a stroke is over. @type {(over: boolean) => void} */
    this.over = () => {};
    this.interval = setInterval(() => this.#look(), EVERY);
  }

  close() {
    clearInterval(this.interval);
  }

  /** @param {(over: boolean) => void} tell at once, and whenever it changes */
  onOver(tell) {
    this.over = tell;
    this.shown = "";
    this.#draw();
  }

  get running() {
    return this.clock.since !== null;
  }

  /** The clock that fits what is going on, unless one runs or was chosen. @param {View} view */
  show(view) {
    this.clocks = view.clocks;
    const kind = fitting(view);
    const limit = limitOf(this.clock.kind, this.clocks);
    if (!this.running && !this.chosen && kind !== this.clock.kind) this.#set(wound(kind, limitOf(kind, this.clocks)));
    else if (limit !== this.clock.limit) this.#set({ ...this.clock, limit });
    this.#draw();
  }

  toggle() {
    wake();
    const now = Date.now();
    this.#set(this.running ? stopped(this.clock, now) : started(this.clock, now));
  }

  /**
   * Seconds that go with a report of this kind; null if that clock did not run.
   * @param {Kind} kind
   */
  taken(kind) {
    return this.clock.kind === kind ? seconds(this.clock, Date.now()) : null;
  }

  /** Something was reported: the clock begins anew, for what comes next. @param {View} view */
  next(view) {
    this.chosen = false;
    const kind = fitting(view);
    const fresh = wound(kind, limitOf(kind, view.clocks));
    const goesOn = this.runsOn && (kind === "stroke" || kind === "placing");
    this.#set(goesOn ? started(fresh, Date.now()) : fresh);
  }

  /** @param {Clock} clock */
  #set(clock) {
    this.clock = clock;
    this.seen = Date.now();
    this.memory.set("clock", clock);
    this.#draw();
  }

  #look() {
    const now = Date.now();
    const sound = heard(this.clock, this.seen, now);
    this.seen = now;
    if (sound) beep(sound);
    if (this.running) this.#draw();
  }

  #draw() {
    const shown = face(this.clock, Date.now());
    const { kind } = this.clock;
    const state = `${shown.text} ${kind} ${this.running} ${t(`web.umpire.desk.clock.${kind}`)}`;
    this.element.style.setProperty("--share", String(shown.share));
    if (state === this.shown) return;
    this.shown = state;
    this.over(kind === "stroke" && shown.over);
    const late = shown.over ? "over" : shown.last ? "last" : "";
    this.element.className = `desk-clock ${this.running ? "runs" : ""} ${late}`;
    this.number.textContent = shown.text;
    this.name.textContent = t(`web.umpire.desk.clock.${kind}`);
    fill(this.mark, sign(this.running ? "stop" : "start"));
    this.key.dataset.testid = this.running ? "clock-stop" : "clock-start";
    const what = t(this.running ? "web.umpire.desk.clock.stop" : "web.umpire.desk.clock.start");
    this.key.setAttribute("aria-label", `${what}: ${t(`web.umpire.desk.clock.${kind}`)}, ${shown.text}`);
    this.more.setAttribute("aria-label", t("web.umpire.desk.clock.choose"));
  }

  #choose() {
    wake();
    const box = h("input", { type: "checkbox", checked: this.runsOn, "data-testid": "clock-runs-on", onchange: () => {
      this.runsOn = box.checked;
      this.memory.set("clock-on", this.runsOn);
    } });
    const close = sheet(t("web.umpire.desk.clock.choose"), [
      h("div", { class: "answers" }, KINDS.map((kind) => {
        const limit = limitOf(kind, this.clocks);
        const long = limit ? face(wound(kind, limit), 0).text : t("web.umpire.desk.clock.free");
        const start = () => {
          close();
          this.chosen = true;
          this.#set(started(wound(kind, limit), Date.now()));
        };
        return tall(`clock-${kind}`, [h("span", { class: "grow" }, t(`web.umpire.desk.clock.${kind}.long`)),
          h("b", { class: "numbers" }, long)], start, { kind: "answer", pressed: kind === this.clock.kind });
      })),
      h("div", { class: "sheet-end" },
        tall("clock-reset", t("web.umpire.desk.clock.reset"), () => {
          close();
          this.#set(wound(this.clock.kind, this.clock.limit));
        })),
      h("label", { class: "check" }, box, h("span", null, t("web.umpire.desk.clock.runs-on"))),
      h("p", { class: "muted small" }, t("web.umpire.desk.clock.help")),
    ]);
  }
}

/**
 * A clock as this phone kept it; anything else is none.
 * @param {any} kept
 * @returns {Clock | null}
 */
function valid(kept) {
  const sound = kept && KINDS.includes(kept.kind) && typeof kept.limit === "number" &&
    typeof kept.spent === "number" && (kept.since === null || typeof kept.since === "number");
  return sound ? { kind: kept.kind, limit: kept.limit, since: kept.since, spent: kept.spent } : null;
}
