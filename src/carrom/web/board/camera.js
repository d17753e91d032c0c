/**
 * From metres on the board to pixels and back: which seat sits below, how large, seen from above or from the
 * chair.
 *
 * The chair is CSS `translateY perspective rotateX scale`, and its inverse has a closed form, so a finger is
 * as exact on the tilted board as on the flat one. With Y measured down from the middle of the turned square,
 * P the distance of the eye and θ the tilt, a point v down the flat square is seen at Y = v cos θ · P / (P −
 * v sin θ).
 */
import { quarterTurns, seenFrom, turnedTo } from "./seats.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").SeatName} SeatName */

const TILT = (42 * Math.PI) / 180;
const EYE = 2.1; // widths of the board
const HORIZON = 0.98; // of the way to it: beyond lies no point of the board's plane
/** Of the board's width: what it is high when seen from the chair, with room for the frame's front. */
export const TILTED_HEIGHT = 0.76;

const NARROW_FRAME = 0.036; // metres: what a small screen shows of the frame, so that the surface stays large
const SMALL = 420; // CSS pixels
const LARGE = 760;

export class Camera {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    /** @type {SeatName} */
    this.seat = "south";
    this.tilted = false;
    this.size = 0; // CSS pixels of the square's side
    this.density = 1; // device pixels in a CSS pixel
  }

  /** Metres of the frame that are shown. */
  get frame() {
    const share = Math.min(Math.max((this.size - SMALL) / (LARGE - SMALL), 0), 1);
    const narrow = Math.min(NARROW_FRAME, this.geometry.frame_width);
    return narrow + (this.geometry.frame_width - narrow) * share;
  }

  /** Metres from the middle to the edge of the picture. */
  get extent() {
    return this.geometry.surface / 2 + this.frame;
  }

  /** Device pixels of the square's side. */
  get pixels() {
    return Math.max(1, Math.round(this.size * this.density));
  }

  /** Device pixels in a metre. */
  get scale() {
    return this.pixels / (2 * this.extent);
  }

  /** CSS pixels in a metre, on the flat board. */
  get finger() {
    return this.size / (2 * this.extent);
  }

  /** Quarter turns clockwise, as seen, by which the board itself is turned. */
  get turns() {
    return quarterTurns(this.seat);
  }

  /**
   * A point of the board, in device pixels of the canvas.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  place(x, y) {
    const [right, ahead] = seenFrom(this.seat, x, y);
    const middle = this.pixels / 2;
    return [middle + right * this.scale, middle - ahead * this.scale];
  }

  /** How the square is shrunk so that its near edge, tilted, is as wide as when flat: s P = P − s (w/2) sin θ. */
  get shrunk() {
    return EYE / (EYE + Math.sin(TILT) / 2);
  }

  /** CSS pixels up, so that the tilted board lies in the middle of its height. */
  get raised() {
    const half = (this.shrunk * this.size) / 2;
    return (this.#seen(half) + this.#seen(-half)) / 2;
  }

  /** @param {number} v CSS pixels down from the middle, on the shrunk square */
  #seen(v) {
    const eye = EYE * this.size;
    return (v * Math.cos(TILT) * eye) / (eye - v * Math.sin(TILT));
  }

  /** What CSS makes of it. */
  get transform() {
    if (!this.tilted) return "none";
    const [eye, degrees] = [EYE * this.size, (TILT * 180) / Math.PI];
    return `translateY(${-this.raised}px) perspective(${eye}px) rotateX(${degrees}deg) scale(${this.shrunk})`;
  }

  /**
   * The point of the board under a point of the screen.
   * @param {number} across CSS pixels to the right of the square's middle
   * @param {number} down and below it
   * @returns {[number, number]} metres
   */
  under(across, down) {
    let [u, v] = [across, down];
    if (this.tilted) {
      const [eye, sine, cosine] = [EYE * this.size, Math.sin(TILT), Math.cos(TILT)];
      const y = Math.max(down + this.raised, (-HORIZON * eye * cosine) / sine);
      v = (y * eye) / (cosine * eye + y * sine);
      u = (across * (eye - v * sine)) / eye;
      [u, v] = [u / this.shrunk, v / this.shrunk];
    }
    return turnedTo(this.seat, u / this.finger, -v / this.finger);
  }

  /**
   * Where a point of the board is seen: the inverse of `under`.
   * @param {number} x metres
   * @param {number} y
   * @returns {[number, number]} CSS pixels right of and below the square's middle
   */
  over(x, y) {
    const [right, ahead] = seenFrom(this.seat, x, y);
    if (!this.tilted) return [right * this.finger, -ahead * this.finger];
    const [u, v] = [right * this.finger * this.shrunk, -ahead * this.finger * this.shrunk];
    const eye = EYE * this.size;
    return [(u * eye) / (eye - v * Math.sin(TILT)), this.#seen(v) - this.raised];
  }
}
