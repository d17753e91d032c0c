/** What comes off the board, tips or piles up: questions that end in what the umpire does, and in the report. */
import { h } from "../../shared/dom.js";
import { has, t } from "../../shared/words.js";
import { byKey } from "./incidents.js";
import { disc, bySide, lawChip, bigButton } from "./parts.js";
import { sheet } from "./bottom_sheet.js";
import { PIECES } from "./report.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").Choice} Choice */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Piece} Piece */

/**
 * @typedef {object} Doing
 * @property {Report} report the stroke that is being reported
 * @property {Limits} limits
 * @property {(report: Report, countOff: boolean) => void} change the stroke is now reported so
 * @property {(choice: Choice) => void} overrule the last call's stroke was also this
 * @property {(kind: string, by: "white" | "black" | null) => void} enter
 */

/**
 * Asks one question after the other; a way back leads to the one before.
 * @param {Catalogue} catalogue
 * @param {View} view
 * @param {Doing} doing
 */
export function situationsSheet(catalogue, view, doing) {
  const { body } = sheet(t("web.umpire.desk.situation.title"), ({ state: { answers }, set, close }) => {
    const last = answers.at(-1);
    /** @param {Choice[]} to */
    const step = (to) => {
      set({ answers: to });
      body.scrollTo(0, 0);
      focusQuestion(body);
    };
    return [h("div", { class: "stack sheet-steps", key: answers.length },
      last && bigButton("sheet-back", ["‹ ", t("web.umpire.desk.back")], () => step(answers.slice(0, -1)), { kind: "quiet back" }),
      ...(last && !last.to ? answer(last, view, doing, close)
        : question(catalogue, view, last?.to ?? catalogue.first, doing, (choice) => step([...answers, choice]))))];
  }, { state: { answers: /** @type {Choice[]} */ ([]) }, class: "of-now" });
  focusQuestion(body);
}

/** @param {Element} body */
const focusQuestion = (body) => /** @type {HTMLElement | null} */ (body.querySelector("h3"))?.focus();

/**
 * @param {Catalogue} catalogue
 * @param {View} view
 * @param {string} key
 * @param {Doing} doing
 * @param {(choice: Choice) => void} choose
 */
function question(catalogue, view, key, doing, choose) {
  const asked = catalogue.questions.find((each) => each.key === key);
  return [
    h("h3", { tabindex: "-1" }, asked?.text),
    h("div", { class: "answers" },
      (asked?.choices ?? []).map((choice) =>
        bigButton(`answer-${choice.key}`, [pieces(choice), h("span", null, choice.text)], () => choose(choice),
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
function canBe(choice, view, { report, limits }) {
  if (choice.into === "incident") return Boolean(offer(choice, view));
  if (choice.into === "call") return Boolean(lastStroke(view));
  return choice.into !== "stroke" || reportWith(choice, report, limits) !== null;
}

/**
 * @param {Choice} choice
 * @param {View} view
 */
const offer = (choice, view) => view.can?.incidents.find((each) => each.kind === choice.incident);

/**
 * The report with the answer's facts; null where they do not fit it.
 * @param {Choice} choice
 * @param {Report} report
 * @param {Limits} limits
 */
export function reportWith(choice, report, limits) {
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
 * @param {() => void} close
 */
const answer = (choice, view, doing, close) => [
  h("ul", { class: "says" }, choice.says.map(({ law, text }) => h("li", null, h("p", null, text), lawChip(law)))),
  ends(choice, view, doing, close),
];

/**
 * @param {Choice} choice
 * @param {View} view
 * @param {Doing} doing
 * @param {() => void} close
 */
function ends(choice, view, doing, close) {
  const { asks, incident, into } = choice;
  /** @param {() => void} act */
  const then = (act) => () => {
    close();
    act();
  };
  /** @param {string} testid @param {string} words @param {() => void} act */
  const key = (testid, words, act) => bigButton(testid, t(`web.umpire.desk.${words}`), then(act), { kind: "primary" });
  if (into === "stroke") {
    const next = reportWith(choice, doing.report, doing.limits) ?? doing.report;
    return key("situation-report", "situation.report", () => doing.change(next, asks === "off"));
  }
  if (into === "call") return key("situation-overrule", "situation.overrule", () => doing.overrule(choice));
  if (into !== "incident") return key("situation-done", "understood", () => {});
  const by = offer(choice, view)?.by ?? [];
  if (!by.length) return key("situation-done", "enter", () => doing.enter(incident, null));
  return h("div", { class: "stack tight" },
    h("p", { class: "label" }, t(has(`web.umpire.desk.by.${incident}`) ? `web.umpire.desk.by.${incident}` : "web.umpire.desk.by-whom")),
    h("div", { class: "by-keys" },
      bySide(view, by).map((each) => byKey(view, each, true, then(() => doing.enter(incident, each))))));
}
