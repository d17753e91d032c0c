/**
 * Practice: any position, played again and again.
 * /practice?room=…#TOKEN, or #join=CODE in exchange for one; without, a table is opened as ?layout=&standing=&rulebook=&opponent=&white= say.
 */
import { ApiError, CLOSED, caseRefusal, errorText, getJson, postJson } from "../shared/api.js";
import { h, render, toast, useStyle } from "../shared/dom.js";
import { takeSeat } from "../shared/invitation.js";
import { go, invitationIn, readdress } from "../shared/nav.js";
import { roomTitle } from "../home/new_room.js";
import * as prefs from "../shared/prefs.js";
import { motionOf } from "../board/motion.js";
import { layoutText } from "./layout.js";
import { overCard, playingPanel } from "./panel.js";
import { TWO, positionOf, preset, texts } from "./position.js";
import { Setup } from "./setup.js";
import { boardsCounted } from "../table/cards.js";
import { TableScreen } from "../table/screen.js";
import { onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").RoomMade} RoomMade */
/** @typedef {import("../wire").StrokeMessage} StrokeMessage */
/** @typedef {import("../wire").SideName} SideName */
/**
 * The two lines of a set-up, and whose the whites are: first is you.
 * @typedef {{ layout: string, standing: string, white: SideName }} Texts
 */
/** @typedef {import("./position.js").Position} Position */

const FIRST = "three";

/**
 * @param {HTMLElement} root
 * @param {{ query: URLSearchParams, hash: string }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, params) {
  const code = invitationIn(params.hash);
  if (code) {
    const { token } = await takeSeat(code);
    go(`/practice?${params.query}#${token}`, { replace: true });
    return () => {};
  }
  await Promise.all([useStyle("/static/laws/laws.css"), useStyle("/static/practice/practice.css")]);
  /** @type {Ready} */
  const ready = await getJson("/api/ready");
  const practice = new Practice(root, ready);
  const from = params.query.get("from");
  if (from) practice.from = `/replay/${encodeURIComponent(from)}?at=${Number(params.query.get("at")) || 1}`;
  const room = params.query.get("room");
  if (room && params.hash) practice.sit(room, params.hash);
  else await practice.arrive(params.query);
  return () => practice.destroy();
}

export class Practice {
  /**
   * @param {HTMLElement} root
   * @param {Ready} ready
   */
  constructor(root, ready) {
    this.root = root;
    this.ready = ready;
    this.rulebook = ready.rulebooks[0].book;
    /** Who plays the other side: a level of the computer, `TWO`, or empty for nobody. */
    this.opponent = "";
    /** The level whose hand persons have; empty: a steady one. */
    this.hand = "";
    /** @type {Texts | null} the position to play again */
    this.again = null;
    /** @type {TableScreen | null} */
    this.screen = null;
    /** @type {Setup | null} */
    this.setup = null;
    /** @type {StrokeMessage | null} */
    this.stroke = null;
    this.ghost = true;
    /** The same position again: the ways of the stroke before stay, to do better by. */
    this.compares = false;
    /** The replay this position was taken from. */
    this.from = "";
    /** The table after a board that has just ended, until that is read. @type {After | null} */
    this.finished = null;
    /** Boards ended before the one that is played. */
    this.ended = -1;
    this.opening = false;
    this.gone = false;
    this.playing = h("div", { class: "stack" });
    this.panel = h("section", { class: "panel stack practice-panel" }, this.playing);
    this.off = onLang(() => {
      this.setup?.refuse("");
      this.paint();
    });
  }

  destroy() {
    this.gone = true;
    this.off();
    this.setup?.close();
    this.screen?.destroy();
  }

  /** A table for what the link asks for, or for the first position. @param {URLSearchParams} query */
  async arrive(query) {
    const book = query.get("rulebook") ?? "";
    const level = query.get("opponent") ?? "";
    if (this.ready.rulebooks.some((each) => each.book === book)) this.rulebook = book;
    if (level === TWO || this.ready.levels.includes(level)) this.opponent = level;
    const [layout, standing] = ["layout", "standing"].map((name) => query.get(name) ?? "");
    if (layout) {
      try {
        return await this.open({ layout, standing, white: query.get("white") === "second" ? "second" : "first" });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) throw error;
        toast(caseRefusal(error, "practice"), "bad");
      }
    }
    await this.open(this.#preset(FIRST));
  }

  /**
   * @param {string} name
   * @returns {Texts}
   */
  #preset(name) {
    return { ...texts(preset(name, this.ready.geometry)), white: "first" };
  }

  /**
   * As the table stands, with its colours.
   * @param {Position} position
   * @returns {Texts}
   */
  #here(position) {
    return { ...texts(position), white: this.screen?.state?.white ?? "first" };
  }

  /**
   * A room of its own: another opponent or rulebook is another match.
   * @param {Texts} position
   */
  async open(position) {
    const alone = this.opponent === "";
    const level = this.opponent === TWO ? "" : this.opponent;
    const mine = prefs.get("name");
    const other = t(alone ? "web.practice.alone.other" : level ? "web.practice.computer" : "web.practice.you-too");
    const you = mine && mine !== other ? mine : t("web.practice.you");
    const { layout, standing, white: breaks } = position;
    // Alone one is addressed; a name would only tell oneself from nobody.
    const first = [{ name: alone ? t("web.practice.alone.you") : you, level: "" }];
    const second = [{ name: other, level }];
    /** @type {import("../wire").NewRoom} */
    const asked = { kind: "practice", rulebook: this.rulebook, first, second, breaks, layout, standing, alone,
      hand: this.hand };
    /** @type {RoomMade} */
    const made = await postJson("/api/rooms", asked);
    if (this.gone) return;
    this.again = position;
    const token = prefs.rememberMade(made, { title: roomTitle(asked), kind: "practice" });
    readdress(`/practice?room=${encodeURIComponent(made.room)}#${token}`);
    this.sit(made.room, token);
  }

  /**
   * @param {string} room
   * @param {string} token
   */
  sit(room, token) {
    this.setup?.close();
    this.setup = null;
    this.stroke = null;
    this.screen?.destroy();
    this.screen = new TableScreen(this.root, {
      room,
      token,
      extra: this.panel,
      practice: true,
      card: () => this.#card(),
      onState: (after) => this.#shown(after),
      onStroke: (message) => {
        this.stroke = message;
        this.compares = false;
      },
    });
    this.ended = -1;
    this.finished = null;
    this.paint();
  }

  /** @param {After} after */
  #shown(after) {
    const { screen } = this;
    if (!screen?.welcome) return;
    this.rulebook = screen.welcome.rulebook;
    this.hand = screen.welcome.hand?.level ?? "";
    const level = after.players.find((player) => player.side === "second")?.level;
    this.opponent = screen.welcome.alone ? "" : level || TWO;
    this.again ??= this.#here(positionOf(after));
    this.#drawGhost();
    this.#end(after);
    this.setup?.draw();
    this.paint();
  }

  /**
   * Shows a card when a board has ended; removes it once it is out of date.
   * @param {After} after
   */
  #end(after) {
    const ended = boardsCounted(after) + 100 * after.games_ended.length;
    const fresh = this.ended >= 0 && ended > this.ended && after.asks.kind !== "over";
    const stale = this.ended > ended || after.board?.broken;
    this.ended = ended;
    if (fresh || stale) this.#finish(fresh ? after : null);
  }

  /** @param {After | null} after what has ended; null: that is read */
  #finish(after) {
    if (after === this.finished) return;
    this.finished = after;
    if (!after) this.screen?.reading.tell();
    this.screen?.render();
  }

  /** What is laid over the board. */
  #card() {
    const { again, finished } = this;
    return finished && overCard(finished, {
      again: again && (() => void this.setUp(again)),
      other: () => this.beginSetup(),
      next: () => this.#next(),
    });
  }

  /** The next board. Alone one breaks it too, though by the laws it is the other side's break. */
  #next() {
    if (!this.opponent) return this.setUpPreset("rosette");
    this.#finish(null);
    this.screen?.host.focus({ preventScroll: true });
  }

  #drawGhost() {
    // Until the coins lie otherwise: that the turn is kept does not end what the stroke did.
    const here = this.compares || layoutText(this.screen?.state?.layout ?? []) === layoutText(this.stroke?.after.layout ?? []);
    const shown = this.ghost && this.stroke && !this.setup && here;
    this.screen?.view?.show({ tracks: shown && this.stroke ? waysOf(motionOf(this.stroke.trace)) : [], trackStyle: "ghost" });
  }

  /**
   * @param {Texts} position
   * @returns {Promise<boolean>} whether the server took it
   */
  async setUp(position) {
    const { screen } = this;
    if (!screen?.state) return false;
    const before = { stroke: this.stroke, compares: this.compares };
    const stroke = position === this.again ? this.stroke : null;
    // Settled before the answer: the table may be shown first.
    Object.assign(this, { stroke, compares: stroke !== null });
    // The call was of the stroke, not of the position that is set up now.
    screen.called = null;
    try {
      // What is being set up is refused beside its text, everything else in passing.
      // The colours go with the break, so after a board they are exchanged: then it takes another match.
      if (screen.state.white && screen.state.white !== position.white) await this.open(position);
      else if (this.setup)
        await screen.socket.ask({ t: "setup", v: screen.state.v, layout: position.layout, standing: position.standing });
      else await screen.send({ t: "setup", layout: position.layout, standing: position.standing });
    } catch (error) {
      Object.assign(this, before);
      const left = error instanceof ApiError && error.code === CLOSED;
      if (!left) this.setup?.refuse(caseRefusal(error, "practice"));
      return false;
    }
    this.again = position;
    this.#finish(null);
    // Another match has begun without it.
    if (stroke && !this.stroke) this.stroke = stroke;
    this.#drawGhost();
    this.#toBoard();
    return true;
  }

  beginSetup() {
    const { screen } = this;
    if (!screen?.state || !screen.view || screen.busy) return;
    this.#finish(null);
    screen.view.show({ tracks: [] });
    this.setup = new Setup(screen, positionOf(screen.state), {
      onPlay: (position) => void this.#play(position),
      onCancel: () => this.#endSetup(),
    });
    this.paint();
    this.#toBoard();
  }

  /** @param {Position} position */
  async #play(position) {
    if (await this.setUp(this.#here(position))) this.#endSetup();
  }

  #endSetup() {
    this.setup?.close();
    this.setup = null;
    this.paint();
    this.screen?.host.focus({ preventScroll: true });
    this.#toBoard();
  }

  /** On a small screen the panel lies below the board. */
  #toBoard() {
    this.screen?.host.scrollIntoView({ block: "nearest" });
  }

  /** @param {{ rulebook?: string, opponent?: string, hand?: string }} change */
  async reopen(change) {
    if (this.opening || !this.screen?.state) return;
    const before = { rulebook: this.rulebook, opponent: this.opponent, hand: this.hand };
    this.opening = true;
    Object.assign(this, change);
    try {
      await this.open(this.again ?? this.#here(positionOf(this.screen.state)));
    } catch (error) {
      Object.assign(this, before);
      toast(errorText(error), "bad");
      this.paint();
    } finally {
      this.opening = false;
    }
  }

  paint() {
    render(this.panel, this.setup?.element ?? this.playing);
    if (this.setup) this.setup.paint();
    else render(this.playing, ...playingPanel(this));
  }

  /** @param {boolean} yes the ways of the last stroke are shown */
  showGhost(yes) {
    this.ghost = yes;
    this.#drawGhost();
  }

  /** @param {string} name */
  setUpPreset(name) {
    void this.setUp(this.#preset(name));
  }

  /** @param {boolean} keep for good, or only for its time */
  async keep(keep) {
    const { screen } = this;
    const welcome = screen?.welcome;
    if (!welcome) return;
    try {
      await postJson(`/api/rooms/${encodeURIComponent(welcome.room)}/keep`, { keep }, screen.token);
      welcome.kept = keep;
    } catch (error) {
      toast(errorText(error), "bad");
    }
    this.paint();
  }
}

/**
 * The ways of the pieces of a stroke. A flight is straight between its segments, so its corners are where they begin,
 * and where the piece ended.
 * @param {import("../board/motion.js").Motion} motion
 * @returns {[number, number][][]}
 */
function waysOf({ flights, events, rest }) {
  return flights.flatMap((flight, piece) => {
    if (!flight.length) return [];
    /** @type {[number, number][]} */
    const way = flight.map(([, x, y]) => [x, y]);
    const fell = events.find((event) => event.kind === "fell" && event.piece === piece);
    const end = rest[piece] ?? (fell ? [fell.x, fell.y] : null);
    if (end) way.push([end[0], end[1]]);
    return [way];
  });
}
