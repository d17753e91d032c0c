/**
 * Searching the laws, as carrom.laws.texts does: accents and case aside, words by their beginning. The page has all
 * laws and follows every key without a request; a test holds the results against Python's.
 */

/** @typedef {import("../wire").Laws} Laws */
/** @typedef {import("../wire").LawText} LawText */
/** @typedef {import("../wire").TermText} TermText */

// Figures stay whole, so that 3.11 is no 3.1, and 1,59 in French is 1.59 in English.
const WORD = /\d+(?:[.,]\d+)*|\p{L}+/gu;
const SHOWN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu;

/**
 * The words of a text without case and accents.
 * @param {string} text
 * @returns {string[]}
 */
export function foldedWords(text) {
  const plain = text.replaceAll("œ", "oe").replaceAll("Œ", "OE").replaceAll("ß", "ss").normalize("NFKD");
  const bare = plain.replace(/\p{M}/gu, "").toLowerCase();
  return (bare.match(WORD) ?? []).map((word) => word.replaceAll(",", "."));
}

/**
 * Whether a folded word is among others: by its beginning, in the singular, or whole if a figure.
 * @param {string} word
 * @param {readonly string[]} words
 */
export function occurs(word, words) {
  if (/^\d/.test(word)) return words.includes(word);
  return words.some((each) => each.startsWith(word) || word === `${each}s`);
}

/**
 * An id as it may be typed: 3.11A, §3.11 a) and 3.11 a are one.
 * @param {string} text
 */
export function idKey(text) {
  const bare = text.toLowerCase().replace(/[§()]/g, " ");
  return bare
    .replace(/(\d)(?=\p{L})/gu, "$1 ")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");
}

/** @typedef {{ law: LawText, shown: LawText }} Found `shown` is in the language that holds the words */

/**
 * Whether folded words are the others, in any order and each by its beginning.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} words
 */
const areMeant = (wanted, words) =>
  wanted.every((word) => occurs(word, words)) && words.every((each) => wanted.some((word) => occurs(word, [each])));

/**
 * The paragraphs that people mean by words that the laws do not use.
 * @param {readonly string[]} wanted folded words
 * @param {readonly Laws[]} languages the first is that of the page
 */
function meantBy(wanted, languages) {
  const topics = languages[0].sought.filter((_, i) =>
    languages.some((each) => each.sought[i].words.some((words) => areMeant(wanted, foldedWords(words)))));
  return [...new Set(topics.flatMap((topic) => topic.laws))];
}

/**
 * The paragraph with this id where the text is one, else those that people mean by the words, then those in which all
 * words occur, the best first.
 * @param {string} text
 * @param {Laws} here in the language of the page
 * @param {readonly Laws[]} there in other languages, which are searched too
 * @param {string} book only this rulebook, if any
 * @returns {Found[]}
 */
export function search(text, here, there, book = "") {
  const [first, ...rest] = text.trim().split(/\s+/);
  const named = here.books.some((each) => each.book === first) && rest.length ? first : "";
  const asked = named ? rest.join(" ") : text;
  const only = named || book;
  const laws = here.laws.filter((law) => !only || law.book === only);
  const exact = laws.filter((law) => idKey(law.paragraph) === idKey(asked));
  if (exact.length) return exact.map((law) => ({ law, shown: law }));
  const wanted = foldedWords(asked);
  if (!wanted.length) return [];
  const byCitation = new Map(laws.map((law) => [law.citation, law]));
  const meant = new Set(meantBy(wanted, [here, ...there]).flatMap((each) => byCitation.get(each) ?? []));
  const others = there.map((each) => new Map(each.laws.map((law) => [law.citation, law])));
  /** @type {{ away: number, whole: number, found: Found }[]} */
  const ranked = [];
  for (const law of laws) {
    if (meant.has(law)) continue;
    const said = [law, ...others.flatMap((each) => each.get(law.citation) ?? [])];
    const words = said.map((each) => foldedWords(`${each.paragraph} ${each.text}`));
    const anywhere = words.flat();
    if (!wanted.every((word) => occurs(word, anywhere))) continue;
    const holds = words.findIndex((each) => wanted.every((word) => occurs(word, each)));
    const whole = wanted.filter((word) => words[0].includes(word)).length;
    ranked.push({ away: Number(holds !== 0), whole, found: { law, shown: said[Math.max(holds, 0)] } });
  }
  // A stable sort: equals stay in the order of the rulebooks.
  ranked.sort((a, b) => a.away - b.away || b.whole - a.whole);
  return [...[...meant].map((law) => ({ law, shown: law })), ...ranked.map((each) => each.found)];
}

/**
 * The terms whose names, in all languages together, hold all the words.
 * @param {string} text
 * @param {Laws} here
 * @param {readonly Laws[]} there
 * @returns {TermText[]}
 */
export function searchTerms(text, here, there) {
  const wanted = foldedWords(text);
  if (!wanted.length) return [];
  return here.glossary.filter((_, i) => {
    const names = [here, ...there].flatMap((each) => foldedWords(each.glossary[i].term));
    return wanted.every((word) => occurs(word, names));
  });
}

/**
 * A text in pieces, those that a search found marked.
 * @param {string} text
 * @param {readonly string[]} wanted folded words
 * @returns {{ text: string, found: boolean }[]}
 */
export function marked(text, wanted) {
  /** @type {{ text: string, found: boolean }[]} */
  const pieces = [];
  let from = 0;
  for (const match of text.matchAll(SHOWN)) {
    if (!wanted.some((word) => occurs(word, foldedWords(match[0])))) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), found: false });
    pieces.push({ text: match[0], found: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), found: false });
  return pieces;
}

/**
 * The paragraphs of another rulebook whose words together are this one's.
 * @param {LawText} law
 * @param {readonly LawText[]} laws
 * @returns {LawText[]}
 */
export function wordedAs(law, laws) {
  const lent = laws.filter((each) => each.book !== law.book && law.text.includes(each.text));
  return lent.map((each) => each.text).join(" ") === law.text ? lent : [];
}
