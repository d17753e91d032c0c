/**
 * The umpire's desk: how the match stands, what was ruled, what to do, and the pad for the next stroke. It asks the
 * client and draws what the judge says; it knows no law.
 */
import { CLOSED, ApiError } from "../../shared/api.js";
import { fill, h } from "../../shared/dom.js";
import { lang, onLang } from "../../shared/words.js";
import { stayAwake } from "./wake_lock.js";
import { tick } from "./beep.js";
import { CallCard } from "./call.js";
import { LATER, unseen } from "./without_judge.js";
import { correctSheet } from "./correct.js";
import { Foot } from "./foot.js";
import { improperSheet } from "./improper.js";
import { askTurn, incidentsSheet } from "./incidents.js";
import { linkLine } from "./connection.js";
import { logSheet, recentLines } from "./log.js";
import { Notes } from "./notes.js";
import { readLaws, redraw, refuse } from "./parts.js";
import { eventText, ScoreHead } from "./score.js";
import { lastStroke, situationsSheet, told } from "./situations.js";
import { StrokePad } from "./stroke.js";
import { Timer } from "./timer.js";
import { undoSheet } from "./undo.js";
import { Kept } from "../sync/kept.js";
import { Report } from "./report.js";

/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../sync/client.js").DeskClient} DeskClient */

/** Milliseconds in which a second tap is the same one; a test that hurries says so by its hook. */
const ONE_TAP = 400;
const oneTap = () => ONE_TAP / (/** @type {any} */ (window).carrom?.speed ?? 1);

/** What is asked about the board as it stood is gone once it has moved on elsewhere. */
function closeOfNow() {
  for (const box of document.querySelectorAll("dialog.of-now")) /** @type {HTMLDialogElement} */ (box).close();
}

/**
 * @param {HTMLElement} host
 * @param {DeskClient} client
 * @returns {{ close(): void }}
 */
export function deskScreen(host, client) {
  const desk = new Desk(client);
  host.classList.add("desk-screen");
  host.append(desk.element);
  desk.show();
  return desk;
}

export class Desk {
  /** @param {DeskClient} client */
  constructor(client) {
    this.client = client;
    this.memory = new Kept(client.token);
    this.busy = false;
    this.resting = false;
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.done = Number(this.memory.get("screen.done")) || 0;
    /** The entry that was shown last. */
    this.v = client.view.v;

    this.timer = new Timer({ get: (name) => this.memory.get(`screen.${name}`),
      set: (name, value) => this.memory.set(`screen.${name}`, value) });
    this.head = new ScoreHead();
    this.call = new CallCard(() => this.wrong());
    this.pad = new StrokePad(this);
    this.linked = h("div", { class: "desk-linked" });
    this.notes = new Notes(this);
    this.recent = h("div", { class: "desk-side-log" });
    this.middle = h("div", { class: "desk-middle" }, this.notes.protest, this.notes.others, this.call.element,
      this.recent);
    this.foot = new Foot(this);
    this.element = h("div", { class: "desk" }, h("div", { class: "desk-top" }, this.linked, this.head.element),
      this.middle, this.foot.element);
    readLaws((citation) => (client.link === "online" ? null : client.law(citation, lang())));
    this.leaving = [client.on(() => this.show()), onLang(() => {
      // Older lines are said in the other language.
      this.lines.clear();
      this.show();
    }), () => this.timer.close(),
      () => this.notes.close(), stayAwake()];
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
    return this.client.judge !== "nobody" && !this.unjudged;
  }

  /** Whether reports wait for a judge who is not there: nobody knows how the board stands. */
  get unjudged() {
    return this.client.judge === "nobody" && this.client.pending > 0;
  }

  /** How it stands, as far as anybody knows: after reports that nobody has judged, anything can be. */
  get now() {
    return this.unjudged ? unseen(this.view, this.client.catalogue, "white") : this.view;
  }

  /**
   * Whether something can be asked for now; with no judge there, only what can be judged later.
   * @param {string} act
   */
  may(act) {
    return Boolean(this.now.can?.acts.includes(act)) && (this.judged || LATER.has(act));
  }

  /**
   * @param {number} v
   * @returns {Line | undefined}
   */
  line(v) {
    return this.view.log.find((line) => line.v === v) ?? this.lines.get(v);
  }

  /** Lines that are no longer among the last ones. @param {readonly Line[]} lines */
  keep(lines) {
    for (const line of lines) this.lines.set(line.v, line);
  }

  /**
   * Asks for one thing, once: while it is under way nothing else is.
   * @param {Request} request
   * @returns {Promise<"" | "judged" | "kept">} empty where it was refused; that was told
   */
  async act(request) {
    if (this.busy) return "";
    if (!this.judged && !LATER.has(request.do)) {
      refuse(new ApiError("judge/nobody"));
      return "";
    }
    const at = document.activeElement;
    const from = at && this.foot.element.contains(at) ? at.getAttribute("data-testid") : null;
    this.busy = true;
    tick();
    this.show();
    try {
      const how = await this.client.ask(request);
      if (request.do !== "remark") this.timer.next(this.view);
      return how;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === CLOSED)) refuse(error);
      return "";
    } finally {
      this.busy = false;
      this.#rest(from);
    }
  }

  /**
   * A second tap of the same finger falls on nothing. Then whoever works by the keyboard is where they were, or at
   * what is to be done now.
   * @param {string | null} [from]
   */
  #rest(from = null) {
    this.resting = true;
    this.show();
    setTimeout(() => {
      this.resting = false;
      this.show();
      if (!from || document.activeElement !== document.body) return;
      const { keys } = this.foot;
      const again = keys.querySelector(`[data-testid="${from}"]`) ?? keys.querySelector(".primary, .giant");
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }, oneTap());
  }

  /**
   * The trouble with kept reports, or with another window, is settled.
   * @param {() => Promise<unknown>} settle
   */
  async settle(settle) {
    if (this.busy) return;
    this.busy = true;
    this.show();
    try {
      await settle();
    } catch (error) {
      refuse(error);
    } finally {
      this.busy = false;
      this.#rest();
    }
  }

  /** What followed from a call was seen to. @param {number} v */
  confirmed(v) {
    this.done = Math.max(this.done, v);
    this.memory.set("screen.done", this.done);
    this.show();
  }

  /** The last call was wrong. */
  wrong() {
    const { call, can } = this.view;
    if (call && can?.overrule === call.v) correctSheet(this, call.line);
    else this.undo();
  }

  undo() {
    undoSheet(this);
  }

  showLog() {
    logSheet(this);
  }

  /** @param {string} [at] the part that is looked for */
  incidents(at = "") {
    const { catalogue } = this.client;
    if (!catalogue) return;
    const pick = (/** @type {import("./incidents.js").Told} */ incident) =>
      void this.act({ do: "incident", ...incident });
    const open = (/** @type {import("../../desk").View} */ view) => incidentsSheet({ catalogue, view, at, pick });
    if (this.unjudged) askTurn(this.now, (strikes) => open(unseen(this.view, catalogue, strikes)));
    else open(this.view);
  }

  improper() {
    const { pad } = this;
    if (pad.report.facts.improper) pad.change(pad.report.improper(false));
    else improperSheet(this.client.catalogue, (breach) => pad.change(pad.report.improper(true, breach)));
  }

  situation() {
    const { catalogue } = this.client;
    if (!catalogue) return;
    const { pad } = this;
    situationsSheet(catalogue, this.now, {
      report: pad.report,
      limits: pad.limits,
      report_as: (report, countOff) => pad.change(report, countOff),
      overrule: (choice) => this.#also(choice),
      enter: (kind, by) => void this.act({ do: "incident", kind, ...(by ? { by } : {}) }),
    });
  }

  /** The last stroke was also what the umpire has seen now. @param {import("../../desk").Choice} choice */
  #also(choice) {
    const last = lastStroke(this.view);
    if (!last) return;
    const was = Report.of(last.stroke ?? {});
    correctSheet(this, last, told(choice, { report: was, limits: { white: 9, black: 9, queen: true } }) ?? was);
  }

  show() {
    const { client, view } = this;
    if (view.v !== this.v && !this.busy) closeOfNow();
    this.v = view.v;
    this.element.classList.toggle("away", client.link === "offline");
    this.element.classList.toggle("reporting", !this.pad.report.empty);
    this.keep(view.log);
    this.head.show(view, this.unjudged);
    this.timer.show(view);
    const { here, hereCode, judge, lasting, link, pending, reopens, storeFailing } = client;
    const linked = [here, hereCode, judge, lasting, link, pending, reopens, storeFailing, this.judged];
    redraw(this.linked, [...linked, eventText(view)], () =>
      fill(this.linked, linkLine(client, this.judged), h("p", { class: "desk-event" }, eventText(view))));
    this.notes.show();
    this.call.show(view);
    redraw(this.recent, [view.log, view.players], () => fill(this.recent, recentLines(this)));
    this.foot.show();
  }
}
