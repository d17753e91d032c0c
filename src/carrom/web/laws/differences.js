/** Where two rulebooks decide differently: what happened, what each decides, and the board to ask the umpire about. */
import { select } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { list, t, upper } from "../shared/words.js";
import { lawButton, readingButton, shortTitle } from "./verdicts.js";

/** @typedef {import("../wire").LawComparison} LawComparison */
/** @typedef {import("../wire").LawDifference} LawDifference */

/**
 * The two rulebooks of an address: two that exist and are not the same.
 * @param {string} asked their ids, with a comma between them
 * @param {readonly string[]} books all there are
 * @returns {[string, string]}
 */
export function twoBooks(asked, books) {
  const known = asked.split(",").filter((book) => books.includes(book));
  const [one = books[0], other = books.at(-1) ?? one] = known;
  return [one, other === one ? (books.find((book) => book !== one) ?? one) : other];
}

/** @param {readonly string[]} books */
export const differencesPath = (books) => `/laws?view=differences&books=${books.join(",")}`;

/**
 * The choice of the two; the one that the other list has is not offered.
 * @param {readonly string[]} books
 * @param {[string, string]} chosen
 * @param {(chosen: [string, string]) => void} choose
 */
export function bookPicker(books, [one, other], choose) {
  /** @param {string} without */
  const options = (without) =>
    books.filter((book) => book !== without).map((book) => /** @type {const} */ ([book, t(`web.book.${book}`)]));
  return h("div", { class: "difference-books" },
    select({ id: "laws-one", label: t("web.laws.one-book"), value: one, options: options(other),
      change: (book) => choose([book, other]) }),
    select({ id: "laws-other", label: t("web.laws.other-book"), value: other, options: options(one),
      change: (book) => choose([one, book]) }));
}

/**
 * @param {LawComparison} given
 * @param {(citation: string) => void} open
 */
export function differences(given, open) {
  const parts = [...new Set(given.differences.map(({ part }) => part))];
  return h("div", { class: "stack" },
    h("h2", { tabindex: "-1" }, given.count),
    h("p", { class: "muted" }, given.whose),
    parts.map((part) => {
      const here = given.differences.filter((each) => each.part === part);
      return h("section", { class: "stack tight" }, h("h3", { class: "difference-part" }, part), here.map((each) => difference(each, open)));
    }),
    given.values.length > 0 && values(given.values));
}

/**
 * @param {LawDifference} each
 * @param {(citation: string) => void} open
 */
const difference = (each, open) =>
  h("article", { class: "panel stack tight difference" },
    h("h4", null, upper(each.title)),
    h("p", { class: "muted small" }, each.board),
    h("ul", { class: "verdicts" }, each.decided.map((decided) =>
      h("li", { class: "verdict" },
        h("h5", null, upper(list(decided.books.map(shortTitle)))),
        h("p", null, decided.text),
        h("p", { class: "law-row" },
          decided.laws.map((law) => lawButton(law, open, { book: !decided.books.includes(law.split(" ")[0]) })),
          decided.readings.map(readingButton))))),
    h("p", null, link(askPath(each), {}, t("web.laws.differences.ask"))));

/**
 * The question to the umpire with this board filled in.
 * @param {LawDifference} difference
 */
export function askPath({ case: asked, decided }) {
  const put = JSON.stringify({ rulebook: decided[0].books[0], ...asked });
  return `/ask?case=${encodeURIComponent(put)}`;
}

/** @param {LawComparison["values"]} given */
const values = (given) =>
  h("section", { class: "stack tight" },
    h("h3", { class: "difference-part" }, given[0].part),
    h("dl", { class: "panel law-values" }, given.map((value) =>
      h("div", null,
        h("dt", null, upper(value.title)),
        value.has.map(({ books, text }) =>
          h("dd", null, `${upper(list(books.map(shortTitle)))} – `, h("strong", null, text)))))));
