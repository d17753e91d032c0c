/** Screens that follow what changes. */
import { render } from "../shared/dom.js";
import { onLang } from "../shared/words.js";

/** @typedef {import("../shared/dom.js").Child} Child */

/**
 * Shows what `describe` gives: now, after every change of language, and whenever `draw` is called.
 * @param {Element} host
 * @param {() => (Child | Child[])[]} describe
 * @returns {{ draw: () => void, close: () => void }}
 */
export function live(host, describe) {
  const draw = () => void render(host, ...describe());
  draw();
  return { draw, close: onLang(draw) };
}
