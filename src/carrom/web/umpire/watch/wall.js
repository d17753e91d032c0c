/** Several tables on one screen for a hall: those named in the address's fragment, or all of the organiser's.
 *
 * `/wall#a,b,c` with the links' tokens; `/wall?key=…` with the hall's key, which the organiser's page gives and which
 * opens no table. `?lang=fr` speaks French.
 */
import { errorText, getJson } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { live } from "../live.js";
import { followDesks } from "../sync/follow.js";
import { ended, gamesWon, SIDES, shownPoints } from "../marks.js";
import {
  begun, colourMark, freeQueen, gamePoints, gridOf, nameLines, playedColour, sideLooks, standing, unitText, whereParts,
} from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */
/** @typedef {{ watch: string, place: string, changed: string, brief: View }} Listed a table as the hall sees it */

const MOST = 24;
const SHAPE = 1.7;
/** How often to look for new tables. */
const LOOK = 10_000;
/** How long the result of a match stays on the organiser's wall. */
const STAYS = 2 * 3600 * 1000;

/**
 * @param {HTMLElement} host
 * @returns {() => void}
 */
export function show(host) {
  const key = new URLSearchParams(location.search).get("key");
  /** @type {Map<string, View | null>} */
  const views = new Map();
  /** @type {Map<string, string>} */
  const places = new Map();
  /** @type {string[]} */
  let tokens = [];
  let unfollow = () => {};
  let closed = false;

  const screen = live(host, ({ online, refused }) => {
    const shown = tokens.filter((token) => views.get(token));
    const event = commonEvent(shown.map((token) => views.get(token)));
    const grid = host.querySelector(".w-tiles");
    const { columns, rows } = gridOf(shown.length, grid?.clientWidth ?? 0, grid?.clientHeight ?? 0, SHAPE);
    return [h("div", { class: "w-wall" },
      h("h1", { class: "w-wall-event", hidden: !event }, event),
      h("div", { class: "w-tiles", style: { "--columns": columns, "--rows": rows } },
        shown.map((token) => tile(token, views.get(token), { place: places.get(token), event: !event })),
        !shown.length && h("p", { class: "w-wall-empty", role: "status" },
          refused || emptyText(tokens, views, key !== null))),
      h("p", { class: "w-wall-lost", role: "status" }, !online && t("web.umpire.watch.link.lost")))];
  }, { online: true, refused: "" });

  /** @param {string[]} wanted */
  const show = (wanted) => {
    if (wanted.join() !== tokens.join()) {
      tokens = wanted;
      unfollow();
      unfollow = tokens.length ? followDesks(tokens, (token, view) => {
        views.set(token, view);
        screen.draw();
      }, (online) => screen.set({ online })) : () => {};
    }
    screen.draw();
  };

  const look = async () => {
    try {
      const tables = liveOf(await listed(key ?? ""));
      if (closed) return;
      screen.state.refused = "";
      for (const each of tables) {
        places.set(each.watch, each.place);
        if (!views.has(each.watch)) views.set(each.watch, each.brief);
      }
      show(tables.map((each) => each.watch));
    } catch (error) {
      // What is on the wall goes on by itself; only an empty one has to say why.
      if (!closed) screen.set({ refused: errorText(error) });
    }
  };

  const named = () => show(location.hash.slice(1).split(",").filter(Boolean).slice(0, MOST));
  const sized = new ResizeObserver(screen.draw);
  sized.observe(/** @type {Element} */ (host.querySelector(".w-tiles")));
  const timer = key === null ? 0 : setInterval(() => void look(), LOOK);
  if (key === null) {
    addEventListener("hashchange", named);
    named();
  } else void look();
  return () => {
    closed = true;
    screen.close();
    sized.disconnect();
    clearInterval(timer);
    removeEventListener("hashchange", named);
    unfollow();
  };
}

/**
 * The event that all matches belong to, if they do.
 * @param {(View | null | undefined)[]} views
 */
function commonEvent(views) {
  const events = new Set(views.filter((view) => view && begun(view)).map((view) => view?.event));
  const [event = ""] = events;
  return events.size === 1 ? event : "";
}

/**
 * The organiser's tables, the last changed first; no more than could be shown.
 * @param {string} key
 */
async function listed(key) {
  /** @type {Listed[]} */
  const desks = [];
  for (let page = 1; desks.length < 2 * MOST; page += 1) {
    /** @type {{ desks: Listed[], more: boolean }} */
    const answer = await getJson(`/api/wall?key=${encodeURIComponent(key)}&page=${page}`);
    desks.push(...answer.desks);
    if (!answer.more) break;
  }
  return desks;
}

/**
 * The organiser's tables worth a place on the wall, by the names of their places: every match that runs, and results
 * of a while ago as far as there is room.
 * @param {Listed[]} desks
 */
function liveOf(desks) {
  const since = Date.now() - STAYS;
  const running = desks.filter(({ brief }) => begun(brief) && !ended(brief));
  const over = desks
    .filter(({ brief, changed }) => brief.stage === "over" && Date.parse(changed) > since)
    .sort((one, other) => other.changed.localeCompare(one.changed));
  return [...running, ...over]
    .slice(0, MOST)
    .sort((one, other) => one.place.localeCompare(other.place, undefined, { numeric: true }));
}

/**
 * @param {string[]} tokens
 * @param {Map<string, View | null>} views
 * @param {boolean} organiser
 */
function emptyText(tokens, views, organiser) {
  if (!tokens.length) return t(organiser ? "web.umpire.wall.none" : "web.umpire.wall.how");
  const unknown = tokens.every((token) => views.get(token) === null);
  return t(unknown ? "web.umpire.wall.unknown" : "web.umpire.watch.loading");
}

/**
 * @param {string} key
 * @param {View | null | undefined} view
 * @param {{ place?: string, event?: boolean }} known
 */
function tile(key, view, known) {
  if (!view) return null;
  const over = ended(view);
  return h("article", { class: over || !begun(view) ? "w-tile over" : "w-tile", key },
    h("div", { class: "w-tile-in" },
      h("header", null,
        h("span", { class: "w-tile-where" }, whereParts(view, known).join(" · ")),
        h("span", { class: "w-tile-unit" }, over ? t(`web.umpire.watch.${view.stage}`) : unitText(view))),
      begun(view) && SIDES.map((side) => tileSide(view, side)),
      h("footer", null, h("p", { class: "w-tile-now" }, view.now), freeQueen(view)),
      !over && view.call && h("p", { class: "w-tile-ruling" }, view.call.ruling.call)));
}

/** @param {View} view @param {SideName} side */
const tileSide = (view, side) =>
  h("div", { class: `w-tile-side ${sideLooks(view, side)}` },
    h("p", { class: "w-tile-name" }, colourMark(playedColour(view, side)), nameLines(view, side)),
    gamesWon(view, side, "w-games"),
    h("span", { class: "w-tile-points numbers" }, shownPoints(view)[side]),
    h("div", { class: "w-tile-standing" }, standing(view, side), gamePoints(view, side)));
