/** The last ruling: what it was about, what it says, its paragraphs, and who goes on. */
import { called } from "../../shared/called.js";
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { canName, lineWords } from "./lines.js";
import { lawChips } from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Ruling} Ruling */

/** How a ruling looks: a board that ends, coins that come back, or play that goes on. */
/** @type {Record<string, string>} */
const TONES = { "board-ends": "ends", "board-void": "ends", "put-back": "back", owes: "back", "queen-back": "back" };

/** @param {Ruling} ruling */
function toneOf(ruling) {
  const kinds = ruling.findings.flatMap((finding) => finding.then.map(([kind]) => TONES[String(kind)]));
  return kinds.includes("ends") ? "ends" : kinds.includes("back") ? "back" : "";
}

/**
 * The entry that has decided about the last call: itself, what overruled it, or what took that back again.
 * @param {Pick<View, "call" | "log">} view
 */
export function lastWord({ call, log }) {
  if (!call) return 0;
  const word = log.findLast((each) => each.kind === "overruled" && each.to === call.v);
  if (!word || word.stands) return word?.v ?? call.v;
  return log.findLast((each) => each.kind === "taken-back" && each.v > word.v && each.to < word.v)?.v ?? call.v;
}

/**
 * The ruling, read out when it changes. Another ruling is another element, which is marked for a moment.
 * @param {View} view
 * @param {() => void} correct
 */
export function callCard(view, correct) {
  const { call } = view;
  const props = { class: "desk-ruling", role: "log", "aria-live": "polite", "aria-atomic": "true",
    "aria-label": t("web.umpire.desk.ruling") };
  if (!call) return h("section", props, h("div", { class: "desk-call" }, h("p", { class: "muted" }, t("web.umpire.desk.no-ruling"))));
  const { line, ruling } = call;
  const corrigible = view.can?.overrule === call.v;
  const named = !line.stroke?.breach || canName();
  return h("section", props,
    h("div", { class: "desk-call", "data-tone": toneOf(ruling),
      key: JSON.stringify([call.v, lastWord(view), corrigible, ruling.findings, view.on_strike, named]) },
      h("p", { class: "call-fact" },
        line.n > 0 && h("span", { class: "badge", title: t("web.umpire.desk.stroke-number") }, line.n),
        lineWords(line, view),
        call.overruled && h("span", { class: "chip on" }, t("web.umpire.desk.overruled"))),
      called(ruling),
      call.todo.filter((todo) => !todo.confirm && todo.player).map((todo) => h("p", { class: "sr" }, todo.text)),
      h("div", { class: "row spread call-end" }, lawChips(ruling) ?? h("span"),
        corrigible && h("button", { class: "call-wrong", type: "button", "data-testid": "call-wrong", onclick: correct },
          t("web.umpire.desk.wrong")))));
}
