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

/** @type {Record<string, () => Promise<Screen>>} */
const SCREENS = {
  "": () => import("./home/screen.js"),
  table: () => import("./table/screen.js"),
  practice: () => import("./practice/screen.js"),
  replays: () => import("./replay/matches.js"),
  replay: () => import("./replay/screen.js"),
  laws: () => import("./laws/screen.js"),
  ask: () => import("./ask/screen.js"),
  how: () => import("./home/how.js"),
};

/** Words that come with a screen and not with the page. */
/** @type {Record<string, string>} */
const WORDS = {
  practice: "practice",
  replays: "replay",
  replay: "replay",
  laws: "laws",
  ask: "laws",
  how: "how",
};

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
    const load = SCREENS[name];
    if (!load) throw new ApiError("page/unknown");
    const [screen] = await Promise.all([load(), name in WORDS ? useWords(WORDS[name]) : null]);
    clearTimeout(waits);
    if (mine !== visit) return;
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
  const known = name in SCREENS && name !== "";
  document.title = known
    ? t("web.shell.title", { screen: t(`web.shell.screen.${name}`) })
    : t("web.shell.name");
}

async function start() {
  // The screen comes while the words do; that it does not come at all is said when it is shown.
  SCREENS[current().path[0] ?? ""]?.().catch(() => {});
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
