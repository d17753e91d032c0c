/**
 * The board in the page. It draws what it is told and knows no law: coins, striker, nets, an aim, a stroke in
 * motion. Three canvases lie upon each other: wood, painted once for a size; pieces; and intentions over
 * them.
 */
import * as prefs from "../shared/prefs.js";
import { Camera } from "./camera.js";
import { Discs } from "./discs.js";
import { motionOf } from "./motion.js";
import { inNets, lying } from "./nets.js";
import { Overlay, paintPlaces } from "./overlay.js";
import { pieceLook } from "./palette.js";
import { Playback } from "./playback.js";
import { Player } from "./player.js";
import { strikerPlace } from "./seats.js";
import { Stage } from "./stage.js";
import { boardPicture, paintBoard } from "./wood.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../wire").Trace} Trace */
/** @typedef {import("./discs.js").Drawn} Drawn */
/** @typedef {import("./aim_art.js").Aiming} Aiming */
/** @typedef {import("./overlay.js").Places} Places */
/** @typedef {import("./overlay.js").Hand} Hand */
/** @typedef {import("./overlay.js").Track} Track */
/** @typedef {import("./overlay.js").TrackStyle} TrackStyle */
/** @typedef {import("./player.js").PlayOptions} PlayOptions */
/** @typedef {{ seat: SeatName, x: number }} Striker */
/**
 * @typedef {object} Playing
 * @property {(time: number) => void} seek
 * @property {() => void} stop the board shows its own coins again
 * @property {number} time
 */

const SETTLED = 140; // ms without a change of size after which the wood is painted again
const LINGER = 900; // ms for which the places stay to be seen once the striker stands
const FADES = 300;

export class BoardView {
  /**
   * @param {HTMLElement} host as wide as the page wants it; square, unless the page gives it a height
   * @param {Geometry} geometry
   */
  constructor(host, geometry) {
    this.geometry = geometry;
    this.camera = new Camera(geometry);
    this.stage = new Stage(host);
    /** What takes the fingers. */
    this.element = this.stage.element;
    this.discs = new Discs(this.stage.pieces);
    this.overlay = new Overlay(this.stage.over);

    /** @type {readonly Coin[]} */
    this.coins = [];
    /** @type {readonly (readonly CoinName[])[]} */
    this.nets = [[], [], [], []];
    /** @type {Striker | null} */
    this.striker = null;
    /** @type {Places | null} */
    this.places = null;
    this.placing = false; // somebody drags the striker along its line
    this.placedAt = -Infinity;
    /** @type {Aiming | null} */
    this.aim = null;
    /** The pull that is under way, and whether it would be cancelled. @type {{ off: boolean } | null} */
    this.pull = null;
    /** @type {Aiming | null} */
    this.otherAim = null;
    /** @type {Hand | null} */
    this.hand = null;
    /** A coin of the layout while it is moved. @type {{ index: number, x: number, y: number } | null} */
    this.lifted = null;
    /** Corners of ways, in metres. @type {readonly Track[]} */
    this.tracks = [];
    /** @type {TrackStyle} */
    this.trackStyle = "ghost";
    /** @type {Player | null} whose pieces are shown instead of the coins */
    this.player = null;
    this.changedMeanwhile = false;

    this.frame = 0;
    this.settling = 0;
    this.watcher = new ResizeObserver(() => this.#resized());
    this.watcher.observe(host);
    addEventListener("resize", this.#resized); // also when the window goes to a screen of another density
    /** @type {HTMLImageElement | null} */
    this.picture = null;
    this.offs = /** @type {const} */ (["board", "coins", "patterns"]).map((key) => prefs.on(key, () => this.#dress()));
    this.#bake();
    this.#dress();
  }

  /** Looks as it is wanted on this device. Without the picture, the pieces lie on nothing. */
  #dress() {
    const board = prefs.get("board");
    this.element.dataset.board = board;
    boardPicture(board).then((picture) => {
      if (board !== prefs.get("board")) return;
      this.picture = picture;
      this.#bake();
    }, () => {});
  }

  // Size

  #resized = () => {
    const { camera, stage } = this;
    const [size, density] = stage.room(camera.tilted);
    if (!size || (size === camera.size && density === camera.density)) return;
    const first = !camera.size;
    // The old picture, stretched, until the size has settled.
    camera.size = size;
    if (!first) camera.density = stage.wood.width / size;
    stage.lay(camera);
    clearTimeout(this.settling);
    if (first) this.#bake();
    else this.settling = window.setTimeout(() => this.#bake(), SETTLED);
  };

  #bake() {
    const { camera, stage } = this;
    const [size, density] = stage.room(camera.tilted);
    if (!size) return;
    [camera.size, camera.density] = [size, density];
    stage.wood.width = stage.wood.height = camera.pixels;
    if (this.picture) paintBoard(stage.wood, this.picture, this.geometry, camera.extent);
    this.discs.bake(camera, pieceLook(prefs.chosenLook()));
    this.overlay.bake(camera);
    stage.lay(camera);
    this.#redraw();
  }

  /** @param {SeatName} seat the one that sits below */
  setSeat(seat) {
    if (seat === this.camera.seat) return;
    this.camera.seat = seat;
    this.stage.lay(this.camera);
    this.#redraw();
  }

  get seat() {
    return this.camera.seat;
  }

  /** @param {boolean} tilted as from the chair, not from above */
  setTilt(tilted) {
    if (tilted === this.camera.tilted) return;
    this.camera.tilted = tilted;
    this.stage.shape(tilted);
    this.stage.lay(this.camera);
    this.#resized();
    this.#redraw();
  }

  // What lies where

  /** @param {readonly Coin[]} coins */
  setCoins(coins) {
    this.coins = coins;
    this.lifted = null;
    this.#given();
  }

  /**
   * What else is to be seen: nets in the order of the pockets; places, while the striker is moved; aims; ways of pieces;
   * a coin in hand, or lifted from the layout.
   * @param {Partial<Pick<BoardView, "nets" | "places" | "aim" | "pull" | "otherAim" | "hand" | "lifted" | "tracks" | "trackStyle">>} shown
   */
  show(shown) {
    Object.assign(this, shown);
    this.#redraw();
  }

  /** @param {Striker | null} striker */
  setStriker(striker) {
    if (striker && this.striker && striker.x !== this.striker.x) this.placedAt = performance.now();
    this.striker = striker;
    this.#redraw();
  }

  /** @param {boolean} placing */
  setPlacing(placing) {
    if (this.placing && !placing) this.placedAt = performance.now();
    this.placing = placing;
    this.#redraw();
  }

  // Movement

  /** Whether a stroke is still moving. */
  get busy() {
    return Boolean(this.player?.running);
  }

  /**
   * Plays a stroke. At its end the pieces stay where they came to rest until `setCoins` is called.
   * @param {Trace} trace
   * @param {PlayOptions} [options]
   * @returns {Playing}
   */
  play(trace, options = {}) {
    this.player?.stop();
    this.changedMeanwhile = false;
    const playback = new Playback(motionOf(trace), this.geometry, this.nets);
    /** @type {Player["show"]} */
    const show = (time, fade) => this.#showStroke(playback, time, fade);
    const onEnd = () => {
      if (this.changedMeanwhile) this.#release(player);
      options.onEnd?.();
    };
    this.overlay.clear();
    const player = new Player(playback, { ...options, onEnd }, show, prefs.stillness());
    this.player = player;
    return {
      seek: (time) => {
        if (this.player !== player) this.player?.stop();
        this.player = player;
        this.overlay.clear();
        player.seek(time);
      },
      stop: () => this.#release(player),
      get time() {
        return player.time;
      },
    };
  }

  /** New coins: at once, or when the stroke that is moving has ended. */
  #given() {
    if (this.player && !this.player.running) this.#release(this.player);
    else if (this.player) this.changedMeanwhile = true;
    else this.#redraw();
  }

  /** @param {Player} player */
  #release(player) {
    player.stop();
    if (this.player === player) this.player = null;
    this.changedMeanwhile = false;
    this.#redraw();
  }

  /**
   * @param {Playback} playback
   * @param {number} time
   * @param {number} fade
   */
  #showStroke(playback, time, fade) {
    if (fade >= 1) return this.discs.draw(this.camera, playback.drawn(time));
    const faded = (/** @type {Drawn[]} */ drawn, /** @type {number} */ alpha) =>
      drawn.map((each) => ({ ...each, alpha, trail: [] }));
    this.discs.draw(this.camera, faded(playback.drawn(0), 1 - fade));
    this.discs.draw(this.camera, faded(playback.drawn(time), fade), { over: true });
  }

  // Drawing

  #redraw() {
    if (!this.frame) this.frame = requestAnimationFrame(this.#draw);
  }

  #draw = () => {
    this.frame = 0;
    if (!this.camera.size) return;
    if (this.player) {
      if (!this.player.running) this.player.show(this.player.time, 1);
      return;
    }
    const { coins, lifted } = this;
    /** @type {Drawn[]} */
    const drawn = inNets(this.nets, this.geometry);
    coins.forEach(({ coin, x, y }, i) => {
      if (i !== lifted?.index) drawn.push({ look: lying(coin, x, y) });
    });
    if (this.striker) {
      const [x, y] = strikerPlace(this.striker.seat, this.striker.x, this.geometry);
      drawn.push({ look: lying("striker", x, y) });
    }
    const [places, shown] = [this.places, this.#placesShown()];
    const below = places && shown > 0 ? (/** @type {CanvasRenderingContext2D} */ pen) =>
      paintPlaces(pen, this.camera, places, shown) : undefined;
    this.discs.draw(this.camera, drawn, { below });
    this.overlay.draw(this);
    if (shown > 0 && !this.placing) this.#redraw();
  };

  #placesShown() {
    if (!this.places) return 0;
    if (this.placing) return 1;
    return Math.min(Math.max(1 - (performance.now() - this.placedAt - LINGER) / FADES, 0), 1);
  }

  // Where a finger is

  /**
   * The point of the board under a point of the window, in metres; exact under tilt and from every seat.
   * @param {number} clientX
   * @param {number} clientY
   */
  point(clientX, clientY) {
    const middle = this.stage.middle();
    const [x, y] = this.camera.under(clientX - middle.x, clientY - middle.y);
    return { x, y };
  }

  /**
   * Where a point of the board is in the window: the inverse of `point`.
   * @param {number} x
   * @param {number} y
   */
  clientPoint(x, y) {
    const middle = this.stage.middle();
    const [across, down] = this.camera.over(x, y);
    return { x: middle.x + across, y: middle.y + down };
  }

  destroy() {
    this.player?.stop();
    for (const off of this.offs) off();
    this.watcher.disconnect();
    removeEventListener("resize", this.#resized);
    clearTimeout(this.settling);
    cancelAnimationFrame(this.frame);
    this.element.remove();
  }
}
