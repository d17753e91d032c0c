/** The score sheet: to look at, to print and sign, and to save as PDF, CSV or record. */
import { errorText, fetchAnswer, whole } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { lang, onLang, t, typeset, upper } from "../shared/words.js";
import { button, showRefusal } from "./desk/parts.js";
import { live } from "./live.js";
import { deskPath } from "./links.js";

/** @typedef {import("../desk").SheetText} SheetText */
/** @typedef {import("../desk").SheetPart} SheetPart */
/** @typedef {import("./sync/client.js").DeskClient} DeskClient */
/** @typedef {{ busy: boolean, refused: unknown, sheet: SheetText | null }} State */

/**
 * @param {string} key
 * @param {Record<string, string | number>} [given]
 */
const word = (key, given) => t(`web.umpire.sheet.${key}`, given);

/** What the server makes, and how the file's name ends. */
const FILES = [
  { what: "pdf", path: () => `sheet.pdf?lang=${lang()}`, ending: "pdf" },
  { what: "csv", path: () => `sheet.csv?lang=${lang()}`, ending: "csv" },
  { what: "record", path: () => "record", ending: "carrom" },
];

/**
 * @param {HTMLElement} host
 * @param {DeskClient} client
 * @returns {() => void}
 */
export function sheetScreen(host, client) {
  let asked = "";

  /** After which entry, and in which language. */
  const wanted = () => `${client.view.v} ${lang()}`;

  /** Reads the sheet; an answer that a newer request has overtaken is dropped. */
  const read = async () => {
    const mine = (asked = wanted());
    screen.set({ busy: true });
    /** @type {Partial<State>} */
    const told = await client.sheet().then((sheet) => ({ sheet, refused: null }), (refused) => ({ refused }));
    if (mine !== asked) return;
    screen.set({ ...told, busy: false });
    if (told.sheet) document.title = `${told.sheet.title} – ${told.sheet.names}`;
  };

  const screen = live(host, ({ busy, refused, sheet }) => [
    h("div", { class: "page sheet-page" },
      h("div", { class: "sheet-tools stack tight" }, toolParts(client, sheet)),
      h("article", { class: "sheet-paper", "data-testid": "sheet-paper", "aria-busy": busy ? "true" : null },
        sheet ? paperParts(sheet) : refused ? refusedParts(refused, () => void read())
          : h("p", { class: "waiting", role: "status" }, h("span", { class: "spinner" }), word("page.loading")))),
  ], /** @type {State} */ ({ busy: false, refused: null, sheet: null }));
  const refresh = () => (wanted() === asked ? screen.draw() : void read());
  const off = [client.on(refresh), onLang(refresh), screen.close];
  void read();
  return () => {
    asked = "";
    off.forEach((each) => each());
  };
}

/**
 * @param {DeskClient} client
 * @param {SheetText | null} sheet
 */
function toolParts(client, sheet) {
  const away = client.link === "offline";
  const missing = client.judge === "nobody" ? client.pending : 0;
  const name = sheet?.names.replace(" – ", " - ") ?? "";
  const at = `/api/desk/${encodeURIComponent(client.token)}`;
  const able = !away && sheet !== null;
  return [
    h("div", { class: "row", role: "group", "aria-label": word("page.tools") },
      button("sheet-print", word("page.print"), () => window.print(), { kind: "primary", disabled: !sheet }),
      FILES.map(({ what, path, ending }) =>
        h("a", { class: "button", href: able ? `${at}/${path()}` : null, download: `${name}.${ending}`,
          "aria-disabled": able ? null : "true", "aria-label": word("page.save", { what: word(`page.${what}`) }),
          "data-testid": `sheet-${what}`,
          onclick: (/** @type {MouseEvent} */ event) => {
            event.preventDefault();
            if (able) save(`${at}/${path()}`, `${name}.${ending}`).catch(showRefusal);
          } }, word(`page.${what}`))),
      link(deskPath(client.token), { class: "button quiet" }, word("page.back"))),
    away && h("p", { class: "banner", role: "status" }, word("page.offline")),
    missing > 0 && h("p", { class: "banner bad", role: "status" }, word("page.pending", { n: missing })),
  ];
}

/**
 * Saves a file of the server.
 * @param {string} path
 * @param {string} name
 */
async function save(path, name) {
  const answer = await fetchAnswer(path);
  const address = URL.createObjectURL(await whole(answer.blob()));
  const anchor = h("a", { href: address, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * @param {unknown} error
 * @param {() => void} again
 */
function refusedParts(error, again) {
  return h("div", { class: "stack" },
    h("h1", null, word("page.failed")),
    h("p", { class: "wrong" }, errorText(error)),
    h("button", { class: "button", type: "button", onclick: again }, word("page.again")));
}

/** @param {SheetText} sheet */
function paperParts(sheet) {
  const [match, ...more] = sheet.parts;
  return [
    h("h1", null, sheet.title),
    match && fields(match),
    ...more.map((part) => (part.key === "result" ? result(part) : table(part))),
    h("section", { class: "sheet-signatures" },
      h("h2", null, shown(sheet.sign)),
      h("ul", null, sheet.signatures.map((who) => h("li", null, shown(who))))),
  ];
}

/** @param {SheetPart} part */
const fields = (part) =>
  h("dl", { class: "sheet-fields" }, part.rows.map(([label = "", value = ""]) =>
    h("div", null, h("dt", null, upper(shown(label))), h("dd", null, shown(value)))));

/** @param {SheetPart} part */
const result = (part) =>
  h("p", { class: "sheet-result", "data-testid": "sheet-result" },
    h("span", null, shown(part.title)), h("b", null, shown(part.close)));

/**
 * Wide tables can be moved sideways in their own box; a reader with a keyboard can do so too.
 * @param {SheetPart} part
 */
function table(part) {
  const id = `sheet-${part.key}-${part.title}`.replace(/\W+/g, "-");
  const wide = part.key === "game";
  return h("section", { class: `sheet-part ${part.key}`, "data-testid": `sheet-part-${part.key}` },
    h("h2", { id }, shown(part.title)),
    part.rows.length > 0 &&
      h("div", { class: "sheet-scroll", tabindex: wide ? "0" : null, role: wide ? "region" : null, "aria-labelledby": id },
        h("table", { class: "table numbers" },
          h("thead", null, h("tr", null, part.head.map((name) => h("th", { scope: "col" }, shown(name))))),
          h("tbody", null, part.rows.map((row) => h("tr", null, row.map((cell, i) => tableCell(cell, part.head[i] ?? ""))))))),
    part.close && h("p", { class: "sheet-close" }, shown(part.close)));
}

/**
 * @param {string} cell
 * @param {string} label
 */
const tableCell = (cell, label) => h("td", { "data-label": shown(label), class: cell ? "" : "blank" }, shown(cell));

/** As it is set; a score stays on one line. @param {string} text */
const shown = (text) => typeset(text).replace(/(?<=\d) – (?=\d)/g, "\u00a0–\u00a0");
