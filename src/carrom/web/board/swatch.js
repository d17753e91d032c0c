/** A small picture of a corner of the board with some pieces, to choose a look by. */
import { getJson } from "../shared/api.js";
import * as prefs from "../shared/prefs.js";
import { pieceLook } from "./palette.js";
import { Sprites } from "./sprites.js";
import { boardPicture } from "./wood.js";

/** @typedef {import("../wire").Ready} Ready */

const WIDE = 0.19; // metres of the board that are shown
const CUT = 0.045; // metres of the frame that are not
/** Where the pieces lie, in metres from the left and from the top. @type {[import("./playback.js").Piece, number, number][]} */
const PIECES = [["white", 0.055, 0.026], ["black", 0.1, 0.038], ["queen", 0.142, 0.022], ["striker", 0.152, 0.075]];

/** @type {Promise<Ready> | null} */
let ready = null;

/**
 * Paints the look that the canvas names; what it does not name is as it is set.
 * @param {HTMLCanvasElement} canvas with `data-board` or `data-coins`
 */
export async function paintSwatch(canvas) {
  const chosen = { ...prefs.chosenLook(), ...canvas.dataset };
  ready ??= getJson("/api/ready");
  const [{ geometry }, picture] = await Promise.all([ready, boardPicture(chosen.board)]);
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round((canvas.clientWidth || 120) * density);
  canvas.height = Math.round((canvas.clientHeight || 86) * density);
  const scale = canvas.width / WIDE;
  const side = picture.width / (geometry.surface + 2 * geometry.frame_width); // of the picture's pixels in a metre
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [wide, high, cut] = [WIDE * side, (canvas.height / scale) * side, CUT * side];
  pen.drawImage(picture, cut, picture.height - cut - high, wide, high, 0, 0, canvas.width, canvas.height);
  const sprites = new Sprites(geometry, scale, pieceLook(chosen));
  for (const [piece, x, y] of PIECES) {
    for (const { image, half } of [sprites.shadow[piece], sprites.body[piece], sprites.mark[piece]]) {
      pen.drawImage(image, x * scale - half, y * scale - half);
    }
  }
}
