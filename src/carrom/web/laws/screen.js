/** The laws page: search and read the six rulebooks, in our words; /laws?book=&q=&law=&subject=&view=&books= */
import { errorText } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { fill, h, render, useStyle } from "../shared/dom.js";
import { readdress } from "../shared/nav.js";
import { lang, languages, onLang, t } from "../shared/words.js";
import { allLaws, comparison, lawsKnown } from "./data.js";
import { openLaw } from "./dialog.js";
import { bookPicker, differences, differencesPath, twoBooks } from "./differences.js";
import { anchor, glossary, results, rulebook, sideBySide, subjectPicker } from "./parts.js";
import { foldedWords, search, searchTerms } from "./search.js";
import { shortTitle } from "./verdicts.js";

/** @typedef {import("../wire").Laws} Laws */
/** @typedef {import("./parts.js").Link} Link */

const FIRST_BOOK = "international-a";
const FIRST_SUBJECT = "queen-cover";

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  await useStyle("/static/laws/laws.css");
  const screen = new LawsScreen(root);
  return () => screen.leave();
}

class LawsScreen {
  query = new URLSearchParams(location.search);
  /** @type {Laws | null} */
  laws = null;
  gone = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.head = h("div", { class: "stack laws-head" });
    this.ways = h("nav", { class: "laws-nav" });
    this.content = h("div", { class: "laws-content", "aria-live": "off" });
    this.said = h("p", { class: "sr", role: "status" });
    fill(root, h("div", { class: "page wide laws-page" }, this.head, this.ways, this.said, this.content));
    this.offLang = onLang(() => void this.load());
    void this.load();
  }

  leave() {
    this.gone = true;
    this.offLang();
  }

  async load() {
    const language = lang();
    this.laws = lawsKnown(language);
    this.paint();
    if (this.laws) return;
    fill(this.content, h("p", { class: "waiting" }, h("span", { class: "spinner" }), t("web.laws.loading")));
    try {
      const laws = await allLaws(language);
      if (this.gone || language !== lang()) return;
      this.laws = laws;
      this.paint();
    } catch (error) {
      if (this.gone) return;
      fill(this.content, h("p", { class: "banner bad" }, errorText(error)),
        button("", t("web.laws.again"), () => void this.load()));
    }
  }

  /**
   * Somewhere else on this page, without leaving it.
   * @param {string} path
   * @param {boolean} [replace]
   */
  turnTo(path, replace = false) {
    if (replace) readdress(path);
    else history.pushState(null, "", path);
    this.query = new URLSearchParams(location.search);
    this.paint();
  }

  /** @type {Link} */
  link = (path, props, ...children) =>
    h("a", {
      href: path,
      ...props,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.turnTo(path);
        const target = this.content.querySelector("[data-asked]") ?? this.content.querySelector("h2");
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
        if (target?.tagName === "H2") target.scrollIntoView({ block: "nearest" });
      },
    }, ...children);

  /** @param {string} wanted */
  search(wanted) {
    const book = this.query.get("book");
    const next = new URLSearchParams({ ...(book ? { book } : {}), ...(wanted.trim() ? { q: wanted.trim() } : {}) });
    this.turnTo(`/laws${next.size ? `?${next}` : ""}`, true);
  }

  /** Words of the other languages are found too, as soon as they are here. */
  async fetchOthers() {
    const missing = languages().slice(1).filter((each) => !lawsKnown(each));
    const came = await Promise.allSettled(missing.map(allLaws));
    if (!this.gone && came.some(({ status }) => status === "fulfilled")) this.paint();
  }

  paint() {
    this.#paintHead();
    this.#paintWays();
    const { laws, query } = this;
    if (!laws) return;
    const [wanted, subject, law] = ["q", "subject", "law"].map((name) => query.get(name) ?? "");
    this.said.textContent = "";
    if (wanted) this.#paintFound(laws, wanted);
    else if (query.get("view") === "glossary") {
      fill(this.content, h("h2", { tabindex: "-1" }, t("web.laws.glossary")), glossary(laws.glossary));
    } else if (query.get("view") === "differences") void this.#paintDifferences(laws);
    else if (subject && !law) this.#paintSubject(laws, subject);
    else this.#paintBook(laws, law);
  }

  #paintHead() {
    const typed = /** @type {HTMLInputElement | null} */ (this.head.querySelector("#laws-search"));
    // A hand may be typing in the field, with spaces that the address does not have.
    const value = typed && typed === document.activeElement ? typed.value : (this.query.get("q") ?? "");
    render(this.head,
      h("h1", null, t("web.laws.title")),
      h("p", { class: "lead" }, t("web.laws.lead")),
      h("p", null, h("a", { href: "/how" }, t("web.laws.new-here"))),
      h("form", { class: "field", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        h("label", { for: "laws-search" }, t("web.laws.search")),
        h("input", { type: "search", id: "laws-search", autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
          placeholder: t("web.laws.search-example"), value,
          oninput: (/** @type {any} */ event) => this.search(event.currentTarget.value) }),
        h("span", { class: "help" }, t("web.laws.search-help"))));
  }

  #paintWays() {
    const { query, link } = this;
    const view = query.get("q") ? "search" : query.get("subject") ? "subject" : (query.get("view") ?? "book");
    /** @param {string} name */
    const here = (name) => ({ "aria-current": view === name ? "page" : undefined });
    this.ways.setAttribute("aria-label", t("web.laws.title"));
    fill(this.ways,
      link("/laws", here("book"), t("web.laws.rulebooks")),
      link(`/laws?subject=${FIRST_SUBJECT}`, here("subject"), t("web.laws.side-by-side")),
      link("/laws?view=differences", here("differences"), t("web.laws.differences")),
      link("/laws?view=glossary", here("glossary"), t("web.laws.glossary")));
  }

  /**
   * @param {Laws} laws
   * @param {string} asked a citation to turn to, or nothing
   */
  #paintBook(laws, asked) {
    const named = asked ? asked.split(" ")[0] : this.query.get("book");
    const book = laws.books.find((each) => each.book === named)?.book ?? FIRST_BOOK;
    fill(this.content, this.#bookChips(laws, book, (each) => `/laws?book=${each}`), rulebook(laws, book, this.link));
    if (!asked) return;
    const place = document.getElementById(anchor(asked));
    if (!place) {
      this.content.prepend(h("p", { class: "banner bad" }, t("web.laws.no-such", { law: asked })));
      return;
    }
    place.setAttribute("data-asked", "");
    requestAnimationFrame(() => place.scrollIntoView({ block: "center" }));
  }

  /**
   * @param {Laws} laws
   * @param {string} subject
   */
  #paintSubject(laws, subject) {
    const known = laws.subjects.some((each) => each.subject === subject) ? subject : FIRST_SUBJECT;
    render(this.content, h("div", { class: "laws-columns", key: "subject" },
      subjectPicker(laws, known, this.link, (to) => this.turnTo(`/laws?subject=${to}`)),
      h("div", { class: "grow", key: known }, sideBySide(laws, known, this.link))));
    const aside = this.content.querySelector(".subject-list");
    const line = aside?.querySelector("[aria-current]");
    // Only the list itself: the page stays where it is.
    if (aside && line instanceof HTMLElement) aside.scrollTop = line.offsetTop - aside.clientHeight / 2;
  }

  /** @param {Laws} laws */
  async #paintDifferences(laws) {
    const address = location.search;
    const books = laws.books.map(({ book }) => book);
    const chosen = twoBooks(this.query.get("books") ?? "", books);
    const found = h("div", { class: "stack" }, h("p", { class: "waiting" }, h("span", { class: "spinner" }), t("web.laws.loading")));
    fill(this.content, bookPicker(books, chosen, (next) => this.turnTo(differencesPath(next))), found);
    try {
      const given = await comparison(lang(), chosen);
      if (!this.gone && location.search === address) fill(found, differences(given, (law) => void openLaw(law)));
    } catch (error) {
      fill(found, h("p", { class: "banner bad" }, errorText(error)),
        button("", t("web.laws.again"), () => void this.load()));
    }
  }

  /**
   * @param {Laws} laws
   * @param {string} wanted
   */
  #paintFound(laws, wanted) {
    const others = languages().slice(1).flatMap((each) => lawsKnown(each) ?? []);
    const chosen = this.query.get("book") ?? "";
    const found = search(wanted, laws, others, chosen);
    const terms = searchTerms(wanted, laws, others);
    const folded = foldedWords(wanted);
    const count = found.length ? t("web.laws.found", { n: found.length }) : t("web.laws.nothing", { words: wanted });
    this.said.textContent = count;
    void this.fetchOthers();
    fill(this.content,
      this.#bookChips(laws, chosen, (book) => `/laws?${new URLSearchParams({ ...(book ? { book } : {}), q: wanted })}`, [""]),
      h("h2", { tabindex: "-1" }, count),
      !found.length && h("p", { class: "muted" }, t("web.laws.nothing-help")),
      terms.length > 0 &&
        h("section", { class: "panel" }, h("h3", null, t("web.laws.glossary")), glossary(terms, folded)),
      results(found, { link: this.link, laws, wanted: folded }));
  }

  /**
   * @param {Laws} laws
   * @param {string} chosen
   * @param {(book: string) => string} path
   * @param {string[]} [before] "" for all rulebooks together
   */
  #bookChips(laws, chosen, path, before = []) {
    const books = [...before, ...laws.books.map((each) => each.book)];
    return h("nav", { class: "row book-chips", "aria-label": t("web.laws.rulebooks") }, books.map((book) =>
      this.link(path(book),
        { class: `chip ${book === chosen ? "on" : ""}`, "aria-current": book === chosen ? "true" : undefined },
        book ? shortTitle(book) : t("web.laws.every-book"))));
  }
}
