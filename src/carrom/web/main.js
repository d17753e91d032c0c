/** The way in: words, the head of the page, and the screen the address asks for. */
import { ApiError } from "./shared/api.js";
import { closeDialogs, fill, h } from "./shared/dom.js";
import { header } from "./shared/header.js";
import { tableOf } from "./shared/matches.js";
import { current, follow, onMove } from "./shared/nav.js";
import * as prefs from "./shared/prefs.js";
import { showFailure, skipLink, reportUncaught, waiting, showWordless } from "./shared/shell.js";
import { loadWords, onLang, t, useWords, preferredLanguage } from "./shared/words.js";

/** @typedef {import("./shared/nav.js").Params} Params */
/** @typedef {() => void} TearDown */
/** @typedef {TearDown | void} Left */
/** @typedef {{ show: (root: HTMLElement, params: Params) => Left | Promise<Left> }} Screen */

/**
 * Every screen by its address, with the words that come with it and not with the page. The title of a screen is
 * `web.shell.screen.<name>`; tools/web_modules.py writes the server's list of addresses from this one.
 * @type {Record<string, { load: () => Promise<Screen>, words?: string }>}
 */
const SCREENS = {
  "/": { load: () => import("./home/screen.js") },
  "/table/{room}": { load: () => import("./table/screen.js") },
  "/practice": { load: () => import("./practice/screen.js"), words: "practice" },
  "/replays": { load: () => import("./replay/matches.js"), words: "replay" },
  "/replay/{token}": { load: () => import("./replay/screen.js"), words: "replay" },
  "/laws": { load: () => import("./laws/screen.js"), words: "laws" },
  "/ask": { load: () => import("./ask/screen.js"), words: "laws" },
  "/how": { load: () => import("./home/how.js"), words: "how" },
};

/** @param {string} name the first part of an address */
const screenOf = (name) => Object.entries(SCREENS).find(([address]) => address.split("/")[1] === name)?.[1];

const HOME = { again: () => void arrive(), home: "/", homeText: () => t("web.shell.to-home") };

const main = h("main", { id: "main", tabindex: "-1" });
/** @type {TearDown} */
let leave = () => {};
let visit = 0;

/** Shows the screen of the address. One that is overtaken while it loads never appears. */
async function arrive() {
  const mine = ++visit;
  const params = current();
  const name = params.path[0] ?? "";
  leaveNow();
  const root = h("div", { class: "screen" });
  const waits = setTimeout(() => mine === visit && fill(root, waiting()), 300);
  fill(main, root);
  title(name);
  window.scrollTo(0, 0);
  try {
    const known = screenOf(name);
    if (!known) throw new ApiError("page/unknown");
    const [screen] = await Promise.all([known.load(), known.words ? useWords(known.words) : null]);
    clearTimeout(waits);
    if (mine !== visit) return;
    title(name);
    root.replaceChildren();
    const away = (await screen.show(root, params)) ?? (() => {});
    if (mine === visit) leave = away;
    else away();
  } catch (error) {
    clearTimeout(waits);
    if (mine === visit) leave = showFailure(root, error, { ...HOME, seat: seatAt(params) });
  }
}

/**
 * This browser's own seat at the table of an address.
 * @param {Params} params
 */
function seatAt({ path: [first, room] }) {
  const own = first === "table" && prefs.get("rooms").find((each) => each.room === room);
  return own ? tableOf(own) : "";
}

function leaveNow() {
  const away = leave;
  leave = () => {};
  try {
    away();
  } catch (error) {
    console.error(error);
  }
}

/** @param {string} name */
function title(name) {
  document.title = name && screenOf(name)
    ? t("web.shell.title", { screen: t(`web.shell.screen.${name}`) })
    : t("web.shell.name");
}

async function start() {
  // The screen comes while the words do; that it does not come at all is said when it is shown.
  screenOf(current().path[0] ?? "")?.load().catch(() => {});
  try {
    await loadWords(preferredLanguage());
  } catch {
    showWordless();
    return;
  }
  document.body.prepend(skipLink(main), header(), main);
  onLang(() => title(current().path[0] ?? ""));
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
