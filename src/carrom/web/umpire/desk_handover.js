/** Another phone takes over: it opens the umpire's own link, as a picture for its camera or as an address. */
import { h } from "../dom.js";
import { t } from "../words.js";
import { tall } from "./desk_parts.js";
import { sheet } from "./desk_sheet.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function handOver(desk) {
  const { client } = desk;
  const token = encodeURIComponent(client.token);
  const address = `${location.origin}/umpire/${token}`;
  const away = client.link !== "online";
  const line = h("input", { type: "text", readonly: true, value: address, onfocus: () => line.select(),
    "aria-label": t("web.umpire.desk.hand-over.address") });
  const copy = tall("hand-copy", t("web.shell.copy"), () => void navigator.clipboard?.writeText(address).then(
    () => void (copy.textContent = t("web.shell.copied")), () => line.focus()));
  sheet(t("web.umpire.desk.more.hand-over"), [
    client.pending > 0 &&
      h("p", { class: "banner bad" }, t("web.umpire.desk.hand-over.pending", { n: client.pending })),
    h("p", null, t("web.umpire.desk.hand-over.help")),
    away
      ? h("p", { class: "banner" }, t("web.umpire.desk.hand-over.away"))
      : h("img", { class: "qr", src: `/api/desk/${token}/qr.svg?to=umpire`, width: 240, height: 240,
          alt: t("web.umpire.desk.hand-over.qr") }),
    h("div", { class: "link-line" }, line, copy),
    h("p", { class: "muted small" }, t("web.umpire.desk.hand-over.secret")),
  ], { class: "hand-over" });
}
