/**
 * The keys for the next stroke. What happens most takes one tap: nothing, one own coin, no coin touched. Anything
 * else is tapped together and judged.
 */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { toggleImproper } from "./incidents.js";
import { kindText } from "./lines.js";
import { besides, pieceRow, tray } from "./pad.js";
import { disc, icon, bigButton } from "./parts.js";
import { Report } from "./report.js";
import { situationsSheet } from "./situations.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function strokePad(desk) {
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
  const by = view.board?.on_strike ?? null;
  if (!by || !view.can?.incidents.find((offer) => offer.kind === "late-stroke")?.by.includes(by)) return null;
  return h("div", { class: `late-row ${desk.timer.strokeOver ? "" : "idle"}` },
    bigButton("late-stroke", [icon("set"), h("span", null, kindText("late-stroke"))],
      () => void desk.act({ do: "incident", kind: "late-stroke", by })));
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
