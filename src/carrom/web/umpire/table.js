/**
 * One table: its client is opened once and kept while its screens change. Before the first board that is
 * setting up, then the desk.
 */
import { postJson } from "../shared/api.js";
import { Stage } from "../shared/document.js";
import { closeDialogs, fill, h } from "../shared/dom.js";
import { go } from "../shared/nav.js";
import { t } from "../shared/words.js";
import { live } from "./live.js";
import { openDesk } from "./sync/client.js";
import { deskScreen } from "./desk/desk.js";
import { showRefusal } from "./desk/parts.js";
import { handedOverScreen } from "./desk/handed_over.js";
import { setupScreen } from "./setup/setup.js";
import { sheetScreen } from "./sheet.js";
import { forget, remember, tables, whoPlays } from "./tables.js";
import { deskPath, watchPath } from "./links.js";

/** @typedef {import("./sync/client.js").DeskClient} DeskClient */
/** @typedef {import("../desk").View} View */
/** @typedef {() => void} TearDown */
/** @typedef {(host: HTMLElement, client: DeskClient) => TearDown | Promise<TearDown>} Shows */

/** @type {Record<string, Shows>} */
const PARTS = { setup: setupScreen, desk: deskScreen, sheet: sheetScreen, "handed-over": handedOverScreen };

const BEFORE = ["to-begin", "to-toss", "to-seat"];

/** @type {{ token: string, client: Promise<DeskClient>, here: DeskClient | null } | null} */
let table = null;

export const openedClient = () => table?.here ?? null;

/** @param {string} token */
function open(token) {
  if (table?.token === token) return table.client;
  leaveTable();
  const mine = { token, client: openDesk(token), here: /** @type {DeskClient | null} */ (null) };
  table = mine;
  mine.client.then(
    (client) => {
      mine.here = client;
      if (table !== mine) client.close();
    },
    () => {
      if (table === mine) table = null;
    },
  );
  return mine.client;
}

/** Closes the table when another screen is shown. */
export function leaveTable() {
  table?.here?.close();
  table = null;
}

/**
 * @param {HTMLElement} host
 * @param {string} token
 * @param {"desk" | "sheet"} wanted
 * @returns {Promise<TearDown>}
 */
export async function tableScreen(host, token, wanted) {
  const client = await open(token);
  if (!client.desk.umpire && !client.pending) {
    go(watchPath(client.desk.watch), { replace: true });
    return () => {};
  }
  const notice = h("div", { class: "table-notice" });
  const body = h("div", { class: "table-body" });
  fill(host, notice, body);
  const stage = new Stage(body);
  let name = "";

  const about = live(notice, () => {
    const replayed = client.desk.umpire && client.view.stage === "replayed";
    notice.hidden = !replayed;
    if (wanted !== "sheet" && client.view.v) document.title = t("web.shell.title", { screen: whoPlays(client.view) });
    return [replayed && replayedNotice(client)];
  });

  const show = async () => {
    if (client.desk.umpire || client.pending) remember(client.token, client.desk, client.view);
    else forget(client.token);
    about.draw();
    const next = client.desk.umpire ? partOf(client.view, wanted) : "handed-over";
    if (next === name) return;
    const first = name === "";
    if (!first) closeDialogs();
    name = next;
    const shown = await stage.show((root) => PARTS[next](root, client));
    if (!shown || first) return;
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  };

  const off = client.on(() => void show().catch(showRefusal));
  const end = () => {
    off();
    about.close();
    stage.clear();
  };
  try {
    await show();
  } catch (error) {
    end();
    throw error;
  }
  return end;
}

/**
 * @param {View} view
 * @param {"desk" | "sheet"} wanted
 */
function partOf(view, wanted) {
  if (wanted === "sheet" && view.v) return "sheet";
  return BEFORE.includes(view.stage) ? "setup" : "desk";
}

/**
 * A match that is replayed after a protest leads on to the new one.
 * @param {DeskClient} client
 */
const replayedNotice = (client) =>
  h("section", { class: "banner stack tight" },
    h("h2", null, t("web.umpire.setup.replayed")),
    h("p", null, t("web.umpire.setup.replayed.help")),
    h("button", { class: "button primary big", type: "button", "data-testid": "replay",
      onclick: (/** @type {Event} */ event) => void goToReplay(client, /** @type {Element} */ (event.currentTarget)) },
      t("web.umpire.setup.replayed.go")));

/**
 * Every new token replaces the one before, so a phone that has one uses it.
 * @param {DeskClient} client
 * @param {Element} button
 */
async function goToReplay(client, button) {
  if (button.ariaBusy) return;
  button.ariaBusy = "true";
  try {
    const known = client.desk.next && tables().find(({ watch }) => watch === client.desk.next?.watch);
    /** @type {{ token: string }} */
    const { token } = known || (await postJson(`/api/desk/${encodeURIComponent(client.token)}/replay`, {}));
    go(deskPath(token));
  } catch (error) {
    button.ariaBusy = null;
    showRefusal(error);
  }
}
