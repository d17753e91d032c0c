/** The lines of the log in words and discs. */
import { add, h } from "../dom.js";
import { has, lang, paragraphOf, t, typeset, upper } from "../words.js";
import { sentence, sideText, told, who, whoSide } from "./desk_parts.js";
import { PIECES, Report } from "./report.js";

/** @typedef {import("../desk").Line} Line */
/** @typedef {import("../desk").View} View */

/**
 * What happened, as one line.
 * @param {Line} line
 * @param {View} view
 * @returns {HTMLElement}
 */
export function lineWords(line, view) {
  if (line.kind === "struck") return struck(line, view);
  if (line.kind === "happened") return happened(line, view);
  if (line.kind === "coin-placed") return placed(line);
  if (line.kind === "remarked") return h("span", null, "“", line.what, "”");
  const actor = whose(line, view);
  const key = `web.umpire.desk.log.${line.kind}`;
  const form = has(`${key}.${line.what}`) ? `${key}.${line.what}` : key;
  if (!has(form)) return h("span", null, line.kind);
  const said = sentence(form, { entry: line.to, what: line.what, paragraph: line.paragraph }, { player: actor });
  if (line.kind === "overruled") add(said, [line.stroke ? [": ", strokeWords(line.stroke)] : []]);
  return said;
}

/**
 * @param {Line} line
 * @param {View} view
 */
function whose(line, view) {
  const here = ofNow(line, view);
  if (line.player) return here ? who(view, line.player) : h("b", null, line.player);
  if (!line.side) return h("span");
  return here ? whoSide(view, line.side) : h("b", null, sideText(view, line.side));
}

/**
 * Colours change with the board: a disc beside a name is told only of the board that lies there now.
 * @param {Line} line
 * @param {View} view
 */
const ofNow = (line, view) => line.game === view.game && line.board === view.board_number;

/** @param {Line} line */
function placed(line) {
  const coin = PIECES.find((piece) => piece === line.what);
  const words = h("span", null, t("web.umpire.desk.log.coin-placed"));
  return h("span", { class: "line-stroke" }, words, coin && told(coin));
}

/**
 * @param {Line} line
 * @param {View} view
 */
function struck(line, view) {
  return h("span", { class: "line-stroke" }, h("span", null, whose(line, view), ":"), strokeWords(line.stroke));
}

/**
 * A stroke as its report has it: discs for what fell and what left the board, words for the rest.
 * @param {string} text
 */
export function strokeWords(text) {
  return reportWords(Report.read(text));
}

/** @param {Report} report */
export function reportWords(report) {
  const { pocketed, off, touched, improper, at_rest } = report.facts;
  const fell = PIECES.filter((piece) => pocketed[piece]);
  const left = PIECES.filter((piece) => off[piece]);
  return h(
    "span",
    { class: "fell" },
    !fell.length && h("span", null, t(touched ? "web.umpire.desk.fell.nothing" : "web.umpire.desk.fell.missed")),
    fell.map((piece) => several(piece, pocketed[piece])),
    fell.length > 0 && !touched && h("span", null, t("web.umpire.desk.fell.missed")),
    left.length > 0 && h("span", null, t("web.umpire.desk.off"), ": "),
    left.map((piece) => several(piece, off[piece])),
    improper && h("span", { class: "chip bad" }, t("web.umpire.desk.improper")),
    at_rest.map((fact) => h("span", { class: "chip" }, atRestText(fact))),
  );
}

/**
 * How a piece came to lie.
 * @param {string} fact
 */
export const atRestText = (fact) => t(`web.umpire.desk.lies.${fact}`);

/**
 * @param {import("./report.js").Piece} piece
 * @param {number} n
 */
function several(piece, n) {
  return h("span", { class: "several" }, n > 1 && h("b", { class: "numbers" }, n), told(piece));
}

/**
 * @param {Line} line
 * @param {View} view
 */
function happened(line, view) {
  const said = kindText(line.what);
  const law = line.paragraph && `, ${paragraphOf(line.paragraph)}`;
  return h("span", null, whose(line, view), line.side ? ": " : "", said, law);
}

/**
 * An incident by its kind.
 * @param {string} kind
 */
export function kindText(kind) {
  const key = `web.umpire.incident.${kind}`;
  return upper(typeset(has(key) ? t(key) : t(`incident.${kind}`)));
}

/**
 * The time of day of a line; its day is the match's.
 * @param {string | null} at
 */
export function timeText(at) {
  if (!at) return "";
  const when = new Date(at);
  if (Number.isNaN(when.getTime())) return "";
  return when.toLocaleTimeString(lang(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
