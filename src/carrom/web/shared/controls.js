/** Taps: a counter, a choice of one, a tick. By its key each gets the focus back when it is painted anew. */
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * A count between two ends; what would pass them is not offered.
 * @param {{ key: string, label: string, value: number, low: number, high: number, coin?: string,
 *   change: (value: number) => void }} how
 */
export function counter({ key, label, value, low, high, coin, change }) {
  /** @param {-1 | 1} step */
  const button = (step) => {
    const able = value + step >= low && value + step <= high;
    return h(
      "button",
      {
        class: "button icon",
        type: "button",
        "data-key": `${key} ${step}`,
        "aria-disabled": able ? undefined : "true",
        "aria-label": t(step > 0 ? "web.shell.one-more" : "web.shell.one-less", { what: label, n: value }),
        onclick: () => able && change(value + step),
      },
      step > 0 ? "+" : "−",
    );
  };
  return h(
    "div",
    { class: "counter", role: "group", "aria-label": label },
    h(
      "span",
      { class: "counter-label" },
      coin && h("span", { class: `coin ${coin}`, "aria-hidden": "true" }),
      label,
    ),
    button(-1),
    h("output", { class: "counter-value numbers" }, String(value)),
    button(1),
  );
}

/**
 * One of several.
 * @template {string} T
 * @param {{ key: string, label: string, value: T,
 *   options: readonly { value: T, title: string, help?: string }[],
 *   change: (value: T) => void, list?: boolean }} how `list`: one under the other, else in a row
 */
export function oneOf({ key, label, value, options, change, list = false }) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", null, label),
    h(
      "div",
      { class: list ? "choices one-of-list" : "segments" },
      options.map((option) => {
        const input = h("input", {
          type: "radio",
          name: key,
          value: option.value,
          "data-key": `${key} ${option.value}`,
          onchange: () => change(option.value),
        });
        input.checked = option.value === value;
        return h(
          "label",
          { class: "choice" },
          input,
          h("span", { class: "choice-title" }, option.title),
          option.help && h("span", { class: "choice-help" }, option.help),
        );
      }),
    ),
  );
}

/**
 * Yes or no.
 * @param {{ key: string, label: string, value: boolean, able?: boolean, help?: string, coin?: string,
 *   change: (value: boolean) => void }} how
 */
export function tick({ key, label, value, able = true, help, coin, change }) {
  const input = h("input", {
    type: "checkbox",
    "data-key": key,
    disabled: !able,
    onchange: () => change(input.checked),
  });
  input.checked = value;
  return h(
    "label",
    { class: `check ${able ? "" : "unable"}` },
    input,
    coin && h("span", { class: `coin ${coin}`, "aria-hidden": "true" }),
    h("span", null, label, help && h("span", { class: "help" }, ` ${help}`)),
  );
}

/**
 * More, folded away until it is asked for.
 * @param {Set<string>} opened what is open, by key
 * @param {string} key
 * @param {string} title
 * @param {...Child} children
 */
export function fold(opened, key, title, ...children) {
  const box = h(
    "details",
    { class: "ask-more", open: opened.has(key) },
    h("summary", { "data-key": key }, title),
    h("div", { class: "stack" }, ...children),
  );
  box.addEventListener("toggle", () => (box.open ? opened.add(key) : opened.delete(key)));
  return box;
}
