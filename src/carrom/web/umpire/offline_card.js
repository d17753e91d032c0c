/** What holds at this table when the network goes, in plain words, to be read before it does. */
import { fill, h } from "../shared/dom.js";
import { onLang, t } from "../shared/words.js";
import { canReopen } from "./sync/reopen.js";

/** @typedef {import("./sync/client.js").DeskClient} DeskClient */

const COMMAND = "carrom offline prepare";

/**
 * A card that follows the client; `close` takes it off its changes.
 * @param {DeskClient} client
 * @returns {{ element: HTMLElement, close: () => void }}
 */
export function offlineCard(client) {
  const element = h("section", { class: "desk-card offline-card", "data-testid": "offline-card" });
  const paint = () =>
    fill(
      element,
      h("h2", null, t("web.umpire.offline.title")),
      sentences(client).map((sentence) => h("p", { class: "small" }, sentence)),
    );
  const off = [client.on(paint), onLang(paint)];
  paint();
  return { element, close: () => off.forEach((each) => each()) };
}

/**
 * Who judges, whether the page opens again, whether anything is kept.
 * @param {DeskClient} client
 */
export function sentences(client) {
  const timeout = client.here === "failed" && client.hereCode === "judge/timeout";
  const reopens = client.reopens ? "yes" : canReopen() ? "no" : "http";
  return [
    t(`web.umpire.offline.here.${timeout ? "timeout" : client.here}`, { command: COMMAND }),
    client.lasting ? t(`web.umpire.offline.reopens.${reopens}`) : t("web.umpire.offline.not-lasting"),
  ];
}
