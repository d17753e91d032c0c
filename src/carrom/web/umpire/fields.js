/** Fields for text. Each shows a value and tells the next one; the form keeps it. */
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

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
 * @property {import("../shared/dom.js").Child} [beside] a button that does something with it
 */

/** @param {TextField} field */
export function textField({ name, label, value, onchange, most, rows, ready = [], help, wrong, ...more }) {
  const { list, optional, required, example, beside } = more;
  const props = {
    id: name, name, value, list, "data-testid": name, maxlength: most ?? (rows ? 600 : 200), placeholder: example || null,
    "aria-invalid": wrong ? "true" : null, "aria-describedby": wrong ? `${name}-wrong` : help ? `${name}-help` : null,
    "aria-required": required ? "true" : null,
    oninput: (/** @type {Event} */ event) => onchange(/** @type {HTMLInputElement} */ (event.currentTarget).value),
  };
  const input = rows ? h("textarea", { ...props, rows })
    : h("input", { ...props, type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "next" });
  return h("div", { class: "field" },
    h("label", { for: name }, label, optional && h("span", { class: "muted" }, ` ${t("web.umpire.setup.optional")}`)),
    ready.length > 0 && h("div", { class: "row" }, ready.map((words) =>
      h("button", { class: "chip", type: "button", "data-testid": `${name}-ready`, "aria-pressed": String(words === value),
        onclick: () => onchange(words === value ? "" : words) }, words))),
    beside ? h("div", { class: "setup-line" }, input, beside) : input,
    wrong ? h("p", { class: "wrong", id: `${name}-wrong`, role: "alert" }, wrong)
      : help && h("p", { class: "help", id: `${name}-help` }, help));
}

/**
 * A listener that does something instead of sending the form.
 * @param {() => void} act
 */
export const onSubmit = (act) => (/** @type {Event} */ event) => {
  event.preventDefault();
  act();
};
