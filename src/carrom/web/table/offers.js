/** What one may do besides playing: hint, take-back, pass, the umpire, giving up, phrases; what others offer. */
import { button } from "../shared/controls.js";
import { dialog, h, render, toast } from "../shared/dom.js";
import { number, t } from "../shared/words.js";
import { icon } from "../shared/icons.js";
import { labelOf } from "./score.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */
/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").OpenOffer} OpenOffer */
/** @typedef {import("./acts.js").What} What */

export const PHRASES = ["hello", "good-luck", "well-played", "nice", "sorry", "thanks", "one-moment", "good-game"];

/** An offer that is agreed to is closed a moment before or after what was agreed happens. */
const SOON = 600;

export class Offers {
  /** @type {readonly OpenOffer[]} */
  #open = [];
  /** The last entry heard of when each offer came, by `nameOf`. @type {Map<string, number>} */
  #since = new Map();
  /** What this page has just answered itself. @type {Set<string>} */
  #answered = new Set();
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  #closing = new Set();
  /** A question whether to do something, about the table of entry `v`. @type {{ v: number, close: () => void } | null} */
  #asking = null;

  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.notices = h("div", { class: "notices", role: "status", "aria-live": "polite" });
    this.acts = h("div", { class: "acts" });
    this.element = h("section", { class: "more" }, this.acts);
    this.heard = performance.now();
    this.timer = setInterval(() => this.#notices(), 1000);
  }

  destroy() {
    clearInterval(this.timer);
    this.#closing.forEach(clearTimeout);
  }

  get open() {
    return this.#open;
  }

  /** Sets the open offers; tells the players concerned when an offer disappears without effect. */
  set open(offers) {
    const stays = new Set(offers.map(nameOf));
    for (const name of stays) if (!this.#since.has(name)) this.#since.set(name, this.#latest());
    for (const offer of this.#open) if (!stays.has(nameOf(offer))) this.#goes(offer);
    this.#open = offers;
  }

  /** The last entry heard of, also while a stroke is still being shown. */
  #latest() {
    return Math.max(this.screen.state?.v ?? 0, ...this.screen.news.heard.keys());
  }

  /** @param {OpenOffer} offer */
  #goes(offer) {
    const { what, by } = offer;
    const name = nameOf(offer);
    const since = this.#since.get(name) ?? 0;
    this.#since.delete(name);
    if (this.#answered.delete(name)) return;
    const timer = setTimeout(() => {
      this.#closing.delete(timer);
      const mine = this.screen.welcome?.mine ?? [];
      if (this.#latest() !== since || !mine.length) return;
      const how = mine.includes(by) ? "declined" : "withdrawn";
      toast(t(`web.table.offer.${what}.${how}`, { player: labelOf(this.screen.state, by) }));
    }, SOON);
    this.#closing.add(timer);
  }

  /**
   * Declined, or withdrawn, here.
   * @param {OpenOffer} offer
   */
  #declines(offer) {
    this.#answered.add(nameOf(offer));
    this.screen.acts.offer(/** @type {What} */ (offer.what), false, offer.by);
  }

  /** Another match: what somebody else has offered is accepted. */
  rematch() {
    this.screen.acts.offer("rematch", true, this.#foreign("rematch")?.by);
  }

  /** @param {string} what an offer of somebody else that waits for this page's answer */
  #foreign(what) {
    const mine = this.screen.welcome?.mine ?? [];
    return this.open.find((offer) => offer.what === what && !ours(offer, mine));
  }

  /** @param {string} what whether this page's own player has it open */
  mineOpen(what) {
    const mine = this.screen.welcome?.mine ?? [];
    return this.open.some((offer) => offer.what === what && ours(offer, mine));
  }

  /** @param {After} after */
  show(after) {
    if (this.#asking && this.#asking.v !== after.v) this.#asking.close();
    this.#acts(after);
    this.#notices();
  }

  /** @param {After} after */
  #acts(after) {
    const { screen } = this;
    const welcome = screen.welcome;
    if (!welcome) return;
    const { kind } = after.asks;
    const actor = screen.actor();
    const plays = welcome.mine.length > 0 && kind !== "over" && screen.started;
    const strikes = actor !== "" && kind === "strike";
    const back = after.back.some((name) => welcome.mine.includes(name));
    const hinted = welcome.kind === "computer" || welcome.kind === "practice";
    render(
      this.acts,
      plays && hinted && act("hint", strikes && screen.able, () => void screen.acts.hint()),
      plays && act("take-back", back && kind !== "toss" && !this.#foreign("take-back"), () => screen.acts.offer("take-back")),
      plays && act("pass", strikes && screen.able, () => this.#sure("pass", () => screen.acts.choose("pass"))),
      welcome.kind === "online" && welcome.mine.length > 0 && act("say", true, () => this.#say()),
      welcome.kind !== "practice" && act("links", true, () => void screen.inviting().then((each) => each.openDialog())),
      plays && welcome.kind !== "practice" && act("more", true, () => this.#more(after, strikes)),
    );
  }

  #notices() {
    const mine = this.screen.welcome?.mine ?? [];
    render(this.notices, this.open.map((offer) => this.#notice(offer, mine)), this.#left(mine));
  }

  /**
   * @param {OpenOffer} offer
   * @param {readonly string[]} mine
   */
  #notice(offer, mine) {
    const { acts, state } = this.screen;
    const { what, by } = offer;
    const own = ours(offer, mine);
    // A call of the umpire that waits for the stroke to end needs nobody's answer.
    const answered = mine.length > 0 && what !== "ask";
    return h("div", { class: "banner row spread", "data-offer": what, key: nameOf(offer) },
      h("span", { class: "grow" }, t(`web.table.offer.${what}${own ? ".own" : ""}`, { player: labelOf(state, by) })),
      answered && !own &&
        button("primary accept", t("web.table.offer.accept"), () => acts.offer(/** @type {What} */ (what), true, by)),
      answered && button("decline", t(`web.table.offer.${own ? "withdraw" : "decline"}`), () => this.#declines(offer)));
  }

  /** Who has gone, and how long until the match may be claimed. @param {readonly string[]} mine */
  #left(mine) {
    const { acts, present, started, state, welcome } = this.screen;
    if (welcome?.kind !== "online" || !started || state?.asks.kind === "over") return [];
    return present.filter((each) => !each.here && !mine.includes(each.name)).map((each) => {
      const left = each.claim_in - (performance.now() - this.heard) / 1000;
      const key = each.claimable ? "gone.may" : mine.length > 0 ? "gone" : "gone.watched";
      const text = t(`web.table.${key}`,
        { player: labelOf(state, each.name), seconds: number(Math.max(0, Math.ceil(left))) });
      const claims = mine.length > 0 && each.claimable;
      return h("div", { class: "banner bad row spread", key: each.name },
        h("span", { class: "grow", "data-gone": each.name }, text),
        claims && !each.waited && button("wait", t("web.table.gone.wait"), () => acts.offer("wait")),
        claims && button("primary claim", t("web.table.gone.claim"), () => acts.offer("claim")));
    });
  }


  /**
   * @param {After} after
   * @param {boolean} strikes
   */
  #more(after, strikes) {
    const { screen } = this;
    const running = after.asks.kind === "strike" || after.asks.kind === "place";
    const persons = after.players.filter((player) => !player.level).length;
    // Where one game or board decides, resigning is giving it up.
    const resign = after.length === "match" ? "resign" : `resign.${after.length}`;
    /** @param {string} what @param {() => void} act */
    const sure = (what, act) => () => {
      close();
      this.#sure(what, act);
    };
    const close = dialog(t("web.table.act.more"), [
      persons > 1 && entry("ask", running, () => {
        close();
        screen.acts.incident("ask");
      }),
      goesOnWithout(after, screen.welcome?.mine ?? []) &&
        entry("abandon", strikes, sure("abandon", () => screen.acts.incident("abandon"))),
      entry(resign, true, sure(resign, () => screen.acts.offer("resign"))),
    ]);
  }

  #say() {
    const close = dialog(t("web.table.act.say"), [h("div", { class: "phrases" }, PHRASES.map((key) =>
      button("", t(`web.phrase.${key}`), () => {
        close();
        this.screen.acts.say(key);
      }, { "data-phrase": key })))]);
  }

  /**
   * Asked about the table as it is shown: once that has moved on, the question is gone.
   * @param {string} what pass, abandon or resign, with the words that fit the match
   * @param {() => void} done
   */
  #sure(what, done) {
    const yes = t(`web.table.act.${what}`);
    const act = () => {
      close();
      done();
    };
    const close = dialog(yes, [
      h("p", null, t(`web.table.${what}.sure`)),
      h("div", { class: "row choices-row" },
        button("danger sure", yes, act),
        button("", t("web.table.no"), () => close())),
    ], { onclose: () => void (this.#asking === asking && (this.#asking = null)) });
    const asking = { v: this.screen.state?.v ?? 0, close };
    this.#asking = asking;
  }
}

/**
 * Whether the match goes on after a game that the reader's side has given up.
 * @param {After} after
 * @param {readonly string[]} mine
 */
function goesOnWithout({ games, games_to_win, players, asks }, mine) {
  const own = [...asks.players, ...mine].find((name) => mine.includes(name));
  const side = players.find(({ name }) => name === own)?.side;
  return games[side === "first" ? "second" : "first"] + 1 < games_to_win;
}

/**
 * One offer among those that may be open at the same time.
 * @param {OpenOffer} offer
 */
const nameOf = ({ what, by }) => `${what} ${by}`;

/**
 * Whether somebody of this link has offered or agreed.
 * @param {OpenOffer} offer
 * @param {readonly string[]} mine
 */
const ours = ({ by, agreed }, mine) => [by, ...agreed].some((name) => mine.includes(name));

/**
 * @param {string} key
 * @param {boolean} able
 * @param {() => void} onclick
 */
const act = (key, able, onclick) =>
  button(`act act-${key}`, [key !== "pass" && icon(key), h("span", null, t(`web.table.act.${key}`))], able ? onclick : null,
    { "data-act": key, key });

/**
 * @param {string} key
 * @param {boolean} able
 * @param {() => void} onclick
 */
const entry = (key, able, onclick) =>
  h("div", { class: "entry" },
    button(`wide ${key === "ask" ? "" : "danger"}`, t(`web.table.act.${key}`), able ? onclick : null,
      { "data-act": key.split(".")[0] }),
    h("p", { class: "muted small" }, t(`web.table.${key}.help`)));
