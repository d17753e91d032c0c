/**
 * The entry point of the second document: the umpire's table, its score sheet and the spectators' pages. All that an
 * umpire may come to need is fetched when the page is opened, since the network may go.
 */
import { openDocument, screenAt } from "../shared/document.js";
import { loadSettings } from "../shared/header.js";
import { current, documentOf } from "../shared/nav.js";
import { hook } from "../shared/test_hook.js";
import { closestLanguage, keepAll, loadWords, preferredLanguage, t, useWords } from "../shared/words.js";

const WORDS = ["setup", "desk", "sheet", "watch", "offline"].map((part) => `umpire_${part}`);

/** The title of a screen is `web.umpire.setup.title.<name>`. @type {Record<string, import("../shared/document.js").Screen>} */
const SCREENS = {
  "/umpire": { load: () => import("./screen.js"), name: "start" },
  "/umpire/{token}": { load: () => import("./screen.js"), name: "desk" },
  "/umpire/{token}/sheet": { load: () => import("./screen.js"), name: "sheet" },
  "/watch/{token}": { load: () => import("./watch/watch.js") },
  "/overlay/{token}": { load: () => import("./watch/overlay.js") },
  "/wall": { load: () => import("./watch/wall.js") },
};

const screenName = () => screenAt(SCREENS, current().path)?.name ?? "";

/** At a table every way out opens beside it: an umpire's page that is left might not come back. */
const atTable = () => ["desk", "sheet"].includes(screenName());

const umpires = () => documentOf(location.pathname) === "umpire";

/** @type {import("../shared/header.js").Site} */
const SITE = {
  home: "/umpire",
  homeText: () => t("web.umpire.setup.to-tables"),
  name: () => t("web.umpire.setup.site"),
  ways: [
    { way: "tables", href: "/umpire", text: () => t("web.umpire.setup.way.tables") },
    { way: "ask", href: "/ask", text: () => t("web.shell.way.ask"), aside: atTable },
    { way: "laws", href: "/laws", text: () => t("web.shell.way.laws"), aside: atTable },
    { way: "game", href: "/", text: () => t("web.umpire.setup.way.game"), aside: atTable },
  ],
  shown: () => (screenName() === "start" ? "tables" : ""),
};

/** On a screen for everybody the address may name the language; it is not kept. */
function pageLanguage() {
  const named = new URLSearchParams(location.search).get("lang");
  const shared = ["overlay", "wall"].includes(screenName());
  return (shared && named && closestLanguage(named)) || preferredLanguage();
}

const stage = openDocument({
  screens: SCREENS,
  titles: "web.umpire.setup.title",
  site: SITE,
  bare: "overlay",
  loadWords: async () => {
    await loadWords(pageLanguage());
    await Promise.all(WORDS.map(useWords));
    if (umpires()) Promise.all([useWords("laws"), loadSettings()]).then(keepAll).catch(() => {});
  },
});

/** What tests see: the client, its view, and whether everything has been answered. */
async function showTests() {
  const openedClient = umpires() ? (await import("./screen.js")).openedClient : () => null;
  hook({
    get client() {
      return openedClient();
    },
    view: () => openedClient()?.view ?? null,
    idle: () => {
      const client = openedClient();
      const sent = !client?.pending || client.link === "offline" || client.trouble !== null || !client.desk.umpire;
      return stage.visit > 0 && stage.settled && sent &&
        !document.querySelector("[aria-busy=true], .desk-keys:disabled");
    },
  });
}

showTests().catch(() => {});
