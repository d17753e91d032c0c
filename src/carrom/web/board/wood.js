/**
 * The board that does not move: frame, surface, print and pockets, for the south seat. The picture comes from
 * `carrom.drawing` (tools/pictures.py); the light of the lamp is added here.
 */
import { BOARDS } from "./palette.js";
import { shaded } from "./shapes.js";

/** @typedef {import("../wire").Geometry} Geometry */

const PICTURE = "/static/board/board.svg";
const LAMP = /** @type {const} */ ([[0, "rgba(255, 246, 220, 0.2)"], [0.34, "rgba(255, 240, 205, 0.04)"],
  [0.5, "rgba(40, 18, 4, 0.03)"], [0.78, "rgba(34, 14, 3, 0.15)"], [1, "rgba(20, 8, 2, 0.5)"]]);

/** @type {Map<string, Promise<HTMLImageElement>>} */
const pictures = new Map();

/**
 * The picture of the empty board, made once.
 * @param {import("../shared/prefs.js").Prefs["board"]} board
 * @returns {Promise<HTMLImageElement>}
 */
export function boardPicture(board) {
  const known = pictures.get(board);
  if (known) return known;
  const made = drawn(board);
  pictures.set(board, made);
  made.catch(() => pictures.delete(board));
  return made;
}

/** @param {import("../shared/prefs.js").Prefs["board"]} board */
async function drawn(board) {
  const image = new Image();
  image.src = board === "maple" ? PICTURE : await recoloured(board);
  await image.decode();
  return image;
}

/** The same board of another wood: its picture has a colour for each part. @param {keyof typeof BOARDS} board */
async function recoloured(board) {
  const { colours } = BOARDS[board] ?? BOARDS.maple;
  const svg = (await (await fetch(PICTURE)).text()).replace(/#[0-9a-f]{6}/g, (colour) => colours[colour] ?? colour);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Paints the surface to scale, and the frame as wide as there is room for it.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLImageElement} image
 * @param {Geometry} geometry
 * @param {number} extent metres from the middle to the edge of the canvas
 */
export function paintBoard(canvas, image, { surface, frame_width }, extent) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const { width } = canvas;
  const inner = surface / 2;
  /** @param {number} outer @param {number} size */
  const cuts = (outer, size) => [-outer, -inner, inner, outer].map((at) => (size * (at + outer)) / (2 * outer));
  const [from, to] = [cuts(inner + frame_width, image.width), cuts(extent, width).map(Math.round)];
  pen.clearRect(0, 0, width, width);
  for (const row of [0, 1, 2]) {
    for (const column of [0, 1, 2]) {
      const [[x, right], [y, bottom]] = [column, row].map((i) => from.slice(i, i + 2));
      const [[left, end], [top, foot]] = [column, row].map((i) => to.slice(i, i + 2));
      pen.drawImage(image, x, y, right - x, bottom - y, left, top, end - left, foot - top);
    }
  }
  pen.globalCompositeOperation = "source-atop"; // not on the corners outside the frame
  pen.fillStyle = shaded(pen.createRadialGradient(width / 2, width / 2, 0, width / 2, width / 2, 0.71 * width), LAMP);
  pen.fillRect(0, 0, width, width);
  pen.globalCompositeOperation = "source-over";
}
