/** The tables this phone has umpired, the latest first; none where the browser stores nothing. */
import { sideName, when } from "../shared/matches.js";
import * as prefs from "../shared/prefs.js";
import { h } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { t } from "../shared/words.js";

/** @typedef {import("../desk").View} View */
/** @typedef {Pick<View, typeof BRIEF[number]>} Brief */
/** @typedef {{ token: string, watch: string, place: string, at: number, v: number, brief: Brief }} Table */

const MOST = 50;
const BRIEF = /** @type {const} */ ([
  "stage", "first", "second", "points", "games_won", "games_to_win", "game", "board_number", "winner",
]);

export const tables = () => prefs.get("umpire-tables");

/** @param {Table[]} all */
const keepTables = (all) => prefs.set("umpire-tables", all.slice(0, MOST));

/**
 * Remembers a table as it stands; its time is that of its last change.
 * @param {string} token
 * @param {{ watch: string, place: string }} desk
 * @param {View} view
 */
export function remember(token, { watch, place }, view) {
  const others = tables();
  const before = others.find((each) => each.token === token);
  if (before && before.v === view.v && before.watch === watch) return;
  const brief = /** @type {Brief} */ (Object.fromEntries(BRIEF.map((name) => [name, view[name]])));
  const table = { token, watch, place: view.place || place, at: Date.now(), v: view.v, brief };
  keepTables([table, ...others.filter((each) => each.token !== token)]);
}

/** @param {string} token */
export const forget = (token) => keepTables(tables().filter((each) => each.token !== token));

/**
 * The name of a place; a bare number becomes "table 4".
 * @param {string} place
 */
export function placeText(place) {
  return /^\d+$/.test(place) ? t("web.umpire.setup.table", { n: Number(place) }) : place;
}

/**
 * Who plays, or that no match has begun.
 * @param {Brief} brief
 */
export function whoPlays({ first, second }) {
  return first.length ? `${sideName(first)} – ${sideName(second)}` : t("web.umpire.setup.nobody");
}

/**
 * How it stands, in one line.
 * @param {Brief} brief
 */
export function standsAt(brief) {
  const { stage, points, games_won, games_to_win, game, board_number, winner } = brief;
  if (stage === "to-begin" || stage === "to-toss" || stage === "to-seat" || stage === "replayed") {
    return t(`web.umpire.setup.stage.${stage}`);
  }
  if (stage === "over") {
    return winner ? t("web.matches.won-only", { side: sideName(brief[winner]) }) : t("web.matches.over");
  }
  const standing = t("web.umpire.setup.stage.running", { game, board: board_number, ...points });
  if (games_to_win < 2) return standing;
  return `${standing} · ${t("web.umpire.setup.stage.games", { ...games_won })}`;
}

/**
 * Where a link to a table leads, which may come without its host, or as its token alone: an address here, or "".
 * @param {string} pasted
 */
export function readLink(pasted) {
  const text = pasted.trim();
  const invited = /(?:^|\/)(umpire(?:\?[^#\s]*)?#join=[\w-]+)/.exec(text);
  if (invited) return `/${invited[1]}`;
  const found = /(?:^|\/)(umpire|watch|overlay)\/([\w.~-]+)/.exec(text);
  if (found) return `/${found[1] === "umpire" ? "umpire" : "watch"}/${found[2]}`;
  return /^[\w-]{16,}$/.test(text) ? `/umpire/${text}` : "";
}

/**
 * A table in a list, as a link to it.
 * @param {string} path
 * @param {Record<string, string>} props
 * @param {{ name: string, text: string, at: string }} about its name, how it stands, when it last changed
 */
export const tableLink = (path, props, { name, text, at }) =>
  link(path, { class: "table-link", ...props },
    h("strong", null, name), h("span", null, text), h("span", { class: "muted small" }, when(at)));
