/**
 * What the table waits for: a headline that says whose turn it is, and one visible thing to do for whoever may do it.
 * Nothing the table can ask is without an answer here; whoever may not answer reads for whom we wait.
 */
import { fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { inviteCard, overCard, reasonLines, seatCard, tossCard } from "./cards.js";
import { labelOf, mark } from "./score.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */
/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Line} Line */

/** Whether this browser has seen how to strike. */
const TAUGHT = "carrom.taught";

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
    this.looks = false;
    this.shown = "";
    /** The table before the entry that is shown. @type {After | null} */
    this.before = null;
    /** @type {After | null} */
    this.now = null;
    /** What ended, and how the table stood. @type {{ v: string, line: Line, before: After } | null} */
    this.ended = null;
    this.first = h("p", { class: "first-help" });
    /** The entry at which one is told how to strike; 0: not yet, -1: no more. */
    this.teaches = taught() ? -1 : 0;
    /** When the other side's question to the umpire was shown here. */
    this.asked = { v: -1, at: 0 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  destroy() {
    clearTimeout(this.timer);
  }

  /** The language has changed: everything is written again. */
  forget() {
    this.shown = "";
    this.headline.dataset.text = "";
    this.over.dataset.key = "";
  }

  /** @param {After} after */
  show(after) {
    const { screen } = this;
    const actor = screen.actor();
    const kind = after.asks.kind;
    if (after.v !== this.now?.v) [this.before, this.now] = [this.now, after];
    if (kind !== "over") this.looks = false;
    // Nobody acts before everybody has come.
    const acts = screen.started && !waits(after, actor) ? actor : "";
    this.element.classList.toggle("yours", acts !== "" && kind !== "over");
    this.#headline(after, acts);
    this.#body(after, acts);
    this.#teach(after, acts);
    this.#card(after, acts);
  }

  /**
   * Before the first stroke made in this browser: how it is made.
   * @param {After} after
   * @param {string} actor
   */
  #teach(after, actor) {
    if (this.teaches === 0 && actor && after.asks.kind === "strike") {
      this.teaches = after.v;
      teach();
    }
    this.first.hidden = this.teaches !== after.v;
    const way = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    this.first.textContent = this.first.hidden ? "" : t(`web.table.first.${way}`);
  }

  /**
   * @param {After} after
   * @param {string} actor
   */
  #headline(after, actor) {
    const { started, thinking } = this.screen;
    const text = started ? headline(after, actor, thinking) : t("web.table.invite");
    if (this.headline.dataset.text === text) return;
    this.headline.dataset.text = text;
    const { kind, coin, players } = after.asks;
    const player = after.players.find((each) => each.name === (actor || players[0]));
    const shown = kind === "over" ? null : kind === "place" ? coin : player?.colour;
    const busy = !actor && after.asks.kind !== "over";
    fill(this.headline,
      shown && mark(shown),
      h("span", null, text), busy ? h("span", { class: "spinner", "aria-hidden": "true" }) : null);
  }

  /**
   * @param {After} after
   * @param {string} actor
   */
  #body(after, actor) {
    const { screen } = this;
    const plays = (screen.welcome?.mine.length ?? 0) > 0;
    // While another strikes the controls stay, at rest: nothing jumps under the finger from stroke to stroke.
    const rests = screen.started && after.asks.kind === "strike" && plays;
    const key = screen.setting ? "" : `${after.asks.kind} ${rests || actor}`;
    const same = this.shown === key;
    this.shown = key;
    if (screen.setting) return void fill(this.body);
    switch (actor || rests ? after.asks.kind : "") {
      case "strike":
        if (!same) fill(this.body, this.first, screen.controls.element);
        return;
      case "try":
        if (!same || !this.body.querySelector(".leave-trial")) {
          fill(this.body, h("p", { class: "muted" }, t("web.table.try.help")), screen.controls.element,
            this.#button("leave-trial", "web.table.try.leave", () => screen.acts.choose("trial", "leave")));
        }
        return;
      case "turn":
        if (!same) fill(this.body, screen.turning.element);
        return;
      case "place":
        if (!same) fill(this.body, screen.placing.element);
        return;
      case "answer":
        fill(this.body, h("p", null, t("web.table.answer.help")),
          this.#button("answer primary", "web.table.answer.go-on", () => screen.acts.goOn()));
        return;
      default:
        if (after.asks.kind === "answer" && plays && screen.started) return this.#othersAnswer(after);
        fill(this.body, this.#elsewhere(after, actor));
    }
  }

  /**
   * The other side asked the umpire; a match does not hang on whether it goes on.
   * @param {After} after
   */
  #othersAnswer({ v }) {
    const { screen } = this;
    if (this.asked.v !== v) {
      this.asked = { v, at: performance.now() };
      clearTimeout(this.timer);
      this.timer = setTimeout(() => screen.render(), ASKED_FOR);
    }
    const button = this.#button("answer", "web.table.answer.go-on", () => screen.acts.goOn());
    // A timer may come a little before the time it was set for.
    button.disabled = performance.now() - this.asked.at < ASKED_FOR - 100;
    fill(this.body, h("p", null, t("web.table.answer.others")), button);
  }

  /**
   * @param {After} after
   * @param {string} actor
   */
  #elsewhere(after, actor) {
    const { kind } = after.asks;
    if (kind === "over" && this.looks) {
      return this.#button("primary", "web.table.over.results", () => {
        this.looks = false;
        this.show(after);
      });
    }
    if (actor && (kind === "toss" || kind === "seat")) return h("p", { class: "muted" }, t("web.table.on-board"));
    return null;
  }

  /**
   * @param {After} after
   * @param {string} actor
   */
  #card(after, actor) {
    const { screen } = this;
    const welcome = screen.welcome;
    const { kind } = after.asks;
    const here = screen.present.map((each) => each.here).join();
    const key = [after.v, kind, actor, screen.started, this.looks, here,
      screen.offers.open.map((offer) => offer.what).join(), screen.announced?.title ?? "",
      screen.invitations?.opens ?? ""].join("|");
    if (this.over.dataset.key === key) return;
    const had = this.over.contains(document.activeElement);
    this.over.dataset.key = key;
    let made = null;
    if (welcome && !screen.started && welcome.kind === "online") {
      const missing = screen.present.filter((each) => !each.here).map(({ name }) => labelOf(after, name));
      made = inviteCard(screen.invitations, missing);
    } else if (screen.announced) made = this.#endedCard(screen.announced);
    else if (kind === "toss") made = tossCard(after, actor !== "", (way) => screen.acts.choose("toss", way));
    else if (kind === "seat") made = seatCard(after, actor !== "", (seat) => screen.acts.choose("seats", seat));
    else if (kind === "over" && welcome && !this.looks && !screen.practice) {
      made = overCard(after, welcome, {
        asked: screen.offers.mineOpen("rematch"),
        rematch: () => screen.offers.rematch(),
        close: () => {
          this.looks = true;
          this.show(after);
        },
      });
    }
    fill(this.over, made);
    this.over.hidden = made === null;
    const at = document.activeElement;
    if (made && (had || !at || at === document.body || at === screen.host || at.id === "main")) {
      made.querySelector("button")?.focus({ preventScroll: true });
    } else if (had) screen.host.focus({ preventScroll: true });
  }

  /**
   * What has ended, with its reason.
   * @param {{ title: string, card: () => HTMLElement | null }} announced
   */
  #endedCard({ title, card }) {
    const { called } = this.screen;
    if (this.ended?.v !== title) {
      this.ended = called && this.before && `${called.v}` === title
        ? { v: title, line: called, before: this.before }
        : null;
    }
    const made = card();
    const { ended, screen } = this;
    if (made && ended && screen.state) {
      made.querySelector("h2")?.after(...reasonLines(ended.line, ended.before));
    }
    return made;
  }

  /**
   * @param {string} kind
   * @param {string} key
   * @param {() => void} act
   */
  #button(kind, key, act) {
    return h("button", { class: `button wide ${kind}`, type: "button", onclick: act }, t(key));
  }
}

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

function taught() {
  try {
    return localStorage.getItem(TAUGHT) !== null;
  } catch {
    return false;
  }
}

function teach() {
  try {
    localStorage.setItem(TAUGHT, "yes");
  } catch {
    // A browser that keeps nothing is told again.
  }
}
