/** What the umpire says: the call after a stroke with its paragraphs, and the log of the match. */
import { errorText, getJson } from "../shared/api.js";
import { seenFrom } from "../board/seats.js";
import { called } from "../shared/called.js";
import { fill, h, toast } from "../shared/dom.js";
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
  if (!line.ruling) return null;
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
      laws && laws.length ? h("div", { class: "row laws" }, laws) : null,
    );
  }
}

/** Every entry that says something, from the first one known; strokes by their number. Only the call is spoken. */
export class Log {
  constructor() {
    this.title = h("h2");
    this.list = h("ol", { role: "log", "aria-live": "off", tabindex: "0", class: "log-list" });
    this.earlier = h("button", { class: "button quiet earlier", type: "button", hidden: true,
      onclick: () => void this.#all() });
    this.element = h("section", { class: "log panel" }, this.title, this.earlier, this.list);
    /** @type {After | null} */
    this.after = null;
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.items = new Map();
    this.watch = "";
    /** @type {SeatName} */
    this.seat = "south";
  }

  /**
   * @param {readonly Line[]} lines
   * @param {After} after
   */
  add(lines, after) {
    this.after = after;
    const old = lines.filter((line) => line.v < Math.max(0, ...this.lines.keys()) && !this.lines.has(line.v));
    for (const line of lines) {
      this.lines.set(line.v, line);
      if (line.kind === "taken-back" && line.to !== null) this.#undo(line.to, line.v);
    }
    if (old.length) this.paint(after);
    else {
      const below = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
      for (const line of lines) this.#put(line, after);
      if (below) this.list.scrollTop = this.list.scrollHeight;
    }
    this.#older();
  }

  /** Nothing is known; what was is to be said in another language. */
  clear() {
    this.lines.clear();
    this.items.clear();
    this.list.replaceChildren();
  }

  /** A page that came late knows the last entries; the others are there for the asking. */
  #older() {
    this.earlier.textContent = t("web.table.log.earlier");
    this.earlier.hidden = this.lines.size === 0 || Math.min(...this.lines.keys()) <= 1;
  }

  async #all() {
    this.earlier.disabled = true;
    try {
      /** @type {import("../wire").Replay} */
      const { lines } = await getJson(`/api/match/${this.watch}`);
      if (this.after) this.add(lines.filter((line) => !this.lines.has(line.v)), this.after);
      this.list.scrollTop = 0;
    } catch (error) {
      toast(errorText(error), "bad");
    }
    this.earlier.disabled = false;
  }

  /**
   * Everything again, in the language and from the seat of now.
   * @param {After} after
   */
  paint(after) {
    this.title.textContent = t("web.table.log");
    this.#older();
    this.list.setAttribute("aria-label", t("web.table.log"));
    this.list.replaceChildren();
    this.items.clear();
    for (const v of [...this.lines.keys()].sort((a, b) => a - b)) {
      const line = this.lines.get(v);
      if (line) this.#put(line, after);
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * @param {number} to
   * @param {number} by
   */
  #undo(to, by) {
    for (const [v, line] of this.lines) {
      if (v <= to || v >= by || line.kind === "engine-changed") continue;
      this.lines.set(v, { ...line, stands: false });
      this.items.get(v)?.classList.add("undone");
    }
  }

  /**
   * @param {Line} line
   * @param {After} after
   */
  #put(line, after) {
    const said = lineText(line, this.seat);
    if (!said || this.items.has(line.v)) return;
    const laws = lawButtons(line, this.watch);
    const aim = line.aim ? angleWords(rightOfAhead(line.aim.angle)) : "";
    const item = h(
      "li",
      { class: line.stands ? "" : "undone", "data-v": line.v },
      line.n ? h("span", { class: "badge", title: aim || null }, line.n) : h("span"),
      h("div", { class: "log-words" }, h("p", null, said),
        line.ruling && h("p", { class: "muted" }, line.ruling.text),
        laws && laws.length ? h("div", { class: "row laws" }, laws) : null),
    );
    this.items.set(line.v, item);
    this.list.append(item);
  }
}
