/** The foot of the desk, for the thumb: what is waited for now, and the bar under it. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { demandCard, endCard, playCard, requestCard, seatsCard, tossCard } from "./cards.js";
import { elsewhereBanner, troubleCard } from "./connection.js";
import { toggleImproper } from "./incidents.js";
import { kindText } from "./lines.js";
import { ended } from "../marks.js";
import { logSheet, undoSheet } from "./log.js";
import { moreSheet } from "./more.js";
import { besides, pieceRow, tray } from "./pad.js";
import { disc, withMark, icon, bigButton, playerMark } from "./parts.js";
import { Report } from "./report.js";
import { situationsSheet } from "./situations.js";
import { openTodos, todoCard } from "./todo.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./desk.js").Desk} Desk */

/**
 * All that is tapped blindly is shut while a report is on its way, and for a moment after it.
 * @param {Desk} desk
 */
export const deskFoot = (desk) =>
  h("div", { class: "desk-foot" },
    h("fieldset", { class: `desk-keys ${desk.busy ? "waits" : ""}`, disabled: desk.busy || desk.resting }, keys(desk)),
    bar(desk));

/** What is waited for: first what stands in the way of everything else. @param {Desk} desk */
function keys(desk) {
  const { client, unjudged, view } = desk;
  if (client.elsewhere) return [elsewhereBanner(desk)];
  if (client.trouble) return [troubleCard(desk, client.trouble)];
  if (unjudged) return [turnRow(desk), ...strokePad(desk)];
  if (ended(view)) return [endCard(desk, view)];
  const todos = openTodos(view, desk.confirmed);
  if (todos.length) return [turnRow(desk), todoCard(desk, view, todos)];
  if (view.request) return [requestCard(desk, view)];
  if (view.change_seats && view.can?.acts.includes("change-seats")) return [turnRow(desk), seatsCard(desk, view)];
  if (view.stage === "to-demand") return [demandCard(desk, view)];
  if (view.stage === "to-toss-again") return [tossCard(desk, view)];
  if (view.stage === "to-play") return [turnRow(desk), playCard(desk, view)];
  return [turnRow(desk), ...strokePad(desk)];
}

/** Whose turn it is, and the clock. @param {Desk} desk */
function turnRow({ timer, unjudged, view }) {
  const key = view.board?.broken === false ? "web.umpire.desk.breaks" : "web.umpire.desk.strikes";
  return h("div", { class: "desk-turn" },
    h("p", { class: "turn-name" }, unjudged
      ? h("span", { class: "muted" }, t("web.umpire.desk.turn.unknown"))
      : view.on_strike && withMark(t(key, { player: view.on_strike }), view.on_strike, playerMark(view, view.on_strike))),
    timer.show());
}

/** @param {Desk} desk */
function bar(desk) {
  const { busy, client, judged, now: { can } } = desk;
  const free = !client.elsewhere && !client.trouble && !busy;
  /** @param {string} testid @param {string} picture @param {() => void} onclick @param {boolean} [able] */
  const key = (testid, picture, onclick, able = true) =>
    bigButton(testid, [icon(picture), h("span", null, t(`web.umpire.desk.${picture}`))], onclick, { disabled: !able });
  return h("nav", { class: "desk-bar", "aria-label": t("web.umpire.desk.bar") },
    key("incidents", "incident", () => desk.incidents(), free && Boolean(can?.incidents.length && client.catalogue)),
    key("undo", "undo", () => undoSheet(desk), free && judged && Boolean(can) && can?.undo !== null),
    key("log", "log", () => logSheet(desk)),
    key("more", "more", () => moreSheet(desk)));
}

/**
 * The keys for the next stroke. What happens most takes one tap: nothing, one own coin, no coin touched. Anything else
 * is tapped together and judged.
 * @param {Desk} desk
 */
function strokePad(desk) {
  const { limits, offShown, report, unjudged, view } = desk;
  /** @param {Report} next */
  const change = (next) => desk.change(next);
  return [
    !unjudged && lateRow(desk, view),
    ...(report.empty ? [quickKeys(desk)] : reported(desk)),
    pieceRow(report, "pocketed", limits, change),
    offShown && pieceRow(report, "off", limits, change),
    besides({
      report, change, offShown, miss: !report.empty && report.mayMiss,
      showOff: () => desk.change(report, !offShown),
      improper: () => toggleImproper(desk.client.catalogue, report, change),
      situation: () => situationsSheet(desk),
    }),
    unjudged && bigButton("play", t("web.umpire.desk.play.unjudged"), () => void desk.act({ do: "play" }), { kind: "quiet" }),
  ];
}

/**
 * @param {Desk} desk
 * @param {Report} report
 */
async function judge(desk, report) {
  if (await desk.act({ ...report.toRequest(), ...desk.timer.taken("stroke") })) desk.change(new Report(), false);
}

/**
 * The time for the stroke is over: said by one tap, in a row that is there only then.
 * @param {Desk} desk
 * @param {View} view
 */
function lateRow(desk, view) {
  const player = view.on_strike;
  if (!view.can?.incidents.find((offer) => offer.kind === "late-stroke")?.players.includes(player)) return null;
  return h("div", { class: `late-row ${desk.timer.strokeOver ? "" : "idle"}` },
    bigButton("late-stroke", [icon("set"), h("span", null, kindText("late-stroke"))],
      () => void desk.act({ do: "incident", kind: "late-stroke", player })));
}

/** @param {Desk} desk */
function quickKeys(desk) {
  const own = desk.unjudged ? null : desk.view.board?.on_strike ?? null;
  const fell = own && new Report().tap(own, desk.limits);
  return h("div", { class: own ? "quick" : "quick unjudged" },
    bigButton("stroke-nothing", t("web.umpire.desk.nothing"), () => void judge(desk, new Report()), { kind: "giant" }),
    own && fell && bigButton("own-coin", [disc(own), h("span", null, t("web.umpire.desk.own"))], () => void judge(desk, fell),
      { kind: "giant own", disabled: fell.empty, label: t(`web.umpire.desk.own.${own}`) }),
    bigButton("stroke-missed", h("span", null, t("web.umpire.desk.untouched.short")),
      () => void judge(desk, new Report().missed(true)),
      { kind: "giant missed", label: t("web.umpire.desk.untouched") }));
}

/** @param {Desk} desk */
const reported = (desk) => [
  tray(desk.report, (next) => desk.change(next)),
  h("div", { class: "quick said-row" },
    bigButton("clear", icon("clear"), () => desk.change(new Report(), false),
      { kind: "clear", label: t("web.umpire.desk.clear") }),
    bigButton("judge", t("web.umpire.desk.judge"), () => void judge(desk, desk.report), { kind: "primary giant" })),
];
