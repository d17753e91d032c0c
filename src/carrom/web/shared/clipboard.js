/** Putting a text on the clipboard; a plain http address on a LAN has no clipboard of its own. */
import { h, toast } from "./dom.js";
import { t } from "./words.js";

/** @param {string} text */
export async function copyText(text) {
  if (await written(text)) toast(t("web.shell.copied"), "good");
  else toast(text);
}

/** @param {string} text */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "sr", readonly: true, value: text });
    const host = document.querySelector("dialog[open]") ?? document.body;
    const focused = document.activeElement;
    host.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}

/**
 * A text to be taken away, and the button that does.
 * @param {string} label
 * @param {string} text
 */
export function copyBlock(label, text) {
  return h(
    "div",
    { class: "copy-block" },
    h(
      "div",
      { class: "row spread" },
      h("span", { class: "label" }, label),
      h(
        "button",
        {
          class: "button quiet",
          type: "button",
          onclick: () => void copyText(text),
          "aria-label": `${t("web.shell.copy")}: ${label}`,
        },
        t("web.shell.copy"),
      ),
    ),
    h("pre", { tabindex: "0" }, h("code", null, text)),
  );
}
