/** What an umpire seldom needs: requests, points by hand, remarks, strikers, giving up, other phones, the sheet. */
import { copyLine } from "../../shared/clipboard.js";
import { h, toast } from "../../shared/dom.js";
import { qrCode } from "../../shared/invitation.js";
import { t } from "../../shared/words.js";
import { counter, oneOf } from "../../shared/controls.js";
import { colourOf } from "../marks.js";
import { textField } from "../fields.js";
import { deskPath, showWatchLink } from "../links.js";
import { SIDES, sideKeys, sideText, icon, bigButton, showRefusal } from "./parts.js";
import { protestSheet, speakers } from "./protest.js";
import { openSheet, sheetEnd, confirmSheet } from "./bottom_sheet.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function moreSheet(desk) {
  const { client, judged } = desk;
  openSheet(t("web.umpire.desk.more"), ({ close }) => {
    /** @param {string} key @param {string} picture @param {boolean} able @param {() => void} act */
    const entry = (key, picture, able, act) =>
      bigButton(key, [icon(picture), h("span", { class: "grow" }, t(`web.umpire.desk.more.${key}`))], () => {
        close();
        act();
      }, { kind: "answer", disabled: !able });
    return [
      !judged && h("p", { class: "banner" }, t("web.umpire.desk.more.nobody")),
      h("div", { class: "answers" },
        entry("ask", "say", desk.may("ask"), () => askSheet(desk)),
        entry("protest", "protest", speakers(desk).length > 0, () => protestSheet(desk)),
        entry("overrule", "overrule", desk.may("overrule"), () => desk.correctLast()),
        entry("points", "points", desk.may("set-points"), () => pointsSheet(desk)),
        entry("striker", "striker", desk.may("change-striker"), () => strikerSheet(desk)),
        entry("remark", "note", desk.may("remark"), () => remarkSheet(desk)),
        entry("give-up", "flag", desk.may("give-up"), () => giveUpSheet(desk)),
        h("a", { class: "button tall answer", href: `${deskPath(client.token)}/sheet`,
          "data-testid": "sheet", onclick: close }, icon("sheet"), h("span", { class: "grow" }, t("web.umpire.desk.sheet"))),
        entry("hand-over", "hand", true, () => handOver(desk)),
        entry("watch", "eye", true, () => showWatchLink(client.desk))),
    ];
  });
}

/** @param {Desk} desk */
function askSheet(desk) {
  openSheet(t("web.umpire.desk.more.ask"), ({ state, set, close }) => [
    h("p", { class: "muted" }, t("web.umpire.desk.ask.help")),
    textField({ name: "ask-text", label: t("web.umpire.desk.ask.text"), value: state.text, onchange: (text) => set({ text }) }),
    h("p", { class: "label" }, t("web.umpire.desk.ask.who")),
    sideKeys(desk.now, "ask", (side) => {
      const text = state.text.trim();
      void desk.actAndClose({ do: "ask", side, ...(text ? { text } : {}) }, close);
    }),
  ], { state: { text: "" } });
}

/** @param {Desk} desk */
function pointsSheet(desk) {
  const { view } = desk;
  openSheet(t("web.umpire.desk.more.points"), ({ state, set, close }) => [
    h("p", { class: "muted" }, t("web.umpire.desk.points.help", { n: view.game })),
    SIDES.map((side) => counter({ key: `points-${side}`, label: sideText(view, side), coin: colourOf(view, side) ?? "",
      high: view.can?.game_most ?? 0, value: state[side], change: (n) => set({ [side]: n }) })),
    textField({ name: "points-reason", label: t("web.umpire.desk.reason"), ready: [t("web.umpire.desk.reason.counted")],
      value: state.reason, onchange: (reason) => set({ reason }) }),
    sheetEnd(bigButton("points-set", t("web.umpire.desk.points.set"),
      () => void desk.actAndClose({ do: "set-points", ...state, reason: state.reason.trim() }, close),
      { kind: "primary", disabled: !state.reason.trim() })),
  ], { state: { ...view.points, reason: "" } });
}

/** @param {Desk} desk */
function strikerSheet(desk) {
  const most = desk.view.striker_changes;
  openSheet(t("web.umpire.desk.more.striker"), ({ close }) => [
    h("p", { class: "muted" }, t(most === null ? "web.umpire.desk.striker.help.any" : "web.umpire.desk.striker.help")),
    h("div", { class: "answers" }, desk.view.players.map(({ name, strikers }, i) =>
      bigButton(`striker-${i}`, [h("b", { class: "grow" }, name),
        most !== null && h("span", { class: "muted" }, t(`web.umpire.desk.striker.${Math.min(strikers, most)}`))],
        () => void desk.actAndClose({ do: "change-striker", player: name }, close),
        { kind: "answer", disabled: most !== null && strikers >= most }))),
  ]);
}

/** @param {Desk} desk */
function remarkSheet(desk) {
  openSheet(t("web.umpire.desk.more.remark"), ({ state, set, close }) => [
    textField({ name: "remark-text", label: t("web.umpire.desk.remark.text"), rows: 3, value: state.text,
      onchange: (text) => set({ text }) }),
    sheetEnd(bigButton("remark-enter", t("web.umpire.desk.enter"), () =>
      void desk.actAndClose({ do: "remark", text: state.text.trim() }, () => {
        close();
        toast(t("web.umpire.desk.remark.entered"));
      }), { kind: "primary", disabled: !state.text.trim() })),
  ], { state: { text: "" } });
}

/** @param {Desk} desk */
function giveUpSheet(desk) {
  const { now: view } = desk;
  const ways = /** @type {import("../../desk").GiveUpRequest["why"][]} */ (view.can?.give_up ?? []);
  openSheet(t("web.umpire.desk.more.give-up"), ({ state: { why }, set, close }) => [
    h("p", { class: "muted" }, t("web.umpire.desk.give-up.help")),
    oneOf({ key: "why", label: t("web.umpire.desk.give-up.why"), value: why,
      options: ways.map((each) => ({ value: each, title: t(`web.umpire.desk.give-up.${each}`) })),
      change: (chosen) => set({ why: chosen }) }),
    h("p", { class: "label" }, t("web.umpire.desk.give-up.who")),
    sideKeys(view, "give-up", (side) => {
      close();
      confirmSheet(t("web.umpire.desk.give-up.sure", { side: sideText(view, side === "first" ? "second" : "first") }),
        [h("p", null, t(`web.umpire.desk.gave-up.${why}`, { side: sideText(view, side) }))],
        t("web.umpire.desk.give-up.yes"), () => void desk.act({ do: "give-up", side, why }),
        { testid: "give-up-sure", danger: true });
    }),
  ], { state: { why: ways[0] } });
}

/**
 * Another phone takes over: it uses an invitation, as a picture for its camera or as an address.
 * @param {Desk} desk
 */
function handOver({ client }) {
  const { set, draw } = openSheet(t("web.umpire.desk.more.hand-over"), ({ state: { making, path } }) => {
    const { link, pending } = client;
    const away = link !== "online";
    return [
      h("p", null, t("web.umpire.desk.hand-over.help")),
      // What this phone has not sent would be refused once another one umpires.
      pending > 0 && h("p", { class: "banner bad" }, t("web.umpire.desk.hand-over.pending", { n: pending })),
      away && h("p", { class: "banner" }, t("web.umpire.desk.hand-over.away")),
      !path && bigButton("hand-over-make", t("web.umpire.desk.hand-over.make"), () => void make(),
        { kind: "primary", disabled: making || away || pending > 0 }),
      path && h("div", { class: "stack tight", "data-testid": "hand-over-invitation", once: true },
        h("p", null, t("web.umpire.desk.hand-over.scan")),
        qrCode(path, t("web.umpire.desk.hand-over.qr")),
        copyLine(path, t("web.umpire.desk.hand-over.address")),
        h("p", { class: "muted small" }, t("web.umpire.desk.hand-over.secret"))),
    ];
  }, { state: { making: false, path: "" }, class: "hand-over", onclose: client.on(() => draw()) });

  const make = async () => {
    set({ making: true });
    await client.invite().then((code) => set({ path: `/umpire#join=${code}` }), showRefusal);
    set({ making: false });
  };
}
