/** What comes off the board, tips or piles up: questions that end in what the umpire does, and in the report. */
import { h } from "../../shared/dom.js";
import { has, t } from "../../shared/words.js";
import { byKey } from "./incidents.js";
import { disc, lawChip, bigButton } from "./parts.js";
import { openSheet } from "./bottom_sheet.js";
import { PIECES, Report } from "./report.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").Choice} Choice */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./report.js").Limits} Limits */

/**
 * Asks one question after the other; a way back leads to the one before.
 * @param {Desk} desk
 */
export function situationsSheet(desk) {
  const { catalogue } = desk.client;
  if (!catalogue) return;
  const { body } = openSheet(t("web.umpire.desk.situation.title"), ({ state: { answers }, set, close }) => {
    const last = answers.at(-1);
    /** @param {Choice[]} to */
    const step = (to) => {
      set({ answers: to });
      body.scrollTo(0, 0);
      focusQuestion(body);
    };
    return [h("div", { class: "stack sheet-steps", key: answers.length },
      last && bigButton("sheet-back", ["‹ ", t("web.umpire.desk.back")], () => step(answers.slice(0, -1)),
        { kind: "quiet back" }),
      ...(last && !last.to ? answer(desk, last, close)
        : question(desk, catalogue, last?.to ?? catalogue.first, (choice) => step([...answers, choice]))))];
  }, { state: { answers: /** @type {Choice[]} */ ([]) }, class: "of-now" });
  focusQuestion(body);
}

/** @param {Element} body */
const focusQuestion = (body) => /** @type {HTMLElement | null} */ (body.querySelector("h3"))?.focus();

/**
 * @param {Desk} desk
 * @param {Catalogue} catalogue
 * @param {string} key
 * @param {(choice: Choice) => void} choose
 */
function question(desk, catalogue, key, choose) {
  const asked = catalogue.questions.find((each) => each.key === key);
  return [
    h("h3", { tabindex: "-1" }, asked?.text),
    h("div", { class: "answers" },
      (asked?.choices ?? []).map((choice) =>
        bigButton(`answer-${choice.key}`, [pieces(choice), h("span", null, choice.text)], () => choose(choice),
          { kind: "answer", disabled: !canBe(desk, choice) }))),
  ];
}

/** The discs an answer is about. @param {Choice} choice */
function pieces(choice) {
  const named = PIECES.filter((piece) => choice.key.split("-").includes(piece) && choice.into);
  return named.length ? h("span", { class: "discs", "aria-hidden": "true" }, named.map(disc)) : null;
}

/**
 * What cannot be is not offered: pieces that are not there, an incident that nobody can have caused.
 * @param {Desk} desk
 * @param {Choice} choice
 */
function canBe(desk, choice) {
  if (choice.into === "incident" && !offer(desk, choice)) return false;
  const report = choice.into === "incident" ? new Report() : desk.report;
  return reportWith(choice, report, desk.limits) !== null;
}

/**
 * @param {Desk} desk
 * @param {Choice} choice
 */
const offer = ({ now }, { incident }) => now.can?.incidents.find(({ kind }) => kind === incident);

/**
 * The report with the facts of the chosen answer added; null if they contradict it.
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
      next = next.tap(piece, limits, where);
    }
  }
  for (const fact of choice.at_rest) next = next.lies(fact);
  return next;
}

/**
 * The end: what the umpire does at the board, and the way into the report.
 * @param {Desk} desk
 * @param {Choice} choice
 * @param {() => void} close
 */
const answer = (desk, choice, close) => [
  h("ul", { class: "says" }, choice.says.map(({ law, text }) => h("li", null, h("p", null, text), lawChip(law)))),
  ends(desk, choice, close),
];

/**
 * @param {Desk} desk
 * @param {Choice} choice
 * @param {() => void} close
 */
function ends(desk, choice, close) {
  const { asks, incident, into, pocketed } = choice;
  /** @param {() => void} act */
  const then = (act) => () => {
    close();
    act();
  };
  /** @param {string} testid @param {string} words @param {() => void} act */
  const key = (testid, words, act) => bigButton(testid, t(`web.umpire.desk.${words}`), then(act), { kind: "primary" });
  if (into === "stroke") {
    return key("situation-report", "situation.report", () =>
      desk.change(reportWith(choice, desk.report, desk.limits) ?? desk.report, asks === "off" || desk.offShown));
  }
  if (into !== "incident") return key("situation-done", "understood", () => {});
  const players = offer(desk, choice)?.players ?? [];
  if (!players.length) return key("situation-done", "enter", () => void desk.act({ do: "incident", kind: incident }));
  const whom = `web.umpire.desk.by.${incident}`;
  const fell = pocketed.length ? { pocketed } : {};
  return h("div", { class: "stack tight" },
    h("p", { class: "label" }, t(has(whom) ? whom : "web.umpire.desk.by-whom")),
    h("div", { class: "by-keys" }, players.map((player) =>
      byKey(desk.now, [player], true, then(() => void desk.act({ do: "incident", kind: incident, player, ...fell }))))));
}
