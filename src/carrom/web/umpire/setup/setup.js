/** Before the first board: the form of the match, the toss, the seats. */
import { errorText, getJson } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { lang, t } from "../../shared/words.js";
import { keep, readKept } from "../browser_storage.js";
import { elsewhereBanner, linkLine, offlineCard, troubleCard } from "../desk/connection.js";
import { DeskStorage } from "../sync/desk_storage.js";
import { live } from "../live.js";
import { dropDraft } from "./draft.js";
import { MatchForm } from "./form.js";
import { SeatsStep } from "./seats.js";
import { TossStep } from "./toss.js";
import { trialsCard } from "./trials.js";
import { otherWays } from "./ways.js";
import { placeText } from "../tables.js";

/** @typedef {import("../sync/client.js").DeskClient} DeskClient */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
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
    keep("local", BOOKS, ready.rulebooks);
    return ready.rulebooks;
  } catch (error) {
    const kept = readKept("local", BOOKS);
    if (kept) return kept;
    throw error;
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
    this.refused = /** @type {unknown} */ (null);
    this.asking = false;
    const ask = (/** @type {Request} */ request) => this.ask(request);
    const draw = () => this.draw();
    this.form = new MatchForm(client, books, draw);
    this.toss = new TossStep(ask, draw);
    this.seats = new SeatsStep(ask, draw, new DeskStorage(client.token));
    this.stage = client.view.stage;
    this.wasStopped = false;
    this.screen = live(host, () => [h("div", { class: "page setup stack" }, this.#parts())]);
    this.off = client.on(draw);
    this.draw();
  }

  close() {
    this.off();
    this.screen.close();
    this.toss.close();
  }

  /** Whether nothing can be entered: reports wait for a judge, or a trouble is open. */
  get stopped() {
    return this.waits || this.client.elsewhere || this.client.trouble !== null;
  }

  get waits() {
    const { judge, pending, trouble } = this.client;
    return pending > 0 && judge === "nobody" && !trouble;
  }

  draw() {
    const { stage } = this.client.view;
    if (stage !== "to-begin") dropDraft(this.client.token);
    this.screen.draw();
    // The reason stands at the top of the page.
    if (stage !== this.stage || (this.stopped && !this.wasStopped)) window.scrollTo(0, 0);
    if (stage !== this.stage) document.getElementById("main")?.focus({ preventScroll: true });
    this.stage = stage;
    this.wasStopped = this.stopped;
  }

  #parts() {
    const { client, stopped } = this;
    const { view } = client;
    return [
      h("div", { class: "setup-linked", hidden: client.link === "online" }, linkLine(client, true)),
      this.#progress(view),
      view.stage !== "to-begin" && about(view),
      h("div", { class: "stack tight" }, this.#notices()),
      h("div", { class: `setup-body ${view.stage}`, key: view.stage, inert: stopped,
        "aria-busy": this.asking ? "true" : null }, this.#body(view)),
      h("div", { class: "setup-undo stack tight", inert: stopped }, otherWays(this, view)),
      offlineCard(client),
    ];
  }

  /** @param {View} view */
  #body(view) {
    if (view.stage === "to-begin") return this.form.show();
    if (view.stage === "to-toss") return this.toss.show(view);
    return [this.seats.show(view), trialsCard(view, (request) => void this.ask(request)), this.seats.showEnd(view)];
  }

  /** @param {View} view */
  #progress(view) {
    const at = STEPS.findIndex((stage) => stage === view.stage);
    return h("ol", { class: "steps", "aria-label": t("web.umpire.setup.steps") }, STEPS.map((stage, i) =>
      h("li", { class: i < at ? "done" : "", "aria-current": i === at ? "step" : null },
        t(`web.umpire.setup.step.${stage}`),
        i < at && h("span", { class: "sr" }, t("web.umpire.setup.step.done")))));
  }

  #notices() {
    const { trouble, elsewhere } = this.client;
    return [
      elsewhere ? elsewhereBanner(this) : trouble && troubleCard(this, trouble),
      this.waits && h("p", { class: "banner", role: "status" }, t("web.umpire.setup.kept")),
      Boolean(this.refused) && h("p", { class: "banner bad", role: "alert" }, errorText(this.refused)),
    ];
  }

  /** @param {() => Promise<unknown>} work */
  async settle(work) {
    this.refused = null;
    try {
      await work();
    } catch (error) {
      this.refused = error;
    }
    this.draw();
  }

  /** @type {Asks} */
  async ask(request) {
    if (this.asking) return;
    this.asking = true;
    this.draw();
    await this.settle(() => this.client.ask(request));
    this.asking = false;
    this.draw();
  }
}

/** @param {View} view */
function about(view) {
  const number = view.number && t("web.umpire.setup.number.of", { number: view.number });
  const where = [view.event, view.round, number, placeText(view.place)].filter(Boolean).join(" · ");
  return h("header", { class: "about" },
    h("h1", null, `${sideName(view.first)} – ${sideName(view.second)}`),
    where && h("p", { class: "muted small" }, where),
    view.replay_of && h("p", { class: "muted small" }, t("web.umpire.setup.replays")));
}
