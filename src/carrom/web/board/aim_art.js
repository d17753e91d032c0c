/** An aim as it is held: the pull behind the striker for its force, ahead what it would meet first. */
import * as palette from "./palette.js";
import { firstContact, sector } from "./preview.js";
import { deadZone, pullOf } from "./pull.js";
import { strikerPlace, wayOf } from "./seats.js";
import { TURN, disc, line, ring } from "./shapes.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {{ seat: SeatName, x: number, angle: number, power: number, preview?: boolean, spread?: number }} Aiming
 *   `spread`: radians to either side that the hand may go astray */
/** @typedef {{ x: number, y: number }} Place */

const AHEAD = [0.05, 0.12]; // metres shown ahead without preview: at no force, and more at full
const TICKS = [0.25, 0.5, 0.75];

/**
 * Green, amber, red: how hard.
 * @param {number} power
 * @param {number} [alpha]
 */
function heat(power, alpha = 1) {
  return `hsla(${Math.round(152 * (1 - power) ** 1.2)}, 72%, ${42 + 8 * power}%, ${alpha})`;
}

/**
 * @param {CanvasRenderingContext2D} pen in device pixels
 * @param {Camera} camera
 * @param {readonly Place[]} coins
 * @param {Aiming} aim
 * @param {boolean} others somebody else's: paler, and in one colour
 */
export function paintAim(pen, camera, coins, aim, others) {
  const { geometry } = camera;
  const from = strikerPlace(aim.seat, aim.x, geometry);
  const way = wayOf(aim.seat, aim.angle);
  pen.save();
  if (others) pen.globalAlpha = 0.8;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  paintPull(pen, camera, from, way, aim.power, others);
  const met = aim.preview ? firstContact(geometry, coins, from, way) : null;
  if (met && aim.spread) paintSpread(pen, camera, sector(from, way, met.distance, aim.spread));
  if (met) paintMeeting(pen, camera, coins, from, way, met, others);
  else paintAhead(pen, camera, from, way, aim.power, others);
  pen.restore();
}

/**
 * Round the striker, while it is pulled: let go in here, nothing is struck.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {Aiming} aim
 * @param {boolean} inside the hand is in it
 */
export function paintDeadZone(pen, camera, { seat, x }, inside) {
  const { geometry, scale } = camera;
  const middle = camera.place(...strikerPlace(seat, x, geometry));
  const wide = deadZone(geometry.striker_diameter / 2) * scale;
  if (inside) disc(pen, ...middle, wide, "rgba(198, 40, 40, 0.3)");
  pen.save();
  if (!inside) pen.setLineDash([stroke(camera, 0.004, 3), stroke(camera, 0.004, 3)]);
  ring(pen, ...middle, wide, stroke(camera, 0.0036, 2.6), "rgba(30, 18, 8, 0.5)");
  ring(pen, ...middle, wide, stroke(camera, 0.0018, 1.4), inside ? "#ff8a80" : palette.PAPER);
  pen.restore();
}

/**
 * Canvas pixels: never thinner than can be seen.
 * @param {Camera} camera
 * @param {number} metres
 * @param {number} [least] CSS pixels
 */
export function stroke(camera, metres, least = 1.2) {
  return Math.max(metres * camera.scale, least * camera.density);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} way
 * @param {number} power
 * @param {boolean} others
 */
function paintPull(pen, camera, [x, y], [ux, uy], power, others) {
  const rim = camera.geometry.striker_diameter / 2;
  const behind = (/** @type {number} */ far, /** @type {number} */ side) =>
    camera.place(x - ux * far - uy * side, y - uy * far + ux * side);
  const long = pullOf(power, rim);
  // The whole length that could be pulled, and the quarters of the force.
  line(pen, [behind(rim, 0), behind(pullOf(1, rim), 0)], stroke(camera, 0.0012), "rgba(35, 22, 10, 0.28)");
  for (const share of TICKS) {
    const far = pullOf(share, rim);
    line(pen, [behind(far, 0.004), behind(far, -0.004)], stroke(camera, 0.001, 1), "rgba(35, 22, 10, 0.4)");
  }
  if (power <= 0) return;
  const wide = 0.55 * rim;
  const [left, right, end] = [behind(0.75 * rim, wide), behind(0.75 * rim, -wide), behind(long, 0)];
  const fill = pen.createLinearGradient(...camera.place(x, y), ...end);
  fill.addColorStop(0, others ? "rgba(61, 79, 115, 0.15)" : heat(power, 0.2));
  fill.addColorStop(1, others ? "rgba(61, 79, 115, 0.85)" : heat(power, 0.95));
  pen.beginPath();
  pen.moveTo(...left);
  pen.lineTo(...end);
  pen.lineTo(...right);
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
  const knob = stroke(camera, 0.0065, 5);
  disc(pen, ...end, knob, others ? palette.OTHER : heat(power));
  ring(pen, ...end, knob, stroke(camera, 0.0014), palette.PAPER);
}

/**
 * A dark line under a light one: to be seen on wood, print and coins alike.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly (readonly number[])[]} points
 * @param {boolean} others
 */
function cased(pen, camera, points, others) {
  pen.setLineDash([]);
  line(pen, points, stroke(camera, 0.0042, 3), others ? "rgba(240, 244, 255, 0.6)" : "rgba(30, 18, 8, 0.42)");
  pen.setLineDash([stroke(camera, 0.009, 6), stroke(camera, 0.0075, 5)]);
  line(pen, points, stroke(camera, 0.0022, 1.6), others ? palette.OTHER : palette.PAPER);
  pen.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} way
 * @param {number} power
 * @param {boolean} others
 */
function paintAhead(pen, camera, [x, y], [ux, uy], power, others) {
  const rim = camera.geometry.striker_diameter / 2;
  const end = rim + AHEAD[0] + AHEAD[1] * power;
  const tip = camera.place(x + ux * end, y + uy * end);
  cased(pen, camera, [camera.place(x + ux * rim, y + uy * rim), tip], others);
  head(pen, camera, tip, camera.place(x, y), others ? palette.OTHER : heat(power));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly (readonly [number, number])[]} edge
 */
function paintSpread(pen, camera, edge) {
  pen.beginPath();
  edge.forEach(([x, y], i) => (i ? pen.lineTo(...camera.place(x, y)) : pen.moveTo(...camera.place(x, y))));
  pen.closePath();
  pen.fillStyle = "rgba(20, 80, 110, 0.24)";
  pen.fill();
  pen.lineWidth = stroke(camera, 0.0012, 1);
  pen.strokeStyle = "rgba(30, 18, 8, 0.5)";
  pen.stroke();
}

/**
 * An arrow head at `tip`, pointing away from `from`.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly number[]} tip
 * @param {readonly number[]} from
 * @param {string} colour
 */
export function head(pen, camera, tip, from, colour) {
  const size = stroke(camera, 0.008, 6);
  pen.save();
  pen.translate(tip[0], tip[1]);
  pen.rotate(Math.atan2(tip[1] - from[1], tip[0] - from[0]));
  pen.beginPath();
  pen.moveTo(0.8 * size, 0);
  pen.lineTo(-0.6 * size, 0.62 * size);
  pen.lineTo(-0.25 * size, 0);
  pen.lineTo(-0.6 * size, -0.62 * size);
  pen.closePath();
  pen.lineWidth = stroke(camera, 0.0016, 1.4);
  pen.strokeStyle = palette.PAPER;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
  pen.restore();
}

/**
 * The striker as it will stand at its first contact, and which way it will push a coin; nothing beyond.
 * @param {CanvasRenderingContext2D} pen
 * @param {Camera} camera
 * @param {readonly Place[]} coins
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} way
 * @param {import("./preview.js").FirstContact} met
 * @param {boolean} others
 */
function paintMeeting(pen, camera, coins, from, way, met, others) {
  const { geometry } = camera;
  const rim = geometry.striker_diameter / 2;
  const there = camera.place(met.x, met.y);
  const seen = rim * camera.scale;
  if (met.distance > 2 * rim) {
    const start = camera.place(from[0] + way[0] * rim, from[1] + way[1] * rim);
    cased(pen, camera, [start, camera.place(met.x - way[0] * rim, met.y - way[1] * rim)], others);
  }
  const warns = met.kind === "pocket";
  disc(pen, ...there, seen, warns ? "rgba(198, 40, 40, 0.3)" : "rgba(255, 250, 240, 0.26)");
  ring(pen, ...there, seen, stroke(camera, 0.0034, 2.4), "rgba(30, 18, 8, 0.5)");
  const edge = others ? "#c9d6f2" : palette.PAPER;
  ring(pen, ...there, seen, stroke(camera, 0.0018, 1.4), warns ? "#ff8a80" : edge);
  if (met.kind === "frame") {
    const touch = camera.place(met.x + met.nx * rim, met.y + met.ny * rim);
    disc(pen, ...touch, stroke(camera, 0.004, 3), palette.PAPER);
    return;
  }
  if (met.kind !== "coin") return;
  const coin = coins[met.index];
  const [own, push] = [geometry.coin_diameter / 2, way[0] * met.nx + way[1] * met.ny];
  const ahead = (/** @type {number} */ far) => camera.place(coin.x + met.nx * far, coin.y + met.ny * far);
  const [begin, end] = [ahead(own), ahead(own + 0.02 + 0.075 * push)];
  line(pen, [begin, end], stroke(camera, 0.0044, 3.2), "rgba(30, 18, 8, 0.45)");
  line(pen, [begin, end], stroke(camera, 0.0024, 1.8), "#ffe2a0");
  head(pen, camera, end, begin, "#b8741a");
  pen.beginPath();
  pen.arc(...camera.place(coin.x, coin.y), own * camera.scale, 0, TURN);
  pen.lineWidth = stroke(camera, 0.002, 1.6);
  pen.strokeStyle = "#ffe2a0";
  pen.stroke();
}
