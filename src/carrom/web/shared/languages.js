/** The list of languages to choose from, each by its own name. */
import { ApiError, errorText } from "./api.js";
import { h, toast } from "./dom.js";
import { knownLanguages, lang, setLang } from "./words.js";

/** @param {Record<string, unknown>} props of the list */
export const languageList = (props) =>
  h("select", { value: lang(), onchange: (/** @type {any} */ event) => speak(event.currentTarget.value), ...props },
    Object.entries(knownLanguages()).map(([code, { name }]) => h("option", { value: code, lang: code, key: code }, name)));

/** @param {string} language */
export const speak = (language) =>
  setLang(language).catch(() => toast(errorText(new ApiError("page/offline")), "bad"));
