/** How the rulebooks decide the same case: those that order the same stand together. */
import { dialog, h } from "../shared/dom.js";
import { lawsOf, list, paragraphOf, t, upper } from "../shared/words.js";

/** @typedef {import("../wire").BookSays} BookSays */
/** @typedef {import("../wire").Verdicts} Verdicts */
/** @typedef {import("../wire").Board} Board */

/** @param {string} book */
export const shortTitle = (book) => t(`web.laws.short.${book}`);

/**
 * A paragraph that opens its text.
 * @param {string} citation
 * @param {(citation: string) => void} open
 * @param {{ book?: boolean }} [options] with its rulebook's name
 */
export const lawButton = (citation, open, options = {}) =>
  h("button", { class: "law", type: "button", onclick: () => open(citation), "aria-haspopup": "dialog" },
    options.book ? `${shortTitle(citation.split(" ")[0])} ${paragraphOf(citation)}` : paragraphOf(citation));

/**
 * The paragraphs of a ruling and the readings it took.
 * @param {import("../wire").Ruling} ruling
 * @param {string} book the rulebook that rules: paragraphs it borrows are named with theirs
 * @param {(citation: string) => void} open
 */
export function citedRow(ruling, book, open) {
  const readings = [...new Set(ruling.findings.flatMap((finding) => finding.readings))];
  return h("p", { class: "law-row" },
    lawsOf(ruling).map((law) => lawButton(law, open, { book: !law.startsWith(`${book} `) })),
    readings.map((number) => readingButton(number)));
}

/** @param {number} number */
export function readingButton(number) {
  const says = () => dialog(t("web.laws.reading", { number }), [h("p", null, t("web.laws.reading.help"))]);
  return h("button", { class: "law", type: "button", "aria-haspopup": "dialog", onclick: says }, t("ruling.reading", { number }));
}

/**
 * Rulebooks that order the same, together; each group in the order given.
 * @param {readonly BookSays[]} verdicts
 * @returns {BookSays[][]}
 */
export function grouped(verdicts) {
  const orders = new Set(verdicts.map((said) => said.orders));
  return [...orders].map((each) => verdicts.filter((said) => said.orders === each));
}

/**
 * Every way in which the rulebooks decide, or one line where they agree.
 * @param {Verdicts} given
 * @param {(citation: string) => void} open
 * @param {{ without?: string }} [options] leaves out the group of this rulebook, which is shown elsewhere
 * @returns {HTMLElement}
 */
export function verdictList(given, open, options = {}) {
  const groups = grouped(given.verdicts);
  if (groups.length === 1)
    return h("p", { class: "verdicts-same" }, h("span", { class: "chip good" }, "="), " ", t("web.laws.all-same"));
  const own = groups.find((group) => group.some((said) => said.rulebook === options.without));
  const others = own?.filter((said) => said.rulebook !== options.without) ?? [];
  return h("div", { class: "stack tight" },
    h("p", { class: "verdicts-differ" }, h("span", { class: "chip bad" }, "≠"), " ", t("web.laws.differ")),
    others.length > 0 && h("p", { class: "muted" },
      t("web.laws.as-here", { n: others.length, books: list(others.map((each) => shortTitle(each.rulebook))) })),
    h("ul", { class: "verdicts" }, groups.filter((group) => group !== own).map((group) => verdictCard(group, open))));
}

/**
 * @param {BookSays[]} group
 * @param {(citation: string) => void} open
 */
function verdictCard(group, open) {
  const [{ ruling, rulebook, standing }] = group;
  return h("li", { class: "verdict" },
    h("h4", null, upper(list(group.map((said) => shortTitle(said.rulebook))))),
    ruling ? h("p", null, ruling.text) : h("p", { class: "muted" }, t("web.laws.cannot-say")),
    standing && h("p", { class: "muted small" }, standing),
    ruling && citedRow(ruling, group.length > 1 ? "" : rulebook, open));
}
