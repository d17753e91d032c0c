/** The last ruling: what it was about, what it says, its paragraphs, and who goes on. */
import { called } from "../../shared/called.js";
import { fill, h } from "../../shared/dom.js";
import { lang, t } from "../../shared/words.js";
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

export class CallCard {
  /** @param {() => void} wrong */
  constructor(wrong) {
    this.wrong = wrong;
    /** Said once each: a screen that is only drawn again is silent. */
    this.shown = "";
    this.element = h("section", { class: "desk-call", role: "log", "aria-live": "polite", "aria-atomic": "true" });
  }

  /** @param {View} view */
  show(view) {
    const { call } = view;
    const corrigible = Boolean(call && view.can?.overrule === call.v);
    const named = !call?.line.stroke?.breach || canName();
    const said = call ? [call.v, lastWord(view), corrigible, call.ruling, view.on_strike, named] : view.stage;
    const key = JSON.stringify([lang(), said]);
    if (key === this.shown) return;
    this.shown = key;
    this.element.setAttribute("aria-label", t("web.umpire.desk.ruling"));
    this.element.dataset.tone = call ? toneOf(call.ruling) : "";
    fill(this.element, call ? this.#call(view, call, corrigible)
      : h("p", { class: "muted" }, t("web.umpire.desk.no-ruling")));
    this.element.classList.remove("fresh");
    void this.element.offsetWidth;
    this.element.classList.add("fresh");
  }

  /**
   * @param {View} view
   * @param {import("../../desk").Call} call
   * @param {boolean} corrigible
   */
  #call(view, call, corrigible) {
    const { line } = call;
    return [
      h("p", { class: "call-fact" },
        line.n > 0 && h("span", { class: "badge", title: t("web.umpire.desk.stroke-number") }, line.n),
        lineWords(line, view),
        call.overruled && h("span", { class: "chip on" }, t("web.umpire.desk.overruled"))),
      called(call.ruling),
      ...call.todo.filter((todo) => !todo.confirm && todo.player).map((todo) =>
        h("p", { class: "sr" }, todo.text)),
      h("div", { class: "row spread call-end" }, lawChips(call.ruling) ?? h("span"),
        corrigible && h("button", { class: "call-wrong", type: "button", "data-testid": "call-wrong",
          onclick: this.wrong }, t("web.umpire.desk.wrong"))),
    ];
  }
}
