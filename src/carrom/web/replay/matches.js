/** Matches to read: one's own, all where the server shows them, and any record file. */
import { ApiError, errorText, getJson, postFile } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { h, render, toast, useStyle } from "../shared/dom.js";
import { bookTitle, goesOn, lengthTexts, matchTitle, ownMatches, resultText, tableOf, when } from "../shared/matches.js";
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
    const practised = this.own.filter(({ match }) => match.kind === "practice");
    const played = this.own.filter(({ match }) => match.kind !== "practice");
    const others = this.all.filter((match) => !this.own.some((each) => each.match.watch === match.watch));
    const { lists } = this.ready;
    render(this.root,
      h("div", { class: "page stack replays" },
        h("h1", null, t("web.replays.title")),
        this.opener(),
        section("own", t("web.replays.own"), played.map(({ match, own }) => this.row(match, own)), t("web.replays.none")),
        practised.length > 0 &&
          h("details", { class: "practised", open: played.length === 0 },
            h("summary", null, `${t("web.replays.practice")} (${practised.length})`),
            h("ul", { class: "matches" }, practised.map(({ match, own }) => this.row(match, own)))),
        lists && section("all", t("web.replays.all"), others.map((match) => this.row(match, null)), t("web.replays.none-here")),
        lists && this.page > 0 && this.more &&
          button("", t("web.replays.more"), () => void this.load(), { id: "more-matches" })));
  }

  /**
   * @param {MatchLine} match
   * @param {import("../shared/prefs.js").OwnRoom | null} own
   */
  row(match, own) {
    const about = [bookTitle(match.rulebook, this.ready.rulebooks), ...lengthTexts(match), when(match.changed || match.began)];
    const open = goesOn(match) ? "running" : !match.over && "unfinished";
    return h("li", { class: "match panel", key: match.watch },
      h("div", { class: "grow" },
        h("h3", null, resultText(match, own)),
        (match.played_here || (open && match.kind !== "practice")) && h("p", { class: "row" },
          open && match.kind !== "practice" &&
            h("span", { class: `chip ${open === "running" ? "good" : ""}` }, t(`web.replay.${open}`)),
          match.played_here && playedHere()),
        h("p", { class: "muted small" }, about.filter(Boolean).join(" · "))),
      h("div", { class: "row" },
        own && !match.over && link(tableOf(own), { class: "button primary" }, t("web.home.go-on-here")),
        link(`/replay/${encodeURIComponent(match.watch)}`,
          { class: "button", "aria-label": t("web.replays.watch-match", { match: matchTitle(match) }) },
          t("web.replays.watch"))));
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
    /** @param {boolean} over */
    const dragged = (over) => (/** @type {any} */ event) => {
      event.preventDefault();
      event.currentTarget.classList.toggle("over", over);
      if (event.type === "drop") void this.open(event.dataTransfer?.files[0]);
    };
    const chosen = (/** @type {any} */ { currentTarget }) => {
      const [file] = currentTarget.files;
      currentTarget.value = ""; // The same file may be chosen again.
      void this.open(file);
    };
    return h("div", { class: "drop", ondragover: dragged(true), ondragleave: dragged(false), ondrop: dragged(false) },
      h("input", { type: "file", id: "record-file", class: "sr", accept: ".carrom,.jsonl,.json,.txt", tabindex: "-1",
        "aria-hidden": "true", onchange: chosen }),
      button("", t("web.replays.open"), () => document.getElementById("record-file")?.click(),
        { id: "open-record", disabled: this.opening }),
      h("p", { class: "muted grow" }, t("web.replays.drop")),
      this.refused && h("p", { class: "wrong", id: "record-wrong", role: "alert" }, this.refused));
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
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {string} none
 */
const section = (id, title, rows, none) =>
  h("section", { class: "stack tight", "aria-labelledby": `${id}-title`, key: id },
    h("h2", { id: `${id}-title` }, title),
    rows.length ? h("ul", { class: "matches" }, rows) : h("p", { class: "empty" }, none));

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
