/**
 * The log of the match, the latest first: every line can be gone back to, every call that stands corrected. And taking
 * back, the last thing that was entered or everything after any line; the history is kept.
 */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { textField } from "../fields.js";
import { correctSheet } from "./correct.js";
import { lineWords, timeText } from "./lines.js";
import { lawChips, showRefusal, icon, bigButton } from "./parts.js";
import { openSheet, sheetEnd } from "./bottom_sheet.js";

/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function logSheet(desk) {
  const { body, close, set } = openSheet(t("web.umpire.desk.log"), ({ state: { lines, open } }) => [
    h("div", { class: "desk-log" }, boards(lines).flatMap(([title, of]) => [
      h("h3", { key: title }, title),
      h("ol", { class: "log-lines", key: `lines ${title}` }, of.map((line) =>
        logLine(desk, line, line.v === open, () => toggle(line.v === open ? 0 : line.v, line.v), () => actions(line, lines)))),
    ])),
  ], { class: "log-sheet", state: { lines: /** @type {readonly Line[]} */ (desk.view.log), open: 0 } });
  /**
   * @param {number} open
   * @param {number} v
   */
  const toggle = (open, v) => {
    set({ open });
    body.querySelector(`[data-v="${v}"]`)?.scrollIntoView({ block: "nearest" });
  };
  /**
   * @param {Line} line
   * @param {readonly Line[]} lines
   */
  const actions = (line, lines) => {
    const { can, v } = desk.view;
    const after = lines.filter((each) => each.v > line.v && each.stands && each.kind !== "taken-back");
    const how = line.v === can?.overrule ? "overrule" : "correct";
    return h("div", { class: "log-acts" },
      can?.correct.includes(line.v) && bigButton(how, [icon("note"), t(`web.umpire.desk.${how}`)], () => {
        close();
        correctSheet(desk, line);
      }),
      can && can.undo !== null && line.v >= can.undo && line.v < v && line.stands && after.length > 0 &&
        bigButton("undo-to", [icon("undo"), t("web.umpire.desk.undo.to", { n: after.length })], () => {
          close();
          takeBack(desk, line.v, after);
        }));
  };
  desk.client.log().then((lines) => {
    desk.rememberLines(lines);
    set({ lines });
  }, showRefusal);
}

/**
 * The lines of each board, the last board first.
 * @param {readonly Line[]} lines
 * @returns {[string, Line[]][]}
 */
export function boards(lines) {
  /** @type {Map<string, Line[]>} */
  const found = new Map();
  for (const line of [...lines].reverse()) {
    const title = t("web.umpire.desk.log.board", { game: line.game, board: line.board });
    found.set(title, [...(found.get(title) ?? []), line]);
  }
  return [...found];
}

/**
 * @param {Desk} desk
 * @param {Line} line
 * @param {boolean} open
 * @param {() => void} toggle
 * @param {() => HTMLElement} actions
 */
function logLine(desk, line, open, toggle, actions) {
  return h("li", { class: line.stands ? "" : "undone", key: line.v, "data-v": line.v },
    h("button", { class: "log-line", type: "button", "aria-expanded": String(open), "data-testid": `line-${line.v}`,
      onclick: toggle }, lineParts(desk, line)),
    open && h("div", { class: "stack tight log-open" },
      line.ruling && [h("p", null, line.ruling.text), lawChips(line.ruling)],
      line.reason && h("p", { class: "muted" }, t("web.umpire.desk.log.because", { reason: line.reason })),
      actions()));
}

/**
 * @param {Desk} desk
 * @param {Line} line
 */
const lineParts = (desk, line) => [
  h("span", { class: "badge" }, line.n || "·"),
  h("span", { class: "grow" }, lineWords(line, desk.view),
    !line.stands && h("span", { class: "sr" }, ` (${t("web.umpire.desk.log.undone")})`)),
  h("time", { class: "muted small numbers" }, timeText(line.at)),
];

/**
 * The last lines beside the desk on a wide screen.
 * @param {Desk} desk
 */
export const recentLines = (desk) =>
  h("section", { class: "desk-recent" },
    h("div", { class: "row spread" },
      h("h2", null, t("web.umpire.desk.log")),
      bigButton("log-all", t("web.umpire.desk.log.all"), () => logSheet(desk), { kind: "quiet" })),
    h("ol", { class: "log-lines" }, [...desk.view.log].reverse().slice(0, 14).map((line) =>
      h("li", { class: line.stands ? "" : "undone", key: line.v }, h("div", { class: "log-line" }, lineParts(desk, line))))));

/** Entries that are never taken back; undo skips them. */
const NEVER_TAKEN_BACK = new Set([
  "taken-back", "remarked", "protest-spoken", "protest-written", "protest-decided", "engine-changed", "signed",
]);

/**
 * The lines that one step back takes: the last that stands, and with coins that were placed together all of them.
 * @param {readonly Line[]} log
 * @returns {Line[]}
 */
export function lastStep(log) {
  const done = log.filter((line) => line.stands && !NEVER_TAKEN_BACK.has(line.kind));
  const last = done.at(-1);
  if (!last) return [];
  const together = [last];
  for (const line of done.slice(0, -1).reverse()) {
    if (last.kind !== "coin-placed" || line.kind !== "coin-placed" || line.v !== together[0].v - 1) break;
    together.unshift(line);
  }
  return together;
}

/** @param {Desk} desk */
export function undoSheet(desk) {
  const taken = lastStep(desk.view.log);
  if (taken.length) takeBack(desk, taken[0].v - 1, taken);
}

/**
 * Asks before everything after an entry is taken back.
 * @param {Desk} desk
 * @param {number} to
 * @param {readonly Line[]} taken those that will not stand
 */
function takeBack(desk, to, taken) {
  openSheet(t("web.umpire.desk.undo.title", { n: taken.length }), ({ state, set, close }) => [
    h("ul", { class: "rows undo-lines" }, taken.map((line) => h("li", null, lineWords(line, desk.view)))),
    h("p", { class: "muted small" }, t("web.umpire.desk.undo.kept")),
    h("details", null, h("summary", null, t("web.umpire.desk.undo.why")),
      textField({ name: "undo-reason", label: t("web.umpire.desk.undo.reason"), value: state.reason,
        onchange: (reason) => set({ reason }) })),
    sheetEnd(
      bigButton("undo-further", t("web.umpire.desk.undo.further"), () => {
        close();
        logSheet(desk);
      }),
      bigButton("undo-sure", t("web.umpire.desk.undo"), () => {
        const reason = state.reason.trim();
        void desk.actAndClose({ do: "undo", to, ...(reason ? { reason } : {}) }, close);
      }, { kind: "primary" })),
  ], { state: { reason: "" }, class: "of-now" });
}
