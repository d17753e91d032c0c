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
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const copy = h("button", { class: "button", type: "button", onclick: () => void put() }, t("web.shell.copy"));
  const put = async () => {
    try {
      await navigator.clipboard.writeText(address);
      fill(copy, t("web.shell.copied"));
      setTimeout(() => fill(copy, t("web.shell.copy")), TOLD_FOR);
    } catch {
      field.focus();
      toast(t("web.shell.copy-by-hand"));
    }
  };
  return h("div", { class: "link-line" }, field, copy);
}
