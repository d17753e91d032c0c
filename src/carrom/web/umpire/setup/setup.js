/** Before the first board: the match is written down, strikers seen, the coin tossed, everybody seated. */
import { errorText, getJson } from "../../shared/api.js";
import { fill, h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { lang, onLang, t } from "../../shared/words.js";
import { elsewhereBanner, linkLine, troubleCard } from "../desk/connection.js";
import { Kept } from "../sync/kept.js";
import { offlineCard } from "../offline_card.js";
import { dropDraft } from "./draft.js";
import { MatchForm } from "./form.js";
import { SeatsStep } from "./seats.js";
import { TossStep } from "./toss.js";
import { TrialsStep } from "./trials.js";
import { otherWays } from "./ways.js";
import { placeText } from "../tables.js";

/** @typedef {import("../sync/client.js").DeskClient} DeskClient */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../../wire").Ready} Ready */
/** Asks the desk and tells a refusal. @typedef {(request: Request) => Promise<void>} Asks */

const BOOKS = "carrom.umpire-books";
const STEPS = /** @type {const} */ (["to-begin", "to-toss", "to-seat"]);

/**
 * @param {HTMLElement} host
 * @param {DeskClient} client
 * @returns {Promise<() => void>}
 */
export async function setupScreen(host, client) {
  const books = client.view.stage === "to-begin" ? await rulebooks() : [];
  const screen = new Setup(host, client, books);
  return () => screen.close();
}

/**
 * What can be played by; from the last time, if the server is away.
 * @returns {Promise<Ready["rulebooks"]>}
 */
async function rulebooks() {
  try {
    /** @type {Ready} */
    const ready = await getJson(`/api/ready?lang=${lang()}`);
    keepBooks(ready.rulebooks);
    return ready.rulebooks;
  } catch (error) {
    const kept = keptBooks();
    if (kept) return kept;
    throw error;
  }
}

/** @param {Ready["rulebooks"]} books */
function keepBooks(books) {
  try {
    localStorage.setItem(BOOKS, JSON.stringify(books));
  } catch {
    // A private window asks the server every time.
  }
}

/** @returns {Ready["rulebooks"] | null} */
function keptBooks() {
  try {
    return JSON.parse(localStorage.getItem(BOOKS) ?? "null");
  } catch {
    return null;
  }
}

export class Setup {
  /**
   * @param {HTMLElement} host
   * @param {DeskClient} client
   * @param {Ready["rulebooks"]} books
   */
  constructor(host, client, books) {
    this.client = client;
    this.steps = h("ol", { class: "steps" });
    this.about = h("header", { class: "about" });
    this.linked = h("div", { class: "setup-linked" });
    this.notice = h("div", { class: "stack tight" });
    this.body = h("div", { class: "setup-body" });
    this.foot = h("div", { class: "setup-undo stack tight" });
    this.offline = offlineCard(client);
    this.refused = /** @type {unknown} */ (null);
    this.asking = false;
    const asks = (/** @type {Request} */ request) => this.ask(request);
    this.form = client.view.stage === "to-begin" ? new MatchForm(client, books) : null;
    this.toss = new TossStep(asks);
    this.trials = new TrialsStep(asks);
    this.seats = new SeatsStep(asks, new Kept(client.token));
    const { linked, steps, about, notice, body, foot } = this;
    const parts = [linked, steps, about, notice, body, foot, this.offline.element];
    fill(host, h("div", { class: "page setup stack" }, parts));
    this.stage = "";
    this.shown = "";
    this.off = [client.on(() => this.#changed()), onLang(() => this.#spoken())];
    this.paint();
  }

  close() {
    this.off.forEach((each) => each());
    this.offline.close();
    this.toss.close();
  }

  #spoken() {
    this.form?.paint();
    this.paint();
  }

  /** Only what is seen is drawn again: a half-written name stays under the finger. */
  #changed() {
    const { link, judge, pending, here, reopens } = this.client;
    const linked = [link, judge, pending, here, reopens].join();
    if (this.linked.dataset.shown !== linked) this.#link(linked);
    if (this.shown !== this.#key()) this.paint();
  }

  #key() {
    const { view, pending, judge, trouble, elsewhere } = this.client;
    return [view.stage, view.v, pending, judge, trouble?.error.code, trouble?.rest, elsewhere].join();
  }

  /**
   * How it stands with the server: nothing while all is well.
   * @param {string} shown
   */
  #link(shown) {
    this.linked.dataset.shown = shown;
    this.linked.hidden = this.client.link === "online";
    fill(this.linked, linkLine(this.client, true));
  }

  paint() {
    const { view } = this.client;
    const moved = this.stage !== "" && this.stage !== view.stage;
    this.shown = this.#key();
    this.#link("");
    if (view.stage !== "to-begin") dropDraft(this.client.token);
    this.#progress(view);
    this.#head(view);
    this.#notices();
    if (view.stage === "to-toss") this.toss.paint(view);
    else if (view.stage === "to-seat") {
      this.seats.paint(view);
      this.trials.paint(view);
    }
    if (this.stage !== view.stage) this.#show(view.stage);
    fill(this.foot, ...otherWays(this, view));
    this.stage = view.stage;
    if (!moved) return;
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** @param {View["stage"]} stage */
  #show(stage) {
    this.body.className = `setup-body ${stage}`;
    if (stage === "to-begin") fill(this.body, this.form?.element);
    else if (stage === "to-toss") fill(this.body, this.toss.element);
    else if (stage === "to-seat") fill(this.body, this.seats.element, this.trials.element, this.seats.done);
  }

  /** @param {View} view */
  #progress(view) {
    const at = STEPS.findIndex((stage) => stage === view.stage);
    fill(
      this.steps,
      STEPS.map((stage, i) =>
        h(
          "li",
          { class: i < at ? "done" : "", "aria-current": i === at ? "step" : null },
          t(`web.umpire.setup.step.${stage}`),
          i < at && h("span", { class: "sr" }, t("web.umpire.setup.step.done")),
        ),
      ),
    );
    this.steps.setAttribute("aria-label", t("web.umpire.setup.steps"));
  }

  /** @param {View} view */
  #head(view) {
    this.about.hidden = view.stage === "to-begin";
    if (this.about.hidden) return;
    const number = view.number && t("web.umpire.setup.number.of", { number: view.number });
    const where = [view.event, view.round, number, placeText(view.place)].filter(Boolean).join(" · ");
    fill(
      this.about,
      h("h1", null, `${sideName(view.first)} – ${sideName(view.second)}`),
      where && h("p", { class: "muted small" }, where),
      view.replay_of && h("p", { class: "muted small" }, t("web.umpire.setup.replays")),
    );
  }

  #notices() {
    const { client } = this;
    const { trouble, elsewhere } = client;
    const waits = client.pending > 0 && client.judge === "nobody" && !trouble;
    // The desk's own cards: of a desk they want its client and how something is settled.
    const desk = /** @type {Desk} */ (/** @type {unknown} */ (this));
    const stopped = waits || elsewhere || trouble !== null;
    const stops = stopped && !this.body.inert;
    this.body.inert = stopped;
    this.foot.inert = stopped;
    fill(
      this.notice,
      elsewhere ? elsewhereBanner(desk) : trouble && troubleCard(desk, trouble),
      waits && h("p", { class: "banner", role: "status" }, t("web.umpire.setup.kept")),
      Boolean(this.refused) && h("p", { class: "banner bad", role: "alert" }, errorText(this.refused)),
    );
    // Why nothing goes on is read at the top; whoever taps at the bottom of a form is taken there.
    if (stops) window.scrollTo(0, 0);
  }

  /** @param {() => Promise<unknown>} how */
  async settle(how) {
    this.refused = null;
    try {
      await how();
    } catch (error) {
      this.refused = error;
    }
    this.paint();
  }

  /** @type {Asks} */
  async ask(request) {
    if (this.asking) return;
    Object.assign(this, { asking: true, refused: null });
    this.body.setAttribute("aria-busy", "true");
    try {
      await this.client.ask(request);
    } catch (error) {
      this.refused = error;
    } finally {
      this.asking = false;
      this.body.removeAttribute("aria-busy");
      this.paint();
    }
  }
}
