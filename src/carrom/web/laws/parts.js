/** What the laws page is made of: a paragraph, a rulebook, a subject across the rulebooks, the glossary. */
import { button, select } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { lawPath } from "./dialog.js";
import { copyText } from "../shared/clipboard.js";
import { marked, wordedAs } from "./search.js";
import { shortTitle } from "./verdicts.js";
import { inLanguage, lang, list, paragraphOf, t, upper } from "../shared/words.js";

/** @typedef {import("../wire").Laws} Laws */
/** @typedef {import("../wire").LawText} LawText */
/** @typedef {import("./search.js").Found} Found */
/** @typedef {import("../shared/dom.js").Child} Child */
/** @typedef {(path: string, props: Record<string, unknown>, ...children: Child[]) => HTMLElement} Link */

const MOST_FOUND = 60;
/** Statuses that are said beside a paragraph; that the umpire decides is what one expects. */
const TOLD = new Set(["reported", "equipment"]);

/** @param {string} citation */
export const anchor = (citation) => `law-${citation.replace(/[^\w-]+/g, "-")}`;

/**
 * @param {Laws} laws
 * @param {string} subject
 */
export const subjectTitle = (laws, subject) =>
  upper(laws.subjects.find((each) => each.subject === subject)?.title ?? subject);

/**
 * @param {string} text
 * @param {readonly string[]} wanted
 */
function words(text, wanted) {
  return marked(text, wanted).map((piece) => (piece.found ? h("mark", null, piece.text) : piece.text));
}

/**
 * @param {LawText} law
 * @param {{ link: Link, laws: Laws, named?: boolean, subject?: boolean, wanted?: readonly string[],
 *   also?: LawText[], instead?: string }} how
 */
export function paragraph(law, { link, laws, named, subject, wanted = [], also = [], instead }) {
  const cited = paragraphOf(law.citation);
  return h("article", { class: "law-item", id: anchor(law.citation), tabindex: "-1" },
    h("header", { class: "row" },
      link(lawPath(law.citation), { class: "law-id" }, named ? `${shortTitle(law.book)} ${cited}` : cited),
      also.map((other) =>
        link(lawPath(other.citation), { class: "law-also" }, `${shortTitle(other.book)} ${paragraphOf(other.citation)}`)),
      TOLD.has(law.status) &&
        h("span", { class: "muted small", title: t(`web.laws.status.${law.status}`) }, t(`web.laws.decided.${law.status}`)),
      h("span", { class: "grow" }),
      button("quiet icon", "#", () => void copyText(new URL(lawPath(law.citation), location.href).href),
        { title: t("web.laws.copy-link"), "aria-label": t("web.laws.copy-link-of", { law: cited }) })),
    instead
      ? h("p", { class: "muted" }, instead)
      : h("p", { class: "law-text", ...inLanguage(law.lang) }, words(law.text, wanted)),
    subject &&
      h("p", { class: "small" },
        link(`/laws?subject=${law.subject}`, {},
          t("web.laws.compare-subject", { subject: subjectTitle(laws, law.subject) }))));
}

/**
 * A whole rulebook, its paragraphs under what they speak of.
 * @param {Laws} laws
 * @param {string} book
 * @param {Link} link
 */
export function rulebook(laws, book, link) {
  /** @type {{ subject: string, laws: LawText[] }[]} */
  const runs = [];
  for (const law of laws.laws.filter((each) => each.book === book)) {
    if (runs.at(-1)?.subject !== law.subject) runs.push({ subject: law.subject, laws: [] });
    runs.at(-1)?.laws.push(law);
  }
  return h("div", { class: "laws-columns" },
    h("details", { class: "laws-contents panel", open: matchMedia("(min-width: 60rem)").matches },
      h("summary", null, t("web.laws.contents")),
      h("ol", null, runs.map((run, i) =>
        h("li", null,
          h("button", { class: "quiet contents-line", type: "button",
            onclick: () => document.getElementById(`run-${i}`)?.focus() },
          h("span", { class: "numbers muted" }, paragraphOf(run.laws[0].citation)),
          h("span", null, subjectTitle(laws, run.subject))))))),
    h("div", { class: "stack grow" },
      h("h2", { tabindex: "-1" }, t(`web.book.${book}`)),
      whoDecides(),
      runs.map((run, i) =>
        h("section", { class: "stack tight" },
          h("h3", { id: `run-${i}`, tabindex: "-1" },
            link(`/laws?subject=${run.subject}`, { class: "plain" }, subjectTitle(laws, run.subject))),
          h("div", { class: "law-list" }, run.laws.map((law) => paragraph(law, { link, laws })))))));
}

/** What the statuses say of who decides, and where our readings come in. */
const whoDecides = () =>
  h("details", { class: "panel who-decides" },
    h("summary", null, t("web.laws.who-decides")),
    h("ul", null, ["judged", "reported", "equipment", "noted"].map((status) =>
      h("li", null, t(`web.laws.status.${status}`)))),
    h("p", { class: "muted" }, t("web.laws.readings")));

/**
 * The subjects to compare: a list to unfold on a phone, beside the columns elsewhere.
 * @param {Laws} laws
 * @param {string} chosen
 * @param {Link} link
 * @param {(subject: string) => void} turnTo
 */
export function subjectPicker(laws, chosen, link, turnTo) {
  const subjects = laws.subjects.map(({ subject }) => /** @type {const} */ ([subject, subjectTitle(laws, subject)]));
  return [
    h("div", { class: "subject-picker" },
      select({ id: "laws-subject", label: t("web.laws.subject"), value: chosen, options: subjects, change: turnTo })),
    h("nav", { class: "laws-contents panel subject-list", "aria-label": t("web.laws.subject") },
      h("ul", null, subjects.map(([subject, title]) =>
        h("li", null,
          link(`/laws?subject=${subject}`,
            { class: "contents-line", "aria-current": subject === chosen ? "true" : undefined }, title))))),
  ];
}

/**
 * One subject across the rulebooks: a column for each that speaks of it.
 * @param {Laws} laws
 * @param {string} subject
 * @param {Link} link
 */
export function sideBySide(laws, subject, link) {
  const on = laws.laws.filter((law) => law.subject === subject);
  const speak = laws.books.filter((each) => on.some((law) => law.book === each.book));
  const silent = laws.books.filter((each) => !speak.includes(each));
  return h("div", { class: "stack" },
    h("h2", { tabindex: "-1" }, subjectTitle(laws, subject)),
    silent.length > 0 &&
      h("p", { class: "muted" },
        t("web.laws.silent", { n: silent.length, books: list(silent.map((each) => shortTitle(each.book))) })),
    h("div", { class: `side-by-side of-${speak.length}` }, speak.map(({ book, title }) =>
      h("section", { class: "column" },
        h("h3", { title }, link(`/laws?book=${book}`, { class: "plain" }, shortTitle(book))),
        on.filter((law) => law.book === book).map((law) =>
          paragraph(law, { link, laws, instead: sameWords(law, on) }))))));
}

/**
 * The editions share most words: what edition a has said is not said again.
 * @param {LawText} law
 * @param {readonly LawText[]} laws
 */
function sameWords(law, laws) {
  if (law.book !== "international-b") return undefined;
  const lent = wordedAs(law, laws.filter((each) => each.book === "international-a"));
  const cited = list(lent.map((each) => paragraphOf(each.citation))).replaceAll(" ", "\u00a0");
  return lent.length ? t("web.laws.same-words-as", { laws: cited }) : undefined;
}

/**
 * @param {readonly import("../wire").TermText[]} terms
 * @param {readonly string[]} [wanted]
 */
export function glossary(terms, wanted = []) {
  const { compare } = new Intl.Collator(lang());
  return h("dl", { class: "glossary" },
    terms.toSorted((one, other) => compare(one.term, other.term)).map((term) =>
      h("div", null,
        h("dt", null, words(upper(term.term), wanted)),
        h("dd", null, words(term.means, wanted)))));
}

/**
 * What a search found; wording that both editions share is shown once.
 * @param {Found[]} found
 * @param {{ link: Link, laws: Laws, wanted: string[] }} how
 */
export function results(found, how) {
  /** @type {Map<string, Found[]>} */
  const byText = new Map();
  for (const each of found) byText.set(each.shown.text, [...(byText.get(each.shown.text) ?? []), each]);
  const shown = [...byText.values()].slice(0, MOST_FOUND);
  return h("div", { class: "stack tight" },
    h("div", { class: "law-list" }, shown.map(([first, ...same]) =>
      paragraph(first.shown, { ...how, named: true, subject: true, also: same.map((each) => each.law) }))),
    byText.size > MOST_FOUND && h("p", { class: "muted" }, t("web.laws.narrow", { n: byText.size - MOST_FOUND })));
}
