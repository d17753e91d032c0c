/** What really happened, entered again: a stroke on the pad, or an incident from the list. */
import { fill, h } from "../../shared/dom.js";
import { paragraphOf, t } from "../../shared/words.js";
import { improperSheet } from "./improper.js";
import { incidentsSheet } from "./incidents.js";
import { kindText } from "./lines.js";
import { besides, pieceRow, tray } from "./pad.js";
import { keepingFocus, sideOf, tall, whoSide } from "./parts.js";
import { limitsOf, Report } from "./report.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("./incidents.js").Told} Told */

export class StrokeAgain {
  /**
   * @param {View} before how the board stood when the stroke was played
   * @param {Catalogue | null} catalogue
   * @param {Report} report
   * @param {() => void} onchange
   */
  constructor(before, catalogue, report, onchange) {
    this.before = before;
    this.catalogue = catalogue;
    this.report = report;
    this.onchange = onchange;
    this.element = h("div", { class: "stack tight pad-again" });
    this.offShown = Object.values(report.facts.off).some((n) => n > 0);
    this.#draw();
  }

  get told() {
    const { do: _, ...stroke } = this.report.toRequest();
    return { stroke };
  }

  /** @param {Report} report */
  #change(report) {
    this.report = report;
    this.#draw();
    this.onchange();
  }

  #draw() {
    const { report } = this;
    const limits = limitsOf(this.before.can);
    /** @param {Report} next */
    const change = (next) => this.#change(next);
    keepingFocus(this.element, () => fill(
      this.element,
      h("div", { class: "said-row" },
        report.empty ? h("p", { class: "muted" }, t("web.umpire.desk.again.nothing")) : tray(report, change)),
      pieceRow(report, "pocketed", limits, change),
      this.offShown && pieceRow(report, "off", limits, change),
      besides({
        report, change, offShown: this.offShown, miss: true,
        showOff: () => {
          this.offShown = !this.offShown;
          this.#draw();
        },
        improper: () => (report.facts.improper
          ? change(report.improper(false))
          : improperSheet(this.catalogue, (breach) => change(report.improper(true, breach)))),
      }),
    ));
  }
}

export class IncidentAgain {
  /**
   * @param {View} before
   * @param {Catalogue | null} catalogue
   * @param {() => void} onchange
   */
  constructor(before, catalogue, onchange) {
    this.before = before;
    this.catalogue = catalogue;
    this.onchange = onchange;
    /** @type {Told | null} */
    this.incident = null;
    this.element = h("div", { class: "stack tight" });
    this.#draw();
  }

  get told() {
    return this.incident ? { incident: this.incident } : null;
  }

  #draw() {
    const { incident, before, catalogue } = this;
    fill(
      this.element,
      incident && h("p", { class: "label" },
        incident.by && [whoSide(before, sideOf(before, incident.by)), ": "], kindText(incident.kind),
        incident.paragraph && `, ${paragraphOf(incident.paragraph)}`),
      tall("choose-incident", t(incident ? "web.umpire.desk.again.other" : "web.umpire.desk.again.choose"), () => {
        if (!catalogue) return;
        incidentsSheet({ catalogue, view: before, title: t("web.umpire.desk.again.incident"), pick: (picked) => {
          this.incident = picked;
          this.#draw();
          this.onchange();
        } });
      }, { kind: incident ? "" : "primary", disabled: !catalogue }),
    );
  }
}
