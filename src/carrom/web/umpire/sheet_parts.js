/** The score sheet in words: its parts in order, word for word as the PDF and the CSV have them. */
import { happenedParts } from "./sheet_happened.js";
import { SIDES, letter, nameOf, word } from "./sheet_said.js";
import { gamePart, matchPart, playersPart, resultPart } from "./sheet_score.js";

/** @typedef {import("../desk").Sheet} Sheet */
/** @typedef {import("./sheet_said.js").Part} Part */

/**
 * Everything on the sheet but the lines to sign on.
 * @param {Sheet} sheet
 * @returns {Part[]}
 */
export const parts = (sheet) => [
  matchPart(sheet),
  playersPart(sheet),
  ...sheet.games.map((game) => gamePart(sheet, game)),
  resultPart(sheet),
  ...happenedParts(sheet),
];

/**
 * Who signs, with the names that are known.
 * @param {Sheet} sheet
 */
export function signatures(sheet) {
  /** @type {[string, string][]} */
  const who = [
    [word("sign.umpire"), sheet.umpire],
    ...SIDES.map((side) => /** @type {[string, string]} */ ([word("sign.side", { side: letter(side) }), nameOf(sheet, side)])),
    [word("sign.main"), ""],
  ];
  return who.map(([role, name]) => (name ? word("sign.named", { role, name }) : role));
}
