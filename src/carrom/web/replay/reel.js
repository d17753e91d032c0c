/**
 * A match on a reel: which entry is shown, at which moment of its stroke, and whether it runs.
 *
 * An entry is shown from before it on: a stroke at time 0 with its aim, any other as the table is after it. At
 * the end of a stroke stands the server's own layout, with what was put back. Running goes on from entry to entry.
 */
import { flick, hear } from "../shared/sound.js";
import { hurry } from "../shared/test_hook.js";

/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").ReplayStep} ReplayStep */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("../board/board.js").BoardView} BoardView */
/** @typedef {{ seek(time: number): void, stop(): void, readonly time: number }} Run */

/** Seconds to read the call of one stroke before the next is shown, and to see its aim before it runs. */
const PAUSE = 1.3;
const AIMED = 0.6;
/** @type {CoinName[][]} */
const EMPTY = [[], [], [], []];

export class Reel {
  /**
   * @param {(v: number) => Promise<ReplayStep>} fetchStep
   * @param {{ view: BoardView | null, onShown: () => void, onTime: () => void,
   *   onError: (error: unknown) => void }} doing
   */
  constructor(fetchStep, doing) {
    this.fetchStep = fetchStep;
    this.view = doing.view;
    this.doing = doing;
    /** @type {Line[]} the entries that can be shown */
    this.stops = [];
    this.index = -1;
    /** @type {ReplayStep | null} */
    this.step = null;
    this.playing = false;
    this.speed = 1;
    this.time = 0;
    this.loading = false;
    /** @type {Map<number, Promise<ReplayStep>>} */
    this.steps = new Map();
    /** @type {Run | null} */
    this.run = null;
    this.frame = 0;
    this.pause = 0;
    this.request = 0;
  }

  get line() {
    return this.stops[this.index] ?? null;
  }

  /** Seconds of the stroke shown; 0 if the entry is not a stroke. */
  get duration() {
    return this.step?.trace?.duration ?? 0;
  }

  get atEnd() {
    return this.index >= this.stops.length - 1 && this.time >= this.duration;
  }

  /** @param {number} v */
  #fetched(v) {
    let step = this.steps.get(v);
    if (!step) {
      step = this.fetchStep(v);
      this.steps.set(v, step);
      step.catch(() => this.steps.delete(v));
    }
    return step;
  }

  /**
   * Other entries to show, of which the old ones are the first.
   * @param {Line[]} stops
   */
  follow(stops) {
    const v = this.line?.v;
    this.stops = stops;
    if (v !== undefined) this.index = Math.max(stops.findIndex((line) => line.v === v), 0);
  }

  /**
   * The last entry up to and with `v`.
   * @param {number} v
   */
  indexOf(v) {
    return Math.max(this.stops.findLastIndex((line) => line.v <= v), 0);
  }

  /**
   * @param {number} index
   * @param {{ end?: boolean, aimed?: boolean }} [how] shown after it, not from before it; running only once
   *   its aim has been seen
   */
  async show(index, how = {}) {
    const request = ++this.request;
    clearTimeout(this.pause);
    this.index = Math.min(Math.max(index, 0), this.stops.length - 1);
    const { line } = this;
    if (!line) return;
    this.time = 0;
    this.loading = true;
    this.doing.onTime();
    try {
      const [step, before] = await Promise.all([this.#fetched(line.v), line.v > 1 ? this.#fetched(line.v - 1) : null]);
      if (request !== this.request) return;
      this.loading = false;
      this.step = step;
      this.#draw(step, before?.after.nets ?? EMPTY, how.end ?? false);
    } catch (error) {
      if (request !== this.request) return;
      this.loading = false;
      this.playing = false;
      this.doing.onError(error);
      return;
    }
    const next = this.stops[this.index + 1];
    if (next) void this.#fetched(next.v).catch(() => {});
    this.doing.onShown();
    if (!this.playing) return;
    if (how.aimed && this.step?.trace) this.pause = window.setTimeout(() => this.#begin(), this.#wait(AIMED));
    else this.#begin();
  }

  /** @param {number} seconds */
  #wait(seconds) {
    return (1000 * seconds) / (this.speed * hurry());
  }

  /**
   * @param {ReplayStep} step
   * @param {readonly (readonly CoinName[])[]} nets
   * @param {boolean} end
   */
  #draw(step, nets, end) {
    const { view } = this;
    this.run?.stop();
    this.run = null;
    this.time = end ? this.duration : 0;
    if (!view) return;
    this.#lift();
    view.show({ nets });
    if (!step.trace || end) return this.#rest(step);
    view.setCoins([...step.before]);
    const { aim } = step.line;
    if (!aim) return;
    view.setStriker({ seat: aim.seat, x: aim.x });
    view.show({ aim: { ...aim, preview: false } });
  }

  /** No striker on the base line, and nobody aims. */
  #lift() {
    this.view?.setStriker(null);
    this.view?.show({ aim: null });
  }

  /** The stroke in the view, standing still until it is to run. */
  #load() {
    const { view, step } = this;
    if (!view || !step?.trace || this.run) return;
    this.#lift();
    this.run = view.play(step.trace, {
      rate: () => (this.playing ? this.speed * hurry() : 0),
      onEvent: hear,
      onEnd: () => this.#ended(),
    });
  }

  #ended() {
    if (!this.playing) {
      this.run?.seek(this.time); // nobody looked for a while, and the view went to the end by itself
      return;
    }
    this.time = this.duration;
    if (this.step) this.#rest(this.step);
    this.doing.onTime();
    this.#goOn();
  }

  /** @param {ReplayStep} step */
  #rest(step) {
    this.run?.stop();
    this.run = null;
    this.#lift();
    this.view?.setCoins([...step.after.layout]);
    this.view?.show({ nets: step.after.nets });
  }

  #begin() {
    if (!this.step?.trace || !this.view || this.time >= this.duration) {
      this.time = this.duration;
      this.#goOn();
      return;
    }
    if (this.time === 0 && this.step.line.aim) flick(this.step.line.aim.power);
    this.#load();
    this.#tick();
  }

  #goOn() {
    clearTimeout(this.pause);
    if (this.index >= this.stops.length - 1) {
      this.playing = false;
      this.doing.onTime();
      return;
    }
    const next = this.#next(this.index + 1);
    const read = this.line?.ruling || this.duration ? PAUSE : 0;
    this.pause = window.setTimeout(() => this.playing && void this.show(next, { aimed: true }), this.#wait(read));
  }

  /**
   * What running goes on to: a stroke or a ruling; toss, seats and rosette are passed over.
   * @param {number} from
   */
  #next(from) {
    const found = this.stops.findIndex((line, i) => i >= from && (line.n > 0 || line.ruling));
    return found < 0 ? this.stops.length - 1 : found;
  }

  #tick = () => {
    cancelAnimationFrame(this.frame);
    if (!this.playing || !this.run) return;
    this.time = Math.min(this.run.time, this.duration);
    this.doing.onTime();
    this.frame = requestAnimationFrame(this.#tick);
  };

  play() {
    if (this.playing || !this.stops.length) return;
    this.playing = true;
    if (this.atEnd) void this.show(this.#next(0));
    else if (!this.line?.n) void this.show(this.#next(this.index));
    else if (!this.loading) this.#begin();
    this.doing.onTime();
  }

  halt() {
    this.playing = false;
    clearTimeout(this.pause);
    cancelAnimationFrame(this.frame);
    if (this.run) this.time = Math.min(this.run.time, this.duration);
    this.doing.onTime();
  }

  /** @param {number} time */
  seek(time) {
    if (!this.step?.trace) return;
    clearTimeout(this.pause);
    this.time = Math.min(Math.max(time, 0), this.duration);
    if (this.time >= this.duration) {
      this.#rest(this.step);
      if (this.playing) this.#goOn();
    } else {
      this.#load();
      this.run?.seek(this.time);
      if (this.playing) this.#tick();
    }
    this.doing.onTime();
  }

  /**
   * The stroke after, or before, this one; back first to where this one began.
   * @param {1 | -1} way
   */
  turn(way) {
    if (way < 0 && this.time > 0.05 && this.step?.trace) return void this.show(this.index);
    let index = this.index + way;
    while (this.stops[index] && !this.stops[index]?.n) index += way;
    void this.show(index, { end: index >= this.stops.length });
  }

  stop() {
    this.halt();
    this.request += 1;
    this.run?.stop();
  }
}
