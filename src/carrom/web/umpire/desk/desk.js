/**
 * The umpire's desk: how the match stands, what was ruled, what to do, and the keys for the next stroke. It asks the
 * client and draws what the judge says; it knows no law.
 */
import { CLOSED, ApiError } from "../../shared/api.js";
import { h, render } from "../../shared/dom.js";
import { hurry } from "../../shared/test_hook.js";
import { onLang } from "../../shared/words.js";
import { stayAwake } from "./wake_lock.js";
import { vibrateTap } from "./beep.js";
import { callCard } from "./call.js";
import { DEFERRABLE, unjudgedView } from "./without_judge.js";
import { waitingReports, linkLine } from "./connection.js";
import { correctSheet } from "./correct.js";
import { deskFoot } from "./foot.js";
import { askTurn, incidentsSheet } from "./incidents.js";
import { setCatalogue } from "./lines.js";
import { recentLines, undoSheet } from "./log.js";
import { readLawsBy, showRefusal } from "./parts.js";
import { protestBanners, protestsNow } from "./protest.js";
import { eventText, scoreHead } from "./score.js";
import { Timer } from "./timer.js";
import { heldBanner, openTodos } from "./todo.js";
import { DeskStorage } from "../sync/desk_storage.js";
import { limitsOf, Report, UNKNOWN } from "./report.js";

/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("../sync/client.js").DeskClient} DeskClient */

/** Milliseconds in which a second tap is the same one. */
const ONE_TAP = 400;

/** Closes the sheets that ask about a board that has changed since. */
function closeOfNow() {
  for (const box of document.querySelectorAll("dialog.of-now")) /** @type {HTMLDialogElement} */ (box).close();
}

/**
 * @param {HTMLElement} host
 * @param {DeskClient} client
 * @returns {() => void} leaves it
 */
export function deskScreen(host, client) {
  const desk = new Desk(client);
  host.classList.add("desk-screen");
  host.append(desk.element);
  desk.show();
  return () => desk.close();
}

export class Desk {
  /** @param {DeskClient} client */
  constructor(client) {
    this.client = client;
    this.storage = new DeskStorage(client.token);
    this.busy = false;
    /** For a moment after a report the keys stay shut. */
    this.resting = false;
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    /** The entry whose consequences were confirmed here last. */
    this.confirmed = Number(this.storage.get("screen.done")) || 0;
    /** The entry that was shown last. */
    this.v = client.view.v;
    /** The stroke that is being tapped in, and whether the row of what left the board is shown. */
    this.report = new Report();
    this.offShown = false;
    this.timer = new Timer(this.storage, () => this.show(), () => this.#tick());
    this.shownTime = "";
    this.element = h("div");
    setCatalogue(() => client.catalogue);
    readLawsBy((citation) => client.law(citation));
    const counting = setInterval(() => {
      if (protestsNow(this).some(({ written }) => written === null)) this.show();
    }, 1000);
    this.leaving = [client.on(() => this.show()), onLang(() => {
      // Older lines are said in the other language.
      this.lines.clear();
      this.show();
    }), () => this.timer.close(), () => clearInterval(counting), stayAwake()];
  }

  close() {
    this.leaving.forEach((leave) => leave());
    this.element.remove();
  }

  get view() {
    return this.client.view;
  }

  /** Whether what is shown is how it stands: no report waits for a judge. */
  get judged() {
    return this.client.judge !== "nobody";
  }

  /** Whether reports wait without a judge: how the board stands is unknown. */
  get unjudged() {
    return this.client.judge === "nobody" && this.client.pending > 0;
  }

  /** The view, or while reports are unjudged a view in which everything can be reported. */
  get now() {
    return this.unjudged ? unjudgedView(this.view, this.client.catalogue, "first") : this.view;
  }

  /** What can have fallen or left the board. */
  get limits() {
    return this.unjudged ? UNKNOWN : limitsOf(this.view.can);
  }

  /**
   * Whether a request can be made now; without a judge only what can be judged later.
   * @param {string} act
   */
  may(act) {
    return Boolean(this.now.can?.acts.includes(act)) && (this.judged || DEFERRABLE.has(act));
  }

  /**
   * @param {number} v
   * @returns {Line | undefined}
   */
  line(v) {
    return this.view.log.find((line) => line.v === v) ?? this.lines.get(v);
  }

  /** Remembers lines that are no longer among the last ones. @param {readonly Line[]} lines */
  rememberLines(lines) {
    for (const line of lines) this.lines.set(line.v, line);
  }

  /**
   * Sets the stroke that is being reported.
   * @param {Report} report
   * @param {boolean} [offShown]
   */
  change(report, offShown = this.offShown) {
    Object.assign(this, { report, offShown });
    this.show();
  }

  /**
   * Asks for one thing, once: while it is under way nothing else is.
   * @param {Request} request
   * @returns {Promise<"" | "judged" | "kept">} empty where it was refused; that was told
   */
  async act(request) {
    if (this.busy) return "";
    if (!this.judged && !DEFERRABLE.has(request.do)) {
      showRefusal(new ApiError("judge/nobody"));
      return "";
    }
    const from = document.activeElement?.closest(".desk-foot [data-testid]")?.getAttribute("data-testid") ?? null;
    vibrateTap();
    return (await this.#once(async () => {
      const how = await this.client.ask(request);
      if (request.do !== "remark") this.timer.next(this.view);
      return how;
    }, from)) ?? "";
  }

  /**
   * Asks for something a sheet was opened for; the sheet closes once it is entered.
   * @param {Request} request
   * @param {() => void} close
   */
  async actAndClose(request, close) {
    if (await this.act(request)) close();
  }

  /**
   * Settles a trouble with kept reports, or with another window.
   * @param {() => Promise<unknown>} work
   */
  async settle(work) {
    if (!this.busy) await this.#once(work);
  }

  /**
   * Does something while nothing else is done, and tells a refusal.
   * @template T
   * @param {() => Promise<T>} work
   * @param {string | null} [from] the key by which it was asked for
   */
  async #once(work, from = null) {
    this.busy = true;
    this.show();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === CLOSED)) showRefusal(error);
      return undefined;
    } finally {
      this.busy = false;
      this.#rest(from);
    }
  }

  /**
   * Shuts the keys for a moment, so that a double tap counts once. Then the focus returns to the key it came from, or to
   * the main key.
   * @param {string | null} from
   */
  #rest(from) {
    this.resting = true;
    this.show();
    setTimeout(() => {
      this.resting = false;
      this.show();
      if (!from || document.activeElement !== document.body) return;
      const keys = this.element.querySelector(".desk-keys");
      const again = keys?.querySelector(`[data-testid="${from}"]`) ?? keys?.querySelector(".primary, .giant");
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }, ONE_TAP / hurry());
  }

  /** Marks the consequences of a call as done. @param {number} v */
  confirm(v) {
    this.confirmed = Math.max(this.confirmed, v);
    this.storage.set("screen.done", this.confirmed);
    this.show();
  }

  /** The last call was wrong. */
  correctLast() {
    const { call, can } = this.view;
    if (call && can?.overrule === call.v) correctSheet(this, call.line);
    else undoSheet(this);
  }

  /** @param {string} [at] the part that is looked for */
  incidents(at = "") {
    const { catalogue } = this.client;
    if (!catalogue) return;
    const open = (/** @type {View} */ view) => incidentsSheet({ catalogue, view, at,
      pick: (incident, close) => void this.actAndClose({ do: "incident", ...incident }, close) });
    if (this.unjudged) askTurn(this.now, (strikes) => open(unjudgedView(this.view, catalogue, strikes)));
    else open(this.view);
  }

  /** The clock runs: its bar at every tick, everything else once a second. */
  #tick() {
    const { share, text } = this.timer.face;
    this.element.style.setProperty("--share", String(share));
    if (text !== this.shownTime) this.show();
  }

  show() {
    const { client, timer, unjudged, view } = this;
    if (view.v !== this.v && !this.busy) closeOfNow();
    this.v = view.v;
    this.rememberLines(view.log);
    timer.fit(view);
    this.shownTime = timer.face.text;
    this.element.style.setProperty("--share", String(timer.face.share));
    this.element.className = `desk ${client.link === "offline" ? "away" : ""} ${this.report.empty ? "" : "reporting"}`;
    render(this.element,
      h("div", { class: "desk-top" },
        h("div", { class: "desk-linked" },
          linkLine(client, this.judged), h("p", { class: "desk-event" }, eventText(view))),
        scoreHead(view, unjudged)),
      h("div", { class: "desk-middle" },
        h("div", { class: "desk-notes" }, this.#notes()),
        callCard(view, () => this.correctLast()),
        h("div", { class: "desk-side-log" }, recentLines(this))),
      deskFoot(this));
  }

  /** What stays above the ruling: open protests, reports that nobody has judged, coins that somebody holds. */
  #notes() {
    const { client, unjudged, view } = this;
    return [
      ...protestBanners(this),
      unjudged && waitingReports(client.waiting),
      !unjudged && !openTodos(view, this.confirmed).length && heldBanner(this, view),
    ];
  }
}
