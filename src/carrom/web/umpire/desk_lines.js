/** The lines of the log in words and discs. */
import { add, h } from "../dom.js";
import { has, lang, paragraphOf, t } from "../words.js";
import { sentence, sideText, told, who, whoSide } from "./desk_parts.js";
import { PIECES, Report } from "./report.js";

/** @typedef {import("../desk").Line} Line */
/** @typedef {import("../desk").View} View */

/** @typedef {(v: number) => Line | undefined} Find */

/** What can be reported under the rulebook of the match. */
/** @type {() => import("../desk").Catalogue | null} */
let catalogue = () => null;

/** @param {typeof catalogue} given */
export const nameBy = (given) => void (catalogue = given);

/** Whether breaches and incidents can be named yet: the catalogue comes a moment after the match. */
export const canName = () => catalogue() !== null;

/**
 * What happened, as one line.
 * @param {Line} line
 * @param {View} view
 * @param {Find} [find] the line of another entry, where more are known than the last ones
 * @returns {HTMLElement}
 */
export function lineWords(line, view, find = (v) => view.log.find((each) => each.v === v)) {
  if (line.kind === "struck") return struck(line, view);
  if (line.kind === "happened") return happened(line, view);
  if (line.kind === "coin-placed") return placed(line);
  if (line.kind === "remarked") return h("span", null, "“", line.what, "”");
  const actor = whose(line, view);
  const key = `web.umpire.desk.log.${line.kind}`;
  const form = formOf(line, key);
  if (!has(form)) return h("span", null, line.kind);
  const about = find(line.corrects || line.to);
  const entry = about ? entryName(about, line, view) : t("web.umpire.desk.log.earlier");
  const said = sentence(form, { entry, what: line.what, paragraph: line.paragraph }, { player: actor });
  if (line.kind === "overruled" && line.stroke) add(said, [`${colon()} `, reportWords(Report.of(line.stroke))]);
  return said;
}

/**
 * @param {Line} line
 * @param {string} key
 */
function formOf(line, key) {
  const more = line.kind === "umpire-asked" && line.what ? "about" : line.corrects ? "corrects" : line.what;
  return has(`${key}.${more}`) ? `${key}.${more}` : key;
}

/**
 * An entry that another speaks of: a stroke by its number, an incident by its kind, the rest in its own words.
 * @param {Line} line
 * @param {Line} from
 * @param {View} view
 */
function entryName(line, from, view) {
  if (line.kind === "happened") return kindText(line.what);
  if (line.kind === "coin-placed") return t("web.umpire.desk.request.placed");
  if (line.kind !== "struck") return lineWords(line, view, () => undefined).textContent ?? "";
  const here = line.game === from.game && line.board === from.board;
  return t(here ? "web.umpire.desk.log.stroke" : "web.umpire.desk.log.stroke.of", { n: line.n, board: line.board });
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
  return h("span", { class: "line-stroke" }, h("span", null, whose(line, view), colon()),
    reportWords(Report.of(line.stroke ?? {})));
}

/** Between a name and what it did. */
const colon = () => t("web.umpire.desk.colon");

/**
 * What made a stroke improper, as far as it was said.
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
  return h(
    "span",
    { class: "fell" },
    !fell.length && h("span", null, t(touched ? "web.umpire.desk.fell.nothing" : "web.umpire.desk.fell.missed")),
    fell.map((piece) => several(piece, pocketed[piece])),
    fell.length > 0 && !touched && h("span", null, t("web.umpire.desk.fell.missed")),
    left.length > 0 && h("span", null, t("web.umpire.desk.off"), colon()),
    left.map((piece) => several(piece, off[piece])),
    improper && h("span", { class: "chip bad" }, improperText(breach)),
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
  return h("span", null, whose(line, view), line.side ? `${colon()} ` : "", said, law);
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
