/**
 * The settings: one sheet, on every screen, kept on this device. Whatever is set takes effect at once, since all who
 * need it listen to the preference.
 */
import { button, oneOf, tick } from "./controls.js";
import { dialog, fill, h, render } from "./dom.js";
import { languageList, speak } from "./languages.js";
import * as prefs from "./prefs.js";
import { sample } from "./sound.js";
import { has, lang, onLang, percent, preferredLanguage, t } from "./words.js";

/** @typedef {import("./prefs.js").Prefs} Prefs */
/** @typedef {import("./dom.js").Child} Child */
/** @typedef {typeof import("../board/swatch.js")} Swatches small pictures of the board and of coins */
/** @template T @typedef {{ [K in keyof Prefs]: Prefs[K] extends T ? K : never }[keyof Prefs]} KeyOf */

/** All that is set here. @satisfies {readonly (keyof Prefs)[]} */
const SETTINGS = /** @type {const} */ ([
  "sound", "loudness", "haptics", "strike", "left-handed", "preview", "speed", "patient", "slow-motion", "board", "coins",
  "patterns", "text", "theme", "lang",
]);

/** @param {string} key */
const words = (key) => t(`web.settings.${key}`);

/** @param {string} key */
const helpOf = (key) => (has(`web.settings.${key}.help`) ? words(`${key}.help`) : undefined);

/**
 * @param {KeyOf<boolean>} key
 * @param {(value: boolean) => boolean} [means] what a check mark means for the preference
 */
const yesNo = (key, means = (value) => value) =>
  tick({ key, label: words(key), help: helpOf(key), value: means(prefs.get(key)), change: (value) => prefs.set(key, means(value)) });

/**
 * @template {KeyOf<string>} K
 * @param {K} key
 * @param {readonly Prefs[K][]} values
 * @param {{ look?: string, picture?: (value: Prefs[K]) => Child }} [how]
 */
const choice = (key, values, { look, picture } = {}) =>
  oneOf({
    key,
    label: words(key),
    look,
    value: /** @type {string} */ (prefs.get(key)),
    options: values.map((value) => ({ value, title: [picture?.(value), words(`${key}.${value}`)], help: helpOf(`${key}.${value}`) })),
    change: (value) => prefs.set(key, /** @type {Prefs[K]} */ (value)),
  });

function loudness() {
  const now = prefs.get("loudness");
  return h("div", { class: "field", key: "loudness" },
    h("label", { for: "loudness" }, words("loudness"), " ", h("output", { for: "loudness" }, percent(now))),
    h("input", { id: "loudness", type: "range", min: 0, max: 100, step: 5, value: Math.round(100 * now),
      disabled: !prefs.get("sound"), "aria-valuetext": percent(now),
      oninput: (/** @type {any} */ event) => prefs.set("loudness", Number(event.currentTarget.value) / 100),
      onchange: sample }));
}

/** @param {"board" | "coins"} of @param {string} value */
const picture = (of, value) => h("canvas", { class: "swatch", [`data-${of}`]: value, "aria-hidden": "true" });

const language = () =>
  h("div", { class: "field", key: "lang" },
    h("label", { for: "setting-lang" }, t("web.shell.language")), languageList({ id: "setting-lang" }));

/**
 * The settings of the game, and of them those that concern the umpire's page too.
 * @param {boolean} game
 * @returns {Record<string, Child[]>} by the subject
 */
const groups = (game) => ({
  sound: [yesNo("sound"), loudness(), "vibrate" in navigator && yesNo("haptics")],
  ...(game && {
    play: [choice("strike", ["release", "button"]), yesNo("preview"), yesNo("left-handed")],
    pace: [choice("speed", ["normal", "fast", "fastest"]), yesNo("patient", (value) => !value), yesNo("slow-motion")],
  }),
  looks: [
    game && choice("board", ["maple", "walnut", "slate"], { look: "swatches", picture: (value) => picture("board", value) }),
    game && choice("coins", ["classic", "ivory", "bright"], { look: "swatches", picture: (value) => picture("coins", value) }),
    yesNo("patterns"),
  ],
  page: [choice("text", ["normal", "large", "largest"]), choice("theme", ["auto", "light", "dark"]), language()],
});

/**
 * @param {Swatches | null} swatches none: the umpire's page, which has no board
 * @param {string} [focus] the id of the control to begin with
 */
export function openSettings(swatches, focus = "") {
  const body = h("div", { class: "settings" });
  const said = h("p", { class: "help", role: "status" });
  const paint = () => {
    render(body, Object.entries(groups(swatches !== null)).map(([name, content]) =>
      h("section", { class: "stack", "aria-labelledby": `settings-${name}`, key: name },
        h("h3", { id: `settings-${name}` }, words(`of.${name}`)), ...content)),
    h("div", { class: "row spread", key: "reset" }, said, button("", words("reset"), reset, { id: "reset-settings" })));
    for (const canvas of body.querySelectorAll("canvas")) swatches?.paintSwatch(canvas);
  };
  const reset = async () => {
    prefs.reset(SETTINGS);
    fill(said, words("was-reset"));
    if (preferredLanguage() === lang()) return;
    await speak(preferredLanguage());
    prefs.reset(["lang"]);
  };
  // The title and the close button are said anew too.
  const again = () => {
    const { id = "" } = document.activeElement ?? {};
    close();
    openSettings(swatches, id);
  };
  const offs = [...SETTINGS.map((key) => prefs.on(key, paint)), onLang(again)];
  paint();
  const close = dialog(words("title"), [body], { class: "settings-sheet", onclose: () => offs.forEach((off) => off()) });
  if (focus) /** @type {HTMLElement | null} */ (body.querySelector(`#${focus}`))?.focus();
}
