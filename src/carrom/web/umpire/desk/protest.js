/**
 * Protests from the moment they are spoken to their decision. Once spoken a protest cannot be withdrawn, and several may
 * be open, each about its own call.
 */
import { h } from "../../shared/dom.js";
import { lawsOf, t } from "../../shared/words.js";
import { openProtests } from "../marks.js";
import { protestsWith } from "./without_judge.js";
import { minutes } from "./clock.js";
import { lineWords, timeText } from "./lines.js";
import { requestWords } from "./connection.js";
import { lawChip, SIDES, sideKeys, sideText, bigButton } from "./parts.js";
import { openSheet, sheetEnd, confirmSheet } from "./bottom_sheet.js";
import { textField } from "../fields.js";

/** @typedef {import("../../desk").Protest} Protest */
/** @typedef {import("./desk.js").Desk} Desk */

/** Those that are open, kept reports included. @param {Desk} desk */
export const protestsNow = ({ client, unjudged, view }) =>
  unjudged ? protestsWith(openProtests(view), client.waiting) : openProtests(view);

/**
 * The time left to write a protest, as minutes and seconds; "" if there is no limit yet, because the board still runs;
 * null if it is too late.
 * @param {string | null} by the limit, ISO 8601
 * @param {number} now milliseconds, as of `Date.now()`
 */
export function timeLeft(by, now) {
  if (!by) return "";
  const left = Math.floor((Date.parse(by) - now) / 1000);
  if (!(left > 0)) return null;
  return minutes(left);
}

/** Whether it was not written in time. @param {Protest} open */
const isLate = (open) => open.written === null && timeLeft(open.by, Date.now()) === null;

/** The sides that can protest now. @param {Desk} desk */
export const speakers = (desk) => SIDES.filter((side) => desk.now.can?.protest.includes(side));

/** Whether a judge will rule on it. @param {import("../../desk").Request} request */
const isCall = (request) => request.do === "stroke" || request.do === "incident";

/** A side protests against the last call. @param {Desk} desk */
export function protestSheet(desk) {
  const { now: view, unjudged } = desk;
  openSheet(t("web.umpire.desk.protest"), ({ close }) => [
    view.protests.filter((each) => each.lapsed || isLate(each)).map(({ side }) =>
      h("p", { class: "muted" }, t("web.umpire.desk.protest.lapsed", { side: sideText(view, side) }))),
    h("p", null, t("web.umpire.desk.protest.about")),
    !unjudged && view.call && h("p", { class: "call-fact" }, lineWords(view.call.line, view)),
    unjudged && h("p", { class: "call-fact" }, desk.client.waiting.filter(isCall).slice(-1).map(requestWords)),
    h("p", { class: "muted" }, t("web.umpire.desk.protest.speak.help")),
    h("p", { class: "label" }, t("web.umpire.desk.protest.who")),
    sideKeys(view, "protest", (side) => {
      close();
      confirmSheet(t("web.umpire.desk.protest.sure", { side: sideText(view, side) }),
        [h("p", null, t("web.umpire.desk.protest.sure.help"))], t("web.umpire.desk.protest.speak"),
        () => void desk.act({ do: "protest", side }), { testid: "protest-speak" });
    }, speakers(desk)),
  ]);
}

/**
 * @param {Desk} desk
 * @param {Protest} open
 */
function write(desk, open) {
  const { view } = desk;
  const line = desk.line(open.about);
  const numbers = (line?.ruling ? lawsOf(line.ruling) : []).map((law) => law.slice(law.indexOf(" ") + 1));
  const { draw } = openSheet(t("web.umpire.desk.protest.of", { side: sideText(view, open.side) }), ({ state, set, close }) => [
    line && h("p", { class: "call-fact" }, lineWords(line, view)),
    open.spoken && h("p", { class: "muted small" },
      t("web.umpire.desk.protest.spoken", { time: timeText(open.spoken) })),
    countdown(open),
    textField({ name: "protest-facts", label: t("web.umpire.desk.protest.facts"), rows: 4, value: state.facts,
      help: t("web.umpire.desk.protest.facts.help"), onchange: (facts) => set({ facts }) }),
    textField({ name: "protest-paragraph", label: t("web.umpire.desk.protest.paragraph"), ready: numbers,
      value: state.paragraph, help: t("web.umpire.desk.protest.paragraph.help"),
      onchange: (paragraph) => set({ paragraph }) }),
    sheetEnd(bigButton("protest-write", t("web.umpire.desk.protest.write"), () => void desk.actAndClose(
      { do: "write-protest", facts: state.facts.trim(), paragraph: state.paragraph.trim(), ...named(open) }, close),
      { kind: "primary", disabled: !state.facts.trim() || !state.paragraph.trim() })),
  ], { state: { facts: "", paragraph: numbers[0] ?? "" }, onclose: () => clearInterval(timer) });
  const timer = setInterval(draw, 1000);
}

/** Which one is meant, as a request says it; one without an entry is the only one to be written. @param {Protest} open */
const named = ({ entry }) => (entry ? { protest: entry } : {});

/** How long is left to write it. @param {Protest} open */
function countdown(open) {
  const left = timeLeft(open.by, Date.now());
  return h("p", { class: `countdown numbers ${left === null ? "bad" : ""}`, "data-testid": "protest-left" },
    left === null ? t("web.umpire.desk.protest.late")
      : left ? t("web.umpire.desk.protest.left", { time: left }) : t("web.umpire.desk.protest.running"));
}

/**
 * @param {Desk} desk
 * @param {Protest} open
 */
function decide(desk, open) {
  const title = t("web.umpire.desk.protest.of", { side: sideText(desk.view, open.side) });
  openSheet(title, ({ state, set, close }) => {
    /** @param {"uphold" | "refuse"} how @param {string} kind */
    const key = (how, kind) => bigButton(`protest-${how}`, t(`web.umpire.desk.protest.${how}`), () => {
      const reason = state.reason.trim();
      const then = how === "uphold" ? `uphold.${desk.view.protest_replays}` : "refuse.help";
      confirmSheet(title, [h("p", null, t(`web.umpire.desk.protest.${then}`))], t(`web.umpire.desk.protest.${how}`), () => {
        close();
        void desk.act({ do: "decide-protest", upheld: how === "uphold", ...(reason ? { reason } : {}), ...named(open) });
      }, { testid: "protest-sure", danger: how === "uphold" });
    }, { kind });
    return [
      h("blockquote", { class: "protest-facts" }, open.written ?? ""),
      open.paragraph && h("div", { class: "row" }, lawChip(open.paragraph)),
      textField({ name: "protest-reason", label: t("web.umpire.desk.protest.reason"), rows: 2, value: state.reason,
        onchange: (reason) => set({ reason }) }),
      h("div", { class: "by-keys" }, key("refuse", ""), key("uphold", "danger")),
    ];
  }, { state: { reason: "" } });
}

/**
 * The banners that stay while protests are open, each with the call it is about and what is to be done next.
 * @param {Desk} desk
 */
export function protestBanners(desk) {
  const all = protestsNow(desk);
  const toWrite = all.filter(({ written }) => written === null);
  return all.map((open, i) => {
    const line = desk.line(open.about);
    const todo = open.written === null ? "write" : "decide";
    const able = todo === "decide" ? desk.judged : !isLate(open) && (open.entry > 0 || toWrite.length === 1);
    return h("div", { class: "banner row spread protest-banner", key: `protest ${open.entry} ${i}` },
      h("div", { class: "grow protest-line" },
        h("b", null, t("web.umpire.desk.protest.of", { side: sideText(desk.view, open.side) })),
        line && h("p", { class: "protest-call" }, lineWords(line, desk.view)),
        todo === "write" ? countdown(open) : h("p", { class: "muted" }, t("web.umpire.desk.protest.to-decide"))),
      able && bigButton(`protest-${open.entry}`, t(`web.umpire.desk.protest.${todo}`),
        () => (todo === "write" ? write(desk, open) : decide(desk, open))));
  });
}
