/** The page's own labels by key, in the reader's language; what the server has to say comes in words. */
import * as prefs from "./prefs.js";

/** @typedef {import("../wire").Ruling} Ruling */
/** @typedef {string | Record<string, string>} Phrase */
/** @typedef {Record<string, string | number>} Arguments */

/**
 * How a language writes, as the server has it from the language's folder.
 * @typedef {{ locale: string, direction: "ltr" | "rtl", numbers: string[], signs: [string, string][] }} Rules
 */
/** @typedef {{ name: string, direction: string, no_answer: string, again: string }} Known a language there is */

/** @type {Record<string, Phrase>} */
let phrases = {};
let now = "en";
/** @type {Rules} */
let rules = { locale: "en-GB", direction: "ltr", numbers: [], signs: [] };
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * The languages there are, by their code: the document says so.
 * @returns {Record<string, Known>}
 */
export function knownLanguages() {
  return JSON.parse(document.querySelector("meta[name=languages]")?.getAttribute("content") ?? "{}");
}

/**
 * The code of a language as we have it, for a language as browsers write it: fr for fr-CA.
 * @param {string} wish
 */
export function closestLanguage(wish) {
  const codes = Object.keys(knownLanguages());
  const names = [wish, wish.split("-")[0]].map((each) => each.toLowerCase());
  return names.map((name) => codes.find((code) => code.toLowerCase() === name)).find(Boolean);
}

/** The language wanted here: the one chosen, or the first of the browser's that there is. */
export const preferredLanguage = () => [prefs.get("lang"), ...navigator.languages].map(closestLanguage).find(Boolean) ?? "en";

export const lang = () => now;

/** Words of single screens that have been asked for: laws, practice, replay. */
/** @type {Set<string>} */
const more = new Set();

/** @param {string} language */
export async function loadWords(language) {
  const names = [language, ...[...more].map((screen) => `${screen}.${language}`)];
  const [game, ...screens] = await Promise.all(names.map(fetched));
  phrases = Object.assign({}, game, ...screens);
  if (game?.language) rules = /** @type {any} */ (game.language);
  now = language;
  document.documentElement.lang = language;
  document.documentElement.dir = rules.direction;
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

/**
 * The attributes of an element whose text is in this language: none where it is the language of the page.
 * @param {string} language
 */
export const inLanguage = (language) =>
  language === now ? {} : { lang: language, dir: knownLanguages()[language]?.direction };

/** All languages, that of the page first. */
export const languages = () => [now, ...Object.keys(knownLanguages()).filter((each) => each !== now)];

/** Loads the words of all other languages, so that the page can change its language offline. */
export async function keepAll() {
  const others = languages().slice(1);
  await Promise.all(others.flatMap((each) => [each, ...[...more].map((screen) => `${screen}.${each}`)]).map(fetched));
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

/** @param {string} language */
export async function setLang(language) {
  await loadWords(language);
  prefs.set("lang", language);
  // Iterate over a copy: a listener may remove and add itself again, which would never end.
  [...listeners].forEach((tell) => tell());
}

/**
 * Adds a listener that is called after the language has changed.
 * @param {() => void} tell
 * @returns {() => void} removes the listener
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
  const filled = n === undefined ? given : { ...given, count: rules.numbers[n] ?? String(n) };
  const text = typeof phrase === "string" ? phrase : phrase[intl("PluralRules").select(n ?? 0)] ?? phrase.other;
  const said = text.replace(/\{(\w+)\}/g, (whole, name) => (name in filled ? String(filled[name]) : whole));
  return key.startsWith("web.") ? typeset(said) : said;
}

/**
 * A text as the language sets it. What the server sends is set already.
 * @param {string} text
 */
export function typeset(text) {
  return rules.signs.reduce((set, [pattern, instead]) => set.replace(new RegExp(pattern, "gu"), instead), text);
}

/** @type {Map<string, any>} */
const made = new Map();

/**
 * A maker of texts of the language, kept: it is costly to make.
 * @template {"PluralRules" | "ListFormat"} K
 * @param {K} kind
 * @returns {InstanceType<typeof Intl[K]>}
 */
function intl(kind) {
  const key = `${kind} ${rules.locale}`;
  if (!made.has(key)) made.set(key, new Intl[kind](rules.locale));
  return made.get(key);
}

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(rules.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** @param {number} share */
export const percent = (share) => t("web.percent", { n: Math.round(100 * share) });

/**
 * Parts joined as a sentence joins them: a, b and c.
 * @param {string[]} parts
 */
export const list = (parts) => intl("ListFormat").format(parts);

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
export const paragraphOf = (citation) => leftToRight(`§ ${citation.slice(citation.indexOf(" ") + 1)}`);

/** A text that keeps its order within a sentence from right to left. @param {string} text */
const leftToRight = (text) => (rules.direction === "rtl" ? `\u2066${text}\u2069` : text);
