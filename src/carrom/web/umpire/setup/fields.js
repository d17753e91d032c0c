/** A line of the form with all that belongs to it, and what the browser may offer to fill it with. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";

/**
 * @typedef {object} Line
 * @property {string} id
 * @property {string} label
 * @property {string} value
 * @property {number} most characters
 * @property {(value: string) => void} put
 * @property {string} [list] what may be offered
 * @property {string} [wrong]
 * @property {boolean} [optional]
 * @property {boolean} [required]
 * @property {string} [example]
 */

/** @param {Line} line */
export function textField({ id, label, value, most, put, list, wrong, optional, required, example }) {
  const field = h("input", {
    id,
    type: "text",
    value,
    list,
    maxlength: most,
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "next",
    placeholder: example || null,
    "data-testid": id,
    "aria-invalid": wrong ? "true" : null,
    "aria-describedby": wrong ? `${id}-wrong` : null,
    "aria-required": required ? "true" : null,
    oninput: () => put(field.value),
  });
  const may = optional && h("span", { class: "muted" }, ` ${t("web.umpire.setup.optional")}`);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label, may),
    field,
    wrong && h("p", { class: "wrong", id: `${id}-wrong` }, wrong),
  );
}

/**
 * Names and clubs that were here before, for the browser to offer.
 * @param {Record<string, string>} clubs by player
 */
export function known(clubs) {
  /** @param {string} id @param {string[]} values */
  const list = (id, values) =>
    h("datalist", { id }, [...new Set(values)].filter(Boolean).map((value) => h("option", { value })));
  return h("div", { hidden: true }, list("names", Object.keys(clubs)), list("clubs", Object.values(clubs)));
}

/**
 * The phone's "next" leads to the next line. It begins no match: that cannot be undone.
 * @param {KeyboardEvent} event
 */
export function nextLine(event) {
  const { target, currentTarget } = event;
  if (event.key !== "Enter" || event.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.type !== "text") return;
  event.preventDefault();
  const form = /** @type {Element} */ (currentTarget);
  const lines = [...form.querySelectorAll("input[type=text], [type=submit]")];
  const next = lines[lines.indexOf(target) + 1];
  if (next instanceof HTMLElement) next.focus();
}
