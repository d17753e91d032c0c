/** The log of the match, the latest first: every line can be gone back to, every call that stands corrected. */
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { correctSheet } from "./correct.js";
import { lineWords, timeText } from "./lines.js";
import { lawChips, refuse, sign, tall } from "./parts.js";
import { sheet } from "./bottom_sheet.js";
import { takeBack } from "./undo.js";

/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function logSheet(desk) {
  const list = h("div", { class: "desk-log" }, h("span", { class: "spinner" }));
  /** @type {readonly Line[]} */
  let lines = desk.view.log;
  let open = 0;
  const draw = () => fill(list, boards(lines).flatMap(([title, of]) => [
    h("h3", null, title),
    h("ol", { class: "log-lines" }, of.map((line) => logLine(desk, line, line.v === open, toggle, actions(line)))),
  ]));
  /** @param {number} v */
  const toggle = (v) => {
    open = open === v ? 0 : v;
    draw();
    const at = list.querySelector(`[data-v="${v}"] button`);
    if (at instanceof HTMLElement) at.focus({ preventScroll: true });
    list.querySelector(`[data-v="${v}"]`)?.scrollIntoView({ block: "nearest" });
  };
  /** @param {Line} line */
  const actions = (line) => {
    const { can, v } = desk.view;
    const after = lines.filter((each) => each.v > line.v && each.stands && each.kind !== "taken-back");
    return h("div", { class: "log-acts" },
      can?.correct.includes(line.v) && tall(line.v === can.overrule ? "overrule" : "correct",
        [sign("note"), t(line.v === can.overrule ? "web.umpire.desk.overrule" : "web.umpire.desk.correct")], () => {
          close();
          correctSheet(desk, line);
        }),
      can && can.undo !== null && line.v >= can.undo && line.v < v && line.stands && after.length > 0 &&
        tall("undo-to", [sign("undo"), t("web.umpire.desk.undo.to", { n: after.length })], () => {
          close();
          takeBack(desk, line.v, after);
        }));
  };
  const close = sheet(t("web.umpire.desk.log"), [list], { class: "log-sheet" });
  desk.client.log().then((whole) => {
    lines = whole;
    desk.keep(whole);
    draw();
  }, (error) => {
    refuse(error);
    draw();
  });
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
 * @param {(v: number) => void} toggle
 * @param {HTMLElement} actions
 */
function logLine(desk, line, open, toggle, actions) {
  return h(
    "li",
    { class: line.stands ? "" : "undone", "data-v": line.v },
    h("button", { class: "log-line", type: "button", "aria-expanded": String(open), "data-testid": `line-${line.v}`,
      onclick: () => toggle(line.v) },
      h("span", { class: "badge" }, line.n || "·"),
      h("span", { class: "grow" }, lineWords(line, desk.view),
        !line.stands && h("span", { class: "sr" }, ` (${t("web.umpire.desk.log.undone")})`)),
      h("time", { class: "muted small numbers" }, timeText(line.at))),
    open && h("div", { class: "stack tight log-open" },
      line.ruling && [h("p", null, line.ruling.text), lawChips(line.ruling)],
      line.reason && h("p", { class: "muted" }, t("web.umpire.desk.log.because", { reason: line.reason })),
      actions),
  );
}

/**
 * The last lines beside the desk on a wide screen.
 * @param {Desk} desk
 */
export function recentLines(desk) {
  const lines = [...desk.view.log].reverse().slice(0, 14);
  return h("section", { class: "desk-recent" },
    h("div", { class: "row spread" },
      h("h2", null, t("web.umpire.desk.log")),
      tall("log-all", t("web.umpire.desk.log.all"), () => desk.showLog(), { kind: "quiet" })),
    h("ol", { class: "log-lines" }, lines.map((line) =>
      h("li", { class: line.stands ? "" : "undone" },
        h("div", { class: "log-line" }, h("span", { class: "badge" }, line.n || "·"),
          h("span", { class: "grow" }, lineWords(line, desk.view)),
          h("time", { class: "muted small numbers" }, timeText(line.at)))))));
}
