/**
 * Whether the server is in reach. The answers over HTTP decide; the socket, the browser and time only say when to
 * look again.
 */
import { Backoff, jittered, onWake, SLOWEST } from "../../shared/connection.js";
import { followDesks } from "./follow.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {"connecting" | "online" | "offline"} Link */

const FIRST = 500;

export class Reachability {
  /**
   * @param {string} token
   * @param {object} calls
   * @param {() => Promise<void>} calls.look asks the server, and then calls `met` or `lost`
   * @param {(view: View) => void} calls.onView
   * @param {() => void} calls.onChange
   * @param {string} page the name under which this page reports
   */
  constructor(token, { look, onView, onChange }, page) {
    this.look = look;
    this.onChange = onChange;
    /** @type {Link} */
    this.link = "connecting";
    this.backoff = new Backoff(FIRST);
    this.closed = false;
    /** The server answers, but cannot store anything. */
    this.storeFailing = false;
    this.socketOpen = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const stopWaking = onWake(() => this.#lookIn(0));
    const unfollow = followDesks(
      [token],
      (_, view) => {
        if (this.link === "offline") this.#lookIn(0);
        if (view) onView(view);
      },
      (open) => {
        if (open !== this.socketOpen && !(open && this.link === "online")) this.#lookIn(0);
        this.socketOpen = open;
        // The server repeats it on a new connection.
        if (!open) this.storeFailing = false;
      },
      (failing) => {
        this.storeFailing = failing;
        this.#lookIn(0);
        onChange();
      },
      page,
    );
    this.leave = () => {
      stopWaking();
      unfollow();
    };
  }

  met() {
    this.backoff.reset();
    clearTimeout(this.timer);
    // Without the socket, poll for what others enter.
    if (!this.socketOpen) this.#lookIn(SLOWEST);
    this.#becomes("online");
  }

  /** @param {boolean} [tooMany] the server answers, and asks for fewer reports: the next try waits longest */
  lost(tooMany = false) {
    const wait = this.backoff.next();
    this.#lookIn(tooMany ? jittered(SLOWEST) : wait);
    this.#becomes("offline");
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.leave();
  }

  /** @param {number} milliseconds */
  #lookIn(milliseconds) {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.look(), milliseconds);
  }

  /** @param {Link} link */
  #becomes(link) {
    if (this.link === link || this.closed) return;
    this.link = link;
    this.onChange();
  }
}
