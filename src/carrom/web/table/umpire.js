/** What the umpire says: the call after a stroke with its paragraphs, and the log of the match. */
import { errorText, getJson } from "../shared/api.js";
import { seenFrom } from "../board/seats.js";
import { called } from "../shared/called.js";
import { button } from "../shared/controls.js";
import { fill, h, render, toast } from "../shared/dom.js";
import { lawsOf, paragraphOf, t, upper } from "../shared/words.js";
import { angleWords } from "./controls.js";
import { rightOfAhead } from "./aim.js";
import { placeText } from "./text.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").SeatName} SeatName */

/** Entries that nobody needs to read. */
const SILENT = new Set(["signed"]);

/**
 * What happened, and where a coin was put as it is seen from a seat; empty for entries nobody needs to read.
 * @param {Line} line
 * @param {SeatName} seat
 */
export function lineText({ kind, text, point }, seat) {
  if (SILENT.has(kind)) return "";
  return point ? `${text} ${upper(placeText(...seenFrom(seat, ...point)))}.` : text;
}

/**
 * The law behind a call; its dialog is fetched when somebody first wants to read one.
 * @param {string} citation
 * @param {string} token
 * @param {number} v
 */
async function opened(citation, token, v) {
  const { openLaw } = await import("../laws/dialog.js");
  openLaw(citation, { token, v });
}

/**
 * The paragraphs of a line, each a button that opens its law.
 * @param {Line} line
 * @param {string} watch
 */
function lawButtons(line, watch) {
  if (!line.ruling) return [];
  return lawsOf(line.ruling).map((citation) =>
    h("button", { class: "law", type: "button", "aria-label": t("web.table.open-law", { law: paragraphOf(citation) }),
      onclick: () => void opened(citation, watch, line.v) }, paragraphOf(citation)),
  );
}

const FLASH_FOR = 5000;

/** What is asked of a player after a ruling. */
const NEXT = new Set(["strike", "place", "turn"]);

/** The last call, large. On a phone it is below the controls, so a new one also crosses the board for a moment. */
export class CallBox {
  constructor() {
    this.element = h("section", { class: "call panel", "aria-live": "polite" });
    this.flash = h("p", { class: "flash", "aria-hidden": "true", hidden: true });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Line} line */
  cross(line) {
    if (!line.ruling) return;
    fill(this.flash, line.ruling.call, " ", lawsOf(line.ruling).map(paragraphOf).join(", "));
    this.flash.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), FLASH_FOR);
  }

  clear() {
    this.flash.hidden = true;
  }

  /**
   * @param {Line | null} line
   * @param {After} after
   * @param {string} watch
   * @param {SeatName} seat
   */
  show(line, after, watch, seat) {
    this.element.setAttribute("aria-label", t("web.table.umpire"));
    if (!line) {
      fill(this.element, h("p", { class: "muted" }, t("web.table.call.none")));
      return;
    }
    const laws = lawButtons(line, watch);
    const next = line.ruling && NEXT.has(after.asks.kind) ? after.asks.text : "";
    fill(
      this.element,
      h("p", { class: "call-fact" }, line.n ? h("span", { class: "badge" }, line.n) : null, line.n ? " " : null,
        lineText(line, seat)),
      line.ruling && called(line.ruling),
      // Who listens has it from the headline.
      next && h("p", { class: "call-next", "aria-hidden": "true" }, next),
      laws.length > 0 && h("div", { class: "row laws" }, laws),
    );
  }
}

/** Every entry that says something, from the first one known; strokes by their number. Only the call is spoken. */
export class Log {
  constructor() {
    this.list = h("ol", { role: "log", "aria-live": "off", tabindex: "0", class: "log-list" });
    this.element = h("section", { class: "log panel" });
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.loading = false;
    this.watch = "";
    /** @type {SeatName} */
    this.seat = "south";
  }

  /** Nobody sees this between two paints: what is known is said again in another language. */
  clear() {
    this.lines.clear();
  }

  /** @param {readonly Line[]} lines */
  add(lines) {
    for (const line of lines) {
      this.lines.set(line.v, line);
      if (line.kind === "taken-back" && line.to !== null) this.#undo(line.to, line.v);
    }
    this.paint();
  }

  /**
   * @param {number} to
   * @param {number} by
   */
  #undo(to, by) {
    for (const [v, line] of this.lines)
      if (v > to && v < by && line.kind !== "engine-changed") this.lines.set(v, { ...line, stands: false });
  }

  /** The list in the language and from the seat of now; who reads its end goes on reading there. */
  paint() {
    const below = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    const known = [...this.lines.values()].sort((a, b) => a.v - b.v);
    // A page that came late knows the last entries; the others are there for the asking.
    const earlier = known.length > 0 && known[0].v > 1;
    this.list.setAttribute("aria-label", t("web.table.log"));
    render(this.element,
      h("h2", null, t("web.table.log")),
      earlier && button("quiet earlier", t("web.table.log.earlier"), () => void this.#all(), { disabled: this.loading }),
      this.list);
    render(this.list, known.map((line) => this.#item(line)));
    if (below) this.list.scrollTop = this.list.scrollHeight;
  }

  async #all() {
    this.loading = true;
    this.paint();
    try {
      /** @type {import("../wire").Replay} */
      const { lines } = await getJson(`/api/match/${this.watch}`);
      this.add(lines.filter((line) => !this.lines.has(line.v)));
      this.list.scrollTop = 0;
    } catch (error) {
      toast(errorText(error), "bad");
    }
    this.loading = false;
    this.paint();
  }

  /** @param {Line} line */
  #item(line) {
    const said = lineText(line, this.seat);
    if (!said) return null;
    const laws = lawButtons(line, this.watch);
    const aim = line.aim ? angleWords(rightOfAhead(line.aim.angle)) : null;
    return h("li", { class: line.stands ? "" : "undone", "data-v": line.v, key: line.v },
      line.n ? h("span", { class: "badge", title: aim }, line.n) : h("span"),
      h("div", { class: "log-words" }, h("p", null, said),
        line.ruling && h("p", { class: "muted" }, line.ruling.text),
        laws.length > 0 && h("div", { class: "row laws" }, laws)));
  }
}
