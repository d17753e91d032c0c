/**
 * Who is spoken of: the reader of this page is "you", never a name with the verb of somebody else; two names take
 * the plural. A sentence has its forms beside it: `.you`, `.both`, and `.ours` for the reader with a partner.
 */
import { has, list, t } from "../words.js";

/** @typedef {import("../words.js").Arguments} Arguments */

/** What players are called who gave no name; as a name it would take a verb of its own. */
const PRONOUNS = new Set(["You", "Vous"]);

/** The one player of this page; nobody where several play here or one looks on, null away from the table. */
/** @type {string | null} */
let reader = null;

/** @param {readonly string[] | null} mine the players of this link; null when the table is left */
export function readBy(mine) {
  if (mine === null) reader = null;
  else reader = mine.length === 1 ? mine[0] : mine.find((name) => PRONOUNS.has(name)) ?? "";
}

/** @param {string} name */
export const isYou = (name) => name !== "" && (name === reader || (reader === null && PRONOUNS.has(name)));

/** Whether a name says already that it is the reader's. @param {string} name */
export const isPronoun = (name) => PRONOUNS.has(name);

/**
 * A player's name as it stands alone.
 * @param {string} name
 */
export function named(name) {
  if (!PRONOUNS.has(name)) return name;
  return t(isYou(name) ? "web.table.you-name" : "web.table.player");
}

/**
 * A sentence about somebody, in the form that fits.
 * @param {string} key
 * @param {readonly string[]} names
 * @param {Arguments} [more]
 */
export function about(key, names, more = {}) {
  const others = names.filter((name) => !isYou(name));
  const ours = others.length < names.length;
  const form = names.length > 1 ? (ours ? ".ours" : ".both") : ours ? ".you" : "";
  const fits = has(key + form);
  return t(fits ? key + form : key, { ...more, player: list((fits ? others : names).map(named)) });
}
