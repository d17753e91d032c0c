/** Home: a game at once, or any other table; what was left unfinished; and the ways to everything else. */
import { errorText, getJson, postJson } from "../shared/api.js";
import { fill, h, toast, useStyle } from "../shared/dom.js";
import * as field from "./form.js";
import { matchTitle, bookTitle, ownMatches, resultText, tableOf } from "../shared/matches.js";
import { go, link } from "../shared/nav.js";
import { keepWish, lastWish, MODES, roomOf, roomTitle, sameNames } from "./new_room.js";
import * as prefs from "../shared/prefs.js";
import { onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").RoomMade} RoomMade */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").Coin} Coin */

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
    /** @type {number[]} */
    this.wrong = [];
    this.opening = false;
    /** @type {import("../shared/matches.js").OwnMatch[]} */
    this.unfinished = [];
    this.pictured = true;
    this.picture = h("div", { class: "home-board" });
    this.summary = h("p", { class: "summary", id: "summary" });
    this.goOn = h("section", { class: "go-on", hidden: true });
    this.away = false;
    /** @type {{ destroy(): void } | null} */
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
    const focused = document.activeElement?.id;
    const open =
      this.root.querySelector("details")?.open ?? (this.wish.trials || this.wish.profile !== "club");
    fill(
      this.root,
      h(
        "div",
        { class: "home" },
        h(
          "div",
          { class: "home-side" },
          h(
            "div",
            { class: "hero" },
            h("h1", null, t("web.home.title")),
            h("p", { class: "lead" }, t("web.home.lead")),
            h("p", null, link("/how", { class: "new-here" }, t("web.home.new-here"))),
          ),
          this.pictured && h("div", { class: "home-picture", "aria-hidden": "true" }, this.picture),
        ),
        h("div", { class: "home-play" }, this.goOn, this.form(open)),
        this.ways(),
      ),
    );
    this.paintGoOn();
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {boolean} open */
  form(open) {
    const { wish } = this;
    /** @type {import("./form.js").Form} */
    const form = {
      wish,
      ready: this.ready,
      wrong: this.wrong,
      changed: () => this.changed(),
      repaint: () => this.paint(),
    };
    const choices =
      wish.mode === "computer"
        ? [
            field.length(form),
            field.levels(form),
            h(
              "div",
              { class: "pairs" },
              field.breaking(form),
              field.players(form),
              field.clock(form),
              field.myName(form),
            ),
            field.rulebook(form),
          ]
        : [
            wish.mode === "online" && field.reach(location.hostname),
            field.length(form),
            field.players(form),
            field.chairs(form),
            h("div", { class: "pairs" }, field.breaking(form), field.clock(form)),
            field.rulebook(form),
          ];
    this.say();
    return h(
      "form",
      {
        class: "card play-card",
        "aria-label": t("web.home.new"),
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.open();
        },
      },
      field.choice({
        name: "mode",
        legend: t("web.home.mode"),
        hidden: true,
        segments: true,
        value: wish.mode,
        options: MODES.map((mode) => ({ value: mode, title: t(`web.home.mode.${mode}`) })),
        onpick: (value) => {
          wish.mode = MODES.find((each) => each === value) ?? "computer";
          this.wrong = [];
          this.changed();
          this.paint();
        },
      }),
      h(
        "div",
        { class: "start" },
        h(
          "button",
          {
            class: "button primary big",
            id: "play",
            type: "submit",
            "aria-describedby": "summary",
            disabled: this.opening,
          },
          t(`web.home.play.${wish.mode}`),
        ),
        this.summary,
      ),
      ...choices,
      field.more(form, open),
    );
  }

  changed() {
    keepWish(this.wish);
    this.say();
    const length = document.getElementById("length-help");
    if (length) length.textContent = field.lengthHelp(this.wish);
    for (const [side, name] of Object.entries(field.breakers(this.wish))) {
      const title = document.getElementById(`breaks-${side}`)?.parentElement?.querySelector(".choice-title");
      if (title) title.textContent = name;
    }
  }

  /** The table that Play now would open, in one line. */
  say() {
    const { wish } = this;
    const level = field.levelTitle(wish.level);
    const about =
      wish.mode === "computer" ? t("web.home.summary.level", { level }) : t(`web.home.summary.${wish.mode}`);
    const parts = [
      about,
      t(`web.home.length.${wish.length}`),
      bookTitle(wish.rulebook, this.ready.rulebooks),
    ];
    if (wish.doubles) parts.push(t("web.home.doubles"));
    if (wish.clock) parts.push(t("web.home.clock.on"));
    this.summary.textContent = parts.join(" · ");
  }

  async open() {
    if (this.opening) return;
    this.wrong = sameNames(this.wish);
    if (this.wrong.length) {
      this.paint();
      document.getElementById(`name-${this.wrong[0]}`)?.focus();
      return;
    }
    this.opening = true;
    this.paint();
    const room = roomOf(this.wish);
    try {
      /** @type {RoomMade} */
      const made = await postJson("/api/rooms", room);
      const token = prefs.rememberMade(made, { title: roomTitle(room), kind: room.kind });
      if (!this.away) go(`/table/${encodeURIComponent(made.room)}#${token}`);
    } catch (error) {
      this.opening = false;
      toast(errorText(error), "bad");
      if (!this.away) this.paint();
    }
  }

  async lookForUnfinished() {
    try {
      const own = await ownMatches();
      this.unfinished = own
        .filter(({ match }) => !match.over && (match.kind !== "practice" || match.strokes > 0))
        .slice(0, MOST_TO_GO_ON);
    } catch {
      return; // Nothing to go on with is no reason to stop anybody from playing.
    }
    if (!this.away) this.paintGoOn();
  }

  paintGoOn() {
    this.goOn.hidden = !this.unfinished.length;
    fill(
      this.goOn,
      h("h2", null, t("web.home.go-on")),
      h(
        "ul",
        { class: "rows" },
        this.unfinished.map(({ match, own }) =>
          h(
            "li",
            null,
            link(
              tableOf(own),
              { class: "go-on-link" },
              h(
                "span",
                { class: "grow" },
                h("strong", null, matchTitle(match)),
                h("span", { class: "muted small" }, resultText(match)),
              ),
              h("span", { class: "button", "aria-hidden": "true" }, t("web.home.go-on-here")),
            ),
          ),
        ),
      ),
    );
  }

  ways() {
    return h(
      "nav",
      { class: "ways", "aria-label": t("web.home.ways") },
      WAYS.map((way) =>
        link(
          `/${way}`,
          { class: "card" },
          h("h2", null, t(`web.home.way.${way}`)),
          h("p", { class: "muted" }, t(`web.home.way.${way}.help`)),
        ),
      ),
    );
  }

  /** The board beside the form is only to look at: without it, or without a canvas, home is as good. */
  async drawBoard() {
    try {
      const { BoardView } = await import("../board/board.js");
      if (this.away) return;
      const view = new BoardView(this.picture, this.ready.geometry);
      this.view = view;
      view.setCoins(rosette(this.ready.geometry.coin_diameter));
    } catch {
      this.pictured = false;
      this.picture.parentElement?.remove();
    }
  }
}

/**
 * The coins as they lie before a break, each touching the next: a picture, not a law.
 * @param {number} size
 * @returns {Coin[]}
 */
function rosette(size) {
  /** @param {Coin["coin"]} coin @param {number} far @param {number} degrees */
  const at = (coin, far, degrees) => {
    const angle = ((degrees + 90) * Math.PI) / 180;
    return { coin, x: far * size * Math.cos(angle), y: far * size * Math.sin(angle) };
  };
  const six = [0, 60, 120, 180, 240, 300];
  return [
    at("queen", 0, 0),
    ...six.map((degrees, i) => at(i % 2 ? "black" : "white", 1, degrees)),
    ...six.map((degrees) => at("white", 2, degrees)),
    ...six.map((degrees) => at("black", Math.sqrt(3), degrees + 30)),
  ];
}
