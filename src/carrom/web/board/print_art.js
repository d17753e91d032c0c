/** Every printed line, from the geometry alone; the flower in the middle is our own. Millimetres, y down. */
import * as palette from "./palette.js";
import { TURN, around, disc, ring, shaded } from "./shapes.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {readonly [number, number]} Point */

const LOWER_LINE = 5.6; // the thick one; international-a table E: from 4.8 to 6.5
const HEAD = 9; // from an arrow head's tip to its back
const PETALS = 8;

/**
 * @param {Pen} pen
 * @param {Geometry} geometry
 */
export function paintPrint(pen, geometry) {
  const thin = 1000 * geometry.arrow_thickness;
  pen.save();
  pen.globalCompositeOperation = "multiply"; // ink lets the grain through
  paintFlower(pen, geometry);
  ring(pen, 0, 0, 500 * geometry.inner_circle_diameter, thin, palette.INK);
  ring(pen, 0, 0, 500 * geometry.inner_circle_diameter - 3, 0.5, palette.INK);
  around(pen, 4, () => paintBaseLines(pen, geometry, thin));
  for (const arrow of geometry.arrows) paintArrow(pen, arrow, geometry, thin);
  pen.globalCompositeOperation = "source-over";
  around(pen, 4, () => {
    for (const [x, y] of geometry.base_circles) paintBaseCircle(pen, 1000 * x, -1000 * y, geometry, thin);
  });
  const centre = 500 * geometry.centre_circle_diameter;
  disc(pen, 0, 0, centre, palette.RED);
  ring(pen, 0, 0, centre, thin, palette.INK);
  ring(pen, 0, 0, 0.62 * centre, 0.6, "rgba(255, 240, 214, 0.55)");
  disc(pen, 0, 0, 0.2 * centre, "rgba(255, 240, 214, 0.6)");
  pen.restore();
}

/**
 * The lower line is the thick one. Both lie inside the band that the base circles touch.
 * @param {Pen} pen
 * @param {Geometry} geometry
 * @param {number} thin
 */
function paintBaseLines(pen, geometry, thin) {
  pen.fillStyle = palette.INK;
  const [lower, upper] = geometry.base_lines;
  const [left, right] = [1000 * lower[0][0], 1000 * lower[1][0]];
  pen.fillRect(left, -1000 * lower[0][1] - LOWER_LINE, right - left, LOWER_LINE);
  pen.fillRect(left, -1000 * upper[0][1], right - left, thin);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {Geometry} geometry
 * @param {number} thin
 */
function paintBaseCircle(pen, x, y, geometry, thin) {
  const [whole, red] = [500 * geometry.base_circle_diameter, 500 * geometry.red_circle_diameter];
  disc(pen, x, y, whole, palette.INK);
  disc(pen, x, y, whole - thin, palette.MAPLE_LIT);
  disc(pen, x, y, red, shaded(pen.createRadialGradient(x, y, 0, x, y, red), [[0, "#bf2a33"], [1, "#a51c26"]]));
  ring(pen, x, y, red, 0.6, palette.RED_DEEP);
}

/**
 * The diagonal, its head towards the pocket, and the arc ornament about its inner end, with two heads of its
 * own.
 * @param {Pen} pen
 * @param {readonly [Point, Point]} arrow its outer and inner end
 * @param {Geometry} geometry
 * @param {number} thin
 */
function paintArrow(pen, arrow, geometry, thin) {
  const [tip, tail] = arrow.map(([x, y]) => [1000 * x, -1000 * y]);
  const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
  const radius = 500 * geometry.arrow_arc_diameter - thin / 2;
  pen.save();
  pen.translate(tail[0], tail[1]);
  pen.rotate(Math.atan2(tip[1] - tail[1], tip[0] - tail[0]));
  pen.strokeStyle = pen.fillStyle = palette.INK;
  pen.lineWidth = thin;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(length - HEAD / 2, 0); // the head covers the rest, and ends in a point
  // Along the arrow the arc begins where the arrow does, so its middle is one radius on.
  pen.moveTo(radius, -radius);
  pen.arc(radius, 0, radius, -TURN / 4, TURN / 4, true);
  pen.stroke();
  pen.lineWidth = 0.5;
  pen.beginPath();
  pen.arc(radius, 0, radius - 3, -TURN / 4 - 0.1, TURN / 4 + 0.1, true);
  pen.stroke();
  paintHead(pen, length, 0);
  paintHead(pen, radius + 0.9 * HEAD, -radius);
  paintHead(pen, radius + 0.9 * HEAD, radius);
  disc(pen, radius, 0, 3, palette.RED);
  ring(pen, radius, 0, 3, 0.6, palette.INK);
  pen.restore();
}

/**
 * A slender barbed head that points along x.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 */
function paintHead(pen, x, y) {
  pen.fillStyle = palette.INK;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - HEAD, y - 0.36 * HEAD);
  pen.lineTo(x - 0.72 * HEAD, y);
  pen.lineTo(x - HEAD, y + 0.36 * HEAD);
  pen.closePath();
  pen.fill();
}

/**
 * A flower between the two circles, its leaves in three rows, and a border of scallops; no law knows it.
 * @param {Pen} pen
 * @param {Geometry} geometry
 */
function paintFlower(pen, geometry) {
  const near = 500 * geometry.centre_circle_diameter + 1;
  const border = 500 * geometry.inner_circle_diameter - 4;
  const far = border - 8;
  const long = far - near;
  paintScallops(pen, border);
  // Those between first: the long ones lie upon them.
  around(pen, PETALS, () => {
    leafed(pen, near, near + 0.74 * long, 0.25, "rgba(196, 140, 52, 0.4)", "rgba(92, 58, 18, 0.65)");
    leafed(pen, near + 5, near + 0.55 * long, 0.16, "rgba(35, 26, 20, 0.2)", "rgba(92, 58, 18, 0.4)");
    disc(pen, 0, -near - 0.74 * long - 3.6, 1.3, "rgba(35, 26, 20, 0.7)");
  }, 0.5);
  around(pen, PETALS, () => {
    leafed(pen, near, far, 0.2, "rgba(196, 52, 52, 0.42)", "rgba(126, 17, 25, 0.8)");
    leafed(pen, near + 4, near + 0.72 * long, 0.12, "rgba(160, 24, 36, 0.42)", "rgba(126, 17, 25, 0.45)");
    disc(pen, 0, -far - 2.6, 1.2, "rgba(126, 17, 25, 0.85)");
  });
  around(pen, 2 * PETALS, () =>
    leafed(pen, near, near + 0.2 * long, 0.3, "rgba(250, 226, 176, 0.9)", "rgba(126, 17, 25, 0.75)"), 0.5);
  ring(pen, 0, 0, near + 0.4, 0.6, "rgba(35, 26, 20, 0.6)");
}

/**
 * @param {Pen} pen
 * @param {number} radius of the circle they hang from
 */
function paintScallops(pen, radius) {
  const count = 6 * PETALS;
  const wide = (Math.PI * radius) / count;
  pen.strokeStyle = "rgba(35, 26, 20, 0.55)";
  pen.lineWidth = 0.55;
  around(pen, count, () => {
    pen.beginPath();
    pen.arc(0, -radius, wide, 0, Math.PI);
    pen.stroke();
    disc(pen, 0, -radius + 1.5, 0.6, "rgba(126, 17, 25, 0.7)");
  });
}

/**
 * @param {Pen} pen
 * @param {number} near
 * @param {number} far
 * @param {number} wide
 * @param {string} fill
 * @param {string} edge
 */
function leafed(pen, near, far, wide, fill, edge) {
  petal(pen, near, far, wide);
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 0.6;
  pen.stroke();
}

/**
 * A slender leaf upwards from the middle, widest at two fifths of its length.
 * @param {Pen} pen
 * @param {number} near
 * @param {number} far
 * @param {number} wide of its length
 */
function petal(pen, near, far, wide) {
  const long = far - near;
  pen.beginPath();
  pen.moveTo(0, -near);
  pen.bezierCurveTo(wide * long, -near - 0.25 * long, wide * long, -near - 0.6 * long, 0, -far);
  pen.bezierCurveTo(-wide * long, -near - 0.6 * long, -wide * long, -near - 0.25 * long, 0, -near);
}
