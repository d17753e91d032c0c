/** What is wished for at home, and the room asked of the server for it. */
import { matchTitle } from "../shared/matches.js";
import * as prefs from "../shared/prefs.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").NewRoom} NewRoom */
/** @typedef {import("../wire").Chair} Chair */
/** @typedef {"computer" | "screen" | "online"} Mode */

/**
 * Four chairs: mine, my partner's, and the two of the other side; only the first and third in singles.
 * @typedef {object} Wish
 * @property {Mode} mode
 * @property {string} level of the computer one plays against
 * @property {string} rulebook
 * @property {import("../wire").Length} length
 * @property {boolean} clock
 * @property {boolean} trials
 * @property {Record<Mode, import("../wire").Breaks>} breaks
 * @property {boolean} doubles
 * @property {import("../wire").Profile} profile
 * @property {string} hand the level whose hand every person has; empty: a steady one
 * @property {{ hand: string, lead: number, breaks: boolean }} chance what the computer gives: the hand of a weaker
 *   level (empty: of its own), points at the start of each game, the break of every board
 * @property {Chair[]} chairs
 */

export const MODES = /** @type {const} */ (["computer", "screen", "online"]);
export const LONGEST_NAME = 40;

/**
 * The last wish, as far as this server can still grant it. Who has never played begins with one board against the
 * weakest computer.
 * @param {Ready} ready
 * @returns {Wish}
 */
export function lastWish(ready) {
  const kept = /** @type {Partial<Wish>} */ (prefs.get("last"));
  const levels = [...ready.levels];
  /** @param {number} i @returns {Chair} */
  const chair = (i) => {
    const last = Array.isArray(kept.chairs) ? kept.chairs[i] : undefined;
    return {
      name: typeof last?.name === "string" ? last.name.slice(0, LONGEST_NAME) : "",
      level: last && levels.includes(last.level ?? "") ? last.level : "",
    };
  };
  return granted({
    mode: known(MODES, kept.mode, "computer"),
    level: known(levels, kept.level, levels[0] ?? ""),
    rulebook: known(ready.rulebooks.map((each) => each.book), kept.rulebook, ready.rulebooks[0]?.book ?? ""),
    length: known(ready.lengths, kept.length, "board"),
    clock: kept.clock === true,
    trials: kept.trials === true,
    breaks: {
      computer: known(ready.breaks, kept.breaks?.computer, "first"),
      screen: known(ready.breaks, kept.breaks?.screen, "draw"),
      online: known(ready.breaks, kept.breaks?.online, "draw"),
    },
    doubles: kept.doubles === true,
    profile: known(ready.profiles, kept.profile, "club"),
    hand: known(ready.hands.map(({ level }) => level), kept.hand, ""),
    chairs: [{ name: prefs.get("name"), level: "" }, chair(1), chair(2), chair(3)],
    chance: { hand: kept.chance?.hand ?? "", lead: kept.chance?.lead ?? 0, breaks: kept.chance?.breaks === true },
  }, ready);
}

/**
 * The hands that are weaker than a level's, the surest first.
 * @param {Pick<Ready, "levels" | "hands">} ready
 * @param {string} level
 */
export const weakerHands = ({ levels, hands }, level) =>
  hands.filter((hand) => levels.indexOf(hand.level) < levels.indexOf(level)).toReversed();

/**
 * The wish with such a chance only as there is at its level and length.
 * @param {Wish} wish
 * @param {Ready} ready
 * @returns {Wish}
 */
export function granted(wish, ready) {
  const { hand, lead, breaks } = wish.chance;
  const hands = weakerHands(ready, wish.level).map(({ level }) => level);
  return { ...wish, chance: { hand: known(hands, hand, ""), lead: known(ready.leads[wish.length], lead, 0), breaks } };
}

/**
 * @template {string | number} T
 * @param {readonly T[]} offered
 * @param {unknown} value
 * @param {T} otherwise
 * @returns {T}
 */
const known = (offered, value, otherwise) => offered.find((each) => each === value) ?? otherwise;

/**
 * Whether anything is chosen that the form does not show at first.
 * @param {Wish} wish
 * @param {Ready} ready
 */
export const isUnusual = ({ clock, trials, doubles, profile, hand, rulebook, breaks, mode }, { rulebooks }) =>
  clock || hand !== "" || trials || doubles || profile !== "club" || rulebook !== rulebooks[0]?.book ||
  breaks[mode] !== (mode === "computer" ? "first" : "draw");

/** Whether the computer gives anything. @param {Wish} wish */
export const givesChance = ({ mode, chance: { hand, lead, breaks } }) =>
  mode === "computer" && (hand !== "" || lead > 0 || breaks);

/** @param {Wish} wish */
export function keepWish(wish) {
  prefs.set("name", wish.chairs[0].name.trim() ?? "");
  prefs.set("last", /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (wish)));
}

/**
 * The chairs in use, by their number.
 * @param {Wish} wish
 */
export const seatsOf = (wish) => (wish.doubles ? [0, 1, 2, 3] : [0, 2]);

/**
 * The level of the computer in chair `i`, or nothing for a person; computers fill seats in doubles alone.
 * @param {Wish} wish
 * @param {number} i
 */
const chosenLevel = (wish, i) => (wish.doubles && i > 0 ? (wish.chairs[i]?.level ?? "") : "");

/**
 * What somebody is called who has not been given a name.
 * @param {Wish} wish
 * @param {number} i
 */
export function usualName(wish, i) {
  if (i === 0 && wish.mode !== "screen") return t("web.home.you");
  if (i > 0 && (wish.mode === "computer" || chosenLevel(wish, i))) {
    return t(wish.doubles ? `web.home.computer.${i}` : "web.home.computer");
  }
  if (wish.mode === "screen") return t("web.home.player", { n: seatsOf(wish).indexOf(i) + 1 });
  return t(wish.doubles ? `web.home.guest.${i}` : "web.home.guest");
}

/**
 * Who sits in chair `i`. Against the computer, only the own name is asked for.
 * @param {Wish} wish
 * @param {number} i
 * @returns {Chair}
 */
export function sitting(wish, i) {
  const given = wish.chairs[i];
  if (i === 0) return { name: given?.name.trim() || usualName(wish, 0), level: "" };
  if (wish.mode === "computer") return { name: usualName(wish, i), level: i > 1 ? opponent(wish) : wish.level };
  const level = chosenLevel(wish, i);
  return { name: (level ? "" : given?.name.trim()) || usualName(wish, i), level };
}

/** The level of the computer on the other side, and its hand where that is another's. @param {Wish} wish */
export const opponent = ({ level, chance: { hand } }) => (hand ? `${level}@${hand}` : level);

/**
 * The chairs whose name somebody before them has.
 * @param {Wish} wish
 * @returns {number[]}
 */
export function sameNames(wish) {
  const names = seatsOf(wish).map((i) => sitting(wish, i).name);
  return seatsOf(wish).filter((_, k) => names.indexOf(names[k] ?? "") < k);
}

/**
 * @param {Wish} wish
 * @returns {NewRoom}
 */
export function roomOf(wish) {
  const seats = seatsOf(wish);
  const first = seats.filter((i) => i < 2).map((i) => sitting(wish, i));
  const second = seats.filter((i) => i > 1).map((i) => sitting(wish, i));
  const computers = [...first, ...second].some((chair) => chair.level);
  const { lead, breaks } = wish.chance;
  return {
    kind: wish.mode === "screen" && computers ? "computer" : wish.mode,
    rulebook: wish.rulebook,
    first,
    second,
    length: wish.length,
    clock: wish.clock,
    trials: wish.trials,
    breaks: wish.breaks[wish.mode],
    profile: wish.profile,
    hand: wish.hand,
    handicap: wish.mode === "computer" && (lead || breaks) ? { side: "first", lead, breaks } : null,
  };
}

/** @param {Pick<NewRoom, "first" | "second">} room */
export const roomTitle = ({ first, second }) =>
  matchTitle({ first: first.map(({ name }) => name), second: second.map(({ name }) => name) });
