/** One paragraph in a dialog: its words, where the other rulebooks have it, and how they would have ruled. */
import { errorText, getJson } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { dialog, fill, h, useStyle } from "../shared/dom.js";
import { lawButton, shortTitle, verdictList } from "./verdicts.js";
import { link } from "../shared/nav.js";
import { inLanguage, lang, paragraphOf, t, useWords } from "../shared/words.js";

/** @typedef {import("../wire").LawPage} LawPage */
/** @typedef {import("../wire").LawText} LawText */
/** @typedef {import("../wire").Verdicts} Verdicts */

const MOST_ELSEWHERE = 8;

/** @param {string} citation */
export const lawPath = (citation) => `/laws?law=${encodeURIComponent(citation)}`;

/**
 * Opens the paragraph a ruling cites. With the watch token of a match and the number of an entry, also how
 * each of the six rulebooks would have ruled on that very stroke.
 * @param {string} citation such as "international-a 3.11 a"
 * @param {{ token?: string, v?: number, read?: (citation: string) => Promise<LawPage> }} [options] `read`: where it
 *   comes from, if not from the server
 */
export async function openLaw(citation, { token, v, read = readLaw } = {}) {
  await Promise.all([useStyle("/static/laws/laws.css"), useWords("laws")]);
  const law = h("div", { class: "stack law-dialog-text", "aria-live": "polite" });
  const verdicts = h("section", { class: "stack tight", hidden: true });
  const more = h("div", { class: "stack" });
  dialog(t("web.laws.dialog"), [law, verdicts, more], { class: "law-dialog" });
  /** @type {string[]} */
  const trail = [];
  /** @param {string} wanted */
  const turnTo = (wanted) => {
    trail.push(wanted);
    void showLaw([law, more], wanted, { open: turnTo, back: trail.length > 1 ? back : null, read });
  };
  const back = () => {
    trail.pop();
    const last = trail.pop();
    if (last) turnTo(last);
  };
  turnTo(citation);
  if (token && v !== undefined) void showVerdicts(verdicts, token, v, turnTo);
}

/**
 * @param {string} citation
 * @returns {Promise<LawPage>}
 */
const readLaw = (citation) => getJson(`/api/law?cite=${encodeURIComponent(citation)}&lang=${lang()}`);

/**
 * @param {[HTMLElement, HTMLElement]} hosts the paragraph, and what lies beyond how this stroke is decided
 * @param {string} citation
 * @param {{ open: (citation: string) => void, back: (() => void) | null,
 *   read: (citation: string) => Promise<LawPage> }} doing
 */
async function showLaw([host, more], citation, doing) {
  host.setAttribute("aria-busy", "true");
  if (!host.firstChild) fill(host, h("h3", null, paragraphOf(citation)), h("span", { class: "spinner" }));
  /** @type {LawPage} */
  let page;
  try {
    page = await doing.read(citation);
  } catch (error) {
    fill(host, h("h3", null, paragraphOf(citation)), h("p", { class: "wrong" }, errorText(error)));
    return;
  } finally {
    host.removeAttribute("aria-busy");
  }
  const { law } = page;
  const away = /^\/(table|practice|replay|umpire|watch|wall)/.test(location.pathname);
  const path = lawPath(law.citation);
  fill(host,
    h("div", { class: "row spread" },
      h("h3", { class: "law-id" }, paragraphOf(law.citation)),
      doing.back && button("quiet", t("web.laws.back"), doing.back)),
    h("p", { class: "muted" }, t(`web.book.${law.book}`)),
    h("p", { class: "law-text", ...inLanguage(law.lang) }, law.text),
    h("p", { class: "muted small" }, t(`web.laws.status.${law.status}`)));
  // Who is at a board keeps it: the laws open beside it.
  const aside = away ? { target: "_blank", rel: "noopener" } : {};
  fill(more, elsewhere(page, doing.open), h("p", null, link(path, aside, t("web.laws.open-page"))));
}

/**
 * @param {LawPage} page
 * @param {(citation: string) => void} open
 */
function elsewhere(page, open) {
  if (!page.elsewhere.length) return h("p", { class: "muted" }, t("web.laws.alone"));
  const books = [...new Set(page.elsewhere.map((law) => law.book))];
  return h("details", { class: "law-elsewhere" },
    h("summary", null, t("web.laws.elsewhere")),
    books.map((book) => {
      const laws = page.elsewhere.filter((law) => law.book === book);
      return h("div", { class: "stack tight" },
        h("h4", null, shortTitle(book)),
        laws.slice(0, MOST_ELSEWHERE).map((law) => elsewhereLaw(law, page.law, open)),
        laws.length > MOST_ELSEWHERE && h("p", { class: "muted" }, t("web.laws.more", { n: laws.length - MOST_ELSEWHERE })));
    }));
}

/**
 * @param {LawText} law
 * @param {LawText} here
 * @param {(citation: string) => void} open
 */
const elsewhereLaw = (law, here, open) =>
  h("div", { class: "law-short" },
    lawButton(law.citation, open),
    law.text === here.text
      ? h("p", { class: "muted" }, t("web.laws.same-words"))
      : h("p", inLanguage(law.lang), law.text));

/**
 * @param {HTMLElement} host
 * @param {string} token
 * @param {number} v
 * @param {(citation: string) => void} open
 */
async function showVerdicts(host, token, v, open) {
  try {
    /** @type {Verdicts} */
    const given = await getJson(`/api/match/${encodeURIComponent(token)}/verdicts/${v}`);
    fill(host, h("h3", null, t("web.laws.this-stroke")), verdictList(given, open));
    host.hidden = false;
  } catch {
    // A seating or a toss is under no rulebook's judgement; the paragraph is there all the same.
  }
}
