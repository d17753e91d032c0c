/**
 * The table: the board in the middle, what is to be done beside it, the umpire's calls and the score.
 *
 * new TableScreen(root, { room, token, extra, card, onState, onStroke, practice })
 *   room, token   from the link /table/ROOM#TOKEN
 *   extra         an element of the caller, shown in the column beside the board
 *   card(after)   what the caller lays over the board, or null
 *   onState(after, welcome)   after the welcome and after every entry, once it is shown: not while it is played back
 *   onStroke(message)         a StrokeMessage, when its playback begins
 *   practice      true: no score of games, no links, no offers
 *
 * .view         the BoardView (null before the welcome)
 * .state        the After that is shown (null before)         .welcome    the last WelcomeMessage
 * .send(request)  a request without `id` and `v`, which are filled in: {t: "setup", layout, standing}. Gives a
 *                 promise of the answer (ack, or hint); a refusal is told to the player and rejects with an ApiError
 * .aim          {x, angle, power} of the player at this screen
 * .setAim({x?, angle?, power?})   sets it; x goes to the nearest legal place
 * .setup({ onCoin?, onPlace? } | null)  while given, the table does not play: coins are dragged. The handlers get
 *                 what Gestures gives in its setup mode (the caller draws with view.setCoins); null goes back to
 *                 playing and draws the table's layout again
 * .busy         a stroke is being played back or waits for its answer
 * .render()     shows everything as it stands now
 * .destroy()
 */
import { ApiError } from "../shared/api.js";
import { closeDialogs, fill, h, render, useStyle } from "../shared/dom.js";
import { invitationIn } from "../shared/nav.js";
import * as prefs from "../shared/prefs.js";
import { lookForNetwork } from "../shared/reach.js";
import { TableSocket } from "../shared/socket.js";
import { hook } from "../shared/test_hook.js";
import { onLang, t, useWords } from "../shared/words.js";
import { Acts } from "./acts.js";
import { Asks } from "./asks.js";
import { ClockRing } from "./clock.js";
import { StrikeControls } from "./controls.js";
import { Focus } from "./focus.js";
import { Guide } from "./guide.js";
import { Hints } from "./hints.js";
import { pressed } from "./keys.js";
import { News } from "./news.js";
import { Offers } from "./offers.js";
import { Placing } from "./placing.js";
import { Reading } from "./reading.js";
import { ScoreBoard } from "./score.js";
import { Surface } from "./surface.js";
import { boardText } from "./text.js";
import { tools } from "./tools.js";
import { Turning } from "./turning.js";
import { Log, callBox } from "./umpire.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").WelcomeMessage} Welcome */
/** @typedef {import("../wire").StrokeMessage} StrokeMessage */
/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../shared/socket.js").Request} Request */
/** @typedef {import("../shared/socket.js").Answer} Answer */
/** @typedef {import("./aim.js").Aim} Aim */

/**
 * @typedef {object} Options
 * @property {string} room
 * @property {string} token
 * @property {HTMLElement | null} [extra]
 * @property {(after: After) => HTMLElement | null} [card]
 * @property {(after: After, welcome: Welcome) => void} [onState]
 * @property {(message: StrokeMessage) => void} [onStroke]
 * @property {boolean} [practice]
 */

/**
 * @typedef {object} SetUp
 * @property {(index: number, spot: { x: number, y: number } | null) => void} [onCoin]
 * @property {(x: number) => void} [onPlace]
 */

/**
 * The screen /table/ROOM#TOKEN, and /table/ROOM#join=CODE, which is exchanged for it.
 * @param {HTMLElement} root
 * @param {{ path: string[], hash: string }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, { path, hash }) {
  const [, room] = path;
  if (!room) throw new ApiError("page/unknown");
  if (!hash) throw new ApiError("page/incomplete");
  const code = invitationIn(hash);
  if (code) {
    const { show: showInvitation } = await import("./invited.js");
    return showInvitation(root, code);
  }
  await Promise.all(["table", "story"].map((name) => useStyle(`/static/table/${name}.css`)));
  const screen = new TableScreen(root, { room, token: hash });
  return () => screen.destroy();
}

export class TableScreen {
  /**
   * @param {HTMLElement} root
   * @param {Options} options
   */
  constructor(root, options) {
    this.options = options;
    this.token = options.token;
    this.practice = options.practice ?? false;
    /** @type {After | null} */
    this.state = null;
    /** @type {Welcome | null} */
    this.welcome = null;
    /** @type {readonly import("../wire").Here[]} */
    this.present = [];
    this.watchers = 0;
    this.started = true;
    this.thinking = "";
    /** @type {Record<string, string>} */
    this.said = {};
    /** @type {Line | null} */
    this.called = null;
    /** A board or game that has just ended. @type {import("./cards.js").Announced | null} */
    this.announced = null;
    /** Whether the stroke that was asked for waits for the simulator. */
    this.preparing = false;
    /** @type {SetUp | null} */
    this.setting = null;

    this.acts = new Acts(this);
    /** @type {import("./invitations.js").Invitations | null} */
    this.invitations = null;
    this.news = new News(this);
    this.follower = this.news.follower;
    this.clock = new ClockRing();
    this.score = new ScoreBoard(this.clock.element);
    this.log = new Log();
    this.reading = new Reading(this);
    this.surface = new Surface(this);
    this.controls = new StrikeControls(this);
    this.turning = new Turning(this);
    this.guide = new Guide(this);
    this.placing = new Placing(this);
    this.hints = new Hints(this);
    this.asks = new Asks(this);
    this.offers = new Offers(this);
    this.host = h("div", { class: "board-host", tabindex: "0", role: "application", "aria-describedby": "board-about" });
    this.wrap = h("div", { class: "board-wrap" }, this.host, this.surface.label.element,
      h("div", { class: "board-notes" }, this.reading.element, this.offers.notices), this.turning.corner, this.guide.element,
      this.asks.over);
    this.left = h("div", { class: "t-left" }, this.score.element, this.log.element);
    this.middle = h("div", { class: "t-board" }, this.wrap);
    this.right = h("div", { class: "t-right" });
    this.element = h("div", { class: `table-screen ${this.practice ? "practice" : ""}` }, this.left, this.middle, this.right);
    this.focus = new Focus(this.element, this.host, this.asks.over);
    this.host.addEventListener("keydown", (event) => pressed(event, this));
    this.turning.follow(this.host);
    fill(root, this.element);
    void useStyle("/static/table/table.css");

    const hide = () => void (document.hidden && this.surface.finish?.());
    document.addEventListener("visibilitychange", hide);
    const paint = () => this.render();
    document.addEventListener("fullscreenchange", paint);
    /** @type {(() => void)[]} */
    this.offs = [
      onLang(() => this.#rename()),
      .../** @type {const} */ (["tilt", "preview", "follow", "strike", "left-handed"]).map((key) => prefs.on(key, paint)),
      () => document.removeEventListener("visibilitychange", hide),
      () => document.removeEventListener("fullscreenchange", paint),
      this.#hook(),
    ];
    this.socket = new TableSocket({
      room: options.room,
      token: options.token,
      seen: () => this.state?.v ?? 0,
      onMessage: (message) => this.news.hear(message),
      onReworded: (message) => this.news.reworded(message),
      onStatus: (status, error) => this.news.status(status, error),
      onOutdated: () => location.reload(),
    });
  }

  get view() {
    return this.surface.view;
  }

  get aim() {
    return this.surface.aim;
  }

  /** Of the players of this link, the one the table waits for; empty for nobody. */
  actor() {
    const mine = this.welcome?.mine ?? [];
    return this.state?.asks.players.find((name) => mine.includes(name)) ?? "";
  }

  get busy() {
    return this.follower.busy || (this.state !== null && this.acts.sent === this.state.v);
  }

  /** Whether the table may be answered now, by whomever it waits for. */
  get free() {
    return this.started && !this.busy && !this.setting;
  }

  /** Whether the player here may answer the table now. */
  get able() {
    return this.actor() !== "" && this.free;
  }

  /**
   * @param {Request} request without id and v
   * @returns {Promise<Answer>}
   */
  send(request) {
    return this.acts.send(request);
  }

  /** Who is invited: loaded when somebody is waited for, or the links are asked for. */
  async inviting() {
    const { element } = this;
    element.ariaBusy = "true";
    const [{ Invitations }] = await Promise.all([
      import("./invitations.js"), useWords("links"), useStyle("/static/shared/links.css"), lookForNetwork(),
    ]).finally(() => (element.ariaBusy = null));
    return (this.invitations ??= new Invitations(this));
  }

  /** @param {Partial<Aim>} change */
  setAim(change) {
    this.surface.setAim(change);
  }

  /** @param {SetUp | null} handlers */
  setup(handlers) {
    this.setting = handlers;
    this.render();
  }

  destroy() {
    this.socket.close();
    closeDialogs();
    this.follower.clear();
    this.asks.destroy();
    this.clock.destroy();
    this.offers.destroy();
    this.placing.stop();
    this.surface.destroy();
    this.focus.destroy();
    for (const off of this.offs) off();
  }

  /** Shows everything as it stands now. */
  render() {
    // The connection says that it is being made before it is here.
    if (this.socket?.closed) return;
    this.focus.keeping(() => {
      this.element.dataset.hand = prefs.get("left-handed") ? "left" : "right";
      this.host.setAttribute("aria-label", t("web.table.the-board"));
      render(this.middle, statusLine(this), this.wrap, tools(this),
        h("p", { class: "sr", id: "board-about" }, t("web.table.the-board.about")));
      if (this.state && this.welcome) this.#renderTable(this.state, this.welcome);
    });
  }

  /**
   * @param {After} state
   * @param {Welcome} welcome
   */
  #renderTable(state, { mine, watch, hand }) {
    const { present, thinking, practice, said, offers, surface, watchers } = this;
    this.score.show(state, { present, mine, hand, thinking, practice, said, watchers });
    this.asks.show(state);
    offers.show(state);
    surface.show(state);
    this.reading.show();
    render(this.right, this.asks.element, this.hints.element, callBox(this, state, watch),
      this.options.extra, offers.element);
    render(this.element, this.left, this.middle, this.right, boardText(state, surface.seat));
  }

  #rename() {
    this.turning.paint();
    this.guide.paint();
    this.placing.paint();
    this.hints.clear();
    this.render();
    this.log.paint();
  }

  #hook() {
    const screen = this;
    return hook({
      screen,
      get board() {
        return screen.view;
      },
      get v() {
        return screen.state?.v ?? 0;
      },
      state: () => screen.state,
      idle: () => screen.state !== null && !screen.busy,
      drop: () => screen.socket.connection.drop(),
    });
  }
}

/**
 * What stands over the board while play has to wait: for a connection, for a server that cannot keep anything, or
 * for the simulator.
 * @param {TableScreen} screen
 */
function statusLine({ news: { link, storeFailing }, preparing, welcome }) {
  const away = link === "lost" || (link === "connecting" && welcome !== null);
  const said = away ? "reconnecting" : storeFailing ? "store-failing" : "preparing";
  return h("div", { class: "status-line", role: "status", hidden: !away && !storeFailing && !preparing, key: "status",
    "data-status": link === "open" && storeFailing ? "store" : link },
  t(`web.table.${said}`));
}
