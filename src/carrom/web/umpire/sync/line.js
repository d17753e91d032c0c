/**
 * Whether the server is in reach. What was asked over HTTP decides; the socket, the browser and time only say
 * when to look again.
 */
import { follow } from "./follow.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {"connecting" | "online" | "offline"} Link */

const FIRST = 500;
const SLOWEST = 10_000;

export class Line {
  /**
   * @param {string} token
   * @param {object} calls
   * @param {() => Promise<void>} calls.look asks the server, and then says `met` or `lost`
   * @param {(view: View) => void} calls.onView
   * @param {() => void} calls.onChange
   * @param {string} page the name under which this page reports
   */
  constructor(token, { look, onView, onChange }, page) {
    this.look = look;
    this.onChange = onChange;
    /** @type {Link} */
    this.link = "connecting";
    this.tries = 0;
    this.closed = false;
    /** The server answers, but cannot keep anything. */
    this.storeFailing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    let open = false;
    const wake = () => document.visibilityState === "visible" && this.soon(0);
    for (const event of ["online", "offline"]) addEventListener(event, wake);
    document.addEventListener("visibilitychange", wake);
    const followed = follow(
      [token],
      (_, view) => {
        if (this.link === "offline") this.soon(0);
        if (view) onView(view);
      },
      (now) => {
        if (now !== open && !(now && this.link === "online")) this.soon(0);
        open = now;
        // Whoever comes back is told again.
        if (!now) this.storeFailing = false;
      },
      (failing) => {
        this.storeFailing = failing;
        this.soon(0);
        onChange();
      },
      page,
    );
    this.leave = () => {
      for (const event of ["online", "offline"]) removeEventListener(event, wake);
      document.removeEventListener("visibilitychange", wake);
      followed.close();
    };
    this.isOpen = () => open;
  }

  met() {
    this.tries = 0;
    clearTimeout(this.timer);
    // Without the socket nobody tells what others enter.
    if (!this.isOpen()) this.soon(SLOWEST);
    this.#becomes("online");
  }

  /** @param {boolean} [tooMany] the server answers, and asks for fewer reports: the next try waits longest */
  lost(tooMany = false) {
    const wait = tooMany ? SLOWEST : Math.min(SLOWEST, FIRST * 2 ** this.tries);
    this.soon(wait * (0.5 + Math.random()));
    this.tries += 1;
    this.#becomes("offline");
  }

  /** @param {number} milliseconds */
  soon(milliseconds) {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.look(), milliseconds);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.leave();
  }

  /** @param {Link} link */
  #becomes(link) {
    if (this.link === link || this.closed) return;
    this.link = link;
    this.onChange();
  }
}
