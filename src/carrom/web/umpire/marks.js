/** Sides and coins as the desk and the spectators' pages show them. */
import { h } from "../shared/dom.js";

/** @typedef {import("../desk").SideName} SideName */
/** @typedef {import("../desk").ColourName} ColourName */

const EACH = 9;

/** @type {readonly SideName[]} */
export const SIDES = ["first", "second"];

/** @param {Record<SideName, string[]>} view @param {SideName} side */
export const sideText = (view, side) => view[side].join(" & ");

/** A small picture of a piece, beside words that say the same. @param {import("../desk").Piece} piece */
export const disc = (piece) => h("span", { class: `coin ${piece}`, "aria-hidden": "true" });

/**
 * Nine coins of a side: those left as they look, a hole for each that has gone.
 * @param {string} look
 * @param {string} label
 * @param {ColourName} colour
 * @param {number} left
 */
export const pips = (look, label, colour, left) =>
  h("span", { class: look, role: "img", "data-left": left, "aria-label": label, title: label },
    Array.from({ length: EACH }, (_, i) => h("span", { class: `coin ${i < left ? colour : "gone"}` })));
