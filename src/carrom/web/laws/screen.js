/** The laws page: search and read the five rulebooks, in our words; /laws?book=&q=&law=&subject=&view= */
import { errorText } from "../shared/api.js";
import { fill, h, useStyle } from "../shared/dom.js";
import { allLaws, lawsKnown } from "./data.js";
import { anchor, glossary, results, rulebook, sideBySide, subjectTitle } from "./parts.js";
import { foldedWords, search, searchTerms } from "./search.js";
import { shortTitle } from "./verdicts.js";
import { readdress } from "../shared/nav.js";
import { lang, languages, onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").Laws} Laws */
/** @typedef {import("./parts.js").Link} Link */

const FIRST_BOOK = "international-a";
const FIRST_SUBJECT = "queen-cover";

/**
 * @param {HTMLElement} root
 * @param {{ query: URLSearchParams }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, params) {
  await useStyle("/static/laws/laws.css");
  let query = new URLSearchParams(params.query);
  /** @type {Laws | null} */
  let laws = null;
  let gone = false;

  const field = h("input", {
    type: "search",
    id: "laws-search",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  field.value = query.get("q") ?? "";
  const head = h("div", { class: "stack laws-head" });
  const ways = h("nav", { class: "laws-nav" });
  const content = h("div", { class: "laws-content", "aria-live": "off" });
  const said = h("p", { class: "sr", role: "status" });
  fill(root, h("div", { class: "page wide laws-page" }, head, ways, said, content));

  /**
   * Somewhere else on this page, without leaving it.
   * @param {string} path
   * @param {boolean} [replace]
   */
  const turnTo = (path, replace = false) => {
    if (replace) readdress(path);
    else history.pushState(null, "", path);
    read();
  };
  /** @type {Link} */
  const link = (path, props, ...children) =>
    h(
      "a",
      {
        href: path,
        ...props,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          turnTo(path);
          const target = content.querySelector("[data-asked]") ?? content.querySelector("h2");
          if (target instanceof HTMLElement) target.focus({ preventScroll: true });
          if (target?.tagName === "H2") target.scrollIntoView({ block: "nearest" });
        },
      },
      ...children,
    );
  const read = () => {
    query = new URLSearchParams(location.search);
    if (document.activeElement !== field) field.value = query.get("q") ?? "";
    paint();
  };

  field.addEventListener("input", () => {
    const wanted = field.value.trim();
    const book = query.get("book");
    const next = new URLSearchParams({ ...(book ? { book } : {}), ...(wanted ? { q: wanted } : {}) });
    turnTo(`/laws${next.size ? `?${next}` : ""}`, true);
  });

  /** Words of the other languages are found too, as soon as they are here. */
  const fetchOthers = async () => {
    const missing = languages().slice(1).filter((each) => !lawsKnown(each));
    const came = await Promise.allSettled(missing.map(allLaws));
    if (!gone && came.some(({ status }) => status === "fulfilled")) paint();
  };

  /** Once for a language: a hand may be typing in the field, and a word half composed would be lost. */
  const paintHead = () => {
    fill(
      head,
      h("h1", null, t("web.laws.title")),
      h("p", { class: "lead" }, t("web.laws.lead")),
      h("p", null, h("a", { href: "/how" }, t("web.laws.new-here"))),
      h(
        "form",
        { class: "field", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        h("label", { for: "laws-search" }, t("web.laws.search")),
        field,
        h("span", { class: "help" }, t("web.laws.search-help")),
      ),
    );
    field.placeholder = t("web.laws.search-example");
    ways.setAttribute("aria-label", t("web.laws.title"));
  };

  const paintWays = () => {
    const view = query.get("q") ? "search" : query.get("subject") ? "subject" : (query.get("view") ?? "book");
    /** @param {string} name */
    const here = (name) => (view === name ? "page" : undefined);
    fill(
      ways,
      link("/laws", { "aria-current": here("book") }, t("web.laws.rulebooks")),
      link(`/laws?subject=${FIRST_SUBJECT}`, { "aria-current": here("subject") }, t("web.laws.side-by-side")),
      link("/laws?view=glossary", { "aria-current": here("glossary") }, t("web.laws.glossary")),
    );
  };

  const paint = () => {
    paintWays();
    if (!laws) return;
    const wanted = query.get("q") ?? "";
    const subject = query.get("subject") ?? "";
    const asked = query.get("law") ?? "";
    said.textContent = "";
    if (wanted) paintFound(laws, wanted);
    else if (query.get("view") === "glossary") {
      fill(content, h("h2", { tabindex: "-1" }, t("web.laws.glossary")), glossary(laws.glossary));
    } else if (subject && !asked) paintSubject(laws, subject);
    else paintBook(laws, asked);
  };

  /**
   * @param {Laws} all
   * @param {string} asked a citation to turn to, or nothing
   */
  const paintBook = (all, asked) => {
    const named = asked ? asked.split(" ")[0] : (query.get("book") ?? "");
    const book = all.books.some((each) => each.book === named) ? named : FIRST_BOOK;
    fill(
      content,
      bookChips(all, book, (each) => `/laws?book=${each}`),
      rulebook(all, book, link),
    );
    if (!asked) return;
    const place = document.getElementById(anchor(asked));
    if (!place) {
      content.prepend(h("p", { class: "banner bad" }, t("web.laws.no-such", { law: asked })));
      return;
    }
    place.setAttribute("data-asked", "");
    requestAnimationFrame(() => place.scrollIntoView({ block: "center" }));
  };

  /**
   * @param {Laws} all
   * @param {string} subject
   */
  const paintSubject = (all, subject) => {
    const known = all.subjects.some((each) => each.subject === subject) ? subject : FIRST_SUBJECT;
    const picker = h(
      "select",
      {
        id: "laws-subject",
        onchange: () => turnTo(`/laws?subject=${picker.value}`),
      },
      all.subjects.map((each) => h("option", { value: each.subject }, subjectTitle(all, each.subject))),
    );
    picker.value = known;
    const focused = document.activeElement?.id === "laws-subject";
    fill(
      content,
      h(
        "div",
        { class: "laws-columns" },
        h(
          "div",
          { class: "field subject-picker" },
          h("label", { for: "laws-subject" }, t("web.laws.subject")),
          picker,
        ),
        h(
          "nav",
          { class: "laws-contents panel subject-list", "aria-label": t("web.laws.subject") },
          h(
            "ul",
            null,
            all.subjects.map((each) =>
              h(
                "li",
                null,
                link(
                  `/laws?subject=${each.subject}`,
                  { class: "contents-line", "aria-current": each.subject === known ? "true" : undefined },
                  subjectTitle(all, each.subject),
                ),
              ),
            ),
          ),
        ),
        h("div", { class: "grow" }, sideBySide(all, known, link)),
      ),
    );
    if (focused) picker.focus();
    const aside = content.querySelector(".subject-list");
    const line = aside?.querySelector("[aria-current]");
    // Only the list itself: the page stays where it is.
    if (aside && line instanceof HTMLElement) aside.scrollTop = line.offsetTop - aside.clientHeight / 2;
  };

  /**
   * @param {Laws} all
   * @param {string} wanted
   */
  const paintFound = (all, wanted) => {
    const others = languages().slice(1).flatMap((each) => lawsKnown(each) ?? []);
    void fetchOthers();
    const book = query.get("book") ?? "";
    const found = search(wanted, all, others, book);
    const terms = searchTerms(wanted, all, others);
    const folded = foldedWords(wanted);
    const count = found.length
      ? t("web.laws.found", { n: found.length })
      : t("web.laws.nothing", { words: wanted });
    said.textContent = count;
    fill(
      content,
      bookChips(
        all,
        book,
        (each) => `/laws?${new URLSearchParams({ ...(each ? { book: each } : {}), q: wanted })}`,
        true,
      ),
      h("h2", { tabindex: "-1" }, count),
      !found.length && h("p", { class: "muted" }, t("web.laws.nothing-help")),
      terms.length > 0 &&
        h("section", { class: "panel" }, h("h3", null, t("web.laws.glossary")), glossary(terms, folded)),
      results(found, { link, laws: all, wanted: folded }),
    );
  };

  /**
   * @param {Laws} all
   * @param {string} chosen
   * @param {(book: string) => string} path
   * @param {boolean} [every] also all of them together
   */
  const bookChips = (all, chosen, path, every = false) =>
    h(
      "nav",
      { class: "row book-chips", "aria-label": t("web.laws.rulebooks") },
      (every ? ["", ...all.books.map((each) => each.book)] : all.books.map((each) => each.book)).map((book) =>
        link(
          path(book),
          {
            class: `chip ${book === chosen ? "on" : ""}`,
            "aria-current": book === chosen ? "true" : undefined,
          },
          book ? shortTitle(book) : t("web.laws.every-book"),
        ),
      ),
    );

  const load = async () => {
    const language = lang();
    laws = lawsKnown(language);
    paintHead();
    paint();
    if (laws) return;
    fill(content, h("p", { class: "waiting" }, h("span", { class: "spinner" }), t("web.laws.loading")));
    try {
      const given = await allLaws(language);
      if (gone || language !== lang()) return;
      laws = given;
      paint();
    } catch (error) {
      if (!gone) {
        fill(
          content,
          h("p", { class: "banner bad" }, errorText(error)),
          h("button", { class: "button", type: "button", onclick: () => void load() }, t("web.laws.again")),
        );
      }
    }
  };

  const off = onLang(() => void load());
  void load();
  return () => {
    gone = true;
    off();
  };
}
