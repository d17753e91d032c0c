/** A match about to begin, as far as it has been filled in; and what of the last one is likely again. */

import * as prefs from "../../shared/prefs.js";
import { keepInTab, readInTab } from "../tab_storage.js";

/** @typedef {import("../../desk").BeginRequest} Begin */
/** @typedef {import("../../wire").Length} Length */
/** @typedef {import("../../wire").Ready} Ready */
/** @typedef {{ name: string, club: string, striker: boolean }} Person */
/** @typedef {"event" | "round" | "number" | "place" | "umpire"} Line */
/** @typedef {"nobody" | "same"} Wrong */

/**
 * Four people: the first side's two, then the second's; in singles the first of each.
 * @typedef {{ doubles: boolean, rulebook: string, finals: boolean, length: Length, people: Person[] }} Game
 * @typedef {Game & Record<Line, string>} Draft
 */
/** @typedef {Partial<Draft> & { clubs?: Record<string, string> }} Last */

/** As long as a line of the score sheet, as the desk takes it. */
export const LONGEST = { name: 40, club: 40, event: 100, round: 40, number: 40, place: 40, umpire: 40 };
/** @type {readonly Line[]} */
export const LINES = ["event", "round", "number", "place", "umpire"];

const MOST_CLUBS = 200;

/** The rulebook of a first match. */
const USUAL = "icf";

/** @param {string} token */
const keyOf = (token) => `carrom.umpire-draft.${token}`;

/**
 * The form for the next match at a table: the draft kept in this tab, or a new one. A new form takes the rulebook,
 * length, event and umpire of the last match; an `event` named in the table's link replaces that event.
 * @param {{ token: string, place: string, event?: string, ready: Pick<Ready, "lengths" | "rulebooks"> }} about
 * @returns {Draft}
 */
export function draftFor({ token, place, event, ready: { lengths, rulebooks } }) {
  const last = lastUsed();
  const books = rulebooks.map(({ book }) => book);
  return readInTab(keyOf(token)) ?? {
    doubles: false,
    rulebook: [last.rulebook, USUAL].find((book) => book && books.includes(book)) ?? books[0] ?? "",
    finals: false,
    length: lengths.find((length) => length === last.length) ?? "match",
    event: (event || last.event || "").slice(0, LONGEST.event), round: "", number: "", place, umpire: last.umpire ?? "",
    people: Array.from({ length: 4 }, () => ({ name: "", club: "", striker: false })),
  };
}

/**
 * @param {string} token
 * @param {Draft | null} draft null drops it
 */
export const keepDraft = (token, draft) => keepInTab(keyOf(token), draft);

export const lastUsed = () => prefs.get("umpire-last");

/**
 * What the next match is likely to share with this one, and who plays for which club.
 * @param {Draft} draft
 */
export function keepLast(draft) {
  const { event, umpire, rulebook, length } = draft;
  const clubs = { ...lastUsed().clubs };
  for (const { name, club } of playing(draft)) {
    delete clubs[name];
    clubs[name] = club;
  }
  const newest = Object.entries(clubs).slice(-MOST_CLUBS);
  prefs.set("umpire-last", { event, umpire, rulebook, length, clubs: Object.fromEntries(newest) });
}

/**
 * The chairs in use, by their number.
 * @param {Pick<Draft, "doubles">} draft
 */
export const inUse = ({ doubles }) => (doubles ? [0, 1, 2, 3] : [0, 2]);

/**
 * Everybody who plays, names and clubs as the desk will write them.
 * @param {Draft} draft
 */
const playing = (draft) =>
  inUse(draft).map((i) => {
    const { name = "", club = "", striker = false } = draft.people[i] ?? {};
    return { i, name: plain(name), club: plain(club), striker };
  });

/** One line without spaces at its ends. @param {string} line */
const plain = (line) => line.trim().replace(/\s+/g, " ");

/**
 * What is wrong with whose name.
 * @param {Draft} draft
 * @returns {Map<number, Wrong>}
 */
export function wrongNames(draft) {
  const people = playing(draft);
  /** @type {Map<number, Wrong>} */
  const wrong = new Map();
  people.forEach(({ i, name }, at) => {
    if (!name) wrong.set(i, "nobody");
    else if (people.findIndex((each) => each.name === name) < at) wrong.set(i, "same");
  });
  return wrong;
}

/**
 * The match as the desk is asked to begin it.
 * @param {Draft} draft
 * @returns {Begin}
 */
export function beginOf(draft) {
  const people = playing(draft);
  const lines = Object.fromEntries(LINES.map((line) => [line, plain(draft[line])]));
  return {
    do: "begin",
    rulebook: draft.rulebook,
    first: people.filter(({ i }) => i < 2).map(({ name }) => name),
    second: people.filter(({ i }) => i > 1).map(({ name }) => name),
    length: draft.length,
    finals: draft.finals,
    .../** @type {Record<Line, string>} */ (lines),
    clubs: people.filter(({ club }) => club).map(({ name, club }) => [name, club]),
    strikers: people.filter(({ striker }) => striker).map(({ name }) => name),
  };
}

/**
 * A match that was begun wrongly, to be filled in again on another table.
 * @param {import("../../desk").View} view
 * @returns {Draft}
 */
export function draftOf(view) {
  const { doubles, rulebook, finals, event, round, number, place, umpire } = view;
  const length = /** @type {Length} */ (view.length);
  /** @param {string | undefined} name @returns {Person} */
  const person = (name) => ({
    name: name ?? "",
    club: view.players.find((player) => player.name === name)?.club ?? "",
    striker: false,
  });
  const people = [...[0, 1].map((i) => view.first[i]), ...[0, 1].map((i) => view.second[i])].map(person);
  return { doubles, rulebook, finals, length, event, round, number, place, umpire, people };
}
