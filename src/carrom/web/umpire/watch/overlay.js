/** A slim bar over a video: score, names, coins left, queen and turn. Everything else is transparent.
 *
 * `?at=top` puts it to the top, `?scale=1.4` makes it larger, `?lang=fr` speaks French.
 */
import { fill, h } from "../../shared/dom.js";
import { onLang, t } from "../../shared/words.js";
import { followDesks } from "../sync/follow.js";
import {
  SIDES, begun, coinsLeft, colourOf, ended, freeQueen, gamePoints, gamesWon, nameLines, notes, shownPoints,
  unitText, waitedFor,
} from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */

const SCALES = { least: 0.4, most: 4 };

/**
 * @param {HTMLElement} host
 * @param {string} token
 * @returns {{ close(): void }}
 */
export function overlayScreen(host, token) {
  const asked = new URLSearchParams(location.search);
  const bar = h("div", { class: `w-overlay ${asked.get("at") === "top" ? "top" : ""}`, hidden: true });
  const scale = Number(asked.get("scale") ?? 1);
  if (scale > 0) bar.style.setProperty("--scale", String(Math.min(SCALES.most, Math.max(SCALES.least, scale))));
  document.documentElement.classList.add("w-bare", "w-through");
  fill(host, bar);

  /** @type {View | null} */
  let view = null;
  const paint = () => {
    bar.hidden = !view || !begun(view);
    if (view && begun(view)) fill(bar, sidePart(view, "first"), middlePart(view), sidePart(view, "second"));
  };
  const off = onLang(paint);
  const followed = followDesks([token], (_, shown) => {
    view = shown;
    paint();
  });
  paint();
  return {
    close() {
      off();
      followed();
      document.documentElement.classList.remove("w-bare", "w-through");
    },
  };
}

/** @param {View} view @param {SideName} side */
function sidePart(view, side) {
  const colour = colourOf(view, side);
  const plays = waitedFor(view, side) ? "waited" : "";
  const won = view.winner === side ? "winner" : "";
  return h(
    "div",
    { class: `w-o-side ${side} ${plays} ${won}` },
    h(
      "div",
      { class: "w-o-who" },
      h("div", { class: "w-o-name" }, colour && h("span", { class: `coin ${colour}` }), nameLines(view, side)),
      h("div", { class: "w-o-standing" }, coinsLeft(view, side), notes(view, side), without(view, side)),
    ),
    h("div", { class: "w-o-points numbers" }, shownPoints(view)[side]),
  );
}

/**
 * Where there are no coins to show: the club before the first board, the games' points after the match.
 * @param {View} view
 * @param {SideName} side
 */
function without(view, side) {
  if (colourOf(view, side) && view.board) return null;
  const points = gamePoints(view, side);
  if (points) return points;
  const clubs = [...new Set(view.players.filter((each) => each.side === side).map((each) => each.club))];
  return h("span", { class: "w-o-club" }, clubs.filter(Boolean).join(" · "));
}

/** @param {View} view */
function middlePart(view) {
  const games = SIDES.map((side) => gamesWon(view, side));
  const over = ended(view) && t(view.stage === "over" ? "web.umpire.watch.over" : "web.umpire.watch.replayed");
  return h(
    "div",
    { class: "w-o-middle" },
    h("div", { class: "w-o-games" }, games[0], h("span", { class: "w-o-unit" }, over || unitText(view)), games[1]),
    freeQueen(view),
  );
}
