/**
 * A finished match to show to others: a picture of its last board with names and score, and the link to its replay. A
 * link that nobody else can open is not offered.
 */
import { Camera } from "../board/camera.js";
import { Discs } from "../board/discs.js";
import { inNets, lying } from "../board/nets.js";
import { pieceLook } from "../board/palette.js";
import { boardPicture, paintBoard } from "../board/wood.js";
import { copyLine } from "../shared/clipboard.js";
import { dialog, h, useStyle } from "../shared/dom.js";
import { dateText } from "../shared/matches.js";
import { chosenLook } from "../shared/prefs.js";
import { linkOrigin, lookForNetwork, onlyHere } from "../shared/reach.js";
import { t } from "../shared/words.js";
import { finalScore, sideLabel, slamText } from "./story.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").SideName} SideName */
/** @typedef {CanvasRenderingContext2D} Pen */

/** The picture, in pixels: upright, as phones show it. */
export const WIDE = 1080;
export const HIGH = 1350;
const BOARD = 920;
const EDGE = (WIDE - BOARD) / 2;
const TOP = 262;
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif';
const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const INK = "#f2eadb";
const MUTED = "#b3ad9a";
const GOLD = "#e0ac63";

/**
 * Offers the picture and the link: by the system's own sheet where there is one for pictures, else to be saved and copied.
 * @param {After} after the table at the end
 * @param {Geometry} geometry
 * @param {string} watch
 */
export async function share(after, geometry, watch) {
  const [blob] = await Promise.all([picture(after, geometry), lookForNetwork()]);
  const path = `/replay/${encodeURIComponent(watch)}`;
  const told = { title: t("web.table.share"), text: resultLine(after), ...(!onlyHere() && { url: linkOrigin() + path }) };
  const files = [new File([blob], "carrom.png", { type: blob.type })];
  if (navigator.canShare?.({ ...told, files })) {
    // Who closes the sheet has changed their mind.
    return void navigator.share({ ...told, files }).catch(() => {});
  }
  await useStyle("/static/shared/links.css");
  const address = URL.createObjectURL(blob);
  dialog(t("web.table.share"), [
    h("img", { class: "share-picture", src: address, alt: told.text, width: WIDE, height: HIGH }),
    h("a", { class: "button primary wide", href: address, download: "carrom.png" }, t("web.table.share.save")),
    !onlyHere() && copyLine(path, t("web.table.share.link")),
  ], { onclose: () => URL.revokeObjectURL(address) });
}

/** @param {After} after */
function resultLine(after) {
  const { first, second } = finalScore(after);
  return `${sideLabel(after, "first")} ${first}–${second} ${sideLabel(after, "second")}`;
}

/**
 * The last board with names and score.
 * @param {After} after
 * @param {Geometry} geometry
 * @returns {Promise<Blob>} a PNG
 */
export async function picture(after, geometry) {
  const canvas = h("canvas", { width: WIDE, height: HIGH });
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  const ground = pen.createRadialGradient(WIDE / 2, 0.4 * HIGH, 100, WIDE / 2, 0.5 * HIGH, HIGH);
  ground.addColorStop(0, "#23402f");
  ground.addColorStop(1, "#0d110d");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.textBaseline = "alphabetic";
  names(pen, after);
  for (const layer of await boardLayers(after, geometry)) pen.drawImage(layer, EDGE, TOP);
  foot(pen, after);
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

/** @param {After} after @param {Geometry} geometry */
async function boardLayers(after, geometry) {
  const camera = new Camera(geometry);
  camera.size = BOARD;
  const [wood, pieces] = [h("canvas", { width: BOARD, height: BOARD }), h("canvas")];
  const look = chosenLook();
  paintBoard(wood, await boardPicture(look.board), geometry, camera.extent);
  const discs = new Discs(pieces);
  discs.bake(camera, pieceLook(look));
  discs.draw(camera, [...inNets(after.nets, geometry), ...after.layout.map(({ coin, x, y }) => ({ look: lying(coin, x, y) }))]);
  return [wood, pieces];
}

/** Both sides and the score between them, the winner in gold. @param {Pen} pen @param {After} after */
function names(pen, after) {
  const score = finalScore(after);
  const side = (/** @type {SideName} */ name, /** @type {number} */ x) => {
    pen.fillStyle = after.winner === name ? GOLD : INK;
    fitted(pen, sideLabel(after, name), x, 96, 400, 46, `600 SIZE ${SERIF}`);
    pen.font = `600 118px ${SERIF}`;
    pen.fillText(String(score[name]), x, 216);
  };
  pen.textAlign = "center";
  side("first", 0.25 * WIDE);
  side("second", 0.75 * WIDE);
  pen.fillStyle = MUTED;
  pen.font = `600 90px ${SERIF}`;
  pen.fillText("–", WIDE / 2, 200);
}

/** What was special, the day, and the game. @param {Pen} pen @param {After} after */
function foot(pen, after) {
  const { story, winner } = after;
  const slam = story?.boards.findLast((board) => board.slam && board.winner === winner)?.slam;
  const games = after.games_ended.length > 1 ? after.games_ended.map(({ first, second }) => `${first}–${second}`).join("   ") : "";
  const won = winner ? t("web.matches.won-only", { side: sideLabel(after, winner) }) : "";
  const special = [slam && `★ ${slamText(slam)}`, games].filter(Boolean).join("   ");
  pen.fillStyle = INK;
  fitted(pen, special || won, WIDE / 2, 1258, BOARD, 40, `600 SIZE ${SERIF}`);
  pen.fillStyle = MUTED;
  pen.font = `28px ${SANS}`;
  pen.fillText(`carrom · ${dateText(new Date(), { dateStyle: "long" })}`, WIDE / 2, 1312);
}

/**
 * A text in the size wanted, or smaller so that it fits.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} most pixels wide
 * @param {number} size
 * @param {string} font with SIZE for the size
 */
function fitted(pen, text, x, y, most, size, font) {
  pen.font = font.replace("SIZE", `${size}px`);
  const wide = pen.measureText(text).width;
  if (wide > most) pen.font = font.replace("SIZE", `${Math.max(20, (size * most) / wide)}px`);
  pen.fillText(text, x, y, most);
}
