/** Matches in a list: one's own, who played, how it stands, when. */
import { getJson } from "./api.js";
import * as prefs from "./prefs.js";
import { has, lang, t } from "./words.js";

/** @typedef {import("../wire").MatchLine} MatchLine */
/** @typedef {import("../wire").Matches} Matches */
/** @typedef {import("./prefs.js").OwnRoom} OwnRoom */
/** @typedef {{ match: MatchLine, own: OwnRoom }} OwnMatch */

/**
 * The matches this browser has a link to, the newest first; what the server no longer has is left out.
 * @returns {Promise<OwnMatch[]>}
 */
export async function ownMatches() {
  const rooms = prefs.get("rooms").filter((room) => room.watch);
  if (!rooms.length) return [];
  const tokens = rooms.map((room) => encodeURIComponent(room.watch)).join(",");
  /** @type {Matches} */
  const { matches } = await getJson(`/api/matches?tokens=${tokens}`);
  return rooms.flatMap((own) => {
    const match = matches.find((each) => each.watch === own.watch);
    return match ? [{ match, own }] : [];
  });
}

/** @param {OwnRoom} own */
export function tableOf(own) {
  const room = encodeURIComponent(own.room);
  return own.kind === "practice" ? `/practice?room=${room}#${own.token}` : `/table/${room}#${own.token}`;
}

/** @param {readonly string[]} names */
export const sideName = (names) => names.join(" & ");

/** @param {Pick<MatchLine, "first" | "second">} match */
export const matchTitle = (match) => `${sideName(match.first)} – ${sideName(match.second)}`;

/**
 * A rulebook's title in the language of the page.
 * @param {string} book
 * @param {readonly { book: string, title: string }[]} [titles]
 */
export function bookTitle(book, titles = []) {
  return has(`web.book.${book}`)
    ? t(`web.book.${book}`)
    : (titles.find((each) => each.book === book)?.title ?? book);
}

/** A level of the computer in the language of the page. @param {string} level */
export const levelTitle = (level) => (has(`web.level.${level}`) ? t(`web.level.${level}`) : level);

/**
 * How the match stands, in words.
 * @param {MatchLine} match
 */
export function resultText(match) {
  const games = `${match.games.first}–${match.games.second}`;
  if (match.over && match.winner) {
    const loser = match.winner === "first" ? "second" : "first";
    const [side, other] = [sideName(match[match.winner]), sideName(match[loser])];
    // Who is not ahead has won all the same if the other side gave up or left.
    if (match.games[match.winner] > match.games[loser]) return t("web.matches.won", { side, games });
    const level = match.games[match.winner] === match.games[loser];
    const ahead = level && match.points[match.winner] > match.points[loser];
    return t(ahead ? "web.matches.won-only" : "web.matches.given-up", { side, other });
  }
  if (match.over) return t("web.matches.over");
  if (match.kind === "practice") return t("web.matches.practice");
  const points = `${match.points.first}–${match.points.second}`;
  return t(match.kind === "file" ? "web.matches.unfinished" : "web.matches.running", { games, points });
}

/**
 * Whether somebody may still be playing it; a record file ends where it ends.
 * @param {MatchLine} match
 */
export const goesOn = (match) => !match.over && match.kind !== "file";

/**
 * A day and time as one writes them in a country of this browser that speaks the page's language.
 * @param {string | null | undefined} at
 */
export function when(at) {
  const date = at ? new Date(at) : null;
  if (!date || Number.isNaN(date.getTime())) return "";
  const here = navigator.languages.find((each) => each.toLowerCase().startsWith(lang())) ?? lang();
  return new Intl.DateTimeFormat(here, { dateStyle: "medium", timeStyle: "short" }).format(date);
}
