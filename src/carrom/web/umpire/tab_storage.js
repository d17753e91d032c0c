/** What the browser keeps under a name as long as the tab is open; in a private window it may keep nothing. */

/**
 * @param {string} name
 * @returns {any} null where nothing is kept
 */
export function readInTab(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value null removes it
 * @returns {boolean} whether it is kept
 */
export function keepInTab(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
