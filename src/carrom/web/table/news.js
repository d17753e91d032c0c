/** What the server tells: each message finds its place, strokes in their order; what ended is left to be read. */
import { ApiError, errorText } from "../shared/api.js";
import { fill, h, toast } from "../shared/dom.js";
import { matchTitle } from "../shared/matches.js";
import { go, link } from "../shared/nav.js";
import * as prefs from "../shared/prefs.js";
import { call } from "../shared/sound.js";
import { t } from "../shared/words.js";
import { hasEnded } from "./cards.js";
import { namesOf } from "./score.js";
import { Follower } from "./state.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").AnyMessage} AnyMessage */
/** @typedef {import("../wire").Clock} Clock */
/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").StrokeMessage} StrokeMessage */
/** @typedef {import("../wire").WelcomeMessage} Welcome */
/** @typedef {import("./screen.js").TableScreen} TableScreen */
/** @typedef {import("./state.js").Step} Step */

const SAID_FOR = 6000;
/** Entries that are called out besides those with a ruling. */
const CALLED = new Set([
  "tossed", "tossed-again", "trial-played", "umpire-asked", "taken-back", "gave-up", "seats-changed",
]);

export class News {
  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {import("../shared/socket.js").Status} */
    this.link = "connecting";
    this.storeFailing = false;
    /** The table as it was said last, when the language had changed. @type {Welcome | null} */
    this.words = null;
    /** The clock of each entry, and when it was heard of. @type {Map<number, { timing: Clock | null, at: number }>} */
    this.heard = new Map();
    this.follower = new Follower({
      play: (message) => this.#play(message),
      apply: (message) => this.#apply(message),
      hidden: () => document.hidden,
    });
  }

  /** @param {AnyMessage} message */
  hear(message) {
    const { screen } = this;
    switch (message.t) {
      case "welcome":
        return this.#welcomed(message);
      case "stroke":
      case "entry":
        this.heard.set(message.v, { timing: message.timing, at: performance.now() });
        return this.follower.push(message);
      case "aim":
        return screen.surface.otherAim(message);
      case "said":
        return this.#hearSaid(message.player, message.key);
      case "presence":
        this.#present(message);
        this.#retime(message.timing);
        screen.invitations?.hear();
        return screen.render();
      case "thinking":
        screen.thinking = message.player;
        return screen.render();
      case "offers":
        screen.offers.open = message.offers;
        return screen.render();
      case "probed":
        return screen.placing.answered(message);
      case "moved":
        return go(`/table/${message.room}#${message.invitation && "join="}${message.invitation || message.watch}`);
      case "store":
        this.storeFailing = message.failing;
        return screen.render();
      case "error":
        return toast(message.text, "bad");
      default:
    }
  }

  /** Who is here. @param {Pick<Welcome, "present" | "watchers" | "started">} message */
  #present({ present, watchers, started }) {
    Object.assign(this.screen, { present, watchers, started });
    this.screen.offers.heard = performance.now();
  }

  /** @param {Welcome} message */
  #welcomed(message) {
    const { screen } = this;
    const first = screen.welcome === null;
    this.words = null;
    // Where it still fails, that is told next.
    this.storeFailing = false;
    this.follower.clear();
    screen.surface.finish?.();
    screen.reading.clear();
    screen.welcome = message;
    this.#present(message);
    screen.thinking = message.thinking;
    screen.offers.open = message.offers;
    if (screen.acts.sent !== message.v) screen.acts.sent = -1;
    screen.log.watch = message.watch;
    screen.clock.used = message.clock !== null;
    screen.surface.open(screen.host, message.geometry);
    this.heard.set(message.v, { timing: message.timing, at: performance.now() });
    const last = message.log.filter((line) => this.#calls(line)).at(-1);
    if (last && (first || last.v > (screen.called?.v ?? 0))) screen.called = last;
    this.#take(message.state);
    screen.log.add(message.log);
    if (screen.invitations) screen.invitations.welcomed(message);
    else if (!message.started) void screen.inviting().then(() => screen.render());
    // What ended while this page was away is not announced any more: nobody waits for it to be read.
    screen.reading.tell();
    if (first) {
      this.#remember(message);
      if (document.activeElement === document.body) screen.host.focus({ preventScroll: true });
    }
  }

  /**
   * The table in another language, or with the name that a guest has given: what is shown is said again, and nothing
   * that runs is disturbed. What is still to be shown is said in it when its turn comes.
   * @param {Welcome} message
   */
  reworded(message) {
    const { screen } = this;
    screen.welcome = message;
    this.words = message;
    screen.invitations?.welcomed(message);
    const v = screen.state?.v ?? 0;
    const lines = message.log.filter((line) => line.v <= v);
    screen.called = lines.find((line) => line.v === screen.called?.v) ?? screen.called;
    if (screen.announced) screen.announced = reworded(screen.announced, message);
    screen.log.clear();
    if (message.state.v === v) this.#take(message.state);
    screen.log.add(lines);
  }

  /**
   * An entry in the language of now.
   * @param {Step} message
   */
  #said({ v, line, after }) {
    const { words } = this;
    return {
      line: words?.log.find((each) => each.v === v) ?? line,
      after: words?.state.v === v ? words.state : after,
    };
  }

  /**
   * Whether the umpire is heard with it; practice begins without ceremony.
   * @param {Line} line
   */
  #calls(line) {
    return line.ruling !== null || (CALLED.has(line.kind) && !this.screen.practice);
  }

  /** @param {Welcome} welcome */
  #remember({ room, watch, kind, mine, state }) {
    const { screen } = this;
    if (!mine.length) return;
    const title = matchTitle({ first: namesOf(state, "first"), second: namesOf(state, "second") });
    prefs.remember({ room, token: screen.token, watch, title, at: Date.now(), kind, mine });
  }

  /** @param {StrokeMessage} message */
  #play(message) {
    const { screen } = this;
    screen.clock.set(null, 0);
    screen.hints.clear();
    screen.options.onStroke?.(message);
    screen.render();
    return screen.surface.play(message);
  }

  /**
   * What an entry has led to. The end of a board and a foul are read before the next thing is shown.
   * @param {Step} message
   */
  async #apply(message) {
    const { screen } = this;
    const before = screen.state;
    const { line, after } = this.#said(message);
    const waited = screen.actor();
    if (this.#calls(line)) screen.called = line;
    this.#announce(before, after, line);
    this.#take(after);
    screen.log.add([line]);
    screen.hints.clear();
    if (!waited && screen.actor() && screen.welcome?.kind === "online") call();
    await screen.reading.read(line);
  }

  /**
   * @param {After | null} before
   * @param {After} after
   * @param {Line} line
   */
  #announce(before, after, line) {
    const { screen } = this;
    if (!before || after.asks.kind === "over" || screen.practice) return void (screen.announced = null);
    const announced = { line, before, after };
    if (hasEnded(announced)) screen.announced = announced;
    // A player who plays on has seen the card. A computer that turns the rosette does not remove it.
    else if (line.kind === "taken-back" || line.kind === "struck") screen.announced = null;
    else if (line.kind === "rosette-turned" && screen.welcome?.mine.includes(line.player)) screen.announced = null;
  }

  /**
   * The clock waits for a player who has gone, and goes on when they are back.
   * @param {Clock | null} timing
   */
  #retime(timing) {
    const last = Math.max(...this.heard.keys());
    this.heard.set(last, { timing, at: performance.now() });
    if (this.screen.state?.v === last) this.#setClock(last);
  }

  /** @param {number} v the entry that is shown */
  #setClock(v) {
    const { timing, at } = this.heard.get(v) ?? { timing: null, at: 0 };
    this.screen.clock.set(timing, at);
  }

  /** @param {After} after */
  #take(after) {
    const { screen } = this;
    screen.state = after;
    this.#setClock(after.v);
    for (const v of this.heard.keys()) if (v < after.v) this.heard.delete(v);
    screen.render();
    screen.log.seat = screen.surface.seat;
    if (screen.welcome) screen.options.onState?.(after, screen.welcome);
  }

  /**
   * @param {string} player
   * @param {string} key
   */
  #hearSaid(player, key) {
    const { screen } = this;
    screen.said = { ...screen.said, [player]: key };
    screen.render();
    setTimeout(() => {
      if (screen.said[player] !== key) return;
      const { [player]: _, ...rest } = screen.said;
      screen.said = rest;
      screen.render();
    }, SAID_FOR);
  }

  /**
   * @param {import("../shared/socket.js").Status} status
   * @param {ApiError} [error]
   */
  status(status, error) {
    const { element } = this.screen;
    this.link = status;
    this.screen.render();
    if (status !== "refused") return;
    element.className = "page stack";
    fill(element, h("h1", { role: "alert" }, errorText(error)),
      h("p", null, link("/", { class: "button primary" }, t("web.table.home"))));
  }

}

/**
 * What has ended, in another language. The table may have moved on since.
 * @param {import("./cards.js").Announced} announced
 * @param {Welcome} message
 */
function reworded({ line, before, after }, { state, log }) {
  const [boards, games] = [after.boards.length, after.games_said.length];
  return {
    line: log.find((each) => each.v === line.v) ?? line,
    before,
    after: { ...after, boards: state.boards.slice(0, boards), games_said: state.games_said.slice(0, games) },
  };
}
