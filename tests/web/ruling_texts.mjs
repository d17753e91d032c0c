/** Says rulings as the page does: words and rulings come in as JSON, the texts go out. No browser is needed. */
import { readFileSync } from "node:fs";

const { words, lang, rulings } = JSON.parse(readFileSync(0, "utf8"));

globalThis.document = { documentElement: {} };
globalThis.fetch = async () => ({ ok: true, json: async () => words });

const page = await import(process.argv[2]);
await page.loadWords(lang);
process.stdout.write(JSON.stringify(rulings.map(page.rulingText)));
