/** A board of practice has ended: what came of it, and what next. */
import { h } from "../shared/dom.js";
import { list, t } from "../shared/words.js";

/** @typedef {import("../wire").After} After */

/**
 * @param {After} after
 * @param {{ again: (() => void) | null, other: () => void, next: () => void }} ways
 */
export function overCard(after, { again, other, next }) {
  const title = t("web.practice.over");
  return h(
    "section",
    { class: "card over over-end", "aria-label": title },
    h("h2", null, title),
    h("p", null, result(after)),
    h(
      "div",
      { class: "row choices-row" },
      again && way("again", "web.practice.again", again, "primary"),
      way("other", "web.practice.over.other", other),
      way("next", "web.practice.over.next", next, "quiet"),
    ),
  );
}

/** @param {After} after */
function result(after) {
  const board = after.boards.at(-1);
  if (!board) return "";
  const { winner } = board;
  if (!winner) return t("web.practice.over.void");
  const names = after.players.filter((player) => player.side === winner).map((player) => player.name);
  return t("web.practice.over.won", { side: list(names), n: board.points });
}

/**
 * @param {string} name
 * @param {string} key
 * @param {() => void} onclick
 * @param {string} [look]
 */
const way = (name, key, onclick, look = "") =>
  h("button", { class: `button ${look}`, type: "button", "data-choice": name, onclick }, t(key));
