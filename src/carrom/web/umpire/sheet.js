/** The score sheet: to look at, to print and sign, and to save as PDF, CSV or record. */
import { ApiError, errorText } from "../shared/api.js";
import { fill, h, toast } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { lang, onLang, t, typeset, upper } from "../shared/words.js";

/** @typedef {import("../desk").SheetText} SheetText */
/** @typedef {import("../desk").SheetPart} SheetPart */
/** @typedef {import("./sync/client.js").DeskClient} DeskClient */

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
 * @returns {{ close(): void }}
 */
export function sheetScreen(host, client) {
  const tools = h("div", { class: "sheet-tools stack tight" });
  const paper = h("article", { class: "sheet-paper", "data-testid": "sheet-paper" });
  fill(host, h("div", { class: "page sheet-page" }, tools, paper));
  /** @type {SheetText | null} */
  let sheet = null;
  /** @type {unknown} */
  let trouble = null;
  let asked = "";
  let closed = false;

  const paint = () => {
    fill(tools, ...toolParts(client, sheet));
    if (sheet) {
      document.title = `${sheet.title} – ${sheet.names}`;
      fill(paper, ...paperParts(sheet));
    } else if (trouble) fill(paper, ...troubleParts(trouble, () => void read()));
    else fill(paper, h("p", { class: "waiting", role: "status" }, h("span", { class: "spinner" }), word("page.loading")));
  };

  /** After which entry, and in which language. */
  const wanted = () => `${client.view.v} ${lang()}`;

  /** The sheet as it is now; what comes late because a newer one was asked for is dropped. */
  const read = async () => {
    const mine = (asked = wanted());
    paper.setAttribute("aria-busy", "true");
    try {
      const made = await client.sheet(lang());
      if (closed || mine !== asked) return;
      [sheet, trouble] = [made, null];
    } catch (error) {
      if (closed || mine !== asked) return;
      trouble = error;
    }
    paper.removeAttribute("aria-busy");
    paint();
  };

  const off = [
    onLang(() => void read()),
    client.on(() => {
      if (wanted() !== asked) void read();
      else fill(tools, ...toolParts(client, sheet));
    }),
  ];
  paint();
  void read();
  return {
    close() {
      closed = true;
      off.forEach((each) => each());
    },
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
  const files = FILES.map(({ what, path, ending }) =>
    h(
      "a",
      {
        class: "button",
        href: away || !sheet ? null : `${at}/${path()}`,
        download: `${name}.${ending}`,
        "aria-disabled": away || !sheet ? "true" : null,
        "aria-label": word("page.save", { what: word(`page.${what}`) }),
        "data-testid": `sheet-${what}`,
        onclick: (/** @type {MouseEvent} */ event) => {
          event.preventDefault();
          if (!away && sheet) void save(`${at}/${path()}`, `${name}.${ending}`);
        },
      },
      word(`page.${what}`),
    ),
  );
  return [
    h(
      "div",
      { class: "row", role: "group", "aria-label": word("page.tools") },
      h(
        "button",
        {
          class: "button primary",
          type: "button",
          disabled: !sheet,
          "data-testid": "sheet-print",
          onclick: () => window.print(),
        },
        word("page.print"),
      ),
      files,
      link(`/umpire/${encodeURIComponent(client.token)}`, { class: "button quiet" }, word("page.back")),
    ),
    away && h("p", { class: "banner", role: "status" }, word("page.offline")),
    missing > 0 && h("p", { class: "banner bad", role: "status" }, word("page.pending", { n: missing })),
  ];
}

/**
 * A file of the server's, or in words why there is none.
 * @param {string} path
 * @param {string} name
 */
async function save(path, name) {
  try {
    const answer = await fetch(path).catch(() => {
      throw new ApiError("page/offline");
    });
    if (!answer.ok) {
      throw ApiError.told(await answer.json().catch(() => null), answer.status);
    }
    const address = URL.createObjectURL(await answer.blob());
    const anchor = h("a", { href: address, download: name, hidden: true });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    toast(errorText(error), "bad");
  }
}

/**
 * @param {unknown} error
 * @param {() => void} again
 */
function troubleParts(error, again) {
  return [
    h("h1", null, word("page.failed")),
    h("p", { class: "wrong" }, errorText(error)),
    h("button", { class: "button", type: "button", onclick: again }, word("page.again")),
  ];
}

/** @param {SheetText} sheet */
function paperParts(sheet) {
  const [match, ...more] = sheet.parts;
  return [
    h("h1", null, sheet.title),
    match && fields(match),
    ...more.map((part) => (part.key === "result" ? result(part) : table(part))),
    h(
      "section",
      { class: "sheet-signatures" },
      h("h2", null, shown(sheet.sign)),
      h("ul", null, sheet.signatures.map((who) => h("li", null, shown(who)))),
    ),
  ];
}

/** @param {SheetPart} part */
const fields = (part) =>
  h(
    "dl",
    { class: "sheet-fields" },
    part.rows.map(([label = "", value = ""]) => h("div", null, h("dt", null, upper(shown(label))), h("dd", null, shown(value)))),
  );

/** @param {SheetPart} part */
const result = (part) =>
  h("p", { class: "sheet-result", "data-testid": "sheet-result" }, h("span", null, shown(part.title)), h("b", null, shown(part.close)));

/**
 * Wide tables can be moved sideways in their own box; a reader with a keyboard can do so too.
 * @param {SheetPart} part
 */
function table(part) {
  const caption = h("h2", { id: `sheet-${part.key}-${part.title}`.replace(/\W+/g, "-") }, shown(part.title));
  const wide = part.key === "game";
  return h(
    "section",
    { class: `sheet-part ${part.key}`, "data-testid": `sheet-part-${part.key}` },
    caption,
    part.rows.length > 0 &&
      h(
        "div",
        { class: "sheet-scroll", tabindex: wide ? "0" : null, role: wide ? "region" : null, "aria-labelledby": caption.id },
        h(
          "table",
          { class: "table numbers" },
          h("thead", null, h("tr", null, part.head.map((name) => h("th", { scope: "col" }, shown(name))))),
          h("tbody", null, part.rows.map((row) => h("tr", null, row.map((cell, i) => tableCell(cell, part.head[i] ?? ""))))),
        ),
      ),
    part.close && h("p", { class: "sheet-close" }, shown(part.close)),
  );
}

/**
 * @param {string} cell
 * @param {string} label
 */
const tableCell = (cell, label) => h("td", { "data-label": shown(label), class: cell ? "" : "blank" }, shown(cell));

/** As it is set; a score stays on one line. @param {string} text */
const shown = (text) => typeset(text).replace(/(?<=\d) – (?=\d)/g, "\u00a0–\u00a0");
