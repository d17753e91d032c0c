/**
 * The table: the board in the middle, what is to be done beside it, the umpire's calls and the score.
 *
 * new TableScreen(root, { room, token, extra, onState, onStroke, practice })
 *   room, token   from the link /table/ROOM#TOKEN
 *   extra         an element of the caller, shown in the column beside the board
 *   onState(after, welcome)   after the welcome and after every entry, once it is shown: not while it is played back
 *   onStroke(message)         a StrokeMessage, when its playback begins
 *   practice      true: no score of games, no links, no offers
 *
 * .ready        a promise: the first welcome is shown, `view` and `gestures` are there
 * .view         the BoardView (null before the welcome)       .gestures   the Gestures on it
 * .state        the After that is shown (null before)         .welcome    the last WelcomeMessage
 * .send(request)  a request without `id` and `v`, which are filled in: {t: "setup", layout, standing}. Gives a
 *                 promise of the answer (ack, or hint); a refusal is told to the player and rejects with an ApiError
 * .aim          {x, angle, power} of the player at this screen
 * .setAim({x?, angle?, power?})   sets it; x goes to the nearest legal place
 * .setup({ onCoin?, onPlace? } | null)  while given, the table does not play: coins are dragged. The handlers get
 *                 what Gestures gives in its setup mode (the caller draws with view.setCoins); null goes back to
 *                 playing and draws the table's layout again
 * .busy         a stroke is being played back or waits for its answer
 * .hint(count)  asks for hints and shows the first
 * .destroy()
 */
import { ApiError } from "../shared/api.js";
import { closeDialogs, fill, useStyle } from "../shared/dom.js";
import { go, invitationIn } from "../shared/nav.js";
import * as prefs from "../shared/prefs.js";
import { TableSocket } from "../shared/socket.js";
import { onLang, useWords } from "../shared/words.js";
import { Acts } from "./acts.js";
import { Asks } from "./asks.js";
import { ClockRing } from "./clock.js";
import { StrikeControls } from "./controls.js";
import { Focus } from "./focus.js";
import { frame } from "./frame.js";
import { Hints } from "./hints.js";
import { hook, unhook } from "./hook.js";
import { pressed } from "./keys.js";
import { News } from "./news.js";
import { Offers } from "./offers.js";
import { Placing } from "./placing.js";
import { ScoreBoard } from "./score.js";
import { Surface } from "./surface.js";
import { BoardText } from "./text.js";
import { Turning } from "./turning.js";
import { CallBox, Log } from "./umpire.js";

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
    const { seatPath, takeSeat } = await import("../shared/invitation.js");
    go(seatPath(await takeSeat(code)), { replace: true });
    return () => {};
  }
  await useStyle("/static/table/table.css");
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
    this.follows = follows();
    /** @type {SetUp | null} */
    this.setting = null;
    this.speed = 1;

    this.acts = new Acts(this);
    /** @type {import("./invitations.js").Invitations | null} */
    this.invitations = null;
    this.news = new News(this);
    this.clock = new ClockRing();
    this.score = new ScoreBoard(this.clock.element);
    this.log = new Log();
    this.call = new CallBox();
    this.text = new BoardText();
    this.surface = new Surface(this);
    this.controls = new StrikeControls({
      onAim: (change) => this.setAim(change),
      onStep: (by) => this.step(by),
      onStrike: () => this.acts.strike(),
    });
    this.turning = new Turning((angle) => this.acts.choose("turn", angle));
    this.placing = new Placing({
      onProbe: (probe) => this.socket.tell({ t: "probe", ...probe }),
      onPlace: (spot) => this.acts.place(spot),
    });
    this.hints = new Hints({
      onShow: (hint) => this.view?.show({ tracks: hint.track, trackStyle: "hint" }),
      onTake: (hint) => {
        this.setAim(hint);
        if (this.focus.small) this.hints.clear();
        this.focus.toBoard();
      },
      onClear: () => this.view?.show({ tracks: [] }),
    });
    this.asks = new Asks(this);
    this.offers = new Offers(this);
    this.frame = frame(this, options.extra ?? null);
    this.host = this.frame.host;
    this.focus = new Focus(this.frame.element, this.host, this.asks.over);
    this.host.addEventListener("keydown", (event) => pressed(event, this));
    this.turning.follow(this.host);
    fill(root, this.frame.element);
    this.frame.name();
    void useStyle("/static/table/table.css");

    /** @type {() => void} */
    this.settle = () => {};
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve) => (this.settle = resolve));
    const hide = () => void (document.hidden && this.surface.finish?.());
    document.addEventListener("visibilitychange", hide);
    /** @type {(() => void)[]} */
    this.offs = [
      onLang(() => this.#rename()),
      prefs.on("tilt", () => this.#looks()),
      prefs.on("preview", () => this.#looks()),
      () => document.removeEventListener("visibilitychange", hide),
    ];
    hook(this);
    this.socket = new TableSocket({
      room: options.room,
      token: options.token,
      seen: () => this.state?.v ?? 0,
      onMessage: (message) => this.news.hear(message),
      onReworded: (message) => this.news.reworded(message),
      onStatus: (status, error) => this.news.status(status, error),
    });
  }

  get follower() {
    return this.news.follower;
  }

  get view() {
    return this.surface.view;
  }

  get gestures() {
    return this.surface.gestures;
  }

  get aim() {
    return this.surface.aim;
  }

  /** Of the players of this link, the one the table waits for; empty for nobody. */
  actor() {
    const mine = this.welcome?.mine ?? [];
    return this.state?.asks.players.find((name) => mine.includes(name)) ?? "";
  }

  /** Whether this page plays for one person only, who may be called "you". */
  get alone() {
    return this.welcome?.mine.length === 1;
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

  /** Whether there is something to turn the board for: several persons here, or a watcher. */
  get turns() {
    return this.welcome !== null && this.welcome.mine.length !== 1;
  }

  /**
   * @param {Request} request without id and v
   * @returns {Promise<Answer>}
   */
  send(request) {
    return this.acts.send(request);
  }

  /** @param {number} [count] */
  hint(count) {
    return this.acts.hint(count);
  }

  /** Who is invited: loaded when somebody is waited for, or the links are asked for. */
  async inviting() {
    const { element } = this.frame;
    element.ariaBusy = "true";
    const [{ Invitations }] = await Promise.all([
      import("./invitations.js"), useWords("links"), useStyle("/static/shared/links.css"),
    ]).finally(() => (element.ariaBusy = null));
    return (this.invitations ??= new Invitations(this));
  }

  /** @param {Partial<Aim>} change */
  setAim(change) {
    this.surface.setAim(change);
  }

  /** @param {number} by metres */
  step(by) {
    this.surface.step(by);
  }

  /** @param {SetUp | null} handlers */
  setup(handlers) {
    this.setting = handlers;
    this.render();
  }

  /** Hot-seat: whether the board turns to who plays. A watcher goes round it. */
  turnView() {
    if (this.welcome?.mine.length === 0) this.surface.walk();
    else {
      this.follows = !this.follows;
      keepFollows(this.follows);
    }
    this.frame.name();
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
    unhook(this);
  }

  /** Everything as it stands now. */
  render() {
    const { state, welcome } = this;
    if (!state || !welcome || this.socket.closed) return;
    this.focus.keeping(() => {
      this.score.show(state, {
        present: this.present, mine: welcome.mine, thinking: this.thinking, practice: this.practice, said: this.said,
      });
      this.asks.show(state);
      this.offers.show(state);
      this.surface.show(state);
    });
  }

  #looks() {
    this.frame.name();
    this.surface.looks();
  }

  #rename() {
    this.frame.name();
    this.turning.paint();
    this.placing.paint();
    this.hints.clear();
    this.call.clear();
    this.render();
    const { state } = this;
    if (!state) return;
    this.text.show(state, this.surface.seat);
    this.log.paint();
  }
}

/** Hot-seat: whether the board turned to who plays when this window was last used. */
function follows() {
  try {
    return sessionStorage.getItem("carrom.follow") !== "no";
  } catch {
    return true;
  }
}

/** @param {boolean} wanted */
function keepFollows(wanted) {
  try {
    sessionStorage.setItem("carrom.follow", wanted ? "yes" : "no");
  } catch {
    // A browser that keeps nothing turns the board again after a reload.
  }
}
