/** Screens that follow what changes. */
import { render } from "../shared/dom.js";
import { onLang } from "../shared/words.js";

/** @typedef {import("../shared/dom.js").Child} Child */
/**
 * A screen that is shown: what it knows, and how that changes.
 * @template S
 * @typedef {{ state: S, set: (changes: Partial<S>) => void, draw: () => void, close: () => void }} Live
 */

/**
 * Shows what `describe` makes of the state: now, after every change of state or language, and whenever `draw` is called.
 * @template {object} S
 * @param {Element} host
 * @param {(state: S) => (Child | Child[])[]} describe
 * @param {S} [state]
 * @returns {Live<S>}
 */
export function live(host, describe, state = /** @type {S} */ ({})) {
  const draw = () => void render(host, ...describe(state));
  /** @param {Partial<S>} changes */
  const set = (changes) => {
    Object.assign(state, changes);
    draw();
  };
  draw();
  return { state, set, draw, close: onLang(draw) };
}
