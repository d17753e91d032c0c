/** Work that never runs twice at a time; a call while it runs makes it run once more. */
export class SingleFlight {
  /** @param {() => Promise<void>} work */
  constructor(work) {
    this.work = work;
    this.again = false;
    /** @type {Promise<void> | null} */
    this.now = null;
  }

  /** @returns {Promise<void>} */
  go() {
    if (this.now) this.again = true;
    else this.now = this.#run();
    return this.now;
  }

  /** Until nothing is under way. */
  async rest() {
    while (this.now) await this.now;
  }

  async #run() {
    try {
      do {
        this.again = false;
        await this.work();
      } while (this.again);
    } finally {
      this.now = null;
    }
  }
}
