/** Every entry of a match that says something, by game and board, with its ruling; one of them is shown. */
import { fill, h } from "../shared/dom.js";
import { lineText } from "../table/umpire.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").Replay} Replay */

/**
 * What happened, in a sentence; nothing for entries nobody needs to read.
 * @param {Line} line
 */
export const told = (line) => lineText(line, "south");

/**
 * The entries that can be shown: those that say something. Without any, all of them.
 * @param {Replay} replay
 */
export function stopsOf(replay) {
  const stops = replay.lines.filter((line) => line.n > 0 || told(line));
  return stops.length ? stops : [...replay.lines];
}

/** The mark of a match that this server has signed. */
export const playedHere = () =>
  h("span", { class: "chip", title: t("web.replay.played-here.help") }, t("web.replay.played-here"));

export class EntryList {
  /** @param {(v: number) => void} onPick */
  constructor(onPick) {
    this.onPick = onPick;
    this.title = h("h2");
    this.scroll = h("div", { class: "entries-scroll" });
    this.element = h("section", { class: "entries panel" }, this.title, this.scroll);
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    this.shown = 0;
  }

  /**
   * @param {readonly Line[]} stops
   */
  paint(stops) {
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.v : undefined;
    this.title.textContent = t("web.replay.strokes");
    this.buttons.clear();
    /** @type {HTMLElement[]} */
    const groups = [];
    let heading = "";
    /** @type {HTMLElement | null} */
    let list = null;
    for (const line of stops) {
      const where =
        line.kind === "begun" || !line.game
          ? ""
          : t("web.replay.where", { game: line.game, board: line.board });
      if (!list || where !== heading) {
        heading = where;
        list = h("ol");
        groups.push(h("section", null, where ? h("h3", null, where) : null, list));
      }
      list.append(this.#item(line));
    }
    fill(this.scroll, groups);
    this.mark(this.shown);
    if (focused) this.buttons.get(Number(focused))?.focus();
  }

  /** @param {Line} line */
  #item(line) {
    const fell = ["striker", "queen", "white", "black"].flatMap((coin) =>
      line.pocketed.filter((each) => each === coin),
    );
    const button = h(
      "button",
      {
        type: "button",
        class: line.stands ? "replay-line" : "replay-line undone",
        "data-v": line.v,
        onclick: () => this.onPick(line.v),
      },
      h("span", { class: "badge" }, line.n || "·"),
      h(
        "span",
        { class: "entry-words" },
        h(
          "span",
          { class: "entry-fact" },
          told(line) || line.kind,
          " ",
          fell.map((coin) => h("span", { class: `coin ${coin}`, "aria-hidden": "true" })),
        ),
        line.ruling && h("span", { class: "entry-ruling" }, line.ruling.text),
        !line.stands && h("span", { class: "chip" }, t("web.replay.taken-back")),
      ),
    );
    this.buttons.set(line.v, button);
    return h("li", null, button);
  }

  /** @param {number} v */
  mark(v) {
    this.buttons.get(this.shown)?.removeAttribute("aria-current");
    this.shown = v;
    const button = this.buttons.get(v);
    if (!button) return;
    button.setAttribute("aria-current", "true");
    const [box, item] = [this.scroll.getBoundingClientRect(), button.getBoundingClientRect()];
    if (item.top < box.top) this.scroll.scrollTop -= box.top - item.top + 8;
    else if (item.bottom > box.bottom) this.scroll.scrollTop += item.bottom - box.bottom + 8;
  }
}
