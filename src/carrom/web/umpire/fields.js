/** Controls of a form. Each shows a value and tells the next one; the form keeps it. */
import { oneOf } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { bigButton } from "./desk/parts.js";

/** @typedef {import("../shared/dom.js").Child} Child */

/**
 * A line of text, or several.
 * @typedef {object} TextField
 * @property {string} name
 * @property {string} label
 * @property {string} value
 * @property {(value: string) => void} onchange
 * @property {number} [most] characters
 * @property {number} [rows] several lines
 * @property {readonly string[]} [ready] texts that fill it in one tap
 * @property {string} [help]
 * @property {string} [wrong] what is wrong with it
 * @property {string} [list] the id of what the browser may offer
 * @property {boolean} [optional] says that it may stay empty
 * @property {boolean} [required]
 * @property {string} [example]
 */

/** @param {TextField} field */
export function textField({ name, label, value, onchange, most, rows, ready = [], help, wrong, ...more }) {
  const { list, optional, required, example } = more;
  const props = {
    id: name, name, value, list, "data-testid": name, maxlength: most ?? (rows ? 600 : 200), placeholder: example || null,
    "aria-invalid": wrong ? "true" : null, "aria-describedby": wrong ? `${name}-wrong` : null,
    "aria-required": required ? "true" : null, oninput: onInput(onchange),
  };
  return h("div", { class: "field" },
    h("label", { for: name }, label, optional && h("span", { class: "muted" }, ` ${t("web.umpire.setup.optional")}`)),
    ready.length > 0 && h("div", { class: "row" }, ready.map((words) =>
      h("button", { class: "chip", type: "button", "data-testid": `${name}-ready`, "aria-pressed": String(words === value),
        onclick: () => onchange(words === value ? "" : words) }, words))),
    rows ? h("textarea", { ...props, rows })
      : h("input", { ...props, type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "next" }),
    wrong && h("p", { class: "wrong", id: `${name}-wrong` }, wrong),
    help && h("p", { class: "help" }, help));
}

/**
 * A listener that tells what a field holds now.
 * @param {(value: string) => void} tell
 */
export const onInput = (tell) => (/** @type {Event} */ event) =>
  tell(/** @type {HTMLInputElement} */ (event.currentTarget).value);

/**
 * @param {{ name: string, label: Child | Child[], value: boolean, onchange: (yes: boolean) => void, kind?: string }} box
 */
export const checkBox = ({ name, label, value, onchange, kind = "" }) =>
  h("label", { class: `check ${kind}` },
    h("input", { type: "checkbox", id: name, checked: value, "data-testid": name,
      onchange: (/** @type {Event} */ event) => onchange(/** @type {HTMLInputElement} */ (event.currentTarget).checked) }),
    h("span", null, label));

/**
 * One of several, as a row of large choices.
 * @template {string} T
 * @param {{ name: string, legend: string, choices: readonly (readonly [T, Child | Child[]])[], value: T | "",
 *   onchange: (value: T) => void, row?: boolean }} given `row`: all beside each other, however narrow
 */
export const choose = ({ name, legend, choices, value, onchange, row = false }) =>
  oneOf({ key: name, label: legend, value, change: onchange, look: `segments tall-segments ${row ? "one-row" : ""}`,
    options: choices.map(([each, title]) => ({ value: each, title })) });

/**
 * A number with a button on either side of it.
 * @param {{ name: string, label: Child | Child[], plain: string, value: number, least?: number, most: number,
 *   onchange: (value: number) => void }} given `plain`: the label for those who do not see it
 */
export function counter({ name, label, plain, value, least = 0, most, onchange }) {
  return h("div", { class: "counter" }, h("span", { class: "counter-label" }, label),
    h("span", { class: "counter-keys" },
      bigButton(`${name}-less`, "−", () => onchange(value - 1),
        { disabled: value <= least, label: t("web.shell.one-less", { what: plain, n: value }) }),
      h("output", { class: "numbers" }, value),
      bigButton(`${name}-more`, "+", () => onchange(value + 1),
        { disabled: value >= most, label: t("web.shell.one-more", { what: plain, n: value }) })));
}
