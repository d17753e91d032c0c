/** Matches to read: one's own, all where the server shows them, and any record file. */
import { ApiError, errorText, getJson, postFile } from "../shared/api.js";
import { fill, h, toast, useStyle } from "../shared/dom.js";
import { bookTitle, goesOn, matchTitle, ownMatches, resultText, tableOf, when } from "../shared/matches.js";
import { go, link } from "../shared/nav.js";
import { playedHere } from "./list.js";
import { onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").Matches} Matches */
/** @typedef {import("../wire").MatchLine} MatchLine */
/** @typedef {import("../wire").Opened} Opened */
/** @typedef {import("../shared/matches.js").OwnMatch} OwnMatch */

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const [ready, own] = await Promise.all([
    /** @type {Promise<Ready>} */ (getJson("/api/ready")),
    ownMatches().catch(() => []),
    useStyle("/static/replay/replay.css"),
  ]);
  const screen = new Replays(root, ready, own);
  return onLang(() => screen.translate());
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
    this.refused = "";
    this.paint();
    if (ready.lists) void this.load();
  }

  /** Everything in the language of now; what was refused is not said again. */
  translate() {
    this.refused = "";
    this.paint();
  }

  paint() {
    const focused = document.activeElement?.id;
    const opened = this.root.querySelector("details")?.open;
    const practised = this.own.filter(({ match }) => match.kind === "practice");
    const played = this.own.filter(({ match }) => match.kind !== "practice");
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
          played.map(({ match, own }) => this.row(match, own)),
          t("web.replays.none"),
        ),
        practised.length > 0 &&
          h(
            "details",
            { class: "practised", open: opened ?? played.length === 0 },
            h("summary", null, `${t("web.replays.practice")} (${practised.length})`),
            h(
              "ul",
              { class: "matches" },
              practised.map(({ match, own }) => this.row(match, own)),
            ),
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
   * @param {import("../shared/prefs.js").OwnRoom | null} own
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
        h(
          "p",
          { class: "row" },
          h("span", { class: goesOn(match) ? "chip good" : "chip" }, resultText(match)),
          match.played_here && playedHere(),
        ),
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
        own && !match.over && link(tableOf(own), { class: "button primary" }, t("web.home.go-on-here")),
        link(
          `/replay/${encodeURIComponent(match.watch)}`,
          {
            class: "button",
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
      h("p", { class: "muted grow" }, t("web.replays.drop")),
      this.refused && h("p", { class: "wrong", id: "record-wrong", role: "alert" }, this.refused),
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
    this.refused = "";
    this.paint();
    try {
      /** @type {Opened} */
      const opened = await postFile("/api/records", file);
      go(`/replay/${encodeURIComponent(opened.watch)}`);
    } catch (error) {
      this.opening = false;
      this.refused = whatIsWrong(file.name, error);
      this.paint();
    }
  }
}

/**
 * Why a file cannot be read: by its name, and where it is damaged.
 * @param {string} file
 * @param {unknown} error
 */
function whatIsWrong(file, error) {
  const { code, args } = error instanceof ApiError ? error : new ApiError("");
  if (code === "record/too-large") return t("web.replays.bad.large", { file });
  if (code !== "record/broken") return errorText(error);
  const line = Number(args.line) || 0;
  if (line === 1) return t("web.replays.bad.no-record", { file });
  return line ? t("web.replays.bad.damaged", { file, line }) : t("web.replays.bad.broken", { file });
}
