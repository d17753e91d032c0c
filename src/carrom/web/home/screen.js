/** Home: a game at once, or any other table; what was left unfinished; and the ways to everything else. */
import { errorText, getJson, postJson } from "../shared/api.js";
import { rosette } from "../board/rosette.js";
import { h, render, toast, useStyle } from "../shared/dom.js";
import { choices, modeChoice } from "./form.js";
import { bookTitle, lengthTexts, levelText, levelTitle, ownMatches, resultText, tableOf, when } from "../shared/matches.js";
import { go, link } from "../shared/nav.js";
import { givesChance, granted, isUnusual, keepWish, lastWish, opponent, roomOf, roomTitle, sameNames } from "./new_room.js";
import * as prefs from "../shared/prefs.js";
import { onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").RoomMade} RoomMade */

const MOST_TO_GO_ON = 3;
const WAYS = ["how", "practice", "replays", "ask", "laws", "umpire"];

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const [ready] = await Promise.all([
    /** @type {Promise<Ready>} */ (getJson("/api/ready")),
    useStyle("/static/home/home.css"),
  ]);
  const home = new Home(root, ready);
  return () => home.leave();
}

class Home {
  /**
   * @param {HTMLElement} root
   * @param {Ready} ready
   */
  constructor(root, ready) {
    this.root = root;
    this.ready = ready;
    this.wish = lastWish(ready);
    this.more = { chance: givesChance(this.wish), options: isUnusual(this.wish, ready) };
    /** @type {number[]} */
    this.wrong = [];
    this.opening = false;
    /** @type {import("../shared/matches.js").OwnMatch[]} */
    this.unfinished = [];
    this.board = h("div", { class: "home-board" });
    /** @type {HTMLElement | null} */
    this.picture = h("div", { class: "home-picture", "aria-hidden": "true", key: "picture" }, this.board);
    this.away = false;
    /** @type {import("../board/board.js").BoardView | null} */
    this.view = null;
    this.offLang = onLang(() => this.paint());
    this.paint();
    void this.drawBoard();
    void this.lookForUnfinished();
    setTimeout(() => void import("../table/screen.js").catch(() => {}), 400);
  }

  leave() {
    this.away = true;
    this.offLang();
    this.view?.destroy();
  }

  paint() {
    if (this.away) return;
    render(this.root,
      h("div", { class: "home" },
        h("div", { class: "home-side" },
          h("div", { class: "hero" },
            h("h1", null, t("web.home.title")),
            h("p", { class: "lead" }, t("web.home.lead")),
            h("p", null, link("/how", { class: "new-here" }, t("web.home.new-here")))),
          this.picture),
        h("div", { class: "home-play" }, this.goOn(), this.form()),
        h("nav", { class: "ways", "aria-label": t("web.home.ways") },
          WAYS.map((way) =>
            link(`/${way}`, { class: "card" },
              h("h2", null, t(`web.home.way.${way}`)),
              h("p", { class: "muted" }, t(`web.home.way.${way}.help`)))))));
  }

  form() {
    const { wish } = this;
    const form = { wish, ready: this.ready, wrong: this.wrong, more: this.more, change: this.change };
    return h("form", { class: "card play-card", "aria-label": t("web.home.new"), onsubmit: this.open },
      modeChoice(form),
      h("div", { class: "start" },
        h("button", { class: "button primary big", id: "play", type: "submit", "aria-describedby": "summary",
          disabled: this.opening }, t(`web.home.play.${wish.mode}`)),
        h("p", { class: "summary", id: "summary" }, this.summary())),
      choices(form));
  }

  /** @param {Partial<import("./new_room.js").Wish>} how */
  change = (how) => {
    if (how.mode) this.wrong = [];
    this.wish = granted({ ...this.wish, ...how }, this.ready);
    keepWish(this.wish);
    this.paint();
  };

  /** The table that Play now would open, in one line. */
  summary() {
    const { wish } = this;
    const { lead, breaks } = wish.chance;
    const level = levelTitle(opponent(wish));
    const parts = [
      wish.mode === "computer" ? t("web.home.summary.level", { level }) : t(`web.home.summary.${wish.mode}`),
      t(`web.home.length.${wish.length}`),
      bookTitle(wish.rulebook, this.ready.rulebooks),
      wish.doubles && t("web.home.doubles"),
      wish.clock && t("web.home.clock.on"),
      wish.mode === "computer" && lead > 0 && t("web.home.summary.lead", { n: lead }),
      wish.mode === "computer" && breaks && t("web.home.chance.breaks"),
      wish.hand && t("web.hand", { level: levelText(wish.hand) }),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (this.opening) return;
    this.wrong = sameNames(this.wish);
    if (this.wrong.length) {
      this.paint();
      document.getElementById(`name-${this.wrong[0]}`)?.focus();
      return;
    }
    this.opening = true;
    this.paint();
    keepWish(this.wish);
    const room = roomOf(this.wish);
    try {
      /** @type {RoomMade} */
      const made = await postJson("/api/rooms", room);
      const token = prefs.rememberMade(made, { title: roomTitle(room), kind: room.kind });
      if (!this.away) go(`/table/${encodeURIComponent(made.room)}#${token}`);
    } catch (error) {
      this.opening = false;
      toast(errorText(error), "bad");
      this.paint();
    }
  };

  async lookForUnfinished() {
    try {
      const own = await ownMatches();
      this.unfinished = own
        .filter(({ match }) => !match.over && (match.kind !== "practice" || match.strokes > 0))
        .slice(0, MOST_TO_GO_ON);
    } catch {
      return; // The list is optional: without it a new match can still be started.
    }
    this.paint();
  }

  goOn() {
    if (!this.unfinished.length) return null;
    return h("section", { class: "go-on" },
      h("h2", null, t("web.home.go-on")),
      h("ul", { class: "rows" }, this.unfinished.map(({ match, own }) =>
        h("li", null,
          link(tableOf(own), { class: "go-on-link" },
            h("span", { class: "grow" },
              h("strong", null, resultText(match, own)),
              h("span", { class: "muted small" }, [...lengthTexts(match), when(match.changed)].join(" · "))),
            h("span", { class: "button", "aria-hidden": "true" }, t("web.home.go-on-here")))))));
  }

  /** The board beside the form is only to look at: without it, or without a canvas, home is as good. */
  async drawBoard() {
    try {
      const { BoardView } = await import("../board/board.js");
      if (this.away) return;
      this.view = new BoardView(this.board, this.ready.geometry);
      this.view.setCoins(rosette(this.ready.geometry));
    } catch {
      this.picture = null;
      this.paint();
    }
  }
}
