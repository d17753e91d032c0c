/** Before the first board: the form of the match, the toss, the seats. */
import { errorText, getJson } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { go } from "../../shared/nav.js";
import * as prefs from "../../shared/prefs.js";
import { has, lang, t } from "../../shared/words.js";
import { incidentsSheet } from "../desk/incidents.js";
import { setCatalogue } from "../desk/lines.js";
import { button, readLawsBy, SIDES } from "../desk/parts.js";
import { elsewhereBanner, linkLine, offlineCard, troubleCard } from "../desk/connection.js";
import { DeskStorage } from "../sync/desk_storage.js";
import { live } from "../live.js";
import { draftOf, keepDraft } from "./draft.js";
import { MatchForm } from "./form.js";
import { SeatsStep } from "./seats.js";
import { TossStep } from "./toss.js";
import { trialsCard } from "./trials.js";
import { deskPath, nextTable } from "../links.js";
import { forget, whoPlays } from "../tables.js";
import { eventText } from "../desk/score.js";

/** @typedef {import("../sync/client.js").DeskClient} DeskClient */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../../wire").Ready} Ready */
/** @typedef {Pick<Ready, "lengths" | "rulebooks">} Choices */

const STEPS = /** @type {const} */ (["to-begin", "to-toss", "to-seat"]);

/**
 * @param {HTMLElement} host
 * @param {DeskClient} client
 * @returns {Promise<() => void>}
 */
export async function setupScreen(host, client) {
  const ready = client.view.stage === "to-begin" ? await choices() : { lengths: [], rulebooks: [] };
  const screen = new Setup(host, client, ready);
  return () => screen.close();
}

/**
 * What can be played by, and how long; from the last time, if the server is away.
 * @returns {Promise<Choices>}
 */
async function choices() {
  try {
    /** @type {Ready} */
    const { lengths, rulebooks } = await getJson(`/api/ready?lang=${lang()}`);
    prefs.set("umpire-ready", { lengths, rulebooks });
    return { lengths, rulebooks };
  } catch (error) {
    const kept = prefs.get("umpire-ready");
    if (kept) return kept;
    throw error;
  }
}

export class Setup {
  /**
   * @param {HTMLElement} host
   * @param {DeskClient} client
   * @param {Choices} ready
   */
  constructor(host, client, ready) {
    this.client = client;
    this.refused = /** @type {unknown} */ (null);
    this.asking = false;
    const draw = () => this.draw();
    this.form = new MatchForm(client, ready, draw);
    this.toss = new TossStep(this);
    this.seats = new SeatsStep(this, new DeskStorage(client.token));
    this.stage = client.view.stage;
    setCatalogue(() => client.catalogue);
    readLawsBy((citation) => client.law(citation));
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
    if (stage !== "to-begin") keepDraft(this.client.token, null);
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

  /** Asks the desk and tells a refusal. @param {Request} request */
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
  const where = eventText(view);
  return h("header", { class: "about" },
    h("h1", null, whoPlays(view)),
    where && h("p", { class: "muted small" }, where),
    view.replay_of && h("p", { class: "muted small" }, t("web.umpire.setup.replays")));
}

/**
 * The ways back and out: undo, a walkover, a disqualification, the form filled in again.
 * @param {Setup} setup
 * @param {View} view
 */
function otherWays(setup, view) {
  const acts = view.can?.acts ?? [];
  if (view.stage === "to-begin") return [];
  return [
    acts.includes("undo") && undo(setup, view),
    acts.includes("give-up") && unfolding("walkover", SIDES.map((side) =>
      button(`walkover-${side}`, t("web.umpire.setup.walkover.of", { side: sideName(view[side]) }),
        () => void setup.ask({ do: "give-up", side, why: "walkover" }), { kind: "danger big name-button" }))),
    acts.includes("incident") && unfolding("disqualify",
      button("disqualify-choose", t("web.umpire.setup.disqualify.do"), () => disqualify(setup),
        { kind: "wide", disabled: !setup.client.catalogue })),
    view.stage === "to-toss" && unfolding("again",
      button("begin-again", t("web.umpire.setup.again.do"), () => void setup.settle(() => beginAgain(setup)), { kind: "wide" })),
  ];
}

/**
 * Before the first board nothing else can be reported of a player.
 * @param {Setup} setup
 */
function disqualify(setup) {
  const { catalogue, view } = setup.client;
  if (!catalogue) return;
  incidentsSheet({ catalogue, view, pick: (incident, close) => {
    close();
    void setup.ask({ do: "incident", ...incident });
  } });
}

/**
 * The last thing done can be taken back; that the match was begun, only by beginning another.
 * @param {Setup} setup
 * @param {View} view
 */
function undo(setup, view) {
  const [before, last] = view.log.filter((line) => line.stands && line.kind !== "taken-back").slice(-2);
  if (!last) return null;
  const key = `web.umpire.setup.undo.${last.kind}`;
  const words = t(has(key) ? key : "web.umpire.setup.undo.other", { side: last.side ? sideName(view[last.side]) : "" });
  return button("undo", words, () => void setup.ask({ do: "undo", to: before.v }), { kind: "wide" });
}

/**
 * Something seldom needed, folded away.
 * @param {"walkover" | "disqualify" | "again"} name
 * @param {import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[]} keys
 */
const unfolding = (name, keys) =>
  h("details", { class: "unfolds", key: name },
    h("summary", { "data-testid": name }, t(`web.umpire.setup.${name}`)),
    h("p", { class: "help" }, t(`web.umpire.setup.${name}.help`)),
    Array.isArray(keys) ? h("div", { class: "big-pair" }, keys) : keys);

/**
 * Names or rulebook were wrong: the same form on a new table, and this one leaves the list.
 * @param {Setup} setup
 */
async function beginAgain({ client }) {
  const made = await nextTable(client.token);
  keepDraft(made.token, draftOf(client.view));
  forget(client.token);
  go(deskPath(made.token));
}
