/**
 * Coins and striker, true to size and painted once. Each has a pattern of its own, so that colour is never
 * the only sign: a white coin has three rings, a black one a thick ring, the queen a crown of dots, the
 * striker a flower. A piece is a body, which the light falls on, and a mark, which turns with it.
 */
import * as palette from "./palette.js";
import { TURN, around, disc, ring, shaded } from "./shapes.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("./playback.js").Piece} Piece */
/** @typedef {import("./palette.js").PieceLook} PieceLook */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{ image: HTMLCanvasElement, half: number }} Sprite with half its side in pixels */

const HEIGHT = 0.2; // of a coin's diameter: a quarter as thick as wide, seen at forty degrees
const SHADOW = 1.3; // of the piece's radius
/** The dark towards the edge of a hole, over what lies in the net. */
const DEPTH = [[0, 0.3], [0.4, 0.12], [0.75, 0.34], [1, 0.92]].map(([at, alpha]) =>
  /** @type {const} */ ([at, `rgba(11, 7, 5, ${alpha})`]));

export class Sprites {
  /**
   * @param {Geometry} geometry
   * @param {number} scale device pixels in a metre
   * @param {PieceLook} look
   */
  constructor(geometry, scale, look) {
    const coin = (geometry.coin_diameter / 2) * scale;
    const striker = (geometry.striker_diameter / 2) * scale;
    const radius = (/** @type {Piece} */ piece) => (piece === "striker" ? striker : coin);
    /** @param {(piece: Piece) => Sprite} make */
    const each = (make) => ({
      striker: make("striker"), white: make("white"), black: make("black"), queen: make("queen"),
    });
    this.body = each((piece) => sprite(radius(piece), (pen, r) => paintBody(pen, r, piece, look)));
    this.mark = each((piece) => sprite(radius(piece), (pen, r) => MARKS[piece](pen, r, look.discs[piece].ink, look.bold ? 1 : 0)));
    this.shadow = each((piece) => sprite(radius(piece) * SHADOW, (pen, r) => paintShadow(pen, r)));
    this.dark = each((piece) => sprite(radius(piece), (pen, r) => disc(pen, 0, 0, r, palette.DEPTH)));
    /** Seen from the chair the top of a piece lies so far behind its foot. */
    this.lift = HEIGHT * geometry.coin_diameter * scale;
    const { lift } = this;
    this.side = each((p) => sprite(radius(p) + lift, (pen) => paintSide(pen, radius(p), lift, p, look)));
    const hole = (geometry.pocket_diameter / 2) * scale;
    this.depth = sprite(hole, (pen, r) => disc(pen, 0, 0, r, shaded(pen.createRadialGradient(0, 0, 0, 0, 0, r), DEPTH)));
  }
}

/**
 * @param {number} radius
 * @param {(pen: Pen, radius: number) => void} paint
 * @returns {Sprite}
 */
function sprite(radius, paint) {
  const half = Math.ceil(radius) + 2;
  const image = document.createElement("canvas");
  image.width = image.height = 2 * half;
  const pen = /** @type {Pen} */ (image.getContext("2d"));
  pen.translate(half, half);
  paint(pen, radius);
  return { image, half };
}

/**
 * A turned disc: its rim, the chamfer that catches the light, and the face.
 * @param {Pen} pen
 * @param {number} r
 * @param {Piece} piece
 * @param {PieceLook} look
 */
function paintBody(pen, r, piece, { rims, discs }) {
  const { lit, flat, shade } = discs[piece];
  disc(pen, 0, 0, r, rims[piece]);
  const edge = pen.createLinearGradient(-0.6 * r, -0.75 * r, 0.6 * r, 0.75 * r);
  const inner = r - Math.max(0.075 * r, 1);
  disc(pen, 0, 0, inner, shaded(edge, [[0, lit], [0.45, flat], [1, shade]]));
  const face = pen.createRadialGradient(-0.25 * r, -0.35 * r, 0.05 * r, 0, 0, 1.05 * r);
  disc(pen, 0, 0, 0.87 * inner, shaded(face, [[0, lit], [0.55, flat], [1, shade]]));
  const fine = Math.max(0.02 * r, 0.5);
  ring(pen, 0, 0, 0.87 * inner, fine, piece === "black" ? "rgba(0,0,0,0.6)" : "rgba(60,30,5,0.28)");
  ring(pen, 0, 0, 0.9 * inner, fine, "rgba(255,255,255,0.3)");
  // What of the lamp mirrors in the polish.
  const shine = pen.createRadialGradient(-0.3 * r, -0.42 * r, 0, -0.3 * r, -0.42 * r, 0.55 * r);
  shine.addColorStop(0, `rgba(255,255,255,${piece === "black" ? 0.22 : 0.4})`);
  shine.addColorStop(1, "rgba(255,255,255,0)");
  disc(pen, 0, 0, 0.86 * inner, shine);
}

/**
 * What is seen of a disc's edge from the chair: from its foot up to where its top will be drawn.
 * @param {Pen} pen
 * @param {number} r
 * @param {number} lift
 * @param {Piece} piece
 * @param {PieceLook} look
 */
function paintSide(pen, r, lift, piece, { rims, discs }) {
  const rim = rims[piece];
  const { flat, shade } = discs[piece];
  const outline = (/** @type {number} */ radius) => {
    pen.beginPath();
    pen.arc(0, 0, radius, 0, TURN / 2);
    pen.lineTo(-radius, -lift);
    pen.arc(0, -lift, radius, TURN / 2, TURN);
    pen.closePath();
    pen.fill();
  };
  pen.fillStyle = rim;
  outline(r);
  const round = pen.createLinearGradient(-r, 0, r, 0);
  pen.fillStyle = shaded(round, [[0, rim], [0.3, shade], [0.42, flat], [0.62, shade], [1, rim]]);
  outline(r - Math.max(0.05 * r, 0.8));
}

/**
 * Three stacked circles, the lowest the widest: soft, and darkest where the piece stands.
 * @param {Pen} pen
 * @param {number} r
 */
function paintShadow(pen, r) {
  const soft = pen.createRadialGradient(0, 0, 0, 0, 0, r);
  const edge = 1 / SHADOW;
  for (const [at, alpha] of [[0, 0.62], [edge * 0.9, 0.58], [edge, 0.4], [(1 + edge) / 2, 0.14], [1, 0]]) {
    soft.addColorStop(at, `rgba(42, 18, 3, ${alpha})`);
  }
  disc(pen, 0, 0, r, soft);
}

/**
 * The patterns; where they are bold they alone are enough to tell the pieces apart.
 * @type {Record<Piece, (pen: Pen, r: number, ink: string, bold: 0 | 1) => void>}
 */
const MARKS = {
  white(pen, r, ink, bold) {
    for (const share of [0.72, 0.5, 0.28]) {
      ring(pen, 0, 0, share * r, Math.max(0.055 * r, 0.8), ink);
      if (!bold) ring(pen, 0, 0, share * r - 0.05 * r, Math.max(0.022 * r, 0.4), "rgba(255,255,255,0.6)");
    }
  },
  black(pen, r, ink, bold) {
    ring(pen, 0, 0, 0.6 * r, [0.2, 0.14][bold] * r, ink);
    ring(pen, 0, 0, 0.6 * r, Math.max(0.03 * r, 0.4), `rgba(0,0,0,${[0.5, 0][bold]})`);
    ring(pen, 0, 0, 0.5 * r, Math.max(0.02 * r, 0.4), "rgba(255,255,255,0.25)");
    // So that one sees it turn.
    around(pen, 3, () => disc(pen, 0, -0.6 * r, 0.06 * r, "#1c1816"));
  },
  queen(pen, r, ink, bold) {
    around(pen, [10, 7][bold], () => disc(pen, 0, -0.64 * r, [0.09, 0.17][bold] * r, ink));
    if (!bold) ring(pen, 0, 0, 0.43 * r, Math.max(0.045 * r, 0.6), "rgba(255,237,207,0.85)");
    disc(pen, 0, 0, [0.15, 0.28][bold] * r, ink);
  },
  striker(pen, r, ink, bold) {
    ring(pen, 0, 0, 0.74 * r, [0.085, 0.12][bold] * r, ink);
    pen.fillStyle = ink;
    around(pen, 6, () => {
      pen.beginPath();
      pen.moveTo(0, -0.14 * r);
      pen.quadraticCurveTo(0.22 * r, -0.38 * r, 0, -0.6 * r);
      pen.quadraticCurveTo(-0.22 * r, -0.38 * r, 0, -0.14 * r);
      pen.fill();
    });
    disc(pen, 0, 0, 0.08 * r, ink);
  },
};
