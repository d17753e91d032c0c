/** A protest from the moment it is spoken to its decision. Once spoken it cannot be withdrawn. */
import { fill, h } from "../../shared/dom.js";
import { lawsOf, t } from "../../shared/words.js";
import { keptProtest } from "./without_judge.js";
import { lineWords, timeText } from "./lines.js";
import { requestWords } from "./connection.js";
import { lawChip, SIDES, sideText, tall, whoSide } from "./parts.js";
import { sheet, sure, textField } from "./bottom_sheet.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Protest} Protest */
/** @typedef {import("./desk.js").Desk} Desk */

/** The protest that is not decided yet, if there is one. @param {View} view */
export const openProtest = ({ protest }) => (protest && protest.upheld === null && !protest.lapsed ? protest : null);

/**
 * The same, kept reports included.
 * @param {Desk} desk
 */
export const protestNow = (desk) =>
  desk.unjudged ? keptProtest(openProtest(desk.view), desk.client.waiting) : openProtest(desk.view);

/**
 * How long until it must be written: minutes and seconds, empty while the board still runs, null when it is too late.
 * @param {string | null} by
 * @param {number} now
 */
export function timeLeft(by, now) {
  if (!by) return "";
  const left = Math.floor((Date.parse(by) - now) / 1000);
  if (!(left > 0)) return null;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** Whether it was not written in time: another one can be spoken. @param {Protest} open */
export const late = (open) => open.written === null && timeLeft(open.by, Date.now()) === null;

/** The sides that can protest now. @param {Desk} desk */
export const speakers = (desk) => SIDES.filter((side) => desk.now.can?.protest.includes(side));

/** @param {Desk} desk */
export function protestSheet(desk) {
  const open = protestNow(desk);
  if (!open || late(open)) speak(desk, open ?? desk.view.protest);
  else if (open.written === null) write(desk, open);
  else if (desk.judged) decide(desk, open);
}

/** What is judged once somebody can. @param {import("../../desk").Request} request */
const called = (request) => request.do === "stroke" || request.do === "incident";

/**
 * @param {Desk} desk
 * @param {Protest | null} last the one before it
 */
function speak(desk, last) {
  const { now: view, unjudged } = desk;
  const close = sheet(t("web.umpire.desk.protest"), [
    last && (last.lapsed || late(last)) &&
      h("p", { class: "muted" }, t("web.umpire.desk.protest.lapsed", { side: sideText(view, last.side) })),
    h("p", null, t("web.umpire.desk.protest.about")),
    !unjudged && view.call && h("p", { class: "call-fact" }, lineWords(view.call.line, view)),
    unjudged && h("p", { class: "call-fact" }, desk.client.waiting.filter(called).slice(-1).map(requestWords)),
    h("p", { class: "muted" }, t("web.umpire.desk.protest.speak.help")),
    h("p", { class: "label" }, t("web.umpire.desk.protest.who")),
    h("div", { class: "by-keys" }, speakers(desk).map((side) =>
      tall(`protest-${side}`, whoSide(view, side), () => {
        close();
        sure(t("web.umpire.desk.protest.sure", { side: sideText(view, side) }),
          [h("p", null, t("web.umpire.desk.protest.sure.help"))], t("web.umpire.desk.protest.speak"),
          () => void desk.act({ do: "protest", side }), { testid: "protest-speak" });
      }, { kind: "by-key" }))),
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
  const facts = textField({ name: "protest-facts", label: t("web.umpire.desk.protest.facts"), rows: 4,
    help: t("web.umpire.desk.protest.facts.help"), onchange: () => paint() });
  const paragraph = textField({ name: "protest-paragraph", label: t("web.umpire.desk.protest.paragraph"),
    ready: numbers, value: numbers[0] ?? "",
    help: t("web.umpire.desk.protest.paragraph.help"), onchange: () => paint() });
  const send = tall("protest-write", t("web.umpire.desk.protest.write"), () => {
    void desk.act({ do: "write-protest", facts: facts.text(), paragraph: paragraph.text() }).then((said) => {
      if (said) close();
    });
  }, { kind: "primary" });
  const paint = () => void (send.disabled = !facts.text() || !paragraph.text());
  paint();
  const count = countdown(open);
  const close = sheet(t("web.umpire.desk.protest.of", { side: sideText(view, open.side) }), [
    line && h("p", { class: "call-fact" }, lineWords(line, view)),
    open.spoken && h("p", { class: "muted small" },
      t("web.umpire.desk.protest.spoken", { time: timeText(open.spoken) })),
    count.element,
    facts.element, paragraph.element,
    h("div", { class: "sheet-end" }, send),
  ], { onclose: count.stop });
}

/**
 * How long is left, counted down.
 * @param {Protest} open
 * @param {() => void} [onlate]
 */
export function countdown(open, onlate = () => {}) {
  const element = h("p", { class: "countdown numbers", "data-testid": "protest-left" });
  const paint = () => {
    const left = timeLeft(open.by, Date.now());
    element.classList.toggle("bad", left === null);
    fill(element, left === null ? t("web.umpire.desk.protest.late")
      : left ? t("web.umpire.desk.protest.left", { time: left }) : t("web.umpire.desk.protest.running"));
  };
  paint();
  const timer = setInterval(() => {
    paint();
    if (!late(open)) return;
    clearInterval(timer);
    onlate();
  }, 1000);
  return { element, stop: () => clearInterval(timer) };
}

/**
 * @param {Desk} desk
 * @param {Protest} open
 */
function decide(desk, open) {
  const reason = textField({ name: "protest-reason", label: t("web.umpire.desk.protest.reason"), rows: 2 });
  /** @param {boolean} upheld */
  const say = (upheld) => {
    const why = reason.text();
    sure(t("web.umpire.desk.protest.of", { side: sideText(desk.view, open.side) }),
      [h("p", null, t(upheld ? "web.umpire.desk.protest.uphold.help" : "web.umpire.desk.protest.refuse.help"))],
      t(upheld ? "web.umpire.desk.protest.uphold" : "web.umpire.desk.protest.refuse"),
      () => {
        close();
        void desk.act({ do: "decide-protest", upheld, ...(why ? { reason: why } : {}) });
      },
      { testid: "protest-sure", danger: upheld });
  };
  const close = sheet(t("web.umpire.desk.protest.of", { side: sideText(desk.view, open.side) }), [
    h("blockquote", { class: "protest-facts" }, open.written ?? ""),
    open.paragraph && h("div", { class: "row" }, lawChip(open.paragraph)),
    reason.element,
    h("div", { class: "by-keys" },
      tall("protest-refuse", t("web.umpire.desk.protest.refuse"), () => say(false)),
      tall("protest-uphold", t("web.umpire.desk.protest.uphold"), () => say(true), { kind: "danger" })),
  ]);
}

/**
 * The banner that stays while a protest is open.
 * @param {Desk} desk
 * @param {Protest} open
 */
export function protestBanner(desk, open) {
  const count = open.written === null ? countdown(open, () => desk.show()) : null;
  const element = h("div", { class: "banner row spread protest-banner" },
    h("div", { class: "grow protest-line" },
      h("b", null, t("web.umpire.desk.protest.of", { side: sideText(desk.view, open.side) })),
      count?.element ?? h("p", { class: "muted" }, t("web.umpire.desk.protest.to-decide"))),
    (open.written === null ? !late(open) : desk.judged) &&
      tall("protest", t(open.written === null ? "web.umpire.desk.protest.write" : "web.umpire.desk.protest.decide"),
        () => protestSheet(desk)));
  return { element, stop: () => count?.stop() };
}
