/**
 * The pad for the next stroke. What happens most takes one tap: nothing, one own coin, no coin touched. Anything else
 * is tapped together and judged.
 */
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { kindText, nameBy } from "./lines.js";
import { besides, pieceRow, tray } from "./pad.js";
import { disc, sign, tall } from "./parts.js";
import { limitsOf, Report, UNKNOWN } from "./report.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./report.js").Limits} Limits */

export class StrokePad {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.report = new Report();
    /** @type {Limits} */
    this.limits = UNKNOWN;
    this.offShown = false;
    /** The time for the stroke is over: said by one tap, by a row that is there only then. */
    this.late = h("div", { class: "late-row" });
    desk.timer.onOver((over) => void this.late.classList.toggle("idle", !over));
    nameBy(() => desk.client.catalogue);
  }

  /**
   * @param {Report} report
   * @param {boolean} [countOff]
   */
  change(report, countOff = false) {
    if (countOff) this.offShown = true;
    this.report = report;
    this.desk.show();
  }

  /** @param {Report} report */
  async #judge(report) {
    const { desk } = this;
    if (await desk.act(report.toRequest(desk.timer.taken("stroke")))) {
      this.report = new Report();
      this.offShown = false;
      desk.show();
    }
  }

  /**
   * @param {View} view
   * @param {boolean} blind whether nobody has judged the strokes before this one: nothing is known then
   */
  show(view, blind) {
    const { desk, report } = this;
    this.limits = blind ? UNKNOWN : limitsOf(view.can);
    /** @param {Report} next */
    const change = (next) => this.change(next);
    return [
      desk.foot.turnRow(blind),
      !blind && this.#late(view),
      ...(report.empty ? [this.#quick(view, blind)] : this.#said(change)),
      pieceRow(report, "pocketed", this.limits, change),
      this.offShown && pieceRow(report, "off", this.limits, change),
      besides({
        report, change, offShown: this.offShown, miss: !report.empty && report.mayMiss,
        showOff: () => {
          this.offShown = !this.offShown;
          desk.show();
        },
        improper: () => desk.improper(),
        situation: () => desk.situation(),
      }),
      blind && tall("play", t("web.umpire.desk.play.blind"), () => void desk.act({ do: "play" }), { kind: "quiet" }),
    ];
  }

  /** @param {View} view */
  #late(view) {
    const by = view.board?.on_strike ?? null;
    const offered = by && view.can?.incidents.find((offer) => offer.kind === "late-stroke")?.by.includes(by);
    if (!offered) return null;
    fill(this.late, tall("late-stroke", [sign("set"), h("span", null, kindText("late-stroke"))],
      () => void this.desk.act({ do: "incident", kind: "late-stroke", by })));
    return this.late;
  }

  /**
   * @param {View} view
   * @param {boolean} blind
   */
  #quick(view, blind) {
    const own = blind ? null : view.board?.on_strike ?? null;
    const fell = own && new Report().tap(own, this.limits);
    return h(
      "div",
      { class: own ? "quick" : "quick blind" },
      tall("stroke-nothing", t("web.umpire.desk.nothing"), () => void this.#judge(new Report()), { kind: "giant" }),
      own && fell
        ? tall("own-coin", [disc(own), h("span", null, t("web.umpire.desk.own"))], () => void this.#judge(fell),
          { kind: "giant own", disabled: fell.empty,
            label: t(`web.umpire.desk.own.${own}`) })
        : null,
      tall("stroke-missed", h("span", null, t("web.umpire.desk.untouched.short")),
        () => void this.#judge(new Report().missed(true)),
        { kind: "giant missed", label: t("web.umpire.desk.untouched") }),
    );
  }

  /** @param {(report: Report) => void} change */
  #said(change) {
    const clear = () => {
      this.offShown = false;
      change(new Report());
    };
    return [
      tray(this.report, change),
      h("div", { class: "quick said-row" },
        tall("clear", sign("clear"), clear, { kind: "clear", label: t("web.umpire.desk.clear") }),
        tall("judge", t("web.umpire.desk.judge"), () => void this.#judge(this.report), { kind: "primary giant" })),
    ];
  }
}
