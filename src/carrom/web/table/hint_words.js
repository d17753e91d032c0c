/**
 * A hint in short. The server explains a stroke in three sentences: what it tries, how often that works, what else
 * comes of it. Read here is what a player wants at a glance: which coin, which pocket, what may go wrong.
 */
import { lang, list, percent, t } from "../words.js";

/** @typedef {import("../wire").HintNow} HintNow */
/** @typedef {"pocket" | "break" | "touch" | "pass" | ""} Kind */

/** How the sentences name things; the first group that matches says which. */
const SAID = {
  en: {
    also: /Also falls:.*/s,
    coin: [["white", /the white coin/], ["black", /the black coin/], ["queen", /the queen/]],
    pocket: [
      ["far-left", /into the far left/], ["far-right", /into the far right/],
      ["near-left", /into the near left/], ["near-right", /into the near right/],
    ],
    kind: [["break", /^It breaks/], ["pass", /^It touches no/], ["touch", /^No own coin/]],
    risk: [
      ["board", /^board lost/], ["queen", /queen wait/], ["foul", /^foul/], ["try", /^a try/], ["", /^at no cost/],
      ["", /^something else/],
    ],
  },
  fr: {
    also: /Tombe aussi :.*/s,
    coin: [["white", /le jeton blanc/], ["black", /le jeton noir/], ["queen", /la reine/]],
    pocket: [
      ["far-left", /dans le trou du fond à gauche/], ["far-right", /dans le trou du fond à droite/],
      ["near-left", /dans le trou proche à gauche/], ["near-right", /dans le trou proche à droite/],
    ],
    kind: [["break", /^C'est l'ouverture/], ["pass", /^Le palet ne touche/], ["touch", /^Aucun jeton/]],
    risk: [
      ["board", /^board perdu/], ["queen", /reine attend/], ["foul", /^faute/], ["try", /^un essai/],
      ["", /^sans dommage/], ["", /^autre chose/],
    ],
  },
};

/** Rarer risks are told with the details. */
const WORTH_TELLING = 0.5;
const USE = ["pocket", "break", "", "touch", "pass"];

/**
 * @param {(string | RegExp)[][]} among
 * @param {string} text
 */
const which = (among, text) => among.find(([, pattern]) => /** @type {RegExp} */ (pattern).test(text))?.[0];

/**
 * A sentence without its places and paragraphs, part by part.
 * @param {string} sentence
 */
const parts = (sentence) => sentence.replace(/ ?\([^)]*\)/g, "").split(/\s*;\s*/);

/**
 * @param {HintNow} hint
 * @returns {Kind}
 */
function kindOf({ words: [tries = ""] }) {
  const said = SAID[lang()];
  const other = which(said.kind, tries);
  if (other !== undefined) return /** @type {Kind} */ (other);
  return which(said.pocket, tries.replace(said.also, "")) === undefined ? "" : "pocket";
}

/**
 * What a stroke tries, in a few words; the whole sentence where it says nothing known.
 * @param {HintNow} hint
 */
export function triesText(hint) {
  const said = SAID[lang()];
  const [tries = ""] = hint.words;
  const kind = kindOf(hint);
  if (kind === "break" || kind === "pass") return t(`web.table.hint.${kind}`);
  if (kind === "touch") return t(`web.table.hint.touch.${which(said.coin, tries) ?? "white"}`);
  const ways = parts(tries.replace(said.also, "")).flatMap((part) => {
    const coin = first(said.coin, part);
    const pocket = which(said.pocket, part);
    return coin && pocket ? [t(`web.table.hint.${coin}.${pocket}`)] : [];
  });
  return ways.length ? list(ways.map((way, i) => (i ? way.charAt(0).toLowerCase() + way.slice(1) : way))) : tries;
}

/**
 * The one that is named first: a way names the coin that falls before those it goes through.
 * @param {(string | RegExp)[][]} among
 * @param {string} text
 */
function first(among, text) {
  const at = among.map(([name, pattern]) => ({ name, at: text.search(/** @type {RegExp} */ (pattern)) }));
  return at.filter((each) => each.at >= 0).sort((a, b) => a.at - b.at)[0]?.name;
}

/**
 * What may go wrong, in one line; empty if hardly anything.
 * @param {HintNow} hint
 */
export function riskText({ words }) {
  const said = SAID[lang()];
  /** @type {Map<string, number>} */
  const shares = new Map();
  for (const part of parts((words[2] ?? "").replace(/^[^:]*: ?/, ""))) {
    const [, share, what] = /^([\d.,]+)\s*%\s*(.*)$/s.exec(part) ?? [];
    if (!share) continue;
    const risk = String(which(said.risk, what) ?? "turn");
    shares.set(risk, (shares.get(risk) ?? 0) + Number(share.replace(",", ".")));
  }
  shares.delete("");
  const told = [...shares]
    .filter(([, share]) => share >= WORTH_TELLING)
    .sort(([, a], [, b]) => b - a)
    .map(([risk, share]) => t(`web.table.hint.risk.${risk}`, { share: percent(share / 100) }));
  return told.length ? t("web.table.hint.risk", { risks: told.join(", ") }) : "";
}

/** The chance as one number; almost always is not always. @param {HintNow} hint */
export const chanceText = ({ chance }) => percent(chance < 1 ? Math.min(chance, 0.99) : 1);

/**
 * Those that pocket something of use first, each kind in the order it came; what never works only if nothing else does.
 * @param {readonly HintNow[]} hints
 */
export function byUse(hints) {
  const works = hints.filter(({ chance }) => chance > 0);
  return [...(works.length ? works : hints)].sort((a, b) => USE.indexOf(kindOf(a)) - USE.indexOf(kindOf(b)));
}
