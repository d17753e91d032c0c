/** All laws of a language, and rulebooks compared, asked for once. */
import { getJson } from "../shared/api.js";

/** @typedef {import("../wire").Laws} Laws */
/** @typedef {import("../wire").LawComparison} LawComparison */

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

/** @type {Map<string, Promise<LawComparison>>} */
const compared = new Map();

/**
 * Where rulebooks decide differently.
 * @param {string} language
 * @param {readonly string[]} books
 * @returns {Promise<LawComparison>}
 */
export function comparison(language, books) {
  const address = `/api/laws/comparison?${new URLSearchParams({ books: books.join(","), lang: language })}`;
  if (!compared.has(address)) {
    const given = getJson(address);
    compared.set(address, given);
    given.catch(() => compared.delete(address));
  }
  return /** @type {Promise<LawComparison>} */ (compared.get(address));
}

/**
 * Those already here.
 * @param {string} language
 */
export const lawsKnown = (language) => known.get(language) ?? null;
