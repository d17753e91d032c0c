/** Putting a text on the clipboard; a plain http address on a LAN has no clipboard of its own. */
import { button } from "./controls.js";
import { fill, h, toast } from "./dom.js";
import { linkOrigin } from "./reach.js";
import { t } from "./words.js";

const TOLD_FOR = 2000;

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
export const copyBlock = (label, text) =>
  h("div", { class: "copy-block" },
    h("div", { class: "row spread" },
      h("span", { class: "label" }, label),
      button("quiet", t("web.shell.copy"), () => void copyText(text), { "aria-label": `${t("web.shell.copy")}: ${label}` })),
    h("pre", { tabindex: "0" }, h("code", null, text)));

/**
 * An address of this server to be copied: a field that shows it, and a button. A dialog may lie over what is said in
 * passing, so the button itself says that it is copied.
 * @param {string} path from its first `/`
 * @param {string} label
 */
export function copyLine(path, label) {
  const address = linkOrigin() + path;
  const copy = async (/** @type {Event} */ event) => {
    const pressed = /** @type {HTMLElement} */ (event.currentTarget);
    if (await written(address)) {
      fill(pressed, t("web.shell.copied"));
      setTimeout(() => fill(pressed, t("web.shell.copy")), TOLD_FOR);
    } else {
      /** @type {HTMLElement | null} */ (pressed.previousElementSibling)?.focus();
      toast(t("web.shell.copy-by-hand"));
    }
  };
  return h("div", { class: "link-line", key: address },
    h("input", { type: "text", readonly: true, value: address, "aria-label": label,
      onfocus: (/** @type {any} */ event) => event.currentTarget.select() }),
    button("", t("web.shell.copy"), (event) => void copy(event)));
}
