/** Matches to read: one's own, all where the server shows them, and any record file. */
import { errorText, getJson, postFile } from "./api.js";
import { fill, h, toast, useStyle } from "./dom.js";
import { bookTitle, goesOn, matchTitle, ownMatches, resultText, tableOf, when } from "./matches.js";
import { go, link } from "./nav.js";
import { onLang, t } from "./words.js";

/** @typedef {import("./wire").Ready} Ready */
/** @typedef {import("./wire").Matches} Matches */
/** @typedef {import("./wire").MatchLine} MatchLine */
/** @typedef {import("./wire").Opened} Opened */
/** @typedef {import("./matches.js").OwnMatch} OwnMatch */

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const [ready, own] = await Promise.all([
    /** @type {Promise<Ready>} */ (getJson("/api/ready")),
    ownMatches().catch(() => []),
    useStyle("/static/css/replay.css"),
  ]);
  const screen = new Replays(root, ready, own);
  return onLang(() => screen.paint());
}

class Replays {
  /**
   * @param {HTMLElement} root
   * @param {Ready} ready
   * @param {OwnMatch[]} own
   */
  constructor(root, ready, own) {
    this.root = root;
    this.ready = ready;
    this.own = own;
    /** @type {MatchLine[]} */
    this.all = [];
    this.page = 0;
    this.more = ready.lists;
    this.opening = false;
    this.paint();
    if (ready.lists) void this.load();
  }

  paint() {
    const focused = document.activeElement?.id;
    const others = this.all.filter((match) => !this.own.some((each) => each.match.watch === match.watch));
    fill(
      this.root,
      h(
        "div",
        { class: "page stack replays" },
        h("h1", null, t("web.replays.title")),
        this.opener(),
        this.section(
          "own",
          t("web.replays.own"),
          this.own.map(({ match, own }) => this.row(match, own)),
          t("web.replays.none"),
        ),
        this.ready.lists &&
          this.section(
            "all",
            t("web.replays.all"),
            others.map((match) => this.row(match, null)),
            t("web.replays.none-here"),
          ),
        this.ready.lists &&
          this.page > 0 &&
          this.more &&
          h(
            "button",
            { class: "button", id: "more-matches", type: "button", onclick: () => void this.load() },
            t("web.replays.more"),
          ),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {HTMLElement[]} rows
   * @param {string} none
   */
  section(id, title, rows, none) {
    return h(
      "section",
      { class: "stack tight", "aria-labelledby": `${id}-title` },
      h("h2", { id: `${id}-title` }, title),
      rows.length ? h("ul", { class: "matches" }, rows) : h("p", { class: "empty" }, none),
    );
  }

  /**
   * @param {MatchLine} match
   * @param {import("./prefs.js").OwnRoom | null} own
   */
  row(match, own) {
    const strokes = t("web.replays.strokes", { n: match.strokes });
    return h(
      "li",
      { class: "match panel" },
      h(
        "div",
        { class: "grow" },
        h("h3", null, matchTitle(match)),
        h("p", null, h("span", { class: goesOn(match) ? "chip good" : "chip" }, resultText(match))),
        h(
          "p",
          { class: "muted small" },
          [bookTitle(match.rulebook, this.ready.rulebooks), strokes, when(match.changed || match.began)]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h(
        "div",
        { class: "row" },
        own && !match.over && link(tableOf(own), { class: "button" }, t("web.home.go-on-here")),
        link(
          `/replay/${encodeURIComponent(match.watch)}`,
          {
            class: "button primary",
            "aria-label": t("web.replays.watch-match", { match: matchTitle(match) }),
          },
          t("web.replays.watch"),
        ),
      ),
    );
  }

  async load() {
    try {
      /** @type {Matches} */
      const found = await getJson(`/api/matches?page=${this.page + 1}`);
      this.page += 1;
      this.all = [
        ...this.all,
        ...found.matches.filter((match) => !this.all.some((each) => each.watch === match.watch)),
      ];
      this.more = found.more;
    } catch (error) {
      this.more = false;
      toast(errorText(error), "bad");
    }
    this.paint();
  }

  /** A file may be chosen, or dropped here. */
  opener() {
    const input = h("input", {
      type: "file",
      id: "record-file",
      class: "sr",
      accept: ".carrom,.jsonl,.json,.txt",
      tabindex: "-1",
      "aria-hidden": "true",
      onchange: () => void this.open(input.files?.[0]),
    });
    const place = h(
      "div",
      { class: "drop" },
      input,
      h(
        "button",
        {
          class: "button",
          id: "open-record",
          type: "button",
          disabled: this.opening,
          onclick: () => input.click(),
        },
        t("web.replays.open"),
      ),
      h("p", { class: "muted" }, t("web.replays.drop")),
    );
    place.addEventListener("dragover", (event) => {
      event.preventDefault();
      place.classList.add("over");
    });
    place.addEventListener("dragleave", () => place.classList.remove("over"));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      place.classList.remove("over");
      void this.open(event.dataTransfer?.files[0]);
    });
    return place;
  }

  /** @param {File | undefined} file */
  async open(file) {
    if (!file || this.opening) return;
    this.opening = true;
    this.paint();
    try {
      /** @type {Opened} */
      const opened = await postFile("/api/records", file);
      go(`/replay/${encodeURIComponent(opened.watch)}`);
    } catch (error) {
      this.opening = false;
      toast(errorText(error), "bad");
      this.paint();
    }
  }
}
