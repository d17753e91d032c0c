/**
 * What the table waits for: a headline that says whose turn it is, and one visible control for the player who may act.
 * Every question of the table has its control here; everybody else reads for whom the table waits.
 */
import { errorText } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { h, render, toast } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { demandCard, endCard, inviteCard, overCard, seatCard, tossCard } from "./cards.js";
import { Celebration } from "./celebration.js";
import { featOf } from "./feats.js";
import { labelOf, mark } from "./score.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */
/** @typedef {import("../wire").After} After */

/** Milliseconds after which the other side need not wait for the one that asked the umpire. */
const ASKED_FOR = 30_000;

export class Asks {
  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.headline = h("p", { class: "headline", role: "status", "aria-live": "polite" });
    this.body = h("div", { class: "ask-body" });
    this.element = h("section", { class: "asks panel" }, this.headline, this.body);
    /** Over the board. */
    this.over = h("div", { class: "overlay" });
    /** The match is over, and one looks at the board. */
    this.looks = false;
    /** When the other side's question to the umpire was shown here. */
    this.asked = { v: -1, at: 0 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.celebration = new Celebration();
    /** The table has been shown. */
    this.seen = false;
  }

  destroy() {
    clearTimeout(this.timer);
    this.celebration.stop();
  }

  /** @param {After} after */
  show(after) {
    const { screen } = this;
    const actor = screen.actor();
    const { kind } = after.asks;
    if (kind !== "over") this.looks = false;
    if (kind !== "turn") screen.turning.open = false;
    screen.turning.offer(kind === "turn" && screen.able);
    // Nobody acts before everybody has come.
    const acts = screen.started && !waits(after, actor) ? actor : "";
    this.element.classList.toggle("yours", acts !== "" && kind !== "over");
    render(this.headline, this.#headline(after, acts));
    render(this.body, screen.setting ? [] : this.#body(after, acts));
    const feat = this.#feat(after);
    const card = this.#card(after, acts, feat);
    render(this.over, card, this.celebration.canvas);
    this.over.hidden = card === null;
    // What was won while nobody looked is told, and not celebrated.
    if (feat && card && this.seen) this.#celebrate(feat, after);
    this.seen = true;
  }

  /**
   * @param {After} after
   * @param {string} actor
   */
  #headline(after, actor) {
    const { started, thinking } = this.screen;
    const { kind, coin, players } = after.asks;
    const player = after.players.find((each) => each.name === (actor || players[0]));
    const shown = kind === "over" ? null : kind === "place" ? coin : player?.colour;
    return [
      shown && mark(shown),
      h("span", null, started ? headline(after, actor, thinking) : t("web.table.invite")),
      !actor && kind !== "over" && h("span", { class: "spinner", "aria-hidden": "true" }),
    ];
  }

  /**
   * @param {After} after
   * @param {string} actor
   * @returns {import("../shared/dom.js").Child[]}
   */
  #body(after, actor) {
    const { screen } = this;
    const { kind } = after.asks;
    const plays = screen.started && (screen.welcome?.mine.length ?? 0) > 0;
    // While another strikes the controls stay, at rest: nothing jumps under the finger from stroke to stroke.
    if (kind === "turn" && actor && screen.turning.open) return [screen.turning.element];
    if ((kind === "strike" || kind === "turn") && (actor || plays)) return [screen.controls.element];
    if (kind === "answer" && !actor && plays) return this.#othersAnswer(after.v);
    if (kind === "over" && this.looks) return [wide("primary", "over.results", () => this.#look(false))];
    if (!actor) return [];
    switch (kind) {
      case "try":
        return [h("p", { class: "muted" }, t("web.table.try.help")), screen.controls.element,
          wide("leave-trial", "try.leave", () => screen.acts.choose("trial", "leave"))];
      case "place":
        return [screen.placing.element];
      case "answer":
        return [h("p", null, t("web.table.answer.help")),
          wide("answer primary", "answer.go-on", () => screen.acts.goOn())];
      case "toss":
      case "seat":
      case "demand":
        return [h("p", { class: "muted" }, t("web.table.on-board"))];
      default:
        return [];
    }
  }

  /**
   * The other side asked the umpire; a match does not hang on whether it goes on.
   * @param {number} v
   */
  #othersAnswer(v) {
    const { screen } = this;
    if (this.asked.v !== v) {
      this.asked = { v, at: performance.now() };
      clearTimeout(this.timer);
      this.timer = setTimeout(() => screen.render(), ASKED_FOR);
    }
    // A timer may come a little before the time it was set for.
    const able = performance.now() - this.asked.at >= ASKED_FOR - 100;
    return [h("p", null, t("web.table.answer.others")),
      wide("answer", "answer.go-on", able ? () => screen.acts.goOn() : null)];
  }

  /** @param {boolean} looks at the board, and not at the results */
  #look(looks) {
    this.looks = looks;
    this.screen.render();
  }

  /** What the card to be shown celebrates. @param {After} after */
  #feat(after) {
    const { announced, options, welcome } = this.screen;
    if (!welcome || options.card || this.looks) return null;
    return announced ? featOf(announced.after, welcome) : after.asks.kind === "over" ? featOf(after, welcome) : null;
  }

  /**
   * @param {import("./feats.js").Feat} feat
   * @param {After} after
   */
  #celebrate(feat, after) {
    const { announced, welcome } = this.screen;
    const { story, asks } = announced?.after ?? after;
    const name = `${story?.boards.length} ${asks.kind === "over"}`;
    if (welcome) this.celebration.start(feat, name, welcome.geometry, this.over.querySelector(".over"));
  }

  /** @param {After} after */
  #share(after) {
    const { welcome } = this.screen;
    if (!welcome) return;
    void import("./share.js")
      .then(({ share }) => share(after, welcome.geometry, welcome.watch))
      .catch((error) => toast(errorText(error), "bad"));
  }

  /** @param {After} after */
  #otherLevel({ players }) {
    const levels = players.map(({ level }) => level).filter(Boolean);
    const again = (/** @type {string} */ level) => this.screen.acts.offer("rematch", true, "", level);
    void import("./levels.js").then(({ chooseLevel }) => chooseLevel(levels, again));
  }

  /**
   * @param {After} after
   * @param {string} actor
   * @param {import("./feats.js").Feat | null} feat
   */
  #card(after, actor, feat) {
    const { screen } = this;
    const { welcome } = screen;
    const { kind } = after.asks;
    if (welcome && !screen.started && welcome.kind === "online") {
      const missing = screen.present.filter((each) => !each.here).map(({ name }) => labelOf(after, name));
      return inviteCard(screen.invitations, missing);
    }
    if (kind === "demand") return demandCard(after, actor !== "", (points) => screen.acts.choose("demand", points));
    if (screen.options.card) return screen.options.card(after);
    if (screen.announced) return endCard(screen.announced, () => screen.reading.done(), feat);
    if (kind === "toss") return tossCard(after, actor !== "", (way) => screen.acts.choose("toss", way));
    if (kind === "seat") return seatCard(after, actor !== "", (seat) => screen.acts.choose("seats", seat));
    if (kind !== "over" || !welcome || this.looks) return null;
    return overCard(after, welcome, {
      feat,
      asked: screen.offers.mineOpen("rematch"),
      rematch: () => screen.offers.rematch(),
      level: () => this.#otherLevel(after),
      share: () => this.#share(after),
      close: () => this.#look(true),
    });
  }
}

/**
 * @param {string} look
 * @param {string} key of `web.table`
 * @param {(() => void) | null} act
 */
const wide = (look, key, act) => button(`wide ${look}`, t(`web.table.${key}`), act, { key });

/**
 * Whether a player belongs to the side that did not ask the umpire.
 * @param {After} after
 * @param {string} actor
 */
const waits = ({ asks, players }, actor) =>
  asks.kind === "answer" && asks.side !== null && players.find(({ name }) => name === actor)?.side !== asks.side;

/**
 * Whose turn, and what for.
 * @param {After} after
 * @param {string} actor the player of this page who may answer, or nobody
 * @param {string} thinking
 */
function headline(after, actor, thinking) {
  const waits = !actor && thinking && after.asks.players.includes(thinking);
  return waits ? t("web.table.wait.thinks", { player: labelOf(after, thinking) }) : after.asks.text;
}
