/** What holds at this table when the network goes, in plain words, to be read before it does. */
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { canReopen } from "./sync/reopen.js";

const COMMAND = "carrom offline prepare";

/**
 * Who judges, whether the page opens again, whether anything is kept.
 * @param {import("./sync/client.js").DeskClient} client
 */
export function offlineCard(client) {
  const timeout = client.localJudge === "failed" && client.localJudgeError === "judge/timeout";
  const reopens = client.reopens ? "yes" : canReopen() ? "no" : "http";
  return h("section", { class: "desk-card offline-card", "data-testid": "offline-card" },
    h("h2", null, t("web.umpire.offline.title")),
    h("p", { class: "small" }, t(`web.umpire.offline.here.${timeout ? "timeout" : client.localJudge}`, { command: COMMAND })),
    h("p", { class: "small" }, t(client.lasting ? `web.umpire.offline.reopens.${reopens}` : "web.umpire.offline.not-lasting")));
}
