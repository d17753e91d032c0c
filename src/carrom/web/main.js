/** The way in: the screens of the game, and the words that all of them need. */
import { openDocument } from "./shared/document.js";
import { tableOf } from "./shared/matches.js";
import * as prefs from "./shared/prefs.js";
import { loadWords, preferredLanguage, t } from "./shared/words.js";

/**
 * Every screen by its address, with the words that come with it and not with the page. The title of a screen is
 * `web.shell.screen.<name>`; tools/web_modules.py writes the server's list of addresses from this one.
 * @type {Record<string, import("./shared/document.js").Screen>}
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

/**
 * This browser's own seat at the table of an address.
 * @param {import("./shared/nav.js").Params} params
 */
function seatAt({ path: [first, room] }) {
  const own = first === "table" && prefs.get("rooms").find((each) => each.room === room);
  return own ? tableOf(own) : "";
}

const WAYS = ["home", "how", "practice", "replays", "laws", "ask", "umpire"];

/** @type {import("./shared/header.js").Site} */
const SITE = {
  home: "/",
  homeText: () => t("web.shell.to-home"),
  name: () => t("web.shell.name"),
  ways: WAYS.map((way) => ({
    way,
    href: way === "home" ? "/" : `/${way}`,
    text: () => t(`web.shell.way.${way}`),
  })),
  shown: ([first = "home"]) => (first === "replay" ? "replays" : first),
  swatches: () => import("./board/swatch.js"),
};

openDocument({
  screens: SCREENS,
  titles: "web.shell.screen",
  site: SITE,
  loadWords: () => loadWords(preferredLanguage()),
  seatAt,
});
