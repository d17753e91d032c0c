/** A search of the laws in the language of the page and in all others that are here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { search, searchTerms } from "../../src/carrom/web/laws/search.js";

/**
 * The laws of a language: two paragraphs and a term.
 * @param {string} goal
 * @param {string} queen
 * @param {string} term
 */
function laws(goal, queen, term) {
  /** @param {string} paragraph @param {string} text */
  const law = (paragraph, text) => ({
    citation: `family ${paragraph}`,
    book: "family",
    paragraph,
    status: "judged",
    subject: "goal",
    text,
    lang: "",
  });
  return {
    books: [{ book: "family", title: "" }],
    subjects: [],
    laws: [law("goal 1", goal), law("queen 1", queen)],
    glossary: [{ term, means: "" }],
    sought: [],
  };
}

const english = laws("Pocket your coins.", "Cover the queen.", "queen");
const french = laws("Logez vos jetons.", "Confirmez la reine.", "reine");
const esperanto = laws("Poŝigu viajn diskojn.", "Kovru la reĝinon.", "reĝino");

/** @param {string} text */
const found = (text) =>
  search(text, english, [french, esperanto]).map(({ law, shown }) => [law.citation, shown.text]);

test("words of every language are found, and shown in the first that holds them all", () => {
  assert.deepEqual(found("queen"), [["family queen 1", "Cover the queen."]]);
  assert.deepEqual(found("reine"), [["family queen 1", "Confirmez la reine."]]);
  assert.deepEqual(found("POSIGU"), [["family goal 1", "Poŝigu viajn diskojn."]]);
});

test("words of several languages together find the paragraph, in the language of the page", () => {
  assert.deepEqual(found("jetons diskojn"), [["family goal 1", "Pocket your coins."]]);
});

test("a paragraph that holds the words in the language of the page comes first", () => {
  const here = laws("Decken.", "La Dame.", "Dame");
  const there = laws("La reine.", "Jeton.", "reine");
  const ranked = search("la", here, [there]).map(({ law }) => law.citation);
  assert.deepEqual(ranked, ["family queen 1", "family goal 1"]);
});

test("with no other language here, that of the page is searched alone", () => {
  assert.deepEqual(search("reine", english, []), []);
  assert.deepEqual(searchTerms("reine", english, []), []);
});

test("a term is found by its name in any language", () => {
  for (const name of ["queen", "reine", "regino"]) {
    assert.deepEqual(searchTerms(name, english, [french, esperanto]), english.glossary);
  }
});
