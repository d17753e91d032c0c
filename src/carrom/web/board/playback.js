/**
 * A stroke in closed form: where every piece is at any time, asked in any order. Nothing is added up from
 * frame to frame, so going back, slow motion and joining in the middle need nothing more.
 */
import { heap } from "./nets.js";

/** @typedef {import("../wire").Trace} Trace */
/** @typedef {import("../wire").Moment} Moment */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {Trace["pieces"][number]} Piece */
/** @typedef {readonly number[]} Segment [time, x, y, vx, vy, slowing, spin, spin's slowing] */
/**
 * What is to be drawn of a piece.
 * @typedef {object} Look
 * @property {Piece} piece
 * @property {number} x
 * @property {number} y
 * @property {number} angle counter-clockwise, how far its pattern has turned
 * @property {number} size of its true size
 * @property {number} sunk from 0, on the surface, to 1, in the net
 * @property {number} vx metres a second
 * @property {number} vy
 */

/** Seconds a piece takes from the edge of a pocket to its place in the net. */
export const SINKING = 0.3;

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
   * @param {Trace} trace
   * @param {Geometry} geometry
   * @param {readonly (readonly CoinName[])[]} nets what lay in them before
   */
  constructor(trace, geometry, nets = [[], [], [], []]) {
    this.trace = trace;
    this.geometry = geometry;
    this.nets = nets.map((net) => [...net]);
    /** @type {(Moment | null)[]} */
    this.falls = trace.pieces.map(() => null);
    this.inOrder = trace.events.filter((event) => event.kind === "fell");
    for (const fall of this.inOrder) this.falls[fall.piece] = fall;
    const last = this.inOrder.length ? this.inOrder[this.inOrder.length - 1].time + SINKING : 0;
    /** Until then something is to be seen moving; after the last event a piece may still be sinking. */
    this.end = Math.max(trace.duration, last);
    this.angles = trace.flights.map(anglesOf);
  }

  /**
   * Where a piece is at a time; null for one that has fallen. The same as `Trace.at` in Python.
   * @param {number} piece
   * @param {number} time
   * @returns {readonly [number, number] | null}
   */
  at(piece, time) {
    const { duration, rest } = this.trace;
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
    if (now < 0) return this.trace.start[piece];
    const segment = this.trace.flights[piece][now];
    const [, k] = passed(segment, time);
    return [segment[1] + segment[3] * k, segment[2] + segment[4] * k];
  }

  /**
   * @param {number} piece
   * @param {number} time
   */
  #segment(piece, time) {
    const flight = this.trace.flights[piece];
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
    return now < 0 ? 0 : this.angles[piece][now] + turned(this.trace.flights[piece][now], time);
  }

  /**
   * The velocity of a piece, for drawing what is fast.
   * @param {number} piece
   * @param {number} time
   * @returns {[number, number]}
   */
  velocity(piece, time) {
    const now = time < this.trace.duration ? this.#segment(piece, time) : -1;
    if (now < 0) return [0, 0];
    const segment = this.trace.flights[piece][now];
    const speed = Math.hypot(segment[3], segment[4]);
    if (speed === 0) return [0, 0];
    const left = Math.max(speed - segment[5] * Math.max(time - segment[0], 0), 0) / speed;
    return [segment[3] * left, segment[4] * left];
  }

  /**
   * Everything that is to be drawn of a piece that is not, or not yet wholly, in a net.
   * @param {number} piece
   * @param {number} time
   * @returns {Look}
   */
  look(piece, time) {
    const { trace } = this;
    const fall = this.falls[piece];
    if (!fall || time < fall.time) {
      const [x, y] = this.at(piece, time) ?? trace.start[piece];
      const [vx, vy] = this.velocity(piece, time);
      return { piece: trace.pieces[piece], x, y, angle: this.angle(piece, time), size: 1, sunk: 0, vx, vy };
    }
    const sunk = eased(Math.min((time - fall.time) / SINKING, 1));
    const [x, y] = this.#where(piece, fall.time);
    const net = this.inNet(piece, time);
    const angle = this.angle(piece, fall.time);
    const [dx, dy, dsize] = [net.x - x, net.y - y, net.size - 1];
    const from = { piece: trace.pieces[piece], angle, sunk, vx: 0, vy: 0 };
    return { ...from, x: x + dx * sunk, y: y + dy * sunk, size: 1 + dsize * sunk };
  }

  /**
   * Where a piece that fell comes to lie, in metres; whoever falls later moves it aside.
   * @param {number} piece
   * @param {number} time
   */
  inNet(piece, time) {
    const fall = /** @type {Moment} */ (this.falls[piece]);
    const pocket = fall.other;
    const before = this.nets[pocket]?.length ?? 0;
    const order = this.inOrder.filter((each) => each.other === pocket);
    const place = before + order.findIndex((each) => each.piece === piece);
    return this.lyingIn(pocket, place, time, this.trace.pieces[piece]);
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
    const hole = this.geometry.pocket_diameter / 2;
    const own = (kind === "striker" ? this.geometry.striker_diameter : this.geometry.coin_diameter) / 2;
    const [px, py] = this.geometry.pockets[pocket];
    const mixed = (/** @type {"x" | "y" | "radius"} */ key) => then[key] + (now[key] - then[key]) * share;
    return { x: px + hole * mixed("x"), y: py + hole * mixed("y"), size: (hole * mixed("radius")) / own };
  }

  /**
   * What happened after `from`, until and with `to`.
   * @param {number} from
   * @param {number} to
   * @returns {Moment[]}
   */
  events(from, to) {
    return this.trace.events.filter((event) => event.time > from && event.time <= to);
  }
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
