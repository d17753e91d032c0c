/**
 * Controls of a form: button, counter, choice of one, list, check mark, fold. Each has a `data-key`, by which `render`
 * keeps its focus.
 */
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * @param {string} look classes beside `button`
 * @param {Child | Child[]} content
 * @param {((event: Event) => void) | undefined | null} onclick nothing: the button is disabled
 * @param {Record<string, unknown>} [props]
 */
export const button = (look, content, onclick, props = {}) =>
  h("button", { class: `button ${look}`, type: "button", disabled: !onclick, onclick, ...props }, content);

/**
 * A count between two ends; what would pass them is not offered.
 * @param {{ key: string, label: string, value: number, low?: number, high: number, coin?: string,
 *   change: (value: number) => void }} how
 */
export function counter({ key, label, value, low = 0, high, coin, change }) {
  /** @param {-1 | 1} step */
  const one = (step) => {
    const able = value + step >= low && value + step <= high;
    return button("icon", step > 0 ? "+" : "−", () => able && change(value + step), {
      "data-key": `${key} ${step}`,
      "data-testid": `${key.replace(" ", "-")}-${step > 0 ? "more" : "less"}`,
      "aria-disabled": able ? undefined : "true",
      "aria-label": t(step > 0 ? "web.shell.one-more" : "web.shell.one-less", { what: label, n: value }),
    });
  };
  return h("div", { class: "counter", role: "group", "aria-label": label },
    h("span", { class: "counter-label" }, coin && coinMark(coin), label),
    one(-1),
    h("output", { class: "counter-value numbers" }, String(value)),
    one(1));
}

/** @param {string} coin */
const coinMark = (coin) => h("span", { class: `coin ${coin}`, "aria-hidden": "true" });

/** Keys to press, each as it looks on the keyboard. @param {string} keys with spaces between them */
export const keyCaps = (keys) => keys.split(" ").flatMap((key) => [h("kbd", { class: "kbd" }, key), " "]);

/**
 * One of several, as a group of radio buttons.
 * @template {string} T
 * @param {{ key: string, label: string, value: T | "",
 *   options: readonly { value: T, title: Child | Child[], help?: string }[],
 *   change: (value: T) => void, list?: boolean, hidden?: boolean, look?: string }} how `list`: one under the other,
 *   else in a row; `hidden`: the label is only read out
 */
export function oneOf({ key, label, value, options, change, list = false, hidden = false, look = "" }) {
  return h("fieldset", { class: "field" },
    h("legend", { class: hidden ? "sr" : "" }, label),
    h("div", { class: look || (list ? "choices one-of-list" : "segments") },
      options.map((option) =>
        h("label", { class: "choice", key: option.value },
          h("input", {
            type: "radio",
            name: key,
            id: `${key}-${option.value}`,
            value: option.value,
            "data-key": `${key} ${option.value}`,
            checked: option.value === value,
            onchange: () => change(option.value),
          }),
          h("span", { class: "choice-title" }, option.title),
          option.help && h("span", { class: "choice-help" }, option.help)))));
}

/**
 * One of many, as a list to unfold.
 * @param {{ id: string, label: Child, value: string, options: readonly (readonly [value: string, title: string])[],
 *   change: (value: string) => void, props?: Record<string, unknown> }} how without a label: the list alone
 * @param {...Child} more shown below
 */
export function select({ id, label, value, options, change, props = {} }, ...more) {
  const list = h("select", { id, "data-key": id, value,
    onchange: (/** @type {any} */ event) => change(event.currentTarget.value), ...props },
  options.map(([each, title]) => h("option", { value: each, key: each }, title)));
  return label ? h("div", { class: "field" }, h("label", { for: id }, label), list, ...more) : list;
}

/**
 * Yes or no.
 * @param {{ key: string, label: string, value: boolean, able?: boolean, help?: string, coin?: string, look?: string,
 *   change: (value: boolean) => void }} how
 */
export function tick({ key, label, value, able = true, help, coin, look = "", change }) {
  return h("label", { class: `check ${look} ${able ? "" : "unable"}`, key },
    h("input", { type: "checkbox", "data-key": key, "data-testid": key, checked: value, disabled: !able,
      onchange: (/** @type {any} */ event) => change(event.currentTarget.checked) }),
    coin && coinMark(coin),
    h("span", null, label, help && h("span", { class: "help" }, ` ${help}`)));
}

/**
 * More, folded away until somebody opens it.
 * @param {string} key
 * @param {string} title
 * @param {...Child} children
 */
export const fold = (key, title, ...children) =>
  h("details", { class: "ask-more", key }, h("summary", { "data-key": key }, title), h("div", { class: "stack" }, ...children));
