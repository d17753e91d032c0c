/** What this browser remembers: looks, sound, own rooms. A browser that keeps nothing works too. */

/**
 * A seat of this browser.
 * @typedef {object} OwnRoom
 * @property {string} room
 * @property {string} token
 * @property {string} watch
 * @property {string} title
 * @property {number} at
 * @property {string} kind
 * @property {readonly string[]} [mine] the players of this seat
 * @property {string} [recovery] an invitation to this seat, for the day on which this browser is lost
 * @property {Record<string, string>} [invitations] the codes of those invited from here, by player
 */
/**
 * @typedef {object} Prefs
 * @property {"auto" | "dark" | "light"} theme
 * @property {string} lang
 * @property {boolean} sound
 * @property {number} loudness of all sounds, 0 to 1
 * @property {boolean} haptics the device shakes where it can
 * @property {"normal" | "fast" | "fastest"} speed of what is played back
 * @property {boolean} patient a computer player lets the call be read before it goes on
 * @property {boolean} slow-motion the last coin of a board falls slowly
 * @property {boolean} preview the way to the first contact is drawn
 * @property {"release" | "button"} strike letting go of a pull strikes, or a button does
 * @property {boolean} left-handed the controls lie on the left
 * @property {"maple" | "walnut" | "slate"} board what it is made of
 * @property {"classic" | "ivory" | "bright"} coins what they look like
 * @property {boolean} patterns coins can be told apart without their colours
 * @property {"normal" | "large" | "largest"} text
 * @property {boolean} tilt
 * @property {OwnRoom[]} rooms
 * @property {string} name
 * @property {Record<string, unknown>} last what was chosen at home
 * @property {Record<string, string>} beaten the match in which each level of the computer was beaten first
 * @property {boolean} taught this browser has seen how to strike
 * @property {Record<string, string>} invitations the token made for each code, the newest first
 * @property {boolean} follow the board turns to who plays
 * @property {{ client: string, last: number, open: boolean } | null} client the name and last request of this window
 * @property {import("../umpire/tables.js").Table[]} umpire-tables the tables umpired here, the latest first
 * @property {import("../umpire/setup/draft.js").Last} umpire-last what the next match to umpire is likely to share
 * @property {Pick<import("../wire").Ready, "lengths" | "rulebooks"> | null} umpire-ready as the server last had it
 */

/** @param {...string} queries what the system may say of its user */
const system = (...queries) => typeof matchMedia === "function" && queries.some((query) => matchMedia(query).matches);

/** Whether movement is to be kept short. */
export const stillness = () => system("(prefers-reduced-motion: reduce)");

/** What nobody has set yet is as the system has it: its theme and its languages are asked where they are needed. */
/** @type {Prefs} */
const DEFAULTS = {
  theme: "auto", lang: "", text: "normal",
  sound: true, loudness: 0.8, haptics: true,
  speed: "normal", patient: true, "slow-motion": !stillness(),
  preview: true, strike: "release", "left-handed": false,
  board: "maple", coins: "classic", patterns: system("(prefers-contrast: more)", "(forced-colors: active)"),
  tilt: false, rooms: [], name: "", last: {},
  beaten: {}, taught: false, invitations: {}, follow: true, client: null,
  "umpire-tables": [], "umpire-last": {}, "umpire-ready": null,
};
/** Kept over a reload, but not for another window. */
const OF_WINDOW = new Set(["follow", "client"]);
const MOST_ROOMS = 50;

/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();
/** What the storage did not take; all else is read from there, since another window may have written. */
/** @type {Partial<Prefs>} */
const here = {};

/** @param {keyof Prefs} key */
const storageOf = (key) => (OF_WINDOW.has(key) ? sessionStorage : localStorage);

/**
 * @template {keyof Prefs} K
 * @param {K} key
 * @returns {Prefs[K]}
 */
export function get(key) {
  if (key in here) return /** @type {Prefs[K]} */ (here[key]);
  try {
    const kept = storageOf(key).getItem(`carrom.${key}`);
    return kept === null ? DEFAULTS[key] : JSON.parse(kept);
  } catch {
    return DEFAULTS[key];
  }
}

/**
 * @template {keyof Prefs} K
 * @param {K} key
 * @param {Prefs[K]} value
 */
export function set(key, value) {
  try {
    storageOf(key).setItem(`carrom.${key}`, JSON.stringify(value));
    delete here[key];
  } catch {
    // Nothing is kept in a private window; it holds while the page is open.
    here[key] = value;
  }
  listeners.get(key)?.forEach((tell) => tell());
}

/**
 * Back to the first values.
 * @param {readonly (keyof Prefs)[]} keys
 */
export function reset(keys) {
  for (const key of keys) {
    delete here[key];
    try {
      storageOf(key).removeItem(`carrom.${key}`);
    } catch {
      // Nothing is kept here.
    }
    listeners.get(key)?.forEach((tell) => tell());
  }
}

/** What the board and its pieces are to look like. */
export const chosenLook = () => ({ board: get("board"), coins: get("coins"), patterns: get("patterns") });

/**
 * Adds a listener that is called after a preference was set.
 * @param {keyof Prefs} key
 * @param {() => void} tell
 * @returns {() => void} removes the listener
 */
export function on(key, tell) {
  if (!listeners.has(key)) listeners.set(key, new Set());
  listeners.get(key)?.add(tell);
  return () => listeners.get(key)?.delete(tell);
}

/**
 * Puts a room first in the list of own rooms. Properties that `room` does not have keep their old values.
 * @param {OwnRoom} room
 */
export function remember(room) {
  const others = get("rooms").filter((each) => each.token !== room.token);
  set("rooms", [{ ...ownRoom(room.token), ...room }, ...others].slice(0, MOST_ROOMS));
}

/** @param {string} token */
export const ownRoom = (token) => get("rooms").find((each) => each.token === token);

/**
 * A table that was opened here: the opener's own seat, and whom they invited.
 * @param {import("../wire").RoomMade} made
 * @param {{ title: string, kind: string }} about
 * @returns {string} the token of the opener's seat
 */
export function rememberMade({ room, links, watch, invitations, recovery }, { title, kind }) {
  const token = links[0].token;
  const codes = Object.fromEntries(invitations.map(({ player, code }) => [player, code]));
  remember({ room, token, watch, title, at: Date.now(), kind, recovery, invitations: codes });
  return token;
}
