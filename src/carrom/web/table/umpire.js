/** What the umpire says: the call after a stroke with its paragraphs, and the log of the match. */
import { errorText, getJson } from "../shared/api.js";
import { seenFrom } from "../board/seats.js";
import { called } from "../shared/called.js";
import { button } from "../shared/controls.js";
import { dialog, h, render, toast } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { lawsOf, paragraphOf, t, upper } from "../shared/words.js";
import { angleWords } from "./controls.js";
import { rightOfAhead } from "./aim.js";
import { placeText } from "./text.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("./screen.js").TableScreen} TableScreen */

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
 * @param {{ token: string, v: number }} [entry] the entry that was decided by it
 */
async function opened(citation, entry) {
  const { openLaw } = await import("../laws/dialog.js");
  openLaw(citation, entry);
}

/**
 * A paragraph that opens its law.
 * @param {string} citation
 * @param {{ token: string, v: number }} [entry]
 */
export const lawButton = (citation, entry) =>
  h("button", { class: "law", type: "button", "aria-label": t("web.table.open-law", { law: paragraphOf(citation) }),
    onclick: () => void opened(citation, entry) }, paragraphOf(citation));

/**
 * The paragraphs of a line, each a button that opens its law.
 * @param {Line} line
 * @param {string} watch
 */
export function lawButtons(line, watch) {
  if (!line.ruling) return [];
  return lawsOf(line.ruling).map((citation) => lawButton(citation, { token: watch, v: line.v }));
}

/** What is asked of a player after a ruling. */
const NEXT = new Set(["strike", "place", "turn"]);

/** Consequences that make a call one about the queen. */
const OF_QUEEN = new Set(["queen-waits", "queen-covered", "queen-back"]);

/**
 * How a call is to be noticed.
 * @param {Line} line
 */
function toneOf({ ruling, foul }) {
  if (foul) return "foul";
  const then = ruling?.findings.flatMap((finding) => finding.then.map(([kind]) => String(kind))) ?? [];
  return then.some((kind) => OF_QUEEN.has(kind)) ? "queen" : "";
}

/**
 * The last call, large.
 * @param {TableScreen} screen
 * @param {After} after
 * @param {string} watch
 */
export function callBox({ called: line, log, surface }, after, watch) {
  const laws = line ? lawButtons(line, watch) : [];
  const next = line?.ruling && NEXT.has(after.asks.kind) ? after.asks.text : "";
  return h("section", { class: "call panel", key: "call", "aria-live": "polite", "aria-label": t("web.table.umpire"),
    "data-tone": line ? toneOf(line) : "" },
  line
    ? h("p", { class: "call-fact" }, line.n > 0 && h("span", { class: "badge" }, line.n), line.n > 0 && " ",
      lineText(line, surface.seat))
    : h("p", { class: "muted" }, t("web.table.call.none")),
  line?.ruling && called(line.ruling),
  // Screen readers read this in the headline.
  next && h("p", { class: "call-next", "aria-hidden": "true" }, next),
  h("div", { class: "row laws" }, laws,
    button("quiet icon history", icon("log"), () => log.openDialog(), { "aria-label": t("web.table.log"),
      title: t("web.table.log"), "data-key": "history" })));
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

  /** On a phone the list lies far below the board: it is shown in a dialog, and put back. */
  openDialog() {
    const { element } = this;
    const place = h("div");
    element.replaceWith(place);
    dialog(t("web.table.log"), [element], { class: "log-dialog", onclose: () => place.replaceWith(element) });
    this.list.scrollTop = this.list.scrollHeight;
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
