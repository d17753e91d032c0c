/** The head of every page: the name, the ways, language, theme and sound. */
import { ApiError, errorText } from "./api.js";
import { button } from "./controls.js";
import { h, render, toast } from "./dom.js";
import { icon } from "./icons.js";
import { current, link, onMove } from "./nav.js";
import * as prefs from "./prefs.js";
import { knownLanguages, lang, onLang, setLang, t } from "./words.js";

const THEMES = /** @type {const} */ (["auto", "dark", "light"]);
/**
 * A way leads to a screen; `aside` to one beside this page, which stays open.
 * @typedef {{ way: string, href: string, text: () => string, aside?: () => boolean }} Way
 */
/**
 * A document of this site: its name, the address of its first screen and the words that lead there, its ways, and
 * which of them an address belongs to.
 * @typedef {{ home: string, homeText: () => string, name: () => string, ways: Way[], shown: (path: string[]) => string }} Site
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
    const [looks, sound] = [prefs.get("theme"), prefs.get("sound")];
    render(element,
      link(site.home, { class: "site-name" },
        h("img", { src: "/static/favicon.svg", alt: "", width: 28, height: 28 }), site.name()),
      h("nav", { class: `site-nav ${opened ? "open" : ""}`, id: "ways", "aria-label": t("web.shell.ways") },
        site.ways.map(({ way, href, text, aside }) =>
          link(href, { class: `way-${way}`, "aria-current": here === way ? "page" : null,
            ...(aside?.() ? { target: "_blank", rel: "noopener" } : {}) }, text()))),
      h("div", { class: "site-tools" },
        h("select", { class: "button quiet", id: "lang", value: lang(), ...label("language"),
          onchange: (/** @type {any} */ event) => speak(event.currentTarget.value) },
        Object.entries(knownLanguages()).map(([code, { name }]) => h("option", { value: code, lang: code, key: code }, name))),
        button("quiet icon", icon(looks), turnTheme, { id: "theme", ...label(`theme.${looks}`) }),
        button("quiet icon", icon(sound ? "sound" : "mute"), turnSound, { id: "sound", "aria-pressed": String(sound),
          ...label("sound"), title: t(sound ? "web.shell.sound-on" : "web.shell.sound-off") }),
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
  prefs.on("theme", () => {
    document.dispatchEvent(new CustomEvent("theme-chosen", { detail: prefs.get("theme") }));
    paint();
  });
  paint();
  return element;
}

/** @param {string} key of `web.shell` */
const label = (key) => ({ "aria-label": t(`web.shell.${key}`), title: t(`web.shell.${key}`) });

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
