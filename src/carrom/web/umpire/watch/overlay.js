/** A slim bar over a video: score, names, coins left, queen and turn. Everything else is transparent.
 *
 * `?at=top` puts it to the top, `?scale=1.4` makes it larger, `?lang=fr` speaks French.
 */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { live } from "../live.js";
import { followDesks } from "../sync/follow.js";
import { ended, gamesWon, SIDES, shownPoints } from "../marks.js";
import { begun, freeQueen, gamePoints, nameLines, playedColour, sideLooks, standing, unitText } from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */

const SCALES = { least: 0.4, most: 4 };

/**
 * @param {HTMLElement} host
 * @param {import("../../shared/nav.js").Params} params
 * @returns {() => void}
 */
export function show(host, { path: [, token] }) {
  const asked = new URLSearchParams(location.search);
  const scale = Number(asked.get("scale") ?? 1);
  const style = scale > 0 ? { "--scale": Math.min(SCALES.most, Math.max(SCALES.least, scale)) } : {};
  const at = asked.get("at") === "top" ? "top" : "";
  /** @type {{ view: View | null }} */
  const start = { view: null };
  const screen = live(host, ({ view }) => [
    h("div", { class: `w-overlay ${at}`, style, hidden: !view || !begun(view) },
      view && begun(view) && [sidePart(view, "first"), middlePart(view), sidePart(view, "second")]),
  ], start);
  const unfollow = followDesks([token], (_, view) => screen.set({ view }));
  return () => {
    screen.close();
    unfollow();
  };
}

/** @param {View} view @param {SideName} side */
function sidePart(view, side) {
  const colour = playedColour(view, side);
  return h("div", { class: `w-o-side ${side} ${sideLooks(view, side)}` },
    h("div", { class: "w-o-who" },
      h("div", { class: "w-o-name" }, colour && h("span", { class: `coin ${colour}` }), nameLines(view, side)),
      h("div", { class: "w-o-standing" }, standing(view, side) ?? without(view, side))),
    h("div", { class: "w-o-points numbers" }, shownPoints(view)[side]));
}

/**
 * Where there are no coins to show: the club before the first board, the games' points after the match.
 * @param {View} view
 * @param {SideName} side
 */
function without(view, side) {
  const points = gamePoints(view, side);
  if (points) return points;
  const clubs = [...new Set(view.players.filter((each) => each.side === side).map((each) => each.club))];
  return h("span", { class: "w-o-club" }, clubs.filter(Boolean).join(" · "));
}

/** @param {View} view */
function middlePart(view) {
  const [first, second] = SIDES.map((side) => gamesWon(view, side, "w-games"));
  const over = ended(view) && t(view.stage === "over" ? "web.umpire.watch.over" : "web.umpire.watch.replayed");
  return h("div", { class: "w-o-middle" },
    h("div", { class: "w-o-games" }, first, h("span", { class: "w-o-unit" }, over || unitText(view)), second),
    freeQueen(view));
}
