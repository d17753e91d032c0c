/** All laws of a language, asked for once. */
import { getJson } from "../shared/api.js";

/** @typedef {import("../wire").Laws} Laws */

/** @type {Map<string, Promise<Laws>>} */
const asked = new Map();
/** @type {Map<string, Laws>} */
const known = new Map();

/**
 * @param {string} language
 * @returns {Promise<Laws>}
 */
export function allLaws(language) {
  if (!asked.has(language)) {
    const laws = getJson(`/api/laws?lang=${language}`);
    asked.set(language, laws);
    laws.then((given) => known.set(language, given), () => asked.delete(language));
  }
  return /** @type {Promise<Laws>} */ (asked.get(language));
}

/**
 * Those already here.
 * @param {string} language
 */
export const lawsKnown = (language) => known.get(language) ?? null;
