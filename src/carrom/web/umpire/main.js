/**
 * The way in of the second document: the umpire's table, its score sheet, and those who watch. All that an
 * umpire may come to need is fetched when the page is opened, since the network may go.
 */
import { ApiError } from "../shared/api.js";
import { closeDialogs, fill, h } from "../shared/dom.js";
import { header } from "../shared/header.js";
import { seatPath, takeSeat } from "../shared/invitation.js";
import { current, documentOf, follow, go, invitationIn, onMove } from "../shared/nav.js";
import { showFailure, skipLink, reportUncaught, waiting, showWordless } from "../shared/shell.js";
import { keepAll, loadWords, onLang, closestLanguage, t, useWords, preferredLanguage } from "../shared/words.js";

/** @typedef {import("../shared/nav.js").Params} Params */
/** @typedef {() => void} TearDown */
/** @typedef {{ name: string, token: string }} Place */

const WORDS = ["setup", "desk", "sheet", "watch", "offline"].map((part) => `umpire_${part}`);

/** What an address needs, by its first part; the umpire's screens come together, before anybody asks. */
const PARTS = {
  umpire: () => import("./umpire_screens.js"),
  watch: () => import("./watch/watch.js"),
  overlay: () => import("./watch/overlay.js"),
  wall: () => import("./watch/wall.js"),
};

/** @type {Record<string, (root: HTMLElement, token: string) => Promise<TearDown | void>>} */
const SCREENS = {
  start: async (root) => {
    const { leaveTable, startScreen } = await PARTS.umpire();
    leaveTable();
    const code = invitationIn(location.hash.slice(1));
    if (!code) return startScreen(root);
    const seat = await takeSeat(code);
    // The event that the link names is for the form of the match.
    return go(seatPath(seat) + (seat.umpire ? location.search : ""), { replace: true });
  },
  desk: async (root, token) => (await PARTS.umpire()).tableScreen(root, token, "desk"),
  sheet: async (root, token) => (await PARTS.umpire()).tableScreen(root, token, "sheet"),
  watch: async (root, token) => (await PARTS.watch()).watchScreen(root, token),
  overlay: async (root, token) => (await PARTS.overlay()).overlayScreen(root, token),
  wall: async (root) => (await PARTS.wall()).wallScreen(root),
};

const main = h("main", { id: "main", tabindex: "-1" });
/** @type {TearDown} */
let leave = () => {};
let visit = 0;
let shown = -1;

/**
 * @param {Params} params
 * @returns {Place | null}
 */
function placeOf({ path: [first, token = "", more = ""] }) {
  if (first === "umpire" && !token) return { name: "start", token };
  if (first === "umpire" && (!more || more === "sheet")) return { name: more || "desk", token };
  if ((first === "watch" || first === "overlay") && token && !more) return { name: first, token };
  return first === "wall" && !token ? { name: "wall", token } : null;
}

/** Shows the screen of the address. A screen that is overtaken while it loads never appears. */
async function arrive() {
  const mine = ++visit;
  const place = placeOf(current());
  leaveNow();
  const root = h("div", { class: "screen" });
  const wait = h("div", { class: "screen", hidden: true }, waiting());
  const waits = setTimeout(() => (wait.hidden = false), 300);
  fill(main, root, wait);
  document.documentElement.dataset.screen = place?.name ?? "";
  title(place);
  window.scrollTo(0, 0);
  try {
    if (!place) throw new ApiError("page/unknown");
    const left = (await SCREENS[place.name]?.(root, place.token)) ?? (() => {});
    if (mine !== visit) return left();
    leave = left;
  } catch (error) {
    if (mine === visit) leave = showFailure(root, error, HOME);
  } finally {
    clearTimeout(waits);
    wait.remove();
    if (mine === visit) shown = mine;
  }
}

const HOME = { again: () => void arrive(), home: "/umpire", homeText: () => t("web.umpire.setup.to-tables") };

function leaveNow() {
  const away = leave;
  leave = () => {};
  try {
    away();
  } catch (error) {
    console.error(error);
  }
}

/** @param {Place | null} place */
function title(place) {
  document.title = place
    ? t("web.shell.title", { screen: t(`web.umpire.setup.title.${place.name}`) })
    : t("web.shell.name");
}

/** At a table every way out opens beside it: an umpire's page that is left might not come back. */
const atTable = () => ["desk", "sheet"].includes(placeOf(current())?.name ?? "");

/** @type {import("../shared/header.js").Site} */
const SITE = {
  home: "/umpire",
  name: () => t("web.umpire.setup.site"),
  ways: [
    { way: "tables", href: "/umpire", text: () => t("web.umpire.setup.way.tables") },
    { way: "ask", href: "/ask", text: () => t("web.shell.way.ask"), aside: atTable },
    { way: "laws", href: "/laws", text: () => t("web.shell.way.laws"), aside: atTable },
    { way: "game", href: "/", text: () => t("web.umpire.setup.way.game"), aside: atTable },
  ],
  shown: (path) => (path[0] === "umpire" && path.length === 1 ? "tables" : ""),
};

/** The hook for tests: the client, its view, and whether everything has been answered. */
async function hook() {
  const opened = umpires() ? (await PARTS.umpire()).opened : () => null;
  Object.assign(window, {
    carrom: {
      speed: /** @type {any} */ (window).carrom?.speed ?? 1,
      get client() {
        return opened();
      },
      view: () => opened()?.view ?? null,
      idle: () => {
        const client = opened();
        const sent =
          !client?.pending || client.link === "offline" || client.trouble !== null || !client.umpire;
        return shown === visit && sent && !document.querySelector("[aria-busy=true], .desk-keys:disabled");
      },
    },
  });
}

/** On a screen for everybody the address may name the language; it is not kept. */
function pageLanguage() {
  const named = new URLSearchParams(location.search).get("lang");
  const shared = ["overlay", "wall"].includes(placeOf(current())?.name ?? "");
  return (shared && named && closestLanguage(named)) || preferredLanguage();
}

const umpires = () => documentOf(location.pathname) === "umpire";

async function start() {
  // A module that fails now is imported again when its screen is shown.
  const [first = ""] = current().path;
  if (first in PARTS) PARTS[/** @type {keyof typeof PARTS} */ (first)]().catch(() => {});
  try {
    await loadWords(pageLanguage());
    await Promise.all(WORDS.map(useWords));
  } catch {
    showWordless();
    return;
  }
  if (umpires()) useWords("laws").then(keepAll).catch(() => {});
  hook().catch(() => {});
  if (placeOf(current())?.name === "overlay") document.body.prepend(main);
  else document.body.prepend(skipLink(main), header(SITE), main);
  onLang(() => title(placeOf(current())));
  follow();
  reportUncaught();
  onMove(() => {
    closeDialogs();
    main.focus({ preventScroll: true });
    void arrive();
  });
  await arrive();
}

void start();
