/** Taking back: the last thing that was entered, or everything after any line. The history is kept. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { textField } from "../fields.js";
import { lineWords } from "./lines.js";
import { logSheet } from "./log.js";
import { bigButton } from "./parts.js";
import { sheet, sheetEnd } from "./bottom_sheet.js";

/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("./desk.js").Desk} Desk */

/** Entries that are never taken back; undo skips them. */
const SAID = new Set([
  "taken-back", "remarked", "protest-spoken", "protest-written", "protest-decided", "engine-changed", "signed",
]);

/**
 * The lines that one step back takes: the last that stands, and with coins that were placed together all of them.
 * @param {readonly Line[]} log
 * @returns {Line[]}
 */
export function lastStep(log) {
  const done = log.filter((line) => line.stands && !SAID.has(line.kind));
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
export function takeBack(desk, to, taken) {
  sheet(t("web.umpire.desk.undo.title", { n: taken.length }), ({ state, set, close }) => [
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
