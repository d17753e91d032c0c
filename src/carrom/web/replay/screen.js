/** A match to read again: the board, its strokes one by one, every ruling; also while it is being played. */
import { ApiError, errorText, getJson, postJson } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { fill, h, render, toast, useStyle } from "../shared/dom.js";
import { copyText } from "../shared/clipboard.js";
import { handTitle } from "../shared/hand.js";
import { openLaw } from "../laws/dialog.js";
import { lawButton } from "../laws/verdicts.js";
import { bookTitle, matchTitle, sideName, tableOf } from "../shared/matches.js";
import { go, link, readdress } from "../shared/nav.js";
import * as prefs from "../shared/prefs.js";
import { Controls } from "./controls.js";
import { EntryList, playedHere, stopsOf, entryText } from "./list.js";
import { hook } from "../shared/test_hook.js";
import { Reel } from "./reel.js";
import { storyParts } from "../table/story.js";
import { lang, lawsOf, onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").Replay} Replay */
/** @typedef {import("../wire").ReplayStep} ReplayStep */
/** @typedef {import("../wire").RoomMade} RoomMade */
/** @typedef {import("../shared/nav.js").Params} Params */

const POLL = 4000; // ms between two looks at a match that goes on

/**
 * @param {HTMLElement} root
 * @param {Params} params
 * @returns {Promise<() => void>}
 */
export async function show(root, params) {
  const token = params.path[1] ?? "";
  if (!token) throw new ApiError("page/unknown");
  const [replay, board] = await Promise.all([
    /** @type {Promise<Replay>} */ (getJson(matchPath(token))),
    import("../board/board.js").catch(() => null),
    useStyle("/static/replay/replay.css"),
    useStyle("/static/table/story.css"),
  ]);
  const screen = new ReplayScreen(root, token, replay, board?.BoardView ?? null, Number(params.query.get("at")) || 0);
  return () => screen.leave();
}

/**
 * @param {string} token
 * @param {string} [rest]
 */
const matchPath = (token, rest = "") => `/api/match/${encodeURIComponent(token)}${rest}`;

class ReplayScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} token
   * @param {Replay} replay
   * @param {typeof import("../board/board.js").BoardView | null} BoardView
   * @param {number} at
   */
  constructor(root, token, replay, BoardView, at) {
    this.root = root;
    this.token = token;
    this.replay = replay;
    this.host = h("div", { class: "replay-board", role: "img" });
    this.head = h("header", { class: "replay-head" });
    this.score = h("p", { class: "replay-score" });
    this.call = h("section", { class: "replay-call panel", "aria-live": "polite" });
    this.deeds = h("div", { class: "replay-deeds" });
    this.story = h("div", { class: "replay-story" });
    this.list = new EntryList((v) => void this.reel.show(this.reel.indexOf(v)));
    this.stage = h("div", { class: "replay-stage" });
    this.view = replay.playable && BoardView ? new BoardView(this.host, replay.geometry) : null;
    fill(root, h("div", { class: `replay ${this.view ? "" : "boardless"}` }, this.head, this.stage,
      h("div", { class: "replay-side" }, this.call, this.deeds, this.list.element)));
    this.reel = new Reel((v) => getJson(matchPath(token, `/step/${v}`)), {
      view: this.view,
      onShown: () => this.shown(),
      onTime: () => this.controls?.paint(),
      onError: (error) => toast(errorText(error), "bad"),
    });
    /** @type {import("./controls.js").Looks} */
    this.looks = { seat: "south", tilt: prefs.get("tilt"), onLook: () => this.look() };
    this.look();
    this.controls = new Controls(this.reel, this.looks, this.view !== null);
    this.reel.follow(stopsOf(replay));
    this.offLang = onLang(() => void this.translate());
    this.poll = window.setInterval(() => void this.lookAgain(), POLL);
    document.addEventListener("keydown", this.pressed);
    document.addEventListener("visibilitychange", this.hidden);
    this.paint();
    this.unhook = this.hook();
    // A match that has ended is read from its first stroke on; the toss and the seats come before.
    const first = Math.max(this.reel.stops.findIndex((line) => line.n > 0), 0);
    const running = !replay.over && replay.kind !== "file";
    if (at || !running) void this.reel.show(at ? this.reel.indexOf(at) : first);
    else void this.reel.show(this.reel.stops.length - 1, { end: true });
  }

  look() {
    prefs.set("tilt", this.looks.tilt);
    this.view?.setSeat(this.looks.seat);
    this.view?.setTilt(this.looks.tilt);
  }

  leave() {
    clearInterval(this.poll);
    document.removeEventListener("keydown", this.pressed);
    document.removeEventListener("visibilitychange", this.hidden);
    this.offLang();
    this.unhook();
    this.reel.stop();
    this.view?.destroy();
  }

  hook() {
    const { reel } = this;
    return hook({
      board: this.view,
      get v() {
        return reel.step?.line.v ?? 0;
      },
      get time() {
        return reel.time;
      },
      state: () => reel.step?.after ?? null,
      idle: () => !reel.playing && !reel.loading,
      seek: (/** @type {number} */ time) => reel.seek(time),
    });
  }

  /** Who looks away misses nothing. */
  hidden = () => {
    if (document.hidden) this.reel.halt();
  };

  pressed = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea")) return;
    if (event.key === " ") {
      if (target.closest("button, a, summary") || !this.view) return;
      this.controls.toggle();
    } else if (event.key === "ArrowLeft") this.reel.turn(-1);
    else if (event.key === "ArrowRight") this.reel.turn(1);
    else if (event.key === "Home" || event.key === "End") this.controls.jump(event.key);
    else return;
    event.preventDefault();
  };

  paint() {
    const { replay } = this;
    document.title = t("web.shell.title", { screen: matchTitle(replay) });
    const state = replay.over ? "over" : replay.kind === "file" ? "unfinished" : "running";
    render(this.head,
      h("h1", null, sideName(replay.first), h("span", { class: "muted" }, " – "), sideName(replay.second)),
      h("p", { class: "muted" }, [bookTitle(replay.rulebook), replay.hand && handTitle(replay.hand), t(`web.replay.${state}`)].filter(Boolean).join(" · "),
        replay.played_here && [" ", playedHere()]),
      this.score);
    render(this.stage,
      !replay.playable && h("p", { class: "banner" }, t("web.replay.no-board")),
      this.view && this.host,
      this.controls.element,
      this.story);
    this.controls.paint();
    this.paintDeeds();
    if (this.reel.step) this.shown();
    else this.list.paint(this.reel.stops, 0);
  }

  paintDeeds() {
    const own = prefs.get("rooms").find((room) => room.watch === this.replay.watch);
    const sheet = matchPath(this.token, `/sheet?lang=${lang()}`);
    render(this.deeds,
      own && !this.replay.over && link(tableOf(own), { class: "button primary" }, t("web.replay.to-table")),
      this.replay.playable &&
        button("", t("web.replay.what-if"), () => void this.whatIf(), { id: "what-if", title: t("web.replay.what-if.help") }),
      button("", t("web.replay.copy"), () => void copyText(this.address()), { id: "copy-link" }),
      h("a", { class: "button", href: matchPath(this.token, "/record"), download: true }, t("web.replay.record")),
      h("a", { class: "button", href: sheet, download: `${t("web.replay.sheet-file")}.txt` }, t("web.replay.sheet")));
  }

  /** The link to this entry. It is always the spectator's link, so that a copy gives nobody a seat. */
  address() {
    const at = this.reel.line?.v ?? 1;
    return `${location.origin}/replay/${encodeURIComponent(this.replay.watch)}?at=${at}`;
  }

  /** Another entry is shown. */
  shown() {
    const { step, line } = this.reel;
    if (!step || !line) return;
    const { after } = step;
    readdress(`/replay/${encodeURIComponent(this.token)}?at=${line.v}`);
    this.controls.paint();
    const score = t("web.replay.score", {
      game: line.game || after.game,
      board: line.board || after.board_number,
      points: `${after.points.first}–${after.points.second}`,
      games: `${after.games.first}–${after.games.second}`,
    });
    this.score.textContent = [score, after.agreed].filter(Boolean).join(" · ");
    const said = entryText(line);
    const [white, black] = ["white", "black"].map((colour) => step.before.filter(({ coin }) => coin === colour).length);
    this.host.setAttribute("aria-label", t("web.replay.board", { said, white, black }));
    this.call.setAttribute("aria-label", t("web.replay.call"));
    render(this.call,
      h("p", { class: "replay-fact" }, line.n > 0 && h("span", { class: "badge" }, line.n), " ", said),
      this.view && line.n > 0 && !step.trace && h("p", { class: "muted" }, t("web.replay.no-motion")),
      line.ruling && h("p", null, line.ruling.text),
      line.ruling && h("div", { class: "row" }, lawsOf(line.ruling).map((citation) =>
        lawButton(citation, (law) => void openLaw(law, { token: this.replay.watch, v: line.v })))));
    const over = after.asks.kind === "over" && after.story;
    render(this.story, over && h("section", { class: "panel", "aria-label": after.asks.text },
      h("h2", null, after.asks.text), storyParts(after, over)));
    this.list.paint(this.reel.stops, line.v);
  }

  /** Everything again, in the language of now. */
  async translate() {
    this.paint();
    const language = lang();
    try {
      /** @type {Replay} */
      const now = await getJson(matchPath(this.token));
      if (language !== lang()) return;
      this.replay = now;
      this.reel.follow(stopsOf(now));
      this.paint();
    } catch (error) {
      toast(errorText(error), "bad");
    }
  }

  /** A match that goes on has new entries; who stood at its end is taken along. */
  async lookAgain() {
    if (this.replay.over || this.replay.kind === "file" || document.hidden) return;
    /** @type {Replay} */
    let now;
    try {
      now = await getJson(matchPath(this.token));
    } catch {
      return; // The next look may find the server again.
    }
    if (now.lines.length === this.replay.lines.length && now.over === this.replay.over) return;
    const following = this.reel.atEnd && !this.reel.playing;
    const before = this.reel.index;
    this.replay = now;
    this.reel.follow(stopsOf(now));
    this.paint();
    if (following && this.reel.stops.length - 1 > before) {
      await this.reel.show(before + 1);
      this.reel.play();
    }
  }

  /** A practice table with the same match behind it, from before the stroke that is shown. */
  async whatIf() {
    const { line, time, duration } = this.reel;
    if (!line) return;
    this.reel.halt();
    const at = duration > 0 && time < duration ? line.v - 1 : line.v;
    try {
      /** @type {RoomMade} */
      const made = await postJson(matchPath(this.token, "/what-if"), { at: Math.max(at, 1) });
      const token = prefs.rememberMade(made, { title: matchTitle(this.replay), kind: "practice" });
      const back = new URLSearchParams({ room: made.room, from: this.token, at: String(line.v) });
      go(`/practice?${back}#${token}`);
    } catch (error) {
      toast(errorText(error), "bad");
    }
  }
}

