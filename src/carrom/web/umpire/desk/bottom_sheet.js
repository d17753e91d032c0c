/** Sheets that come up over the desk: a title, what is asked, and at the end the one button that does it. */
import { dialog, fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { tall } from "./parts.js";

/** @typedef {import("../../shared/dom.js").Child} Child */

/**
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {{ class?: string, onclose?: () => void }} [options]
 * @returns {() => void} closes it
 */
export function sheet(title, content, options = {}) {
  return dialog(title, content, {
    class: `sheet ${options.class ?? ""}`,
    closeLabel: t("web.umpire.desk.close"),
    onclose: options.onclose,
  });
}

/**
 * A sheet of several steps: each gives the next its content; a way back leads to the one before.
 * @param {string} title
 * @param {(steps: Steps) => (Child | Child[])[]} first
 * @returns {() => void}
 */
export function stepped(title, first) {
  const body = h("div", { class: "stack sheet-steps" });
  const close = sheet(title, [body], { class: "of-now" });
  /** @type {((steps: Steps) => (Child | Child[])[])[]} */
  const trail = [];
  /** @type {Steps} */
  const steps = {
    close,
    to(step) {
      trail.push(step);
      draw();
    },
  };
  const draw = () => {
    const step = trail.at(-1);
    if (!step) return;
    fill(body, trail.length > 1 && backButton(), ...step(steps));
    body.closest(".dialog-body")?.scrollTo(0, 0);
    const at = body.querySelector(trail.length > 1 ? "[data-first]" : "h3[tabindex]");
    if (at instanceof HTMLElement) at.focus();
  };
  const backButton = () =>
    tall("sheet-back", ["‹ ", t("web.umpire.desk.back")], () => {
      trail.pop();
      draw();
    }, { kind: "quiet back" });
  steps.to(first);
  return close;
}

/** @typedef {{ close: () => void, to: (step: (steps: Steps) => (Child | Child[])[]) => void }} Steps */

/**
 * A question with its two answers, for what cannot be taken back lightly.
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {string} yes
 * @param {() => void} act
 * @param {{ testid?: string, danger?: boolean }} [options]
 */
export function sure(title, content, yes, act, { testid = "sure", danger = false } = {}) {
  const close = sheet(title, [
    ...content,
    h("div", { class: "sheet-end" },
      tall("not-sure", t("web.umpire.desk.no"), () => close()),
      tall(testid, yes, () => {
        close();
        act();
      }, { kind: danger ? "danger" : "primary" })),
  ]);
  return close;
}

/**
 * A line of text that is asked for, with words at hand that fill it in one tap.
 * @param {{ name: string, label: string, ready?: readonly string[], help?: string, value?: string, rows?: number,
 *   onchange?: () => void }} given
 */
export function textField({ name, label, ready = [], help = "", value = "", rows = 0, onchange = () => {} }) {
  const field = rows
    ? h("textarea", { id: name, name, rows, "data-testid": name, maxlength: 600, oninput: () => changed() }, value)
    : h("input", { id: name, name, type: "text", value, "data-testid": name, maxlength: 200, autocomplete: "off",
        oninput: () => changed() });
  const chips = ready.map((words) =>
    h("button", { class: "chip", type: "button", "data-testid": `${name}-ready`, "aria-pressed": "false",
      onclick: () => {
        field.value = field.value === words ? "" : words;
        changed();
      } }, words));
  const changed = () => {
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.textContent === field.value));
    onchange();
  };
  const element = h("div", { class: "field" },
    h("label", { for: name }, label),
    chips.length ? h("div", { class: "row" }, chips) : null,
    field,
    help && h("p", { class: "help" }, help));
  return { element, field, text: () => field.value.trim() };
}

/**
 * One of several, as a row of large choices.
 * @template {string} T
 * @param {{ name: string, legend: string, choices: readonly (readonly [T, Child | Child[]])[], value: T | "",
 *   onchange: (value: T) => void, row?: boolean }} given `row`: all beside each other, however narrow
 */
export function choose({ name, legend, choices, value, onchange, row = false }) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", null, legend),
    h("div", { class: `segments tall-segments ${row ? "one-row" : ""}` },
      choices.map(([key, words]) =>
        h("label", { class: "choice" },
          h("input", { type: "radio", name, value: key, checked: key === value, "data-testid": `${name}-${key}`,
            onchange: () => onchange(key) }),
          h("span", { class: "choice-title" }, words)))),
  );
}

/**
 * A number with a button on either side of it.
 * @param {{ name: string, label: Child | Child[], plain: string, value: number, least?: number, most: number,
 *   onchange: (value: number) => void }} given
 */
export function counter({ name, label, plain, value, least = 0, most, onchange }) {
  let now = value;
  const output = h("output", { class: "numbers" }, now);
  /** @param {number} by */
  const step = (by) => {
    const next = Math.min(most, Math.max(least, now + by));
    if (next === now) return;
    now = next;
    paint();
    onchange(now);
  };
  const less = tall(`${name}-less`, "−", () => step(-1));
  const more = tall(`${name}-more`, "+", () => step(1));
  const paint = () => {
    output.textContent = String(now);
    less.disabled = now <= least;
    more.disabled = now >= most;
    less.setAttribute("aria-label", t("web.shell.one-less", { what: plain, n: now }));
    more.setAttribute("aria-label", t("web.shell.one-more", { what: plain, n: now }));
  };
  paint();
  return h("div", { class: "counter" }, h("span", { class: "counter-label" }, label),
    h("span", { class: "counter-keys" }, less, output, more));
}
