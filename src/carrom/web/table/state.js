/**
 * What has happened at the table, in order: a stroke is played back to its end before the next entry is shown.
 * A page that is far behind or was hidden shows the last state at once.
 */

/** @typedef {import("../wire").StrokeMessage} StrokeMessage */
/** @typedef {import("../wire").EntryMessage} EntryMessage */
/** @typedef {StrokeMessage | EntryMessage} Step */

const FAR_BEHIND = 3;

export class Follower {
  /**
   * @param {object} options
   * @param {(message: StrokeMessage) => Promise<void>} options.play
   * @param {(message: Step) => void | Promise<void>} options.apply
   * @param {() => boolean} options.hidden
   */
  constructor({ play, apply, hidden }) {
    this.play = play;
    this.apply = apply;
    this.hidden = hidden;
    /** @type {Step[]} */
    this.queue = [];
    this.running = false;
    /** A stroke is on its way across the board. */
    this.playing = false;
    this.round = 0;
  }

  /** Whether there is something to be shown before anybody may act. */
  get busy() {
    return this.playing || this.queue.length > 0;
  }

  /** @param {Step} message */
  push(message) {
    this.queue.push(message);
    if (!this.running) void this.#run();
  }

  /** A welcome says how the table stands: what was waiting is in it. */
  clear() {
    this.queue = [];
    this.round += 1;
    this.running = false;
    this.playing = false;
  }

  get behind() {
    return this.queue.filter((message) => message.t === "stroke").length >= FAR_BEHIND;
  }

  async #run() {
    const round = this.round;
    this.running = true;
    for (let message = this.queue.shift(); message; message = this.queue.shift()) {
      if (message.t === "stroke" && !this.hidden() && !this.behind) {
        this.playing = true;
        await this.play(message);
        if (round !== this.round) return;
        this.playing = false;
      }
      await this.apply(message);
      if (round !== this.round) return;
    }
    this.running = false;
  }
}
