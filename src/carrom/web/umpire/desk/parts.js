/** Small parts of the desk: discs, players with their colour, paragraphs that open, large buttons. */
import { ApiError, errorText } from "../../shared/api.js";
import { openLaw } from "../../laws/dialog.js";
import { dialog, h, toast } from "../../shared/dom.js";
import { button as plainButton } from "../../shared/controls.js";
import { icon } from "../../shared/icons.js";
import { lawsOf, paragraphOf, t, upper } from "../../shared/words.js";
import { colourOf, disc, SIDES, sideText } from "../marks.js";

export { disc, icon, SIDES, sideText };

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
 * @param {View} view
 * @param {string} name
 * @returns {SideName}
 */
export const sideOfPlayer = (view, name) => (view.second.includes(name) ? "second" : "first");

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
 * A sentence in which a name is set with its disc.
 * @param {string} text
 * @param {string} name
 * @param {Node} set
 */
export function withMark(text, name, set) {
  const at = name ? text.indexOf(name) : -1;
  return h("span", null, at < 0 ? text : [text.slice(0, at), set, text.slice(at + name.length)]);
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

/** A paragraph that opens its text. @param {string} citation */
export const lawChip = (citation) =>
  h("button", { class: "law", type: "button", "aria-haspopup": "dialog",
    "aria-label": t("web.umpire.desk.law", { law: paragraphOf(citation) }),
    onclick: () => void openLaw(citation, { read: readLaw }) }, paragraphOf(citation));

/** Reads a law: from the server, or with the server away from the judge of this page. */
/** @type {(citation: string) => Promise<import("../../wire").LawPage>} */
let readLaw = () => Promise.reject(new ApiError("judge/nobody"));

/** @param {typeof readLaw} read */
export const readLawsBy = (read) => void (readLaw = read);

/** @param {Ruling} ruling */
export const lawChips = (ruling) => {
  const laws = lawsOf(ruling);
  const readings = [...new Set(ruling.findings.flatMap((finding) => finding.readings))];
  return laws.length ? h("div", { class: "row laws" }, laws.map(lawChip), readings.map(readingChip)) : null;
};

/**
 * A reading: how this project applies a law whose words do not decide.
 * @param {number} number
 */
function readingChip(number) {
  const says = () =>
    dialog(upper(t("ruling.reading", { number })), [h("p", null, t("web.umpire.desk.reading.help"))],
      { class: "sheet" });
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
