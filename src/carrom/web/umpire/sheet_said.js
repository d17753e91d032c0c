/** What the parts of the score sheet share: names, times, rulings in words. */
import { lawsOf, rulingText, t } from "../words.js";

/** @typedef {import("../desk").Sheet} Sheet */
/** @typedef {import("../desk").SideName} SideName */
/** @typedef {import("../desk").Ruling} Ruling */
/** @typedef {import("../desk").Each} Each */
/**
 * A part of the sheet, as a table with a title; `close` is a line below its rows.
 * @typedef {{ key: string, title: string, head: string[], rows: string[][], close: string }} Part
 */

/** @type {readonly SideName[]} */
export const SIDES = ["first", "second"];
export const NOTHING = "–";

/**
 * @param {string} key
 * @param {Record<string, string | number>} [given]
 */
export const word = (key, given) => t(`web.umpire.sheet.${key}`, given);

/** @param {...string} names */
export const heads = (...names) => names.map((name) => word(`head.${name}`));

/** A side's letter, where its names would not fit. @param {SideName | null} side */
export const letter = (side) => (side ? word(`side.${side}`) : NOTHING);

/**
 * The players of a side; nobody has no name.
 * @param {Sheet} sheet
 * @param {SideName | null} side
 */
export const nameOf = (sheet, side) => (side ? sheet[side].join(" & ") : "");

/** The time of day of an entry, where it was made. @param {string | null} at */
export const clock = (at) => (at ? at.slice(11, 16) : "");

/** Game and board. @param {{ game: number, board: number }} each */
export const where = (each) => `${each.game}.${each.board}`;

/** @param {Each | null} points */
export const score = (points) => (points ? `${points.first} – ${points.second}` : "");

/**
 * Paragraphs without the match's own rulebook; those of another keep its name.
 * @param {Sheet} sheet
 * @param {string[]} laws
 */
export function lawsText(sheet, laws) {
  const own = `${sheet.rulebook} `;
  return laws.map((law) => (law.startsWith(own) ? law.slice(own.length) : law)).join(", ");
}

/**
 * A ruling in a sentence or two, with its paragraphs.
 * @param {Sheet} sheet
 * @param {Ruling | null} ruling
 */
export function ruled(sheet, ruling) {
  if (!ruling) return "";
  const laws = lawsText(sheet, lawsOf(ruling));
  return rulingText(ruling) + (laws ? ` (${laws})` : "");
}
