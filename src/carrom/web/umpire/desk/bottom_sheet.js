/** Sheets that come up over the desk: a title, a description of what they ask, and the one button that does it. */
import { dialog, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { live } from "../live.js";
import { bigButton } from "./parts.js";

/** @typedef {import("../../shared/dom.js").Child} Child */
/** @typedef {(Child | Child[])[]} Content */
/**
 * A sheet that is open: what was entered so far, and how that changes.
 * @template S
 * @typedef {import("../live.js").Live<S> & { body: Element }} Sheet
 */

/**
 * @template {object} S
 * @param {string} title
 * @param {(sheet: Sheet<S>) => Content} describe its content, again after every change
 * @param {{ state?: S, class?: string, onclose?: () => void }} [options]
 * @returns {Sheet<S>}
 */
export function openSheet(title, describe, { state = /** @type {S} */ ({}), class: kind = "", onclose } = {}) {
  const close = dialog(title, [], { class: `sheet ${kind}`, onclose: () => {
    shown.close();
    onclose?.();
  } });
  const body = /** @type {Element} */ ([...document.querySelectorAll(".dialog-body")].at(-1));
  /** @type {Sheet<S>} */
  const open = { state, close, body, set: (changes) => shown.set(changes), draw: () => shown.draw() };
  const shown = live(body, () => describe(open), state);
  return open;
}

/** The end of a sheet, where its buttons are. @param {...(Child | Child[])} buttons */
export const sheetEnd = (...buttons) => h("div", { class: "sheet-end" }, ...buttons);

/**
 * A question with its two answers, for what cannot be taken back lightly.
 * @param {string} title
 * @param {Content} content
 * @param {string} yes
 * @param {() => void} act
 * @param {{ testid?: string, danger?: boolean }} [options]
 */
export function confirmSheet(title, content, yes, act, { testid = "sure", danger = false } = {}) {
  openSheet(title, ({ close }) => [
    ...content,
    sheetEnd(
      bigButton("not-sure", t("web.umpire.desk.no"), close),
      bigButton(testid, yes, () => {
        close();
        act();
      }, { kind: danger ? "danger" : "primary" })),
  ]);
}
