/** The foot of the desk, for the thumb: what is waited for now, and the bar under it. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { endCard, playCard, requestCard, seatsCard, tossCard } from "./cards.js";
import { elsewhereBanner, troubleCard } from "./connection.js";
import { ended } from "../marks.js";
import { logSheet } from "./log.js";
import { moreSheet } from "./more.js";
import { withMark, icon, bigButton, playerMark } from "./parts.js";
import { strokePad } from "./stroke.js";
import { openTodos, todoCard } from "./todo.js";
import { undoSheet } from "./undo.js";

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
