/** Small parts of the desk: discs, players with their colour, paragraphs that open, large buttons. */
import { errorText } from "../../shared/api.js";
import { openLaw } from "../../laws/dialog.js";
import { dialog, h, toast } from "../../shared/dom.js";
import { button as plainButton } from "../../shared/controls.js";
import { svg } from "../../shared/icons.js";
import { inLanguage, lang, lawsOf, paragraphOf, t, upper } from "../../shared/words.js";
import { colourOf, disc, SIDES, sideText } from "../marks.js";

export { disc, SIDES, sideText };

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Ruling} Ruling */
/** @typedef {import("../../shared/dom.js").Child} Child */
/** @typedef {"first" | "second"} SideName */
/** @typedef {"white" | "black"} Colour */
/** @typedef {"white" | "black" | "queen" | "striker"} Piece */

/** @type {readonly Colour[]} */
export const COLOURS = ["white", "black"];

/** A disc that says its colour itself. @param {Piece} piece */
export const namedDisc = (piece) =>
  h("span", { class: `coin ${piece}`, role: "img", "aria-label": t(`web.umpire.desk.piece.${piece}`) });

/**
 * So many discs in a row.
 * @param {Piece} piece
 * @param {number} n
 */
export const discs = (piece, n) =>
  h("span", { class: "discs", "aria-hidden": "true" }, Array.from({ length: n }, () => disc(piece)));

/**
 * @param {View} view
 * @param {Colour} colour
 * @returns {SideName}
 */
export function sideOf(view, colour) {
  return (colour === "white") === (view.white !== "second") ? "first" : "second";
}

/**
 * A player with the colour of this board.
 * @param {View} view
 * @param {string} name
 */
export function playerMark(view, name) {
  const colour = view.players.find((player) => player.name === name)?.colour;
  return h("span", { class: "who" }, colour && namedDisc(colour), h("b", null, name));
}

/**
 * A side by its players, with its colour.
 * @param {View} view
 * @param {SideName} side
 */
export function sideMark(view, side) {
  const colour = colourOf(view, side);
  return h("span", { class: "who" }, colour && namedDisc(colour), h("b", null, sideText(view, side)));
}

/**
 * Who plays with a colour, or the colour where that is unknown.
 * @param {View} view
 * @param {Colour} colour
 */
export const colourText = (view, colour) =>
  view.white ? sideText(view, sideOf(view, colour)) : upper(t(`web.umpire.desk.colour.${colour}`));

/**
 * Orders colours by their sides: the first side is always on the left.
 * @param {View} view
 * @param {readonly Colour[]} colours
 */
export const bySide = (view, colours) =>
  SIDES.flatMap((side) => colours.filter((colour) => sideOf(view, colour) === side));

/**
 * A sentence in which a name is set with its disc.
 * @param {string} text
 * @param {string} name
 * @param {Node} set
 */
export function withMark(text, name, set) {
  const at = name ? text.indexOf(name) : -1;
  return h("span", null, at < 0 ? text : [text.slice(0, at), set, text.slice(at + name.length)]);
}

/** @type {Record<string, string>} */
const PATHS = {
  check: "M5 12.5 10 17.5 19.5 7",
  incident: "M6 21V4M6 5h11l-2.5 3.5L17 12H6",
  undo: "M9 7 4 12l5 5M4.5 12H14a5 5 0 0 1 0 10h-2",
  log: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  off: "M5 19 15 9M9 8h7v7M19 4v.01",
  improper: "M12 4 2.8 20h18.4ZM12 10v5M12 17.6v.01",
  situation:
    "M9 9.2a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17.4v.01M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4",
  clear: "M6 6l12 12M18 6 6 18",
  start: "M8 5.5v13l11-6.5Z",
  stop: "M7 7h10v10H7Z",
  set: "M12 8v4.5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17",
  hand: "M7 3h10v18H7ZM11 18h2",
  sheet: "M6 3h9l4 4v14H6ZM9 12h7M9 16h7M9 8h3",
  eye:
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  note: "M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3",
  ask: "M4 5h16v11H9l-5 4Z",
  striker: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  points: "M4 20V10M10 20V4M16 20v-8M21 20H3",
  flag: "M6 21V4h11v8H6",
  protest: "M12 3v10M12 17v.01M4 21h16",
  overrule: "M5 19 19 5M14 5h5v5M5 10V5h5",
};

/** @param {string} name */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2,
      "stroke-linecap": "round", "stroke-linejoin": "round" },
    svg("path", { d: PATHS[name] ?? "" }),
  );
}

/** @typedef {{ kind?: string, disabled?: boolean, label?: string, pressed?: boolean }} ButtonOptions */

/**
 * @param {string} testid
 * @param {Child | Child[]} words
 * @param {() => void} onclick
 * @param {ButtonOptions} [options]
 */
export const button = (testid, words, onclick, { kind = "", disabled = false, label, pressed } = {}) =>
  plainButton(kind, words, onclick, { "data-testid": testid, disabled, "aria-label": label,
    "aria-pressed": pressed === undefined ? null : String(pressed) });

/**
 * A button for a thumb.
 * @param {string} testid
 * @param {Child | Child[]} words
 * @param {() => void} onclick
 * @param {ButtonOptions} [options]
 */
export const bigButton = (testid, words, onclick, options = {}) =>
  button(testid, words, onclick, { ...options, kind: `tall ${options.kind ?? ""}` });

/**
 * A button for each side, by its players.
 * @param {View} view
 * @param {string} testid
 * @param {(side: SideName) => void} onclick
 * @param {readonly SideName[]} [sides]
 */
export const sideKeys = (view, testid, onclick, sides = SIDES) =>
  h("div", { class: "by-keys" }, sides.map((side) =>
    bigButton(`${testid}-${side}`, sideMark(view, side), () => onclick(side), { kind: "by-key" })));

/**
 * A paragraph that opens its text; without server and judge a toast says that only its number is known.
 * @param {string} citation
 */
export function lawChip(citation) {
  return h(
    "button",
    { class: "law", type: "button", "aria-haspopup": "dialog", "aria-label": t("web.umpire.desk.law", {
      law: paragraphOf(citation) }), onclick: () => void opened(citation) },
    paragraphOf(citation),
  );
}

/** Reads a law without the server; null while the server is in reach. */
/** @type {(citation: string) => Promise<import("../../wire").LawPage> | null} */
let elsewhere = () => null;

/** @param {typeof elsewhere} read */
export const readLawsBy = (read) => void (elsewhere = read);

/** @param {string} citation */
async function opened(citation) {
  try {
    const kept = elsewhere(citation);
    if (kept) showLaw((await kept).law);
    else await openLaw(citation);
  } catch {
    toast(t("web.umpire.desk.law.away", { law: paragraphOf(citation) }));
  }
}

/** @param {import("../../wire").LawText} law */
function showLaw(law) {
  dialog(paragraphOf(law.citation), [
    h("p", { class: "muted" }, t(`web.book.${law.book}`)),
    h("p", { class: "law-text", ...inLanguage(law.lang) }, law.text),
  ], { class: "sheet", closeLabel: t("web.umpire.desk.close") });
}

/** @param {Ruling} ruling */
export const lawChips = (ruling) => {
  const laws = lawsOf(ruling);
  const readings = [...new Set(ruling.findings.map((finding) => finding.reading).filter((each) => each > 0))];
  return laws.length ? h("div", { class: "row laws" }, laws.map(lawChip), readings.map(readingChip)) : null;
};

/**
 * A reading: how this project applies a law whose words do not decide.
 * @param {number} number
 */
function readingChip(number) {
  const says = () =>
    dialog(upper(t("ruling.reading", { number })), [h("p", null, t("web.umpire.desk.reading.help"))],
      { class: "sheet", closeLabel: t("web.umpire.desk.close") });
  return h("button", { class: "reading", type: "button", "aria-haspopup": "dialog", onclick: says },
    t("ruling.reading", { number }));
}

/** Shows a refusal in the open sheet, or as a toast. @param {unknown} error */
export function showRefusal(error) {
  const open = [...document.querySelectorAll("dialog[open] .dialog-body")].at(-1);
  if (!open) return toast(errorText(error), "bad");
  open.querySelector(".refused")?.remove();
  const note = h("p", { class: "wrong refused", role: "alert" }, errorText(error));
  open.append(note);
  note.scrollIntoView({ block: "nearest" });
}
