/** What this browser remembers: looks, sound, own rooms. A browser that keeps nothing works too. */

/** @typedef {{ room: string, token: string, watch: string, title: string, at: number, kind: string }} OwnRoom */
/**
 * @typedef {object} Prefs
 * @property {"auto" | "dark" | "light"} theme
 * @property {"" | "en" | "fr"} lang
 * @property {boolean} sound
 * @property {boolean} preview
 * @property {boolean} tilt
 * @property {boolean} coords
 * @property {OwnRoom[]} rooms
 * @property {string} name
 * @property {Record<string, unknown>} last
 */

/** @type {Prefs} */
const DEFAULTS = {
  theme: "auto", lang: "", sound: true, preview: true, tilt: false, coords: false, rooms: [], name: "", last: {},
};
const MOST_ROOMS = 50;

/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();
/** @type {Partial<Prefs>} */
const here = {};

/**
 * @template {keyof Prefs} K
 * @param {K} key
 * @returns {Prefs[K]}
 */
export function get(key) {
  if (key in here) return /** @type {Prefs[K]} */ (here[key]);
  try {
    const kept = localStorage.getItem(`carrom.${key}`);
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
  here[key] = value;
  try {
    localStorage.setItem(`carrom.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is kept in a private window; it holds while the page is open.
  }
  listeners.get(key)?.forEach((tell) => tell());
}

/**
 * @param {keyof Prefs} key
 * @param {() => void} tell
 * @returns {() => void} takes it off again
 */
export function on(key, tell) {
  if (!listeners.has(key)) listeners.set(key, new Set());
  listeners.get(key)?.add(tell);
  return () => listeners.get(key)?.delete(tell);
}

/** @param {OwnRoom} room the newest first, each once */
export function remember(room) {
  set("rooms", [room, ...get("rooms").filter((each) => each.token !== room.token)].slice(0, MOST_ROOMS));
}

/** Whether movement is to be kept short. */
export function stillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
