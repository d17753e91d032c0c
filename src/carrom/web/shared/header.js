/** The head of every page: the name, the ways, language, theme and sound. */
import { ApiError, errorText } from "./api.js";
import { fill, h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { current, link, onMove } from "./nav.js";
import * as prefs from "./prefs.js";
import { known, lang, onLang, setLang, t } from "./words.js";

const THEMES = /** @type {const} */ (["auto", "dark", "light"]);
const WAYS = ["home", "how", "practice", "replays", "laws", "ask", "umpire"];

/** Which way a screen belongs to. */
/** @type {Record<string, string>} */
const SHOWN = { "": "home", replay: "replays", ...Object.fromEntries(WAYS.map((way) => [way, way])) };

/**
 * A way leads to a screen; `aside` to one beside this page, which stays open.
 * @typedef {{ way: string, href: string, text: () => string, aside?: () => boolean }} Way
 */
/**
 * A document of ours: its name and first screen, its ways, and which of them an address belongs to.
 * @typedef {{ home: string, name: () => string, ways: Way[], shown: (path: string[]) => string }} Site
 */

/** @type {Site} */
const GAME = {
  home: "/",
  name: () => t("web.shell.name"),
  ways: WAYS.map((way) => ({
    way,
    href: way === "home" ? "/" : `/${way}`,
    text: () => t(`web.shell.way.${way}`),
  })),
  shown: ([first = ""]) => SHOWN[first] ?? "",
};

/**
 * @param {Site} [site]
 * @returns {HTMLElement}
 */
export function header(site = GAME) {
  const name = link(site.home, { class: "site-name" });
  const ways = h("nav", { class: "site-nav", id: "ways" });
  const menu = h("button", {
    class: "button quiet icon menu",
    id: "menu",
    type: "button",
    "aria-controls": "ways",
    onclick: () => open(!ways.classList.contains("open")),
  });
  /** @param {boolean} yes */
  const open = (yes) => {
    ways.classList.toggle("open", yes);
    menu.setAttribute("aria-expanded", String(yes));
  };
  const language = h("select", { class: "button quiet", id: "lang", onchange: () => speak(language.value) });
  const theme = h("button", { class: "button quiet icon", id: "theme", type: "button", onclick: turnTheme });
  const sound = h("button", { class: "button quiet icon", id: "sound", type: "button", onclick: turnSound });

  const paint = () => {
    fill(name, h("img", { src: "/static/favicon.svg", alt: "", width: 28, height: 28 }), site.name());
    ways.setAttribute("aria-label", t("web.shell.ways"));
    const here = site.shown(current().path);
    fill(
      ways,
      site.ways.map(({ way, href, text, aside }) =>
        link(
          href,
          {
            class: `way-${way}`,
            "aria-current": here === way ? "page" : null,
            target: aside?.() ? "_blank" : null,
            rel: aside?.() ? "noopener" : null,
          },
          text(),
        ),
      ),
    );
    fill(menu, icon("menu"));
    label(menu, t("web.shell.menu"));
    fill(language, Object.entries(known()).map(([code, { name }]) => h("option", { value: code, lang: code }, name)));
    language.value = lang();
    label(language, t("web.shell.language"));
    const looks = prefs.get("theme");
    fill(theme, icon(looks));
    label(theme, t(`web.shell.theme.${looks}`));
    fill(sound, icon(prefs.get("sound") ? "sound" : "mute"));
    sound.setAttribute("aria-pressed", String(prefs.get("sound")));
    label(sound, t("web.shell.sound"));
    sound.title = t(prefs.get("sound") ? "web.shell.sound-on" : "web.shell.sound-off");
  };
  onLang(paint);
  onMove(() => {
    open(false);
    paint();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !ways.classList.contains("open")) return;
    open(false);
    menu.focus();
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Node ? event.target : null;
    if (!ways.contains(target) && !menu.contains(target)) open(false);
  });
  open(false);
  prefs.on("sound", paint);
  prefs.on("theme", () => {
    document.dispatchEvent(new CustomEvent("theme-chosen", { detail: prefs.get("theme") }));
    paint();
  });
  paint();
  return h(
    "header",
    { class: "site" },
    name,
    ways,
    h("div", { class: "site-tools" }, language, theme, sound, menu),
  );
}

/**
 * @param {HTMLElement} button
 * @param {string} words
 */
function label(button, words) {
  button.setAttribute("aria-label", words);
  button.title = words;
}

/** @param {string} language */
function speak(language) {
  setLang(language).catch(() => toast(errorText(new ApiError("page/offline")), "bad"));
}

function turnTheme() {
  const next = THEMES[(THEMES.indexOf(prefs.get("theme")) + 1) % THEMES.length];
  prefs.set("theme", next ?? "auto");
}

function turnSound() {
  prefs.set("sound", !prefs.get("sound"));
}
