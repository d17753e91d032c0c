/** The words of the page as a browser gets them: from the folders of the languages, without a server. */
import { readFileSync } from "node:fs";

const around = /** @type {any} */ (globalThis);
const WITH_THE_PAGE = ["errors", "home", "shell", "table"];

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(new URL(`../../src/carrom/i18n/${file}.json`, import.meta.url), "utf8"));

/**
 * Loads the words of a language, and perhaps those of more screens.
 * @param {string} language
 * @param {...string} screens
 */
export async function speak(language, ...screens) {
  around.localStorage ??= { getItem: () => null, setItem() {} };
  around.document ??= { documentElement: {}, querySelector: () => null };
  const phrases = Object.assign({}, ...[...WITH_THE_PAGE, ...screens].map((each) => read(`${language}/web/${each}`)));
  around.fetch = async () => ({ ok: true, json: async () => phrases });
  const { loadWords } = await import("../../src/carrom/web/shared/words.js");
  await loadWords(language);
}
