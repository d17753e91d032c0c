/** Plays a stroke by the browser's own clock: each frame asks where everything is now, and draws that. */

/** @typedef {import("./playback.js").Playback} Playback */
/** @typedef {import("./motion.js").Moment} Moment */
/**
 * @typedef {object} PlayOptions
 * @property {(time: number) => number} [rate] how fast at that time: 1 as it is, 0 stands still, below 0 backwards
 * @property {(moment: Moment) => void} [onEvent] every event as it is passed, going forward
 * @property {() => void} [onEnd] each time the end is reached
 */

const FADE = 0.3; // seconds in which a still page goes from before the stroke to after it

export class Player {
  /**
   * @param {Playback} playback
   * @param {PlayOptions} options
   * @param {(time: number, fade: number) => void} show with fade below 1: from the start to the end
   * @param {boolean} still no movement is wanted
   */
  constructor(playback, options, show, still) {
    this.playback = playback;
    this.options = options;
    this.show = show;
    this.still = still;
    this.time = 0;
    this.running = true;
    this.told = -1; // all events up to this time have been told
    /** @type {{ now: number, time: number, rate: number } | null} */
    this.anchor = null;
    this.frame = 0;
    document.addEventListener("visibilitychange", this.#hidden);
    show(0, 1);
    this.#next();
    this.#hidden();
  }

  #rate() {
    return this.options.rate?.(this.time) ?? 1;
  }

  #next() {
    if (!this.frame) this.frame = requestAnimationFrame(this.#tick);
  }

  // A hidden page gets no animation frames: jump to the end, so that nothing waits for it forever.
  #hidden = () => {
    if (!document.hidden || !this.running || this.#rate() <= 0) return;
    setTimeout(() => document.hidden && this.running && this.#to(this.playback.end));
  };

  /** @param {number} now */
  #tick = (now) => {
    this.frame = 0;
    if (!this.running) return;
    const rate = this.#rate();
    if (!this.anchor || rate !== this.anchor.rate) this.anchor = { now, time: this.time, rate };
    const since = (now - this.anchor.now) / 1000;
    const { end } = this.playback;
    if (this.still && rate > 0) {
      if (since < FADE / Math.max(rate, 1)) this.show(end, since / FADE);
      else this.#to(end);
    } else {
      const time = Math.min(Math.max(this.anchor.time + since * rate, 0), end);
      if (time !== this.time || this.told < 0) this.#to(time);
    }
    if (this.running) this.#next();
  };

  /** @param {number} time */
  #to(time) {
    this.time = time;
    if (time > this.told) {
      const passed = this.playback.events(this.told, time);
      this.told = time;
      for (const moment of passed) this.options.onEvent?.(moment);
    } else this.told = time;
    this.show(time, 1);
    if (time >= this.playback.end && this.running) {
      this.running = false;
      this.anchor = null;
      this.options.onEnd?.();
    }
  }

  /**
   * Any time, forwards or back; from there it goes on.
   * @param {number} time
   */
  seek(time) {
    const { end } = this.playback;
    this.anchor = null;
    this.time = Math.min(Math.max(time, 0), end);
    this.told = this.time;
    this.show(this.time, 1);
    this.running = this.time < end;
    document.addEventListener("visibilitychange", this.#hidden);
    if (this.running) this.#next();
  }

  stop() {
    this.running = false;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    document.removeEventListener("visibilitychange", this.#hidden);
  }
}
