/**
 * A call that is to be read: the end of a board as a card, a foul as a banner over the board. Nothing that follows is
 * shown before it is read, or its time is over; the server holds clocks and computer players meanwhile.
 */
import { button } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import { shake } from "../shared/haptics.js";
import * as prefs from "../shared/prefs.js";
import { hurry } from "../shared/test_hook.js";
import { t } from "../shared/words.js";
import { lawButtons, lineText } from "./umpire.js";

/** @typedef {import("../wire").Line} Line */
/** @typedef {import("./screen.js").TableScreen} TableScreen */

/** Milliseconds, as in live/reading.py. */
const FOUL_FOR = 5000;
const BOARD_FOR = 5000;
/** Milliseconds that a computer player leaves after any stroke, as in live/clock.py. */
const PAUSE = 1200;

export class Reading {
  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** The foul that is shown. @type {Line | null} */
    this.foul = null;
    this.element = h("div", { class: "call-banner", role: "status" });
    /** Lets the next entry be shown. @type {(() => void) | null} */
    this.resume = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Milliseconds for which the end of a board is shown; who plays over one link reads as long as they like. */
  get boardFor() {
    const { kind, mine } = this.screen.welcome ?? {};
    return kind !== "online" && mine?.length ? Infinity : BOARD_FOR / hurry();
  }

  /**
   * What an entry says is read; resolves at once if nobody needs to.
   * @param {Line} line
   * @returns {Promise<void>}
   */
  async read(line) {
    const { screen } = this;
    this.foul = line.foul && !screen.announced ? line : null;
    // The striker was felt when it fell.
    if (line.foul && !line.pocketed.includes("striker")) shake("foul");
    this.show();
    if (!screen.announced && !this.foul) return this.#seen(line);
    const time = screen.announced ? this.boardFor : FOUL_FOR / hurry();
    if (!document.hidden) await this.#wait(time);
  }

  /**
   * A computer player counts with the real speed of a stroke and some time for its call. Where it is shown faster, or
   * nobody wants to wait, it is told when it may go on.
   * @param {Line} line
   */
  #seen({ v, kind }) {
    const [patient, speed] = [prefs.get("patient"), prefs.get("speed")];
    if (kind !== "struck" || this.screen.welcome?.kind === "online" || (patient && speed === "normal")) return;
    setTimeout(() => this.tell(v), patient ? PAUSE / hurry() : 0);
  }

  /** @param {number} time milliseconds, or for ever */
  #wait(time) {
    return new Promise((resolve) => {
      this.resume = () => resolve(undefined);
      if (time < Infinity) this.timer = setTimeout(() => this.done(), time);
    });
  }

  /** The call is read, or its time is over. */
  done() {
    const { screen, resume } = this;
    if (!screen.announced && !this.foul) return;
    const ended = screen.announced !== null;
    this.clear();
    this.tell();
    resume?.();
    screen.render();
    if (ended) screen.host.focus({ preventScroll: true });
  }

  /** The server need not wait any longer for this page. @param {number} [v] what is shown */
  tell(v = this.screen.state?.v ?? 0) {
    const { socket, welcome } = this.screen;
    if (welcome?.mine.length) socket.tell({ t: "read", v });
  }

  /** The table is told anew: whatever was to be read is over. */
  clear() {
    clearTimeout(this.timer);
    this.screen.announced = this.foul = this.resume = null;
    this.show();
  }

  /** The banner: what was done, what it costs, and the paragraphs. */
  show() {
    const { foul, screen } = this;
    this.element.hidden = foul === null;
    if (!foul) return;
    render(this.element,
      h("div", { class: "call-banner-words" },
        h("p", { class: "call-banner-what" }, lineText(foul, screen.surface.seat)),
        foul.ruling && h("p", null, foul.ruling.text)),
      h("div", { class: "row laws" }, lawButtons(foul, screen.welcome?.watch ?? ""),
        button("read", t("web.table.call.read"), () => this.done(), { "data-key": "read" })));
  }
}
