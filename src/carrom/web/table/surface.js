/** The board on the screen: who sees it from where, what a hand does to it, the aim held, strokes played back. */
import { BoardView } from "../board/board.js";
import { Gestures } from "../board/gestures.js";
import { motionOf } from "../board/motion.js";
import { lastFall } from "../board/playback.js";
import { SEATS } from "../board/seats.js";
import { shake } from "../shared/haptics.js";
import * as prefs from "../shared/prefs.js";
import { hear } from "../shared/sound.js";
import { hurry } from "../shared/test_hook.js";
import { FIRST_AIM, firstAim, snap, stepped, within } from "./aim.js";
import { PullLabel } from "./pull_label.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */
/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").AimMessage} AimMessage */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").StrokeMessage} StrokeMessage */
/** @typedef {import("./aim.js").Aim} Aim */

const AIM_EVERY = 100;
const GRACE = 5000;
const SPEEDS = { normal: 1, fast: 2, fastest: 4 };
const SPREAD = 2; // standard deviations of a hand's angle that are drawn: 95 of 100 strokes stay within
const SLOW = 0.3; // of its speed: the coin that ends a board

export class Surface {
  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {Gestures | null} */
    this.gestures = null;
    /** @type {SeatName} */
    this.seat = "south";
    /** The aim of each player here, kept from stroke to stroke of a board. @type {Map<string, Aim>} */
    this.aims = new Map();
    this.board = "";
    /** Why the striker does not stand where it was wanted. */
    this.why = "";
    this.mode = "";
    this.label = new PullLabel();
    /** Ends the playback that runs. @type {(() => void) | null} */
    this.finish = null;
    this.told = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.telling = undefined;
  }

  /**
   * @param {HTMLElement} host
   * @param {Geometry} geometry
   */
  open(host, geometry) {
    if (this.view) return;
    const { screen } = this;
    this.view = new BoardView(host, geometry);
    this.gestures = new Gestures(this.view, {
      onPlace: (x) => (screen.setting ? screen.setting.onPlace?.(x) : screen.able && this.setAim({ x })),
      onAim: (aim) => screen.able && this.setAim(aim),
      onPull: (pull) => this.label.show(pull, this.aim.power, this.view),
      onRelease: () => prefs.get("strike") === "release" && screen.acts.strike(),
      onHand: (spot) => screen.able && screen.placing.move(spot),
      onCoin: (index, spot) => screen.setting?.onCoin?.(index, spot),
    });
    host.addEventListener("pointerdown", () => {
      host.focus({ preventScroll: true });
      screen.reading.done();
    });
  }

  destroy() {
    this.finish?.();
    clearTimeout(this.telling);
    this.gestures?.destroy();
    this.view?.destroy();
  }

  get aim() {
    return this.aims.get(this.screen.actor()) ?? { ...FIRST_AIM };
  }

  /**
   * The table as it stands, and what a hand may do to it.
   * @param {After} after
   */
  show(after) {
    const { screen, view } = this;
    if (!view) return;
    view.setTilt(prefs.get("tilt"));
    // What has ended stays to be seen until it is read.
    if (screen.announced) return this.#rest();
    this.#turn(after);
    const mode = this.#mode(after);
    const fresh = `${after.v} ${mode} ${this.seat}`;
    if (fresh !== this.mode && !screen.follower.playing) {
      this.mode = fresh;
      this.gestures?.cancel();
      screen.turning.stop();
      screen.placing.stop();
      view.setCoins([...after.layout]);
      view.show({ nets: after.nets, otherAim: null, places: null });
      if (mode === "turn") screen.turning.start(view, after.layout);
      if (mode === "place") screen.placing.start(view, after, this.seat);
      if (mode === "strike") this.#takeAim(after);
    }
    if (this.gestures) this.gestures.mode = mode === "turn" || screen.follower.busy ? "none" : mode;
    if (mode === "turn") view.element.style.touchAction = "none";
    this.drawAim();
  }

  #rest() {
    if (this.gestures) this.gestures.mode = "none";
    this.drawAim();
  }

  /**
   * @param {After} after
   * @returns {"strike" | "place" | "setup" | "turn" | "none"}
   */
  #mode(after) {
    const { screen } = this;
    if (screen.setting) return "setup";
    if (!screen.actor() || !screen.started) return "none";
    const { kind } = after.asks;
    if (kind === "turn" && screen.turning.open) return "turn";
    if (kind === "strike" || kind === "try" || kind === "turn") return "strike";
    return kind === "place" ? kind : "none";
  }

  /** Each sees the board from their own side; several persons here: it turns to who plays. @param {After} after */
  #turn(after) {
    const { screen } = this;
    const mine = screen.welcome?.mine ?? [];
    const sits = (/** @type {string} */ name) => after.players.find((player) => player.name === name)?.seat;
    if (mine.length) {
      const actor = screen.actor();
      const who = actor && prefs.get("follow") ? actor : mine.find((name) => sits(name) === this.seat) ?? mine[0];
      this.seat = sits(who) ?? "south";
    }
    this.view?.setSeat(this.seat);
  }

  /** A watcher goes round the board. */
  walk() {
    this.seat = SEATS[(SEATS.indexOf(this.seat) + 1) % SEATS.length];
    this.screen.render();
  }

  /** @param {After} after */
  #takeAim(after) {
    // A rosette that is turned takes nobody's aim away.
    const kind = after.asks.kind === "turn" ? "strike" : after.asks.kind;
    const board = `${after.game} ${after.board_number} ${Boolean(after.board?.broken)} ${kind}`;
    if (board !== this.board) this.aims.clear();
    this.board = board;
    const held = this.aims.get(this.screen.actor());
    this.why = "";
    this.aims.set(this.screen.actor(), held
      ? { ...held, x: snap(held.x, after.places, after.blocked).x }
      : this.#firstAim(after));
    this.view?.show({ places: { seat: this.seat, places: after.places, blocked: after.blocked } });
  }

  /** @param {After} after */
  #firstAim(after) {
    const player = after.players.find(({ name }) => name === this.screen.actor());
    const geometry = this.view?.geometry;
    if (!player?.seat || !geometry) return { ...FIRST_AIM };
    return firstAim(after, { seat: player.seat, colour: player.colour }, geometry);
  }

  /** @param {Partial<Aim>} change */
  setAim(change) {
    const player = this.screen.actor();
    const { state } = this.screen;
    if (!player || !state) return;
    const { x, why } = snap(change.x ?? this.aim.x, state.places, state.blocked);
    const angle = change.angle ?? this.aim.angle;
    this.why = change.x === undefined ? "" : why;
    if (change.x !== undefined && Math.abs(x - this.aim.x) > 0.001) this.screen.guide.noticePlaced();
    this.screen.hints.putAside();
    this.aims.set(player, {
      x,
      angle: Math.atan2(Math.sin(angle), Math.cos(angle)),
      power: within(change.power ?? this.aim.power),
    });
    this.drawAim();
    this.#tell();
  }

  /**
   * The striker by a key or a button: over what is blocked to the next place.
   * @param {number} by metres
   */
  step(by) {
    const { state } = this.screen;
    if (!state || !this.screen.able) return;
    const { x, why } = stepped(this.aim.x, by, state.places, state.blocked);
    this.setAim({ x });
    this.why = why;
    this.drawAim();
  }

  drawAim() {
    const { screen, view, aim } = this;
    const seat = screen.state?.players.find((player) => player.name === screen.actor())?.seat;
    const aims = screen.state && this.#mode(screen.state) === "strike" && seat && !screen.follower.busy;
    if (!view || !aims) {
      screen.guide.paint();
      screen.controls.show(false);
      view?.setStriker(null);
      view?.show({ aim: null });
      return;
    }
    const { drawn } = screen.hints;
    view.setStriker({ x: (drawn ?? aim).x, seat });
    screen.guide.paint();
    const spread = SPREAD * (screen.welcome?.hand?.angle ?? 0);
    view.show({ aim: screen.able && !drawn ? { seat, ...aim, preview: prefs.get("preview"), spread } : null });
    screen.controls.show(screen.able, { aim, why: this.why, after: screen.state });
  }

  /** @param {AimMessage} message */
  otherAim({ player, x, angle, power }) {
    const { screen } = this;
    const seat = screen.state?.players.find((each) => each.name === player)?.seat;
    if (!seat || screen.follower.busy || (screen.actor() === player && screen.able)) return;
    this.view?.show({ otherAim: { seat, x, angle, power, preview: false } });
  }

  /**
   * A stroke to its end.
   * @param {StrokeMessage} message
   * @returns {Promise<void>}
   */
  play(message) {
    const { view } = this;
    if (!view) return Promise.resolve();
    view.show({ aim: null, otherAim: null, places: null, tracks: [] });
    view.setStriker(null);
    if (this.gestures) this.gestures.mode = "none";
    return new Promise((resolve) => {
      const lasts = (message.trace.duration * 1000) / Math.min(1, hurry());
      const longest = setTimeout(() => this.finish?.(), lasts + GRACE);
      const running = view.play(message.trace, { rate: this.#rateOf(message), onEvent: felt, onEnd: () => end() });
      const end = () => {
        clearTimeout(longest);
        this.finish = null;
        resolve();
      };
      this.finish = () => {
        running.stop();
        end();
      };
    });
  }

  /**
   * How fast a stroke is shown at each of its times.
   * @param {StrokeMessage} message
   */
  #rateOf({ trace, after }) {
    const before = this.screen.state;
    const ends = before && prefs.get("slow-motion") && !prefs.stillness() && endsBoard(before, after);
    const [from, to] = (ends && lastFall(motionOf(trace))) || [Infinity, Infinity];
    return (/** @type {number} */ time) =>
      hurry() * (time >= from && time < to ? SLOW : SPEEDS[prefs.get("speed")] ?? 1);
  }

  /** The others see where we aim, ten times a second at most. */
  #tell() {
    const { welcome, watchers, able } = this.screen;
    if (!able || (welcome?.kind !== "online" && !watchers) || this.telling !== undefined) return;
    const wait = Math.max(0, AIM_EVERY - (performance.now() - this.told));
    this.telling = setTimeout(() => {
      this.telling = undefined;
      this.told = performance.now();
      if (this.screen.able) this.screen.socket.tell({ t: "aim", ...this.aim });
    }, wait);
  }
}

/** The boards are those of the running game. @param {After} before @param {After} after */
const endsBoard = (before, after) =>
  after.boards.length > before.boards.length || after.games_ended.length > before.games_ended.length;

/** A contact is heard, and a striker that falls is felt. @param {import("../board/motion.js").Moment} moment */
function felt(moment) {
  hear(moment);
  if (moment.kind === "fell" && moment.piece === 0) shake("foul");
}
