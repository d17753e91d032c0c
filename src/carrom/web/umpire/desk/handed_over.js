/** Shown once another phone umpires this table: says so, lists unsent reports, then leads to the watch page. */
import { h } from "../../shared/dom.js";
import { go, link } from "../../shared/nav.js";
import { hurry } from "../../shared/test_hook.js";
import { t } from "../../shared/words.js";
import { live } from "../live.js";
import { waitingReports } from "./connection.js";
import { watchPath } from "../links.js";

/** Milliseconds to read it in. */
const READ_FOR = 4_000;

/**
 * @param {HTMLElement} host
 * @param {import("../sync/client.js").DeskClient} client
 * @returns {() => void}
 */
export function handedOverScreen(host, client) {
  const watch = watchPath(client.desk.watch);
  const { waiting } = client;
  const { close } = live(host, () => [
    h("section", { class: "page stack", role: "alert", "data-testid": "handed-over" },
      h("h1", null, t("web.umpire.desk.handed-over")),
      h("p", { class: "lead" }, t("web.umpire.desk.handed-over.help")),
      waiting.length > 0 && h("p", { class: "banner bad" }, t("web.umpire.desk.handed-over.unsent", { n: waiting.length })),
      waiting.length > 0 && waitingReports(waiting),
      h("div", { class: "row" }, link(watch, { class: "button primary" }, t("web.umpire.desk.handed-over.watch")))),
  ]);
  // What was not sent stays here until it has been read.
  const timer = waiting.length ? undefined : setTimeout(() => go(watch, { replace: true }), READ_FOR / hurry());
  return () => {
    close();
    clearTimeout(timer);
  };
}
