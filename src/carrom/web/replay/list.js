/** Every entry of a match that says something, by game and board, with its ruling; one of them is shown. */
import { h, render } from "../shared/dom.js";
import { lineText } from "../table/umpire.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").Replay} Replay */

/**
 * What happened, in a sentence; nothing for entries nobody needs to read.
 * @param {Line} line
 */
export const entryText = (line) => lineText(line, "south");

/**
 * The entries that can be shown: those that say something. Without any, all of them.
 * @param {Replay} replay
 */
export function stopsOf(replay) {
  const stops = replay.lines.filter((line) => line.n > 0 || entryText(line));
  return stops.length ? stops : [...replay.lines];
}

/** The mark of a match that this server has signed. */
export const playedHere = () =>
  h("span", { class: "chip", title: t("web.replay.played-here.help") }, t("web.replay.played-here"));

export class EntryList {
  /** @param {(v: number) => void} onPick */
  constructor(onPick) {
    this.onPick = onPick;
    this.scroll = h("div", { class: "entries-scroll" });
    this.element = h("section", { class: "entries panel" });
  }

  /**
   * @param {readonly Line[]} stops
   * @param {number} v the entry that is shown
   */
  paint(stops, v) {
    /** @type {{ where: string, lines: Line[] }[]} */
    const groups = [];
    for (const line of stops) {
      const where =
        line.kind === "begun" || !line.game ? "" : t("web.replay.where", { game: line.game, board: line.board });
      if (groups.at(-1)?.where !== where) groups.push({ where, lines: [] });
      groups.at(-1)?.lines.push(line);
    }
    render(this.element, h("h2", null, t("web.replay.strokes")), this.scroll);
    render(this.scroll, groups.map(({ where, lines }) =>
      h("section", null, where && h("h3", null, where), h("ol", null, lines.map((line) => this.#item(line, v))))));
    this.#toView(this.scroll.querySelector("[aria-current]"));
  }

  /**
   * @param {Line} line
   * @param {number} shown
   */
  #item(line, shown) {
    const fell = ["striker", "queen", "white", "black"].flatMap((coin) =>
      line.pocketed.filter((each) => each === coin));
    return h("li", { key: line.v },
      h("button", { type: "button", class: line.stands ? "replay-line" : "replay-line undone", "data-v": line.v,
        "data-key": `entry ${line.v}`, "aria-current": line.v === shown ? "true" : null, onclick: () => this.onPick(line.v) },
      h("span", { class: "badge" }, line.n || "·"),
      h("span", { class: "entry-words" },
        h("span", { class: "entry-fact" }, entryText(line) || line.kind, " ",
          fell.map((coin) => h("span", { class: `coin ${coin}`, "aria-hidden": "true" }))),
        line.ruling && h("span", { class: "entry-ruling" }, line.ruling.text),
        !line.stands && h("span", { class: "chip" }, t("web.replay.taken-back")))));
  }

  /** Only the list itself scrolls: the page stays where it is. @param {Element | null} button */
  #toView(button) {
    if (!button) return;
    const [box, item] = [this.scroll.getBoundingClientRect(), button.getBoundingClientRect()];
    if (item.top < box.top) this.scroll.scrollTop -= box.top - item.top + 8;
    else if (item.bottom > box.bottom) this.scroll.scrollTop += item.bottom - box.bottom + 8;
  }
}
