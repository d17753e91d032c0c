/** The lines of the log in words and discs. */
import { add, h } from "../../shared/dom.js";
import { lang, list, paragraphOf, t } from "../../shared/words.js";
import { withMark, sideOf, sideText, namedDisc, playerMark, sideMark } from "./parts.js";
import { PIECES, Report } from "./report.js";

/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("../../desk").View} View */

/** The catalogue of the rulebook of the match. */
/** @type {() => import("../../desk").Catalogue | null} */
let catalogue = () => null;

/** @param {typeof catalogue} given */
export const setCatalogue = (given) => void (catalogue = given);

/** Whether breaches and incidents can be named yet: the catalogue comes a moment after the match. */
export const canName = () => catalogue() !== null;

/**
 * What happened, as one line: what a stroke did in discs, the rest in words.
 * @param {Line} line
 * @param {View} view
 * @returns {HTMLElement}
 */
export function lineWords(line, view) {
  const { kind, paragraph, pocketed, stroke } = line;
  const report = stroke && reportWords(Report.of(stroke));
  if (kind === "struck") {
    return h("span", { class: "line-stroke" }, h("span", null, whose(line, view), colon()), report);
  }
  const name = line.player || (line.side ? list(view[line.side]) : "");
  const said = withMark(line.text, name, whose(line, view));
  add(said, [kind === "happened" && paragraph && ` ${paragraphOf(paragraph)}`, report && [" ", report],
    pocketed.length > 0 && [" ", fellWords(pocketed)]]);
  return said;
}

/**
 * An incident as it is reported.
 * @param {Omit<import("../../desk").IncidentRequest, "do">} incident
 * @param {View} [view] whose colours hold, if that is known
 */
export function incidentWords({ by, kind, paragraph, player, pocketed = [] }, view) {
  return h("span", { class: "fell" },
    by && (view ? sideMark(view, sideOf(view, by)) : namedDisc(by)),
    player && (view ? playerMark(view, player) : h("b", null, player)),
    h("span", null, kindText(kind), paragraph && `, ${paragraphOf(paragraph)}`),
    pocketed.length > 0 && fellWords(pocketed));
}

/** What fell, in discs. @param {readonly string[]} pocketed */
const fellWords = (pocketed) =>
  reportWords(Report.of({ pocketed: /** @type {import("./report.js").Piece[]} */ (pocketed) }));

/**
 * @param {Line} line
 * @param {View} view
 */
function whose(line, view) {
  const here = ofNow(line, view);
  if (line.player) return here ? playerMark(view, line.player) : h("b", null, line.player);
  if (!line.side) return h("span");
  return here ? sideMark(view, line.side) : h("b", null, sideText(view, line.side));
}

/**
 * Colours change with every board: only names of the present board get a disc.
 * @param {Line} line
 * @param {View} view
 */
const ofNow = (line, view) => line.game === view.game && line.board === view.board_number;

/** Between a name and what it did. */
const colon = () => t("web.umpire.desk.colon");

/**
 * Why a stroke was improper, as far as it was reported.
 * @param {string} breach
 */
export function improperText(breach) {
  const said = t("web.umpire.desk.improper");
  if (!breach) return said;
  const named = catalogue()?.breaches.find(({ law }) => law === breach)?.text;
  return `${said}${colon()} ${named ? `${named}, ` : ""}${paragraphOf(breach)}`;
}

/**
 * A stroke as its report has it: discs for what fell and what left the board, words for the rest.
 * @param {Report} report
 */
export function reportWords(report) {
  const { pocketed, off, touched, improper, breach, at_rest } = report.facts;
  const fell = PIECES.filter((piece) => pocketed[piece]);
  const left = PIECES.filter((piece) => off[piece]);
  return h("span", { class: "fell" },
    !fell.length && h("span", null, t(touched ? "web.umpire.desk.fell.nothing" : "web.umpire.desk.fell.missed")),
    fell.map((piece) => several(piece, pocketed[piece])),
    fell.length > 0 && !touched && h("span", null, t("web.umpire.desk.fell.missed")),
    left.length > 0 && h("span", null, t("web.umpire.desk.off"), colon()),
    left.map((piece) => several(piece, off[piece])),
    improper && h("span", { class: "chip bad" }, improperText(breach)),
    at_rest.map((fact) => h("span", { class: "chip" }, atRestText(fact))));
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
  return h("span", { class: "several" }, n > 1 && h("b", { class: "numbers" }, n), namedDisc(piece));
}

/**
 * An incident by its kind.
 * @param {string} kind
 */
export const kindText = (kind) => catalogue()?.kinds.find((each) => each.kind === kind)?.text ?? kind;

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
