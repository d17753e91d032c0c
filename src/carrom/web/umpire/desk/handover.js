/** Another phone takes over: it uses an invitation, as a picture for its camera or as an address. */
import { errorText } from "../../shared/api.js";
import { copyLine } from "../../shared/clipboard.js";
import { h, toast } from "../../shared/dom.js";
import { qrCode } from "../../shared/invitation.js";
import { t } from "../../shared/words.js";
import { bigButton } from "./parts.js";
import { sheet } from "./bottom_sheet.js";

/** @param {import("./desk.js").Desk} desk */
export function handOver({ client }) {
  const { set, draw } = sheet(t("web.umpire.desk.more.hand-over"), ({ state: { making, path } }) => {
    const { link, pending } = client;
    const away = link !== "online";
    return [
      h("p", null, t("web.umpire.desk.hand-over.help")),
      // What this phone has not sent would be refused once another one umpires.
      pending > 0 && h("p", { class: "banner bad" }, t("web.umpire.desk.hand-over.pending", { n: pending })),
      away && h("p", { class: "banner" }, t("web.umpire.desk.hand-over.away")),
      !path && bigButton("hand-over-make", t("web.umpire.desk.hand-over.make"), () => void make(),
        { kind: "primary", disabled: making || away || pending > 0 }),
      path && h("div", { class: "stack tight", "data-testid": "hand-over-invitation", once: true },
        h("p", null, t("web.umpire.desk.hand-over.scan")),
        qrCode(path, t("web.umpire.desk.hand-over.qr")),
        copyLine(path, t("web.umpire.desk.hand-over.address")),
        h("p", { class: "muted small" }, t("web.umpire.desk.hand-over.secret"))),
    ];
  }, { state: { making: false, path: "" }, class: "hand-over", onclose: client.on(() => draw()) });

  const make = async () => {
    set({ making: true });
    try {
      set({ path: `/umpire#join=${await client.invite()}` });
    } catch (error) {
      toast(errorText(error), "bad");
    }
    set({ making: false });
  };
}
