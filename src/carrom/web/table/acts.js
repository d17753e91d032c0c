/** What the player at this page asks of the table: each request is answered, a refusal is told where it helps. */
import { CLOSED, errorText } from "../shared/api.js";
import { toast } from "../shared/dom.js";
import { shake } from "../shared/haptics.js";
import { flick } from "../shared/sound.js";
import { lang, t } from "../shared/words.js";

/** @typedef {import("../shared/api.js").ApiError} ApiError */
/** @typedef {import("../shared/socket.js").Answer} Answer */
/** @typedef {import("../shared/socket.js").Request} Request */
/** @typedef {import("./screen.js").TableScreen} TableScreen */
/** @typedef {"take-back" | "rematch" | "resign" | "claim" | "wait"} What */

/** Requests that hold only for the table as it is shown. */
const NUMBERED = new Set(["strike", "place", "choose", "incident", "setup", "hint"]);

/** Milliseconds after which somebody wonders why their stroke does not come. */
const PATIENCE = 2500;

export class Acts {
  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** The entry that this page has answered: no second answer is sent for it. */
    this.sent = -1;
  }

  /**
   * @param {Request} request without id and v
   * @returns {Promise<Answer>}
   */
  send(request) {
    const { socket, state } = this.screen;
    const asked = socket.ask(NUMBERED.has(request.t) ? { ...request, v: state?.v ?? 0 } : request);
    asked.catch((error) => this.#refused(error));
    return asked;
  }

  /**
   * Told where it helps: a coin that may not lie there beside the coin, everything else in passing.
   * @param {ApiError} error
   */
  #refused(error) {
    if (error.code === CLOSED) return;
    const failed = error.code === "place/impossible" ? error.args.failed : null;
    const { placing, state } = this.screen;
    if (Array.isArray(failed) && state?.asks.kind === "place") placing.refused(failed.map(String), error.text);
    else toast(errorText(error), "bad");
  }

  strike() {
    const { able, aim, guide, state } = this.screen;
    if (!able || !["strike", "try", "turn"].includes(state?.asks.kind ?? "")) return;
    guide.finish();
    flick(aim.power);
    shake("stroke");
    this.#patience(this.#once({ t: "strike", ...aim }));
  }

  /**
   * The first stroke ever waits until the simulator is compiled; the screen says so until the stroke is played.
   * @param {Promise<unknown>} asked
   */
  #patience(asked) {
    /** @param {boolean} waits */
    const preparing = (waits) => {
      this.screen.preparing = waits;
      this.screen.render();
    };
    const late = setTimeout(() => preparing(true), PATIENCE);
    asked.finally(() => {
      clearTimeout(late);
      if (this.screen.preparing) preparing(false);
    });
  }

  /**
   * @param {"toss" | "seats" | "turn" | "trial" | "pass" | "demand" | "waive"} what
   * @param {string | number} [value]
   */
  choose(what, value = "") {
    if (this.screen.able) this.#once({ t: "choose", what, value });
  }

  /** Play goes on after the umpire was asked; after a while that is for the other side to say, too. */
  goOn() {
    if (this.screen.free) this.#once({ t: "choose", what: "answer", value: "" });
  }

  /** @param {{ coin: "white" | "black", x: number, y: number }} spot */
  place({ coin, x, y }) {
    if (this.screen.able) this.#once({ t: "place", coin, x, y });
  }

  /** @param {"abandon" | "ask"} kind */
  incident(kind) {
    this.send({ t: "incident", kind }).catch(() => {});
  }

  /**
   * @param {What} what
   * @param {boolean} [ok]
   * @param {string} [by] whose offer this answers; empty: an offer of our own
   * @param {string} [level] of the computers at a rematch; empty: as they were
   */
  offer(what, ok = true, by = "", level = "") {
    this.send({ t: "offer", what, ok, by, level }).catch(() => {});
  }

  /** @param {string} key */
  say(key) {
    this.send({ t: "say", key }).catch(() => {});
  }

  /** @param {number} [count] */
  async hint(count = 3) {
    const { able, hints, state } = this.screen;
    if (!able || state?.asks.kind !== "strike") return;
    hints.wait();
    if (this.screen.focus.small) this.screen.focus.toBoard();
    const answer = await this.send({ t: "hint", count, lang: lang() }).catch(() => null);
    if (answer?.t === "hint" && this.screen.state?.v === state.v) hints.show(answer.hints);
    else hints.clear();
  }

  /**
   * An answer to the table, given once.
   * @param {Request} request
   * @returns {Promise<void>} ends when it has been answered
   */
  #once(request) {
    this.screen.reading.done();
    this.sent = this.screen.state?.v ?? -1;
    this.screen.render();
    return this.send(request).then(() => {}, () => {
      this.sent = -1;
      this.screen.render();
    });
  }
}
