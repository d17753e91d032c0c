/** What an umpire seldom needs: requests, points by hand, remarks, strikers, giving up, other phones, the sheet. */
import { h, toast } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { handOver } from "./handover.js";
import { SIDES, sideText, sign, tall, whoSide } from "./parts.js";
import { late, protestNow, protestSheet, speakers } from "./protest.js";
import { choose, counter, sheet, sure, textField } from "./bottom_sheet.js";
import { showWatchLink } from "../links.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./parts.js").SideName} SideName */
/** @typedef {import("../../shared/dom.js").Child} Child */

/** @param {Desk} desk */
export function moreSheet(desk) {
  const { client, judged } = desk;
  /**
   * @param {string} key
   * @param {string} picture
   * @param {boolean} able
   * @param {() => void} act
   */
  const entry = (key, picture, able, act) =>
    tall(key, [sign(picture), h("span", { class: "grow" }, t(`web.umpire.desk.more.${key}`))], () => {
      close();
      act();
    }, { kind: "answer", disabled: !able });
  const open = protestNow(desk);
  const protests = open && !late(open) ? judged || open.written === null : speakers(desk).length > 0;
  const close = sheet(t("web.umpire.desk.more"), [
    !judged && h("p", { class: "banner" }, t("web.umpire.desk.more.nobody")),
    h("div", { class: "answers" },
      entry("ask", "ask", desk.may("ask"), () => askSheet(desk)),
      entry("protest", "protest", protests, () => protestSheet(desk)),
      entry("overrule", "overrule", desk.may("overrule"), () => desk.wrong()),
      entry("points", "points", desk.may("set-points"), () => pointsSheet(desk)),
      entry("striker", "striker", desk.may("change-striker"), () => strikerSheet(desk)),
      entry("remark", "note", desk.may("remark"), () => remarkSheet(desk)),
      entry("give-up", "flag", desk.may("give-up"), () => giveUpSheet(desk)),
      h("a", { class: "button tall answer", href: `/umpire/${encodeURIComponent(client.token)}/sheet`,
        "data-testid": "sheet", onclick: () => close() }, sign("sheet"), h("span", { class: "grow" },
        t("web.umpire.desk.sheet"))),
      entry("hand-over", "hand", true, () => handOver(desk)),
      entry("watch", "eye", true, () => showWatchLink(client))),
  ]);
}

/** @param {Desk} desk */
function askSheet(desk) {
  const { now: view } = desk;
  const text = textField({ name: "ask-text", label: t("web.umpire.desk.ask.text") });
  const close = sheet(t("web.umpire.desk.more.ask"), [
    h("p", { class: "muted" }, t("web.umpire.desk.ask.help")),
    text.element,
    h("p", { class: "label" }, t("web.umpire.desk.ask.who")),
    h("div", { class: "by-keys" }, SIDES.map((side) =>
      tall(`ask-${side}`, whoSide(view, side), () => {
        const said = text.text();
        void desk.act({ do: "ask", side, ...(said ? { text: said } : {}) }).then((done) => done && close());
      }, { kind: "by-key" }))),
  ]);
}

/** @param {Desk} desk */
function pointsSheet(desk) {
  const { view } = desk;
  const points = { ...view.points };
  const reason = textField({ name: "points-reason", label: t("web.umpire.desk.reason"),
    ready: [t("web.umpire.desk.reason.counted")], onchange: () => paint() });
  const send = tall("points-set", t("web.umpire.desk.points.set"), () =>
    void desk.act({ do: "set-points", ...points, reason: reason.text() }).then((done) => done && close()),
    { kind: "primary" });
  const paint = () => void (send.disabled = !reason.text());
  paint();
  const close = sheet(t("web.umpire.desk.more.points"), [
    h("p", { class: "muted" }, t("web.umpire.desk.points.help", { n: view.game })),
    SIDES.map((side) => counter({ name: `points-${side}`, label: whoSide(view, side), plain: sideText(view, side),
      most: view.can?.game_most ?? 0, value: points[side], onchange: (n) => void (points[side] = n) })),
    reason.element,
    h("div", { class: "sheet-end" }, send),
  ]);
}

/** @param {Desk} desk */
function strikerSheet(desk) {
  const { view } = desk;
  const close = sheet(t("web.umpire.desk.more.striker"), [
    h("p", { class: "muted" }, t("web.umpire.desk.striker.help")),
    h("div", { class: "answers" }, view.players.map((player, i) =>
      tall(`striker-${i}`, [h("b", { class: "grow" }, player.name),
        h("span", { class: "muted" }, t(`web.umpire.desk.striker.${Math.min(player.strikers, 2)}`))],
        () => void desk.act({ do: "change-striker", player: player.name }).then((done) => done && close()),
        { kind: "answer", disabled: player.strikers >= 2 }))),
  ]);
}

/** @param {Desk} desk */
function remarkSheet(desk) {
  const text = textField({ name: "remark-text", label: t("web.umpire.desk.remark.text"), rows: 3,
    onchange: () => paint() });
  const send = tall("remark-enter", t("web.umpire.desk.enter"), () =>
    void desk.act({ do: "remark", text: text.text() }).then((done) => {
      if (!done) return;
      close();
      toast(t("web.umpire.desk.remark.entered"));
    }), { kind: "primary" });
  const paint = () => void (send.disabled = !text.text());
  paint();
  const close = sheet(t("web.umpire.desk.more.remark"), [text.element, h("div", { class: "sheet-end" }, send)]);
}

/** @param {Desk} desk */
function giveUpSheet(desk) {
  const { now: view } = desk;
  const ways = /** @type {import("../../desk").GiveUpRequest["why"][]} */ (view.can?.give_up ?? []);
  let why = ways[0];
  const close = sheet(t("web.umpire.desk.more.give-up"), [
    h("p", { class: "muted" }, t("web.umpire.desk.give-up.help")),
    choose({ name: "why", legend: t("web.umpire.desk.give-up.why"), value: why,
      choices: ways.map((each) => /** @type {const} */ ([each, t(`web.umpire.desk.give-up.${each}`)])),
      onchange: (chosen) => void (why = chosen) }),
    h("p", { class: "label" }, t("web.umpire.desk.give-up.who")),
    h("div", { class: "by-keys" }, SIDES.map((side) =>
      tall(`give-up-${side}`, whoSide(view, side), () => {
        close();
        sure(t("web.umpire.desk.give-up.sure", { side: sideText(view, other(side)) }),
          [h("p", null, t(`web.umpire.desk.gave-up.${why}`, { side: sideText(view, side) }))],
          t("web.umpire.desk.give-up.yes"), () => void desk.act({ do: "give-up", side, why }),
          { testid: "give-up-sure", danger: true });
      }, { kind: "by-key" }))),
  ]);
}

/** @param {SideName} side */
const other = (side) => (side === "first" ? "second" : "first");
