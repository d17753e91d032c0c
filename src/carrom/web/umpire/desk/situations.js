/** What comes off the board, tips or piles up: questions that end in what the umpire does, and in the report. */
import { h } from "../../shared/dom.js";
import { has, t } from "../../shared/words.js";
import { byKey } from "./incidents.js";
import { disc, inPlaces, lawChip, tall } from "./parts.js";
import { stepped } from "./bottom_sheet.js";
import { PIECES } from "./report.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").Choice} Choice */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Piece} Piece */
/** @typedef {import("./bottom_sheet.js").Steps} Steps */

/**
 * @typedef {object} Doing
 * @property {Report} report the stroke that is being reported
 * @property {Limits} limits
 * @property {(report: Report, countOff: boolean) => void} report_as the stroke is now reported so
 * @property {(choice: Choice) => void} overrule the last call's stroke was also this
 * @property {(kind: string, by: "white" | "black" | null) => void} enter
 */

/**
 * @param {Catalogue} catalogue
 * @param {View} view
 * @param {Doing} doing
 */
export function situationsSheet(catalogue, view, doing) {
  stepped(t("web.umpire.desk.situation.title"), question(catalogue, view, catalogue.first, doing));
}

/**
 * @param {Catalogue} catalogue
 * @param {View} view
 * @param {string} key
 * @param {Doing} doing
 * @returns {(steps: Steps) => (import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[])[]}
 */
function question(catalogue, view, key, doing) {
  const asked = catalogue.questions.find((each) => each.key === key);
  return (steps) => [
    h("h3", { tabindex: "-1", "data-first": "" }, asked?.text),
    h("div", { class: "answers" },
      (asked?.choices ?? []).map((choice) =>
        tall(`answer-${choice.key}`,
          [pieces(choice), h("span", null, choice.text)],
          () => steps.to(choice.to ? question(catalogue, view, choice.to, doing) : answer(choice, view, doing)),
          { kind: "answer", disabled: !canBe(choice, view, doing) }))),
  ];
}

/** The discs an answer is about. @param {Choice} choice */
function pieces(choice) {
  const named = PIECES.filter((piece) => choice.key.split("-").includes(piece) && choice.into);
  return named.length ? h("span", { class: "discs", "aria-hidden": "true" }, named.map(disc)) : null;
}

/**
 * The last stroke that can be put right, with the facts it was overruled by, if it was.
 * @param {View} view
 */
export function lastStroke({ can, log }) {
  const line = log.findLast(({ kind, stands, v }) => kind === "struck" && stands && can?.correct.includes(v));
  const instead = line && log.findLast(({ kind, stands, to }) => kind === "overruled" && stands && to === line.v);
  return instead && instead.what !== "by-hand" ? { ...line, stroke: instead.stroke } : line;
}

/**
 * What cannot be is not offered: pieces that are not there, a stroke that is not to be put right.
 * @param {Choice} choice
 * @param {View} view
 * @param {Doing} doing
 */
function canBe(choice, view, doing) {
  if (choice.into === "incident") return Boolean(offer(choice, view));
  if (choice.into === "call") return Boolean(lastStroke(view));
  if (choice.into === "stroke") return told(choice, doing) !== null;
  return true;
}

/**
 * @param {Choice} choice
 * @param {View} view
 */
const offer = (choice, view) => view.can?.incidents.find((each) => each.kind === choice.incident);

/**
 * The report with the answer's facts; null where they do not fit it.
 * @param {Choice} choice
 * @param {Pick<Doing, "report" | "limits">} doing
 */
export function told(choice, { report, limits }) {
  let next = report;
  for (const where of /** @type {const} */ (["pocketed", "off"])) {
    for (const piece of choice[where]) {
      if (next.facts[where][piece] && piece === "striker") continue;
      if (!next.room(piece, limits)) return null;
      next = where === "off" ? next.off(piece, limits) : next.tap(piece, limits);
    }
  }
  for (const fact of choice.at_rest) next = next.lies(fact);
  return next;
}

/**
 * The end: what the umpire does at the board, and the way into the report.
 * @param {Choice} choice
 * @param {View} view
 * @param {Doing} doing
 * @returns {(steps: Steps) => (import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[])[]}
 */
function answer(choice, view, doing) {
  return (steps) => [
    h("ul", { class: "says" }, choice.says.map(({ law, text }) => h("li", null, h("p", null, text), lawChip(law)))),
    ends(choice, view, doing, steps),
  ];
}

/**
 * @param {Choice} choice
 * @param {View} view
 * @param {Doing} doing
 * @param {Steps} steps
 */
function ends(choice, view, doing, steps) {
  /** @param {() => void} act */
  const then = (act) => () => {
    steps.close();
    act();
  };
  if (choice.into === "stroke") {
    const next = told(choice, doing) ?? doing.report;
    return tall("situation-report", t("web.umpire.desk.situation.report"),
      then(() => doing.report_as(next, choice.asks === "off")), { kind: "primary" });
  }
  if (choice.into === "call") {
    return tall("situation-overrule", t("web.umpire.desk.situation.overrule"), then(() => doing.overrule(choice)),
      { kind: "primary" });
  }
  const by = choice.into === "incident" ? offer(choice, view)?.by ?? [] : [];
  if (by.length) {
    return h("div", { class: "stack tight" },
      h("p", { class: "label" }, has(`web.umpire.desk.by.${choice.incident}`)
        ? t(`web.umpire.desk.by.${choice.incident}`) : t("web.umpire.desk.by-whom")),
      h("div", { class: "by-keys" },
        inPlaces(view, by).map((each) => byKey(view, each, true, then(() => doing.enter(choice.incident, each))))));
  }
  return tall("situation-done",
    t(choice.into === "incident" ? "web.umpire.desk.enter" : "web.umpire.desk.understood"),
    then(() => choice.into === "incident" && doing.enter(choice.incident, null)), { kind: "primary" });
}
