/**
 * A stroke in closed form: where every piece is at any time, asked in any order. Nothing is added up from
 * frame to frame, so going back, slow motion and joining in the middle need nothing more.
 */
import { heap, lyingInNet } from "./nets.js";

/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {import("./motion.js").Moment} Moment */
/** @typedef {import("./motion.js").Segment} Segment */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {Motion["pieces"][number]} Piece */
/**
 * What is to be drawn of a piece.
 * @typedef {object} Look
 * @property {Piece} piece
 * @property {number} x
 * @property {number} y
 * @property {number} angle counter-clockwise, how far its pattern has turned
 * @property {number} size of its true size
 * @property {number} sunk from 0, on the surface, to 1, in the net
 */

/** Seconds a piece takes from the edge of a pocket to its place in the net. */
export const SINKING = 0.3;
const BEFORE = 0.5; // seconds before its fall from which the last coin is followed
const FAST = 0.9; // m/s: from here on a piece leaves a blur
const BLUR = [0.0015, 0.003, 0.0045, 0.006, 0.0075]; // s back in time

/**
 * How long a segment has run at a time, and the length of its way in units of its first velocity.
 * @param {Segment} segment
 * @param {number} time
 * @returns {[number, number]}
 */
function passed(segment, time) {
  const speed = Math.hypot(segment[3], segment[4]);
  if (speed === 0) return [0, 0];
  let tau = Math.max(time - segment[0], 0);
  if (segment[5] > 0) tau = Math.min(tau, speed / segment[5]);
  return [tau, tau - (segment[5] * tau * tau) / (2 * speed)];
}

/**
 * @param {Segment} segment
 * @param {number} time
 */
function turned(segment, time) {
  const [tau] = passed(segment, time);
  return segment[6] * tau - (segment[7] * tau * tau) / 2;
}

/** @param {number} share */
const eased = (share) => share * share * (3 - 2 * share);

export class Playback {
  /**
   * @param {Motion} motion
   * @param {Geometry} geometry
   * @param {readonly (readonly CoinName[])[]} nets what lay in them before
   */
  constructor(motion, geometry, nets = [[], [], [], []]) {
    this.motion = motion;
    this.geometry = geometry;
    this.nets = nets.map((net) => [...net]);
    /** @type {(Moment | null)[]} */
    this.falls = motion.pieces.map(() => null);
    this.inOrder = motion.events.filter((event) => event.kind === "fell");
    for (const fall of this.inOrder) this.falls[fall.piece] = fall;
    const last = this.inOrder.length ? this.inOrder[this.inOrder.length - 1].time + SINKING : 0;
    /** Until then something is to be seen moving; after the last event a piece may still be sinking. */
    this.end = Math.max(motion.duration, last);
    this.angles = motion.flights.map(anglesOf);
  }

  /**
   * Where a piece is at a time; null for one that has fallen. The same as `Trace.at` in Python.
   * @param {number} piece
   * @param {number} time
   * @returns {readonly [number, number] | null}
   */
  at(piece, time) {
    const { duration, rest } = this.motion;
    if (time >= duration) return rest[piece];
    const fall = this.falls[piece];
    return fall && fall.time <= time ? null : this.#where(piece, time);
  }

  /**
   * @param {number} piece
   * @param {number} time
   * @returns {readonly [number, number]}
   */
  #where(piece, time) {
    const now = this.#segment(piece, time);
    if (now < 0) return this.motion.start[piece];
    const segment = this.motion.flights[piece][now];
    const [, k] = passed(segment, time);
    return [segment[1] + segment[3] * k, segment[2] + segment[4] * k];
  }

  /**
   * @param {number} piece
   * @param {number} time
   */
  #segment(piece, time) {
    const flight = this.motion.flights[piece];
    let now = flight.length - 1;
    while (now >= 0 && flight[now][0] > time) now -= 1;
    return now;
  }

  /**
   * How far a piece has turned.
   * @param {number} piece
   * @param {number} time
   */
  angle(piece, time) {
    const now = this.#segment(piece, time);
    return now < 0 ? 0 : this.angles[piece][now] + turned(this.motion.flights[piece][now], time);
  }

  /**
   * The speed of a piece, in metres a second.
   * @param {number} piece
   * @param {number} time
   */
  speed(piece, time) {
    const now = time < this.motion.duration ? this.#segment(piece, time) : -1;
    if (now < 0) return 0;
    const [begin, , , vx, vy, slowing] = this.motion.flights[piece][now];
    return Math.max(Math.hypot(vx, vy) - slowing * Math.max(time - begin, 0), 0);
  }

  /**
   * Everything that is to be drawn of a piece that is not, or not yet wholly, in a net.
   * @param {number} piece
   * @param {number} time
   * @returns {Look}
   */
  look(piece, time) {
    const { motion } = this;
    const fall = this.falls[piece];
    if (!fall || time < fall.time) {
      const [x, y] = this.at(piece, time) ?? motion.start[piece];
      return { piece: motion.pieces[piece], x, y, angle: this.angle(piece, time), size: 1, sunk: 0 };
    }
    const sunk = eased(Math.min((time - fall.time) / SINKING, 1));
    const [x, y] = this.#where(piece, fall.time);
    const net = this.inNet(piece, time);
    const [dx, dy, dsize] = [net.x - x, net.y - y, net.size - 1];
    const angle = this.angle(piece, fall.time);
    return { piece: motion.pieces[piece], x: x + dx * sunk, y: y + dy * sunk, angle, size: 1 + dsize * sunk, sunk };
  }

  /**
   * Where a piece that fell comes to lie, in metres; a piece that falls later moves it aside.
   * @param {number} piece
   * @param {number} time
   */
  inNet(piece, time) {
    const fall = /** @type {Moment} */ (this.falls[piece]);
    const pocket = fall.other;
    const before = this.nets[pocket]?.length ?? 0;
    const order = this.inOrder.filter((each) => each.other === pocket);
    const place = before + order.findIndex((each) => each.piece === piece);
    return this.lyingIn(pocket, place, time, this.motion.pieces[piece]);
  }

  /**
   * The piece at a place in the order of a net.
   * @param {number} pocket
   * @param {number} place
   * @param {number} time
   * @param {Piece} kind
   */
  lyingIn(pocket, place, time, kind) {
    const fallen = this.inOrder.filter((each) => each.other === pocket && each.time <= time);
    const count = Math.max(this.nets[pocket].length + fallen.length, place + 1);
    const latest = fallen[fallen.length - 1];
    const share = latest ? eased(Math.min((time - latest.time) / SINKING, 1)) : 1;
    const now = heap(count)[place];
    const then = place < count - 1 ? heap(count - 1)[place] : now;
    const mixed = (/** @type {"x" | "y" | "radius"} */ key) => then[key] + (now[key] - then[key]) * share;
    return lyingInNet(kind, pocket, { x: mixed("x"), y: mixed("y"), radius: mixed("radius") }, this.geometry);
  }

  /**
   * Everything that is to be seen at a time.
   * @param {number} time
   * @returns {import("./discs.js").Drawn[]}
   */
  drawn(time) {
    /** @type {import("./discs.js").Drawn[]} */
    const drawn = this.nets.flatMap((net, pocket) =>
      net.map((coin, place) => ({ look: this.lyingIn(pocket, place, time, coin) })));
    // The striker last: the eye follows it.
    for (let piece = this.motion.pieces.length - 1; piece >= 0; piece -= 1) {
      const look = this.look(piece, time);
      const fast = look.sunk === 0 && this.speed(piece, time) > FAST;
      const trail = fast ? BLUR.map((back) => this.at(piece, Math.max(time - back, 0))) : [];
      drawn.push({ look, trail: trail.filter((place) => place !== null) });
    }
    return drawn;
  }

  /**
   * What happened after `from`, until and with `to`.
   * @param {number} from
   * @param {number} to
   * @returns {Moment[]}
   */
  events(from, to) {
    return this.motion.events.filter((event) => event.time > from && event.time <= to);
  }
}

/**
 * From when to when the last coin falls that falls at all.
 * @param {Motion} motion
 * @returns {[number, number] | null}
 */
export function lastFall({ events, pieces }) {
  const last = events.filter(({ kind, piece }) => kind === "fell" && pieces[piece] !== "striker").at(-1);
  return last ? [last.time - BEFORE, last.time + SINKING] : null;
}

/**
 * How far a piece has turned when each of its segments begins.
 * @param {readonly Segment[]} flight
 */
function anglesOf(flight) {
  let angle = 0;
  return flight.map((segment, i) => {
    const before = angle;
    if (i + 1 < flight.length) angle += turned(segment, flight[i + 1][0]);
    return before;
  });
}
