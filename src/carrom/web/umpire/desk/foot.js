/** The foot of the desk, for the thumb: what is waited for now, and the bar under it. */
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { endCard, playCard, requestCard, seatsCard, tossCard } from "./cards.js";
import { elsewhereBanner, troubleCard } from "./connection.js";
import { moreSheet } from "./more.js";
import { marked, redraw, sign, tall, who } from "./parts.js";
import { openTodos, TodoCard } from "./todo.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class Foot {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.todo = new TodoCard(desk);
    /** All that is tapped blindly: shut while a report is on its way, and for a moment after it. */
    this.keys = h("fieldset", { class: "desk-keys" });
    this.bar = h("nav", { class: "desk-bar" });
    this.element = h("div", { class: "desk-foot" }, this.keys, this.bar);
  }

  show() {
    const { busy, client, done, judged, pad, resting, unjudged, view } = this.desk;
    this.keys.disabled = busy || resting;
    this.keys.classList.toggle("waits", busy);
    const { log: _, ...stands } = view;
    const from = [stands, client.elsewhere, client.trouble, judged, unjudged, done, pad.report.facts, pad.offShown];
    redraw(this.keys, from, () => fill(this.keys, this.#keys()));
    this.#bar();
  }

  /** What is waited for: first what stands in the way of everything else. */
  #keys() {
    const { client, done, pad, unjudged, view } = this.desk;
    const { desk } = this;
    if (client.elsewhere) return [elsewhereBanner(desk)];
    if (client.trouble) return [troubleCard(desk, client.trouble)];
    if (unjudged) return pad.show(view, true);
    if (view.stage === "over" || view.stage === "replayed") return [endCard(desk, view)];
    const todos = openTodos(view, done);
    if (todos.length) {
      this.todo.show(view, todos);
      return [this.turnRow(), this.todo.element];
    }
    if (view.request) return [requestCard(desk, view)];
    if (view.change_seats && view.can?.acts.includes("change-seats")) return [this.turnRow(), seatsCard(desk, view)];
    if (view.stage === "to-toss-again") return [tossCard(desk, view)];
    if (view.stage === "to-play") return [this.turnRow(), playCard(desk, view)];
    return pad.show(view, false);
  }

  /** Whose turn it is, and the clock. @param {boolean} [unknown] */
  turnRow(unknown = false) {
    const { timer, view } = this.desk;
    const key = view.board?.broken === false ? "web.umpire.desk.breaks" : "web.umpire.desk.strikes";
    return h("div", { class: "desk-turn" },
      h("p", { class: "turn-name" }, unknown
        ? h("span", { class: "muted" }, t("web.umpire.desk.turn.unknown"))
        : view.on_strike && marked(t(key, { player: view.on_strike }), view.on_strike, who(view, view.on_strike))),
      timer.element);
  }

  #bar() {
    const { desk } = this;
    const { busy, client, judged, now } = desk;
    const free = !client.elsewhere && !client.trouble && !busy;
    const incidents = free && Boolean(now.can?.incidents.length) && Boolean(client.catalogue);
    const undo = free && judged && Boolean(now.can) && now.can?.undo !== null;
    this.bar.setAttribute("aria-label", t("web.umpire.desk.bar"));
    redraw(this.bar, [incidents, undo], () => fill(
      this.bar,
      tall("incidents", [sign("incident"), h("span", null, t("web.umpire.desk.incident"))], () => desk.incidents(),
        { disabled: !incidents }),
      tall("undo", [sign("undo"), h("span", null, t("web.umpire.desk.undo"))], () => desk.undo(),
        { disabled: !undo }),
      tall("log", [sign("log"), h("span", null, t("web.umpire.desk.log"))], () => desk.showLog()),
      tall("more", [sign("more"), h("span", null, t("web.umpire.desk.more"))], () => moreSheet(desk)),
    ));
  }
}
