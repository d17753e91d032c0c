/** What the umpire must see done after a ruling, and the one tap that says it is. */
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { lastWord } from "./call.js";
import { disc, discs, marked, sign, tall, who, whoSide } from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Todo} Todo */
/** @typedef {import("./desk.js").Desk} Desk */

/** These have a card of their own, since the desk is asked for something else than "done". */
const ELSEWHERE = new Set(["change-seats", "toss-again"]);

/** These go from the list when the record says that the coins lie there; the rest when it was confirmed here. */
const RECORDED = new Set(["place", "let-down", "respot-queen"]);

/**
 * What is still to be confirmed.
 * @param {View} view
 * @param {number} done the entry whose consequences were confirmed here last
 * @returns {Todo[]}
 */
export function openTodos(view, done) {
  const { call } = view;
  if (!call) return [];
  return call.todo.filter(({ confirm, what }) =>
    confirm && !ELSEWHERE.has(what) && (RECORDED.has(what) || lastWord(view) > done));
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
 * Coins that somebody holds for want of room, and the tap that says there is room again.
 * @param {Desk} desk
 * @param {View} view
 */
export function heldBanner(desk, view) {
  const room = view.can?.incidents.find((offer) => offer.kind === "room");
  if (!view.held.length) return null;
  return h("div", { class: "banner held-banner", "data-testid": "held" }, view.held.map(({ player, text }) => {
    const by = view.players.find((each) => each.name === player)?.colour ?? null;
    return h("div", { class: "row spread" },
      h("p", { class: "grow" }, marked(text, player, who(view, player))),
      by && room?.by.includes(by) &&
        tall("room", t("web.umpire.desk.room"), () => void desk.act({ do: "incident", kind: "room", by })));
  }));
}

/**
 * One thing to do, in words with its discs.
 * @param {View} view
 * @param {Todo} todo
 */
export function todoWords(view, todo) {
  const actor = todo.side ? whoSide(view, todo.side) : who(view, todo.player);
  return h("li", null,
    h("span", { class: "todo-discs", "aria-hidden": "true" },
      todo.what === "respot-queen" ? disc("queen") : todo.colour ? discs(todo.colour, todo.n) : null),
    h("span", { class: "grow" }, marked(todo.text, todo.player, actor)));
}

export class TodoCard {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("section", { class: "desk-todo", role: "group" });
  }

  /**
   * @param {View} view
   * @param {readonly Todo[]} todos
   */
  show(view, todos) {
    const { desk } = this;
    const placers = todos.filter((todo) => todo.what === "place").map((todo) => todo.player);
    const noRoom = view.can?.incidents.find((offer) => offer.kind === "no-room")?.by
      .filter((by) => view.players.some((player) => player.colour === by && placers.includes(player.name)));
    this.element.setAttribute("aria-label", t("web.umpire.desk.to-do"));
    fill(
      this.element,
      h("ul", { class: "todo-list" }, todos.map((todo) => todoWords(view, todo))),
      placers.length > 0 && h("p", { class: "muted small" }, view.call?.where),
      h("div", { class: "todo-keys" },
        tall("wrong", t("web.umpire.desk.wrong"), () => desk.wrong(), { disabled: !view.can }),
        tall("done", [sign("check"), t("web.umpire.desk.done")], () => void this.#done(view, todos),
          { kind: "primary" })),
      placers.length > 0 &&
        h("div", { class: "todo-more" },
          noRoom?.map((by) =>
            tall("no-room", [noRoom.length > 1 && disc(by), t("web.umpire.desk.no-room")],
              () => void desk.act({ do: "incident", kind: "no-room", by }), { kind: "quiet" })),
          tall("placing-wrong", t("web.umpire.desk.placing-wrong"), () => desk.incidents("placing"),
            { kind: "quiet" })),
      todos.some((todo) => todo.what === "disqualify") &&
        tall("disqualify", t("web.umpire.desk.disqualify"), () => desk.incidents("end"), { kind: "quiet" }),
    );
  }

  /**
   * @param {View} view
   * @param {readonly Todo[]} todos
   */
  async #done(view, todos) {
    const { desk } = this;
    const coins = placedBy(view, todos);
    if (coins.length) {
      const seconds = desk.timer.taken("placing");
      const said = await desk.act({ do: "placed", coins, ...(seconds === null ? {} : { seconds }) });
      if (!said) return;
    }
    desk.confirmed(lastWord(view));
  }
}
