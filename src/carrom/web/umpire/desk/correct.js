/**
 * "That was wrong": the last call overruled, by the facts or by hand, or an earlier one corrected. What would follow
 * is shown before anything is entered.
 */
import { errorText } from "../../shared/api.js";
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { IncidentAgain, StrokeAgain } from "./facts.js";
import { ByHand } from "./by_hand.js";
import { lineWords } from "./lines.js";
import { lawChips, tall } from "./parts.js";
import { choose, sheet, textField } from "./bottom_sheet.js";
import { Report } from "./report.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("../../desk").Preview} Preview */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {"stroke" | "incident" | "hand" | "nothing"} How */

const SOON = 250;
const REASONS = ["mis-saw", "mis-tapped", "agreed"];

/**
 * @param {Desk} desk
 * @param {Line} line the stroke or incident that was entered wrongly
 * @param {Report} [report] what is to be entered instead, where somebody knows already
 */
export function correctSheet(desk, line, report) {
  new Correcting(desk, line, report ?? Report.of(line.stroke ?? {}));
}

class Correcting {
  /**
   * @param {Desk} desk
   * @param {Line} line
   * @param {Report} report
   */
  constructor(desk, line, report) {
    this.desk = desk;
    this.line = line;
    this.last = desk.view.can?.overrule === line.v;
    this.report = report;
    /** @type {How} */
    this.how = line.kind === "happened" ? "incident" : "stroke";
    /** @type {View | null} */
    this.before = null;
    /** @type {StrokeAgain | IncidentAgain | ByHand | null} */
    this.facts = null;
    /** @type {Preview | null} */
    this.preview = null;
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.form = h("div", { class: "stack" }, h("span", { class: "spinner" }));
    this.outcome = h("section", { class: "outcome", "aria-live": "polite" });
    this.reason = textField({
      name: "reason", label: t("web.umpire.desk.reason"),
      ready: REASONS.map((key) => t(`web.umpire.desk.reason.${key}`)), onchange: () => this.#paint(),
    });
    this.end = h("div", { class: "sheet-end stays" });
    this.close = sheet(t(this.last ? "web.umpire.desk.overrule" : "web.umpire.desk.correct"), [
      h("p", { class: "call-fact" }, lineWords(line, desk.view)),
      this.#ways(),
      this.form, this.reason.element, this.outcome, this.end,
    ], { class: "correcting of-now", onclose: () => clearTimeout(this.timer) });
    void this.#begin();
  }

  #ways() {
    /** @type {How[]} */
    const ways = this.last ? ["stroke", "incident", "hand", "nothing"] : ["stroke", "incident", "nothing"];
    return choose({
      name: "how",
      legend: t("web.umpire.desk.how"),
      choices: ways.map((how) => /** @type {const} */ ([how, t(`web.umpire.desk.how.${how}`)])),
      value: this.how,
      row: true,
      onchange: (how) => {
        this.how = how;
        this.#enter();
      },
    });
  }

  /** How it stood when it happened: what could fall then, and who could have done what. */
  async #begin() {
    try {
      this.before = (await this.desk.client.preview({ do: "undo", to: this.line.v - 1 })).after;
      this.#enter();
    } catch (error) {
      fill(this.form, h("p", { class: "wrong" }, errorText(error)));
    }
  }

  #enter() {
    const { before, desk, how } = this;
    if (!before) return;
    const change = () => this.#changed();
    this.facts = how === "stroke" ? new StrokeAgain(before, desk.client.catalogue, this.report, change)
      : how === "incident" ? new IncidentAgain(before, desk.client.catalogue, change)
      : how === "hand" ? this.#byHand(before, change)
      : null;
    const gone = this.last ? "web.umpire.desk.how.nothing.help" : "web.umpire.desk.how.nothing.later";
    fill(this.form, this.facts ? this.facts.element : h("p", { class: "muted" }, t(gone)));
    this.#changed();
  }

  /**
   * From the board as it stands; of one that has ended, as it stood and with the colours it was played with.
   * @param {View} before
   * @param {() => void} change
   */
  #byHand(before, change) {
    const { view } = this.desk;
    const runs = view.stage === "in-play";
    return new ByHand(runs ? view : before, !runs, change);
  }

  /**
   * @param {string} reason
   * @param {boolean} [drop]
   * @returns {any}
   */
  #request(reason, drop = false) {
    const { line, last } = this;
    if (last && this.how === "nothing") return { do: "undo", to: line.v - 1, reason };
    const told = this.how === "nothing" ? {} : this.facts?.told;
    if (!told) return null;
    if (last) return { do: "overrule", reason, ...told };
    return { do: "correct", entry: line.v, reason, ...told, ...(drop ? { drop } : {}) };
  }

  #changed() {
    clearTimeout(this.timer);
    this.preview = null;
    this.refused = "";
    this.#paint();
    this.timer = setTimeout(() => void this.#ask(), SOON);
  }

  async #ask() {
    const request = this.#request(this.reason.text() || "…");
    const mine = ++this.asked;
    if (!request) return;
    try {
      const preview = await this.desk.client.preview(request);
      if (mine !== this.asked) return;
      this.preview = preview;
      this.refused = "";
    } catch (error) {
      if (mine !== this.asked) return;
      this.refused = errorText(error);
    }
    this.#paint();
  }

  #paint() {
    const { preview } = this;
    const lost = preview?.differences.filter((each) => !each.after) ?? [];
    fill(
      this.outcome,
      this.refused ? h("p", { class: "wrong" }, this.refused) : null,
      preview && [
        h("h3", null, t("web.umpire.desk.outcome")),
        h("p", { class: "call-words" },
          preview.ruling ? preview.ruling.text : t("web.umpire.desk.outcome.back")),
        preview.ruling && lawChips(preview.ruling),
      ],
      preview && !this.last ? this.#differences(preview) : null,
    );
    const ready = Boolean(preview && this.reason.text());
    fill(
      this.end,
      preview && !this.reason.text() ? h("p", { class: "muted small" }, t("web.umpire.desk.reason.needed")) : null,
      tall("confirm", lost.length ? t("web.umpire.desk.correct.drop", { n: lost.length })
        : t(this.last ? "web.umpire.desk.overrule.confirm" : "web.umpire.desk.correct.confirm"),
        () => void this.#confirm(lost.length > 0), { kind: lost.length ? "danger" : "primary", disabled: !ready }),
    );
  }

  /** Every later call that would be another one. @param {Preview} preview */
  #differences(preview) {
    const { view } = this.desk;
    if (!preview.differences.length) return h("p", { class: "muted" }, t("web.umpire.desk.differences.none"));
    return [
      h("h3", null, t("web.umpire.desk.differences", { n: preview.differences.length })),
      h("ul", { class: "differences" }, preview.differences.map((each) => {
        const line = this.desk.line(each.v);
        return h("li", { "data-testid": "difference" },
          h("p", { class: "call-fact" },
            h("span", { class: "badge" }, line?.n || each.v), line && lineWords(line, view)),
          each.before && h("p", { class: "was" }, each.before.text),
          each.player && h("p", { class: "whose" }, t("web.umpire.desk.differences.player", { player: each.player })),
          each.after ? h("p", { class: "becomes" }, each.after.text)
            : h("p", { class: "wrong" }, t("web.umpire.desk.differences.lost"), " ", each.refused));
      })),
    ];
  }

  /** @param {boolean} drop */
  async #confirm(drop) {
    const request = this.#request(this.reason.text(), drop);
    if (request && (await this.desk.act(request))) this.close();
  }
}
