/** Another phone takes over: it uses an invitation, as a picture for its camera or as an address. */
import { errorText } from "../../shared/api.js";
import { copyLine } from "../../shared/copy_line.js";
import { fill, h, toast } from "../../shared/dom.js";
import { qrCode } from "../../shared/invitation.js";
import { t } from "../../shared/words.js";
import { tall } from "./parts.js";
import { sheet } from "./bottom_sheet.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function handOver(desk) {
  const { client } = desk;
  const state = h("div", { class: "stack tight" });
  const invitation = h("div", { class: "stack tight", "data-testid": "hand-over-invitation" });
  const make = tall("hand-over-make", t("web.umpire.desk.hand-over.make"), async () => {
    make.disabled = true;
    try {
      const path = `/umpire#join=${await client.invite()}`;
      make.remove();
      fill(
        invitation,
        h("p", null, t("web.umpire.desk.hand-over.scan")),
        qrCode(path, t("web.umpire.desk.hand-over.qr")),
        copyLine(path, t("web.umpire.desk.hand-over.address")),
        h("p", { class: "muted small" }, t("web.umpire.desk.hand-over.secret")),
      );
    } catch (error) {
      toast(errorText(error), "bad");
    }
    paint();
  }, { kind: "primary" });
  // What this phone has not sent would be refused once another one umpires.
  const paint = () => {
    const { link, pending } = client;
    const away = link !== "online";
    make.disabled = away || pending > 0;
    fill(
      state,
      pending > 0 && h("p", { class: "banner bad" }, t("web.umpire.desk.hand-over.pending", { n: pending })),
      away && h("p", { class: "banner" }, t("web.umpire.desk.hand-over.away")),
    );
  };
  paint();
  sheet(t("web.umpire.desk.more.hand-over"), [
    h("p", null, t("web.umpire.desk.hand-over.help")),
    state,
    make,
    invitation,
  ], { class: "hand-over", onclose: client.on(paint) });
}
