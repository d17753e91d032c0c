/** What must be done after a ruling, and the tap that confirms it. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { lastWord } from "./call.js";
import { disc, discs, withMark, icon, bigButton, playerMark } from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Todo} Todo */
/** @typedef {import("./desk.js").Desk} Desk */

/** These have cards of their own, with other requests than "done". */
const ELSEWHERE = new Set(["change-seats", "toss-again", "demand"]);

/** These go from the list when the record says that the coins lie there; the rest when it was confirmed here. */
const RECORDED = new Set(["place", "let-down", "respot-queen"]);

/**
 * What is still to be confirmed.
 * @param {View} view
 * @param {number} confirmed the entry whose consequences were confirmed here last
 * @returns {Todo[]}
 */
export function openTodos(view, confirmed) {
  const { call } = view;
  if (!call) return [];
  return call.todo.filter(({ confirm, what }) =>
    confirm && !ELSEWHERE.has(what) && (RECORDED.has(what) || lastWord(view) > confirmed));
}

/**
 * The coins that "done" says lie on the board.
 * @param {View} view
 * @param {readonly Todo[]} todos
 * @returns {("white" | "black" | "queen")[]}
 */
export function placedBy(view, todos) {
  /** @type {("white" | "black" | "queen")[]} */
  const coins = view.to_place.flatMap(({ colour, count }) => Array(count).fill(colour));
  return todos.some((todo) => todo.what === "respot-queen") ? [...coins, "queen"] : coins;
}

/**
 * Coins that a player holds because the board has no room for them, and the key that says there is room again.
 * @param {Desk} desk
 * @param {View} view
 */
export function heldBanner(desk, view) {
  const room = view.can?.incidents.find((offer) => offer.kind === "room");
  if (!view.held.length) return null;
  return h("div", { class: "banner held-banner", "data-testid": "held" }, view.held.map(({ player, text }) => {
    return h("div", { class: "row spread" },
      h("p", { class: "grow" }, withMark(text, player, playerMark(view, player))),
      room?.players.includes(player) &&
        bigButton("room", t("web.umpire.desk.room"), () => void desk.act({ do: "incident", kind: "room", player })));
  }));
}

/**
 * One thing to do, in words with its discs.
 * @param {View} view
 * @param {Todo} todo
 */
function todoLine(view, todo) {
  return h("li", null,
    h("span", { class: "todo-discs", "aria-hidden": "true" },
      todo.what === "respot-queen" ? disc("queen") : todo.colour ? discs(todo.colour, todo.n) : null),
    h("span", { class: "grow" }, withMark(todo.text, todo.player, playerMark(view, todo.player))));
}

/**
 * @param {Desk} desk
 * @param {View} view
 * @param {readonly Todo[]} todos
 */
export function todoCard(desk, view, todos) {
  const placers = todos.filter((todo) => todo.what === "place").map((todo) => todo.player);
  const others = ["no-room", "waive"].flatMap((kind) => {
    const able = view.can?.incidents.find((offer) => offer.kind === kind)?.players ?? [];
    return placers.filter((player) => able.includes(player)).map((player) => ({ kind, player }));
  });
  const done = async () => {
    const coins = placedBy(view, todos);
    if (coins.length && !(await desk.act({ do: "placed", coins, ...desk.timer.taken("placing") }))) return;
    desk.confirm(lastWord(view));
  };
  return h("section", { class: "desk-todo", role: "group", "aria-label": t("web.umpire.desk.to-do") },
    h("ul", { class: "todo-list" }, todos.map((todo) => todoLine(view, todo))),
    placers.length > 0 && h("p", { class: "muted small" }, view.call?.where),
    h("div", { class: "todo-keys" },
      bigButton("wrong", t("web.umpire.desk.wrong"), () => desk.correctLast(), { disabled: !view.can }),
      bigButton("done", [icon("check"), t("web.umpire.desk.done")], () => void done(), { kind: "primary" })),
    placers.length > 0 &&
      h("div", { class: "todo-more" },
        others.map(({ kind, player }) =>
          bigButton(kind, [placers.length > 1 && playerMark(view, player), t(`web.umpire.desk.${kind}`)],
            () => void desk.act({ do: "incident", kind, player }), { kind: "quiet" })),
        bigButton("placing-wrong", t("web.umpire.desk.placing-wrong"), () => desk.incidents("placing"),
          { kind: "quiet", disabled: !desk.client.catalogue })),
    todos.some((todo) => todo.what === "disqualify") &&
      bigButton("disqualify", t("web.umpire.desk.disqualify"), () => desk.incidents("end"),
        { kind: "quiet", disabled: !desk.client.catalogue }));
}
