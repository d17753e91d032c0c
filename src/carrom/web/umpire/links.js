/** Links to tables: to be scanned or sent, with a QR code, the address and a button that copies it; the next one. */
import { postJson } from "../api.js";
import { dialog, fill, h, toast } from "../dom.js";
import { t } from "../words.js";
import { placeText } from "./tables.js";

/**
 * @param {{ token: string, watch: string, place: string }} table
 * @param {"umpire" | "watch"} to
 */
export function showLink(table, to) {
  const token = to === "umpire" ? table.token : table.watch;
  const title = t(`web.umpire.setup.link.${to}`);
  dialog(
    table.place ? `${title} · ${placeText(table.place)}` : title,
    [
      h("p", null, t(`web.umpire.setup.link.${to}.help`)),
      h("img", {
        class: "qr",
        src: `/api/desk/${encodeURIComponent(token)}/qr.svg?to=${to}`,
        alt: t("web.umpire.setup.link.qr"),
        width: 240,
        height: 240,
        // Without the server there is the address alone.
        onerror: (/** @type {Event} */ event) => /** @type {Element} */ (event.target).remove(),
      }),
      copied(`${location.origin}/${to}/${encodeURIComponent(token)}`),
    ],
    { class: "setup-dialog", closeLabel: t("web.umpire.setup.close") },
  );
}

/**
 * An empty table at the same place, for the umpire of this one; asked again, the same until its match has begun.
 * @param {string} token the umpire's
 * @returns {Promise<{ desk: string, token: string, watch: string }>}
 */
export const nextTable = (token) => postJson(`/api/desk/${encodeURIComponent(token)}/next`, {});

/** @param {string} address */
function copied(address) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": t("web.umpire.setup.link.address"),
    onfocus: () => field.select(),
  });
  const props = { class: "button", type: "button", onclick: () => void put() };
  const copy = h("button", props, t("web.shell.copy"));
  const put = async () => {
    try {
      await navigator.clipboard.writeText(address);
      fill(copy, t("web.shell.copied"));
      setTimeout(() => fill(copy, t("web.shell.copy")), 2000);
    } catch {
      field.focus();
      toast(t("web.umpire.setup.link.by-hand"));
    }
  };
  return h("div", { class: "setup-line" }, field, copy);
}
