/** The head of every page: the name, the ways, language, sound and settings. */
import { ApiError, errorText } from "./api.js";
import { button } from "./controls.js";
import { h, render, toast, useStyle } from "./dom.js";
import { icon } from "./icons.js";
import { languageList } from "./languages.js";
import { current, link, onMove } from "./nav.js";
import * as prefs from "./prefs.js";
import { onLang, t, useWords } from "./words.js";

/**
 * A way leads to a screen; `aside` to one beside this page, which stays open.
 * @typedef {{ way: string, href: string, text: () => string, aside?: () => boolean }} Way
 */
/**
 * A document of this site: its name, the address of its first screen and the words that lead there, its ways, which of
 * them an address belongs to, and where it has a board, pictures of it for the settings.
 * @typedef {{ home: string, homeText: () => string, name: () => string, ways: Way[], shown: (path: string[]) => string,
 *   swatches?: () => Promise<import("./settings.js").Swatches> }} Site
 */

/**
 * @param {Site} site
 * @returns {HTMLElement}
 */
export function header(site) {
  const element = h("header", { class: "site" });
  let opened = false;
  /** @param {boolean} yes */
  const open = (yes) => {
    opened = yes;
    paint();
  };
  const paint = () => {
    const here = site.shown(current().path);
    const sound = prefs.get("sound");
    render(element,
      link(site.home, { class: "site-name" },
        h("img", { src: "/static/favicon.svg", alt: "", width: 28, height: 28 }), site.name()),
      h("nav", { class: `site-nav ${opened ? "open" : ""}`, id: "ways", "aria-label": t("web.shell.ways") },
        site.ways.map(({ way, href, text, aside }) =>
          link(href, { class: `way-${way}`, "aria-current": here === way ? "page" : null,
            ...(aside?.() ? { target: "_blank", rel: "noopener" } : {}) }, text()))),
      h("div", { class: "site-tools" },
        languageList({ class: "button quiet", id: "lang", ...label("language") }),
        button("quiet icon", icon(sound ? "sound" : "mute"), turnSound, { id: "sound", "aria-pressed": String(sound),
          ...label("sound"), title: t(sound ? "web.shell.sound-on" : "web.shell.sound-off") }),
        button("quiet icon", icon("settings"), () => void openSettings(site), { id: "settings", "aria-haspopup": "dialog",
          ...label("settings") }),
        button("quiet icon menu", icon("menu"), () => open(!opened), { id: "menu", "aria-controls": "ways",
          "aria-expanded": String(opened), ...label("menu") })));
  };
  onLang(paint);
  onMove(() => open(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opened) return;
    open(false);
    document.getElementById("menu")?.focus();
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (opened && !target?.closest("#ways, #menu")) open(false);
  });
  prefs.on("sound", paint);
  const look = () => {
    const [theme, text] = [prefs.get("theme"), prefs.get("text")];
    document.dispatchEvent(new CustomEvent("look-chosen", { detail: { theme, text } }));
    document.documentElement.toggleAttribute("data-patterns", prefs.get("patterns"));
  };
  for (const key of /** @type {const} */ (["theme", "text", "patterns"])) prefs.on(key, look);
  look();
  paint();
  return element;
}

/** @param {string} key of `web.shell` */
const label = (key) => ({ "aria-label": t(`web.shell.${key}`), title: t(`web.shell.${key}`) });

function turnSound() {
  prefs.set("sound", !prefs.get("sound"));
}

/** Everything that the sheet of settings needs. */
export const loadSettings = () =>
  Promise.all([import("./settings.js"), useWords("settings"), useStyle("/static/shared/settings.css")]);

/** @param {Site} site */
async function openSettings({ swatches }) {
  try {
    const [[{ openSettings: open }], pictures] = await Promise.all([loadSettings(), swatches?.() ?? null]);
    open(pictures);
  } catch {
    toast(errorText(new ApiError("page/offline")), "bad");
  }
}
