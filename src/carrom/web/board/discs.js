/** The layer of everything that moves: shadows, pieces, and what lies in the nets. */
import * as palette from "./palette.js";
import { ring } from "./shapes.js";
import { Sprites } from "./sprites.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./playback.js").Look} Look */
/** @typedef {import("./playback.js").Piece} Piece */
/** @typedef {import("./sprites.js").Sprite} Sprite */
/** @typedef {{ look: Look, alpha?: number, trail?: readonly (readonly [number, number])[] }} Drawn */

const PUSHED = 0.012; // of the distance to the lamp: how far a shadow falls outwards
const FALLS = [0.0004, -0.0008]; // metres, for the eye: a disc straight under the lamp has a shadow too
const IN_NET = 0.3; // how much darker it is down there

export class Discs {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Sprites | null} */
    this.sprites = null;
  }

  /**
   * @param {Camera} camera
   * @param {import("./palette.js").PieceLook} look
   */
  bake(camera, look) {
    this.canvas.width = this.canvas.height = camera.pixels;
    this.sprites = new Sprites(camera.geometry, camera.scale, look);
  }

  /**
   * @param {Camera} camera
   * @param {readonly Drawn[]} drawn in the order in which they lie upon each other
   * @param {object} [how]
   * @param {boolean} [how.over] without clearing what was drawn before
   * @param {(pen: CanvasRenderingContext2D) => void} [how.below] what lies on the wood, under the pieces
   */
  draw(camera, drawn, { over = false, below } = {}) {
    const { pen, sprites } = this;
    if (!sprites) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = 1;
    if (!over) pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const down = drawn.filter(({ look }) => look.sunk >= 1);
    const up = drawn.filter(({ look }) => look.sunk < 1);
    if (camera.tilted) {
      const near = (/** @type {Drawn} */ { look }) => camera.place(look.x, look.y)[1];
      up.sort((a, b) => near(a) - near(b)); // the nearer covers the farther
    }
    this.#inNets(camera, sprites, down);
    below?.(pen);
    for (const { look, alpha = 1 } of up) {
      const [x, y] = camera.place(look.x * (1 + PUSHED), look.y * (1 + PUSHED));
      const [dx, dy] = [FALLS[0] * camera.scale, -FALLS[1] * camera.scale];
      stamp(pen, sprites.shadow[look.piece], x + dx, y + dy, look.size, alpha * (1 - look.sunk));
    }
    for (const { look, trail = [] } of up) {
      trail.forEach(([tx, ty], i) => {
        const [x, y] = camera.place(tx, ty);
        stamp(pen, sprites.body[look.piece], x, y, look.size, 0.2 * (1 - i / trail.length));
      });
    }
    for (const { look, alpha = 1 } of up) this.piece(camera, look, alpha);
    pen.globalAlpha = 1;
  }

  /**
   * @param {Camera} camera
   * @param {Look} look
   * @param {number} alpha
   * @param {CanvasRenderingContext2D} [pen]
   */
  piece(camera, look, alpha, pen = this.pen) {
    if (!this.sprites) return;
    const [x, foot] = camera.place(look.x, look.y);
    let y = foot;
    if (camera.tilted && look.sunk < 1) {
      y -= this.sprites.lift * (1 - look.sunk);
      stamp(pen, this.sprites.side[look.piece], x, foot, look.size, alpha * (1 - look.sunk));
    }
    stamp(pen, this.sprites.body[look.piece], x, y, look.size, alpha);
    stamp(pen, this.sprites.mark[look.piece], x, y, look.size, alpha, -look.angle);
    if (look.sunk > 0) stamp(pen, this.sprites.dark[look.piece], x, y, look.size, alpha * IN_NET * look.sunk);
  }

  /**
   * @param {Camera} camera
   * @param {Sprites} sprites
   * @param {readonly Drawn[]} down
   */
  #inNets(camera, sprites, down) {
    if (!down.length) return;
    const { pen } = this;
    const { geometry } = camera;
    const hole = (geometry.pocket_diameter / 2) * camera.scale;
    for (const [px, py] of geometry.pockets) {
      const here = down.filter(({ look }) => Math.hypot(look.x - px, look.y - py) < geometry.pocket_diameter);
      if (!here.length) continue;
      const [x, y] = camera.place(px, py);
      pen.save();
      pen.beginPath();
      pen.arc(x, y, hole * 0.955, 0, 2 * Math.PI); // the rim stays free
      pen.clip();
      for (const { look, alpha = 1 } of here) {
        const [lx, ly] = camera.place(look.x, look.y);
        stamp(pen, sprites.shadow[look.piece], lx, ly + 0.04 * hole, look.size, alpha);
        this.piece(camera, look, alpha);
        // Against the dark of the hole a black coin needs an edge.
        pen.globalAlpha = 0.75 * alpha;
        const own = look.piece === "striker" ? geometry.striker_diameter : geometry.coin_diameter;
        ring(pen, lx, ly, (own / 2) * look.size * camera.scale, Math.max(0.045 * hole, 0.7), palette.NET);
      }
      stamp(pen, sprites.depth, x, y, 1, 0.6);
      pen.restore();
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Sprite} sprite
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} alpha
 * @param {number} [angle] clockwise on the screen
 */
function stamp(pen, sprite, x, y, size, alpha, angle = 0) {
  if (alpha <= 0) return;
  const half = sprite.half * size;
  pen.globalAlpha = alpha;
  if (angle === 0) {
    pen.drawImage(sprite.image, x - half, y - half, 2 * half, 2 * half);
    return;
  }
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  pen.setTransform(c, s, -s, c, x, y);
  pen.drawImage(sprite.image, -half, -half, 2 * half, 2 * half);
  pen.setTransform(1, 0, 0, 1, 0, 0);
}
