/** Matches in a list: one's own, who played, how it stands, when. */
import { getJson } from "./api.js";
import * as prefs from "./prefs.js";
import { has, lang, list, t } from "./words.js";

/** @typedef {import("../wire").MatchLine} MatchLine */
/** @typedef {import("../wire").Matches} Matches */
/** @typedef {import("../wire").Score} Score */
/** @typedef {import("../wire").SideName} SideName */
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

/**
 * A level of the computer in the language of the page; `grandmaster@club` is one with the hand of another.
 * @param {string} level
 */
export const levelTitle = (level) => named("web.level", level);

/** The same within a sentence. @param {string} level a level, or a player of one's own that has no other name */
export const levelText = (level) => named("web.table.level", level);

/** @param {string} where @param {string} level @returns {string} */
function named(where, level) {
  const [own, hand] = level.split("@");
  const title = has(`${where}.${own}`) ? t(`${where}.${own}`) : own;
  return hand ? t("web.level.with-hand", { level: title, hand: levelText(hand) }) : title;
}

/**
 * The reader's side of an own match; none where the reader played both, or only watched.
 * @param {MatchLine} match
 * @param {OwnRoom | null} own
 */
function sideOf(match, own) {
  // Tables that were left before their players were remembered: against the computer, the reader is the person.
  const mine = own?.mine ?? (own?.kind === "computer" ? sides(match, (name) => !match.levels[name]) : []);
  const played = /** @type {const} */ (["first", "second"]).filter((side) => match[side].some((name) => mine.includes(name)));
  return played.length === 1 ? played[0] : null;
}

/** @param {MatchLine} match @param {(name: string) => boolean} which */
const sides = (match, which) => [...match.first, ...match.second].filter(which);

/**
 * How the match ended or stands, in one line from the reader's side.
 * @param {MatchLine} match
 * @param {OwnRoom | null} own the reader's seat
 */
export function resultText(match, own) {
  if (match.kind === "practice") return t("web.matches.practice");
  if (match.over && !match.winner) return t("web.matches.over");
  const mine = sideOf(match, own);
  const side = mine ?? match.winner ?? "first";
  const other = side === "first" ? "second" : "first";
  const named = { side: playersOf(match, side), other: playersOf(match, other), score: scoreText(match, side, other) };
  if (!match.winner) return mine ? t("web.matches.against", named) : `${named.side} ${named.score} ${named.other}`;
  const key = `web.matches.${!mine ? "won" : mine === match.winner ? "you-won" : "you-lost"}`;
  if (!match.gave_up) return t(key, named);
  // Who gives up at once leaves no score to tell.
  const result = t(key, { ...named, score: named.score === "0–0" ? "" : named.score }).replaceAll("  ", " ");
  return t("web.matches.gave-up", { result });
}

/** The players of a side, a computer with its level. @param {MatchLine} match @param {SideName} side */
const playersOf = (match, side) =>
  list(match[side].map((name) => (match.levels[name] ? `${name} (${levelText(match.levels[name])})` : name)));

/**
 * The points of the only game; or the games, and the points of each.
 * @param {MatchLine} match
 * @param {SideName} side the one that comes first
 * @param {SideName} other
 */
function scoreText(match, side, other) {
  const both = (/** @type {Score} */ score) => `${score[side]}–${score[other]}`;
  const { first, second } = match.points;
  const open = !match.winner || first || second || !match.scores.length;
  const points = [...match.scores, ...(open ? [match.points] : [])].map(both);
  return points.length > 1 ? t("web.matches.games", { games: both(match.games), points: points.join(", ") }) : points[0];
}

/** How long it was: boards and strokes. @param {MatchLine} match */
export const lengthTexts = ({ boards, strokes }) =>
  [boards > 0 && t("web.matches.boards", { n: boards }), t("web.matches.strokes", { n: strokes })].filter((text) => text !== false);

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
  return dateText(date, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {Date} date @param {Intl.DateTimeFormatOptions} how */
export function dateText(date, how) {
  const here = navigator.languages.find((each) => each.toLowerCase().startsWith(lang())) ?? lang();
  return new Intl.DateTimeFormat(here, how).format(date);
}
