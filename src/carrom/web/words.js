/** The page's own labels by key, in English and French; what the server has to say comes in words. */
import * as prefs from "./prefs.js";

/** @typedef {import("./wire").Ruling} Ruling */
/** @typedef {string | Record<string, string>} Phrase */
/** @typedef {Record<string, string | number>} Arguments */

/** @type {Record<string, Phrase>} */
let phrases = {};
/** @type {"en" | "fr"} */
let now = "en";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {Record<string, string[]>} */
const NUMBERS = {
  en: ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
  fr: ["aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
};

/** The language wanted here: the one chosen, or the browser's. */
export function wanted() {
  const chosen = prefs.get("lang");
  if (chosen) return chosen;
  return navigator.languages.some((each) => each.toLowerCase().startsWith("fr")) &&
    !/^en/i.test(navigator.languages[0] ?? "")
    ? "fr"
    : "en";
}

export const lang = () => now;

/** Words of single screens that have been asked for: laws, practice, replay. */
/** @type {Set<string>} */
const more = new Set();

/** @param {"en" | "fr"} language */
export async function loadWords(language) {
  const names = [language, ...[...more].map((screen) => `${screen}.${language}`)];
  phrases = Object.assign({}, ...(await Promise.all(names.map(fetched))));
  now = language;
  document.documentElement.lang = language;
}

/**
 * The words of a screen that not everybody opens; they are there from now on, in any language.
 * @param {string} screen
 */
export async function useWords(screen) {
  if (more.has(screen)) return;
  const language = now;
  const words = await fetched(`${screen}.${language}`);
  more.add(screen);
  if (language === now) phrases = { ...phrases, ...words };
  else await loadWords(now);
}

/** All languages, that of the page first. */
export const languages = () => (now === "en" ? /** @type {const} */ (["en", "fr"]) : /** @type {const} */ (["fr", "en"]));

/** The other language too, for a page that may lose its network before anybody asks for it. */
export async function keepBoth() {
  const [, other] = languages();
  await Promise.all([other, ...[...more].map((screen) => `${screen}.${other}`)].map(fetched));
}

/** @type {Map<string, Promise<Record<string, Phrase>>>} */
const files = new Map();

/**
 * A file of words; fetched once.
 * @param {string} file
 * @returns {Promise<Record<string, Phrase>>}
 */
function fetched(file) {
  const known = files.get(file);
  if (known) return known;
  const coming = fetch(`/i18n/${file}.json`).then((answer) => {
    if (!answer.ok) throw new Error(`words: ${answer.status}`);
    return answer.json();
  });
  files.set(file, coming);
  coming.catch(() => files.delete(file));
  return coming;
}

/** @param {"en" | "fr"} language */
export async function setLang(language) {
  await loadWords(language);
  prefs.set("lang", language);
  // A copy: whoever is told may leave and come anew, and would be told for ever.
  [...listeners].forEach((tell) => tell());
}

/**
 * @param {() => void} tell
 * @returns {() => void} takes it off again
 */
export function onLang(tell) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** @param {string} key */
export const has = (key) => key in phrases;

/**
 * The phrase of a key, its placeholders filled; `n` chooses the plural form, `count` spells it out.
 * @param {string} key
 * @param {Arguments} [given]
 * @returns {string}
 */
export function t(key, given = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) return key;
  const n = typeof given.n === "number" ? given.n : undefined;
  const filled = n === undefined ? given : { ...given, count: NUMBERS[now][n] ?? String(n) };
  const text = typeof phrase === "string" ? phrase : phrase[plural(n ?? 0)] ?? phrase.other;
  const said = text.replace(/\{(\w+)\}/g, (whole, name) => (name in filled ? String(filled[name]) : whole));
  return key.startsWith("web.") ? typeset(said) : said;
}

/**
 * A text as it is set: in French no line begins with a sign that belongs to the word before it. What the server
 * sends is set already.
 * @param {string} text
 */
export function typeset(text) {
  if (now !== "fr") return text;
  return text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u202f").replace(/(?<=\d) (?=(?:%|cm|mm|s)(?!\p{L}))/gu, "\u00a0");
}

/** @param {number} n */
const plural = (n) => (n === 1 || (now === "fr" && n === 0) ? "one" : "other");

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(now, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** @param {number} share */
export const percent = (share) => t("web.percent", { n: Math.round(100 * share) });

/**
 * Parts joined as a sentence joins them: a, b and c.
 * @param {string[]} parts
 */
export function list(parts) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${now === "fr" ? "et" : "and"} ${parts[parts.length - 1]}`;
}

/** @param {string} text */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Every law of a ruling once, in order of weight.
 * @param {Ruling} ruling
 * @returns {string[]}
 */
export const lawsOf = (ruling) => [...new Set(ruling.findings.flatMap((finding) => finding.laws))];

/**
 * A citation without its rulebook: "international-a 3.11 a" is § 3.11 a.
 * @param {string} citation
 */
export const paragraphOf = (citation) => `§ ${citation.slice(citation.indexOf(" ") + 1)}`;
