/** The state of the connection: one line while all is well, cards when something is to be settled. */
import { ApiError, errorText } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { has, t } from "../../shared/words.js";
import { incidentWords, reportWords } from "./lines.js";
import { bigButton } from "./parts.js";
import { openSheet } from "./bottom_sheet.js";
import { canReopen } from "../sync/reopen.js";
import { Report } from "./report.js";

/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../sync/client.js").DeskClient} DeskClient */
/**
 * A screen that settles troubles: the desk, or the one before it.
 * @typedef {{ client: DeskClient, settle: (work: () => Promise<unknown>) => Promise<void> }} Settles
 */

const COMMAND = "carrom offline prepare";

/**
 * The line under the head. Online it is a dot and a word; away it says who judges and what is kept.
 * @param {DeskClient} client
 * @param {boolean} judged whether the view shown is after every report
 */
export function linkLine(client, judged) {
  const { link, judge, pending } = client;
  const state = link === "offline" ? (judge === "here" ? "here" : "nobody") : link;
  const store = link === "offline" && client.storeFailing;
  const words = [t(`web.umpire.desk.link.${store ? "store-" : ""}${state}`)];
  if (pending && (link !== "online" || pending > 1)) words.push(t("web.umpire.desk.link.pending", { n: pending }));
  if (state === "here" || state === "nobody") {
    const lasting = client.reopens && client.lasting;
    words.push(t(lasting ? "web.umpire.desk.link.reopens" : "web.umpire.desk.link.keep-open"));
  }
  if (state === "nobody" && client.judging.code) words.push(errorText(new ApiError(client.judging.code)));
  const starting = state === "nobody" && client.judging.state === "starting" && !store;
  return h("div", { role: "status", "data-testid": "link", "data-link": link, "data-judge": judge,
    "data-pending": pending, "data-judged": String(judged) },
    h("button", { class: `desk-link ${state}`, type: "button", "data-testid": "link-open", "aria-haspopup": "dialog",
      onclick: () => linkSheet(client) },
      h("i", { class: "dot", "aria-hidden": "true" }),
      h("span", null, starting ? t("web.umpire.desk.link.starting") : words.join(" "))));
}

/**
 * Whether the server answers, what waits to be sent, and what holds when the network goes.
 * @param {DeskClient} client
 */
function linkSheet(client) {
  const { draw } = openSheet(t("web.umpire.desk.link.title"), () => {
    const { link, pending, storeFailing } = client;
    const state = t(`web.umpire.desk.link.state.${link === "offline" && storeFailing ? "store" : link}`);
    const waiting = pending ? t("web.umpire.desk.link.waiting", { n: pending }) : t("web.umpire.desk.link.sent");
    return [h("p", { "data-testid": "link-state" }, `${state} ${waiting}`), offlineCard(client)];
  }, { onclose: client.on(() => draw()) });
}

/**
 * The first kept report was refused, or the record has gone on elsewhere: nothing is sent until that is settled.
 * @param {Settles} desk
 * @param {NonNullable<DeskClient["trouble"]>} trouble
 */
export function troubleCard(desk, trouble) {
  const { client } = desk;
  const stale = trouble.error.code === "table/stale";
  /** @param {"dropFirst" | "dropAll" | "retry"} how */
  const settle = (how) => () => void desk.settle(() => client.settleTrouble(how));
  return h("section", { class: "desk-card trouble", role: "alert", "data-testid": "trouble" },
    h("p", { class: "card-line" }, t(stale ? "web.umpire.desk.trouble.stale" : "web.umpire.desk.trouble")),
    h("p", { class: "trouble-what" }, requestWords(trouble.request)),
    !stale && h("p", { class: "wrong" }, errorText(trouble.error)),
    trouble.rest > 0 && h("p", { class: "muted small" }, t("web.umpire.desk.trouble.rest", { n: trouble.rest })),
    h("div", { class: "by-keys" },
      bigButton("trouble-drop", t("web.umpire.desk.trouble.drop"), settle("dropFirst")),
      bigButton("trouble-retry", t(stale ? "web.umpire.desk.trouble.after" : "web.umpire.desk.trouble.retry"),
        settle("retry"), { kind: "primary" })),
    trouble.rest > 0 && bigButton("trouble-drop-all", t("web.umpire.desk.trouble.drop-all", { n: trouble.rest + 1 }),
      settle("dropAll"), { kind: "danger" }));
}

/** @param {Settles} desk */
export function elsewhereBanner(desk) {
  return h("div", { class: "desk-card", role: "alert" },
    h("p", { class: "card-line" }, t("web.umpire.desk.elsewhere")),
    h("p", { class: "muted small" }, t("web.umpire.desk.elsewhere.help")),
    bigButton("take-over", t("web.umpire.desk.elsewhere.take"), () => void desk.settle(() => desk.client.takeOver()),
      { kind: "primary" }));
}

/**
 * The reports that wait for a judge.
 * @param {readonly Request[]} waiting
 */
export function waitingReports(waiting) {
  return h("section", { class: "desk-kept", "aria-live": "polite", "data-testid": "kept" },
    h("p", { class: "kept-title" }, t("web.umpire.desk.kept", { n: waiting.length })),
    h("ol", { class: "kept-list" }, waiting.map((request) => h("li", null, requestWords(request)))));
}

/**
 * A request in words.
 * @param {Request} request
 */
export function requestWords(request) {
  if (request.do === "stroke") return reportWords(Report.of(request));
  if (request.do === "incident") return incidentWords(request);
  const key = `web.umpire.desk.request.${request.do}`;
  return h("span", null, has(key) ? t(key) : request.do);
}

/**
 * The card that says what works without a network: who judges, whether the page can be opened again, and whether
 * reports are stored. The umpire reads it while the page is still online.
 * @param {DeskClient} client
 */
export function offlineCard(client) {
  const timeout = client.judging.state === "failed" && client.judging.code === "judge/timeout";
  const judge = timeout ? "timeout" : client.judging.state;
  const reopens = client.reopens ? "yes" : canReopen() ? "no" : "http";
  return h("section", { class: "desk-card offline-card", "data-testid": "offline-card" },
    h("h2", null, t("web.umpire.offline.title")),
    h("p", { class: "small" }, t(`web.umpire.offline.here.${judge}`, { command: COMMAND })),
    h("p", { class: "small" },
      t(client.lasting ? `web.umpire.offline.reopens.${reopens}` : "web.umpire.offline.not-lasting")));
}
