/** What the browser keeps under a name. In a private window, or with no room left, it keeps nothing. */

/** @typedef {"local" | "session"} Kind `session`: as long as the tab is open */

/** @param {Kind} kind */
const storage = (kind) => (kind === "session" ? sessionStorage : localStorage);

/**
 * @param {Kind} kind
 * @param {string} name
 * @returns {any} null where nothing is kept
 */
export function readKept(kind, name) {
  try {
    return JSON.parse(storage(kind).getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Kind} kind
 * @param {string} name
 * @param {unknown} value null removes it
 * @returns {boolean} whether it is kept
 */
export function keep(kind, name, value) {
  try {
    if (value === null) storage(kind).removeItem(name);
    else storage(kind).setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
