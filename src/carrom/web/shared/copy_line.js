/** An address to be copied: a field that shows it, and a button. */
import { fill, h, toast } from "./dom.js";
import { t } from "./words.js";

const TOLD_FOR = 2000;

/**
 * @param {string} path an address of this server, from its first `/`
 * @param {string} label
 */
export function copyLine(path, label) {
  const address = location.origin + path;
  const copy = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    try {
      await navigator.clipboard.writeText(address);
      fill(button, t("web.shell.copied"));
      setTimeout(() => fill(button, t("web.shell.copy")), TOLD_FOR);
    } catch {
      /** @type {HTMLElement | null} */ (button.previousElementSibling)?.focus();
      toast(t("web.shell.copy-by-hand"));
    }
  };
  return h("div", { class: "link-line", key: path },
    h("input", { type: "text", readonly: true, value: address, "aria-label": label,
      onfocus: (/** @type {any} */ event) => event.currentTarget.select() }),
    h("button", { class: "button", type: "button", onclick: copy }, t("web.shell.copy")));
}
