/** Sides, coins and how a board stands, as the desk and the spectators' pages show them. */
import { h } from "../shared/dom.js";
import { COINS } from "../shared/standing_form.js";
import { t } from "../shared/words.js";

/** @typedef {import("../desk").View} View */
/** @typedef {import("../desk").SideName} SideName */
/** @typedef {import("../desk").ColourName} ColourName */
/** @typedef {import("../desk").Protest} Protest */

/** @type {readonly SideName[]} */
export const SIDES = ["first", "second"];

/** @param {Record<SideName, string[]>} view @param {SideName} side */
export const sideText = (view, side) => view[side].join(" & ");

/** A small picture of a piece, beside words that say the same. @param {import("../desk").Piece} piece */
export const disc = (piece) => h("span", { class: `coin ${piece}`, "aria-hidden": "true" });

/**
 * The colour of a side on this board, once the toss has given it one.
 * @param {View} view
 * @param {SideName} side
 * @returns {ColourName | null}
 */
export const colourOf = ({ white }, side) => white && (white === side ? "white" : "black");

/** Whether nothing more is played. @param {View} view */
export const ended = (view) => view.stage === "over" || view.stage === "replayed";

/**
 * The protests that wait to be written or decided.
 * @param {Pick<View, "protests">} view
 * @returns {Protest[]}
 */
export const openProtests = ({ protests }) => protests.filter(({ upheld, lapsed }) => upheld === null && !lapsed);

/** The points of the running game, or of the last one when all is over. @param {View} view */
export const shownPoints = (view) => (ended(view) && view.games.at(-1)?.points) || view.points;

/**
 * Games won as dots, where a match has several: those won are filled.
 * @param {View} view
 * @param {SideName} side
 * @param {string} look
 */
export function gamesWon(view, side, look) {
  if (view.games_to_win < 2) return null;
  const won = view.games_won[side];
  const label = t("web.umpire.desk.games-won", { n: won });
  return h("span", { class: look, role: "img", "aria-label": label, title: label },
    Array.from({ length: view.games_to_win }, (_, i) => h("i", { class: i < won ? "on" : "" })));
}

/**
 * Nine coins of a colour: those left on the board as they look, a hole for each that has gone.
 * @param {string} look
 * @param {ColourName} colour
 * @param {number} left
 */
export function pips(look, colour, left) {
  const label = t(`web.umpire.desk.left.${colour}`, { n: left });
  return h("span", { class: look, role: "img", "data-left": left, "aria-label": label, title: label },
    Array.from({ length: COINS }, (_, i) => h("span", { class: `coin ${i < left ? colour : "gone"}` })));
}

/**
 * What else is to be said of a colour: coins it owes or holds, the queen once covered or while she waits for its cover,
 * more than one stroke in hand.
 * @param {import("../desk").Board} board
 * @param {ColourName} colour
 */
export function notesOn({ due, held, on_strike, queen, strokes_in_hand: strokes }, colour) {
  const strikes = on_strike === colour;
  const all = [
    due[colour] > 0 && { kind: "due", words: t("web.umpire.desk.owes", { n: due[colour] }), discs: Array(due[colour]).fill(colour) },
    held[colour] > 0 && { kind: "held", words: t("web.umpire.desk.held", { n: held[colour] }), discs: [] },
    queen === colour && { kind: "queen", words: t("web.umpire.desk.queen.covered"), discs: ["queen"] },
    queen === "waiting" && strikes && { kind: "cover", words: t("web.umpire.desk.queen.waiting"), discs: ["queen"] },
    strokes > 1 && strikes && { kind: "hand", words: t("web.umpire.desk.in-hand", { n: strokes }), discs: [] },
  ];
  return all.filter((note) => note !== false);
}
