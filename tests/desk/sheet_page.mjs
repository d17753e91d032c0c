/** Says score sheets as the page does: words and sheets come in as JSON, their parts go out. No browser is needed. */
import { readFileSync } from "node:fs";

const { words, lang, sheets } = JSON.parse(readFileSync(0, "utf8"));
const web = process.argv[2];

globalThis.document = { documentElement: {} };
globalThis.fetch = async () => ({ ok: true, json: async () => words });

const { loadWords } = await import(`${web}/words.js`);
const { parts, signatures } = await import(`${web}/umpire/sheet_parts.js`);
await loadWords(lang);
process.stdout.write(JSON.stringify(sheets.map((sheet) => ({ parts: parts(sheet), signatures: signatures(sheet) }))));
