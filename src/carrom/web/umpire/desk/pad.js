/** The keys that report a stroke: a disc for each piece, other facts, and what was reported so far. */
import { h } from "../../shared/dom.js";
import { vibrate } from "../../shared/haptics.js";
import { paragraphOf, t } from "../../shared/words.js";
import { vibrateTap } from "./beep.js";
import { atRestText, canName, improperText } from "./lines.js";
import { disc, icon, bigButton } from "./parts.js";
import { PIECES } from "./report.js";

/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Piece} Piece */
/** @typedef {(report: Report) => void} Changes */

const LONG_PRESS = 450;

/** The one finger that presses a key: `taken`, once a long press has taken a piece off. */
/** @type {{ timer?: ReturnType<typeof setTimeout>, taken: boolean }} */
const press = { taken: false };

/**
 * A disc to be tapped: one more; pressed long: one less.
 * @param {Report} report
 * @param {Piece} piece
 * @param {"pocketed" | "off"} where
 * @param {Limits} limits
 * @param {Changes} change
 */
function pieceKey(report, piece, where, limits, change) {
  const n = report.facts[where][piece];
  const room = report.room(piece, limits);
  const name = t(`web.umpire.desk.piece.${piece}`);
  const testid = where === "off" ? `off-${piece}` : `tap-${piece}`;
  const release = () => clearTimeout(press.timer);
  const click = () => {
    const { taken } = press;
    press.taken = false;
    if (taken || !room) return;
    vibrateTap();
    change(report.tap(piece, limits, where));
  };
  const pressed = () => {
    release();
    press.taken = false;
    if (!n) return;
    press.timer = setTimeout(() => {
      press.taken = true;
      vibrate(20);
      change(report.less(piece, where));
    }, LONG_PRESS);
  };
  return h("button", { class: `piece ${n ? "on" : ""}`, type: "button", "data-testid": testid,
    disabled: !room && !n, "aria-disabled": room ? null : "true",
    "aria-label": t(where === "off" ? "web.umpire.desk.key.off" : "web.umpire.desk.key.fell", { piece: name, n }),
    onclick: click, onpointerdown: pressed, onpointerup: release, onpointerleave: release,
    oncontextmenu: (/** @type {Event} */ event) => event.preventDefault() },
    disc(piece),
    n > 0 && h("span", { class: "count numbers", "aria-hidden": "true" }, n),
    h("span", { class: "piece-name", "aria-hidden": "true" }, t(`web.umpire.desk.short.${piece}`)));
}

/**
 * The row of what fell, or of what left the board.
 * @param {Report} report
 * @param {"pocketed" | "off"} where
 * @param {Limits} limits
 * @param {Changes} change
 * @param {readonly Piece[]} [pieces]
 */
export const pieceRow = (report, where, limits, change, pieces = PIECES) =>
  h("div", { class: `pieces ${where}`, role: "group",
    "aria-label": t(where === "off" ? "web.umpire.desk.off" : "web.umpire.desk.fell") },
    where === "off" && h("p", { class: "pieces-title" }, icon("off"), t("web.umpire.desk.off")),
    pieces.map((piece) => pieceKey(report, piece, where, limits, change)));

/**
 * What was reported so far; a tap removes one.
 * @param {Report} report
 * @param {Changes} change
 */
export function tray(report, change) {
  const { facts } = report;
  const where = /** @type {const} */ (["pocketed", "off"]);
  return h("div", { class: "tray", role: "group", "aria-label": t("web.umpire.desk.said") },
    where.flatMap((side) => PIECES.filter((piece) => facts[side][piece]).map((piece) =>
      item(`take-${side === "off" ? "off-" : ""}${piece}`,
        [side === "off" && icon("off"), facts[side][piece] > 1 && h("b", { class: "numbers" }, facts[side][piece]),
          disc(piece)],
        t(`web.umpire.desk.piece.${piece}`), () => change(report.less(piece, side))))),
    facts.improper && item("take-improper",
      [t("web.umpire.desk.improper"), facts.breach && ` ${paragraphOf(facts.breach)}`],
      improperText(facts.breach), () => change(report.improper(false))),
    !facts.touched && item("take-missed", t("web.umpire.desk.untouched"), t("web.umpire.desk.untouched"),
      () => change(report.missed(false))),
    facts.at_rest.map((fact) =>
      item(`take-${fact}`, atRestText(fact), atRestText(fact), () => change(report.liesNot(fact)))));
}

/**
 * The same in a sheet, where an empty one says so.
 * @param {Report} report
 * @param {Changes} change
 */
export const trayLine = (report, change) =>
  h("div", { class: "said-row" },
    report.empty ? h("p", { class: "muted" }, t("web.umpire.desk.again.nothing")) : tray(report, change));

/**
 * What fell otherwise than in a stroke that is reported.
 * @param {Report} report
 * @param {Limits} limits
 * @param {Changes} change
 * @param {readonly Piece[]} pieces
 */
export const fellForm = (report, limits, change, pieces) =>
  h("div", { class: "stack tight pad-again" },
    trayLine(report, change), pieceRow(report, "pocketed", limits, change, pieces));

/**
 * @param {string} testid
 * @param {import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[]} words
 * @param {string} plain
 * @param {() => void} onclick
 */
const item = (testid, words, plain, onclick) =>
  h("button", { class: "tray-item", type: "button", "data-testid": testid, onclick,
    "aria-label": t("web.umpire.desk.take-off", { what: plain }) }, words, h("span", { class: "tray-x" }, "×"));

/**
 * The other facts of a stroke: off the board, improper, no coin touched, a special situation.
 * @param {{ report: Report, offShown: boolean, showOff: () => void, change: Changes, improper: () => void,
 *   situation?: () => void, miss?: boolean }} given
 */
export function besides({ report, offShown, showOff, change, improper, situation, miss = false }) {
  const { facts } = report;
  return h("div", { class: "besides" },
    bigButton("off-board", [icon("off"), h("span", null, t("web.umpire.desk.off.short"))], showOff,
      { pressed: offShown, label: t("web.umpire.desk.off") }),
    bigButton("improper", [icon("improper"), h("span", null, t("web.umpire.desk.improper"))], improper,
      { pressed: facts.improper }),
    miss && bigButton("untouched", h("span", null, t("web.umpire.desk.untouched")),
      () => change(report.missed(facts.touched)),
      { pressed: !facts.touched, disabled: !report.mayMiss }),
    situation && bigButton("situation", [icon("situation"), h("span", null, t("web.umpire.desk.situation"))], situation,
      { disabled: !canName() }));
}
