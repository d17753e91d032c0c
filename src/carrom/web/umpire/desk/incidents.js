/**
 * Incidents in the game's own order, each with its paragraph. Which can be now and who can have done it comes from
 * the judge; a row that leaves no question is entered by one tap.
 */
import { fill, h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { askAgain, isGrave } from "./confirm.js";
import { COLOURS, colourText, disc, inPlaces, lawChip, tall } from "./parts.js";
import { choose, sheet } from "./bottom_sheet.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Kind} Kind */
/** @typedef {import("../../desk").Breach} Breach */
/** @typedef {Omit<import("../../desk").IncidentRequest, "do">} Incident */
/** @typedef {import("./parts.js").Colour} Colour */
/** @typedef {Incident} Told */
/**
 * A row of the list. `grave` ones are asked about once more; `unnoticed` as in an offer of the judge.
 * @typedef {object} Row
 * @property {string} key
 * @property {string} testid
 * @property {string} title
 * @property {string} help
 * @property {readonly string[]} laws
 * @property {string} part
 * @property {readonly Colour[]} by
 * @property {readonly Colour[]} unnoticed
 * @property {boolean} grave
 * @property {(by: Colour | null, more: Partial<Incident>) => Told} told
 */

/** These are headings' own kinds: a breach that is named is told by its paragraph instead. */
const FOULS = ["foul", "technical-foul"];

/** Which kind a breach can be, by whose turn it is seen in. */
/** @type {Record<string, readonly string[]>} */
const BY_TURN = { any: FOULS, own: ["foul"], theirs: ["technical-foul"] };

/** @param {string} part */
export const partTitle = (part) => t(`web.umpire.part.${part}`);

/**
 * What can be reported now, in the catalogue's order: of each part the incidents with a consequence of their own,
 * then the breaches.
 * @param {Catalogue} catalogue
 * @param {View} view how it stands when it happens
 * @returns {Row[]}
 */
export function rows(catalogue, view) {
  const offers = view.can?.incidents ?? [];
  /** @param {string} kind */
  const offered = (kind) => offers.find((offer) => offer.kind === kind);
  const parts = [...new Set([...catalogue.kinds, ...catalogue.breaches].map(({ part }) => part))];
  /** @param {Breach} breach @param {Colour} by */
  const kindOf = (breach, by) => (BY_TURN[breach.turn] ?? FOULS).find((kind) => offered(kind)?.by.includes(by));
  return parts.flatMap((part) => [
    ...catalogue.kinds.filter((kind) => kind.part === part && offered(kind.kind) && !FOULS.includes(kind.kind))
      .map((kind) => kindRow(kind, offered(kind.kind), view)),
    ...catalogue.breaches.filter((breach) => breach.part === part && breach.foul)
      .map((breach) => breachRow(breach, inPlaces(view, COLOURS).filter((by) => kindOf(breach, by)), kindOf))
      .filter((row) => row.by.length),
    ...catalogue.kinds.filter((kind) => kind.part === part && offered(kind.kind) && FOULS.includes(kind.kind))
      .map((kind) => kindRow(kind, offered(kind.kind), view)),
  ]);
}

/**
 * @param {Kind} kind
 * @param {import("../../desk").Offer | undefined} offer
 * @param {View} view
 * @returns {Row}
 */
function kindRow({ kind, laws, part, text, help }, offer, view) {
  return {
    key: kind,
    testid: `incident-${kind}`,
    title: text,
    help,
    laws,
    part,
    by: inPlaces(view, offer?.by ?? []),
    unnoticed: offer?.unnoticed ?? [],
    grave: part === "end",
    told: (who, more) => ({ kind, ...(who ? { by: who } : {}), ...more }),
  };
}

/**
 * @param {Breach} breach
 * @param {readonly Colour[]} by
 * @param {(breach: Breach, by: Colour) => string | undefined} kindOf
 * @returns {Row}
 */
function breachRow(breach, by, kindOf) {
  return {
    key: breach.key,
    testid: `breach-${breach.key}`,
    title: breach.text,
    help: "",
    laws: [breach.law],
    part: breach.part,
    by,
    unnoticed: [],
    grave: false,
    told: (who, more) => ({
      kind: (who && kindOf(breach, who)) || FOULS[0], ...(who ? { by: who } : {}), paragraph: breach.law, ...more,
    }),
  };
}

/**
 * The parts of the list, in the game's own order; once the board runs, what is before it comes last.
 * @param {readonly Row[]} all
 * @param {View} view
 */
function partsOf(all, view) {
  const parts = [...new Set(all.map((row) => row.part))];
  const past = view.stage === "in-play" ? "before-play" : "";
  return [...parts.filter((part) => part !== past), ...parts.filter((part) => part === past)];
}

/**
 * @param {{ catalogue: Catalogue, view: View, pick: (incident: Told) => void, title?: string, at?: string }} given
 *   `at` is the part whose rows are looked for; with a `title` of its own what is picked is looked at before it is
 *   entered, and nothing is asked twice
 */
export function incidentsSheet({ catalogue, view, pick, title, at = "" }) {
  const all = rows(catalogue, view);
  const parts = partsOf(all, view);
  const list = h("div", { class: "stack incident-list" });
  let open = "";
  const close = sheet(title ?? t("web.umpire.desk.incidents"), [
    h("nav", { class: "part-chips", "aria-label": t("web.umpire.desk.incidents.parts") },
      parts.map((part) =>
        h("button", { class: "chip", type: "button", onclick: () => jump(part) }, partTitle(part)))),
    list,
  ], { class: "incidents of-now" });
  /** @param {string} part */
  const jump = (part) => {
    const heading = list.querySelector(`[data-part="${part}"]`);
    heading?.scrollIntoView({ block: "start" });
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  };
  /** @param {Told} incident */
  const done = (incident) => {
    const enter = () => {
      close();
      pick(incident);
    };
    if (title === undefined && isGrave(incident)) askAgain(catalogue, view, incident, enter);
    else enter();
  };
  /** @param {Row} row */
  const drawn = (row) => rowItem(row, view, catalogue, open === row.key, toggle, done);
  const draw = () => {
    fill(list, parts.map((part) =>
      h("section", { class: "stack tight" },
        h("h3", { "data-part": part, tabindex: "-1" }, partTitle(part)),
        h("ul", { class: "incident-rows" }, all.filter((row) => row.part === part).map(drawn)))));
  };
  /** @param {Row} row */
  const toggle = (row) => {
    if (row.by.length < 2 && !row.grave && !asksMore(row)) {
      done(row.told(row.by[0] ?? null, {}));
      return;
    }
    open = open === row.key ? "" : row.key;
    draw();
    const within = list.querySelector(".incident-open button, .incident-open input");
    if (within instanceof HTMLElement) within.focus({ preventScroll: true });
    list.querySelector(".incident-open")?.scrollIntoView({ block: row.key === "disqualified" ? "start" : "nearest" });
  };
  draw();
  if (at && parts.some((part) => part === at)) jump(at);
}

/** @param {Row} row */
const asksMore = (row) => row.key === "disqualified" || row.unnoticed.length > 0;

/**
 * @param {Row} row
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {boolean} open
 * @param {(row: Row) => void} toggle
 * @param {(incident: Told) => void} done
 */
function rowItem(row, view, catalogue, open, toggle, done) {
  const asks = row.by.length > 1 || row.grave || asksMore(row);
  return h(
    "li",
    { class: open ? "incident-open" : "" },
    h("div", { class: "incident-row" },
      h("button", { class: "incident-name", type: "button", "data-testid": row.testid,
        "aria-expanded": asks ? String(open) : null, onclick: () => toggle(row) },
        h("span", { class: "grow" }, row.title),
        !asks && row.by[0] &&
          h("span", { class: "incident-who" }, disc(row.by[0]), colourText(view, row.by[0]))),
      row.laws.slice(0, 1).map(lawChip)),
    open && openRow(row, view, catalogue, done),
  );
}

/**
 * @param {Row} row
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {(incident: Told) => void} done
 */
function openRow(row, view, catalogue, done) {
  /** @type {Partial<Incident>} */
  const more = {};
  const keys = h("div", { class: "by-keys" });
  const paint = () => {
    const named = row.key !== "disqualified" || more.ground !== undefined;
    /** @param {Colour} by */
    const ready = (by) => named && (more.noticed !== false || row.unnoticed.includes(by));
    fill(keys, row.by.length
      ? row.by.map((by) => byKey(view, by, ready(by), () => done(row.told(by, more))))
      : tall("by-nobody", t("web.umpire.desk.enter"), () => done(row.told(null, more)), { kind: "primary" }));
  };
  paint();
  return h(
    "div",
    { class: "stack tight incident-asks" },
    row.help && h("p", { class: "muted small" }, row.help),
    row.key === "disqualified" && grounds(catalogue, (letter) => {
      more.ground = letter;
      paint();
      keys.scrollIntoView({ block: "nearest" });
    }),
    row.unnoticed.length > 0 && choose({
      name: "noticed",
      legend: t("web.umpire.desk.noticed"),
      choices: [["yes", t("web.umpire.desk.noticed.yes")], ["no", t("web.umpire.desk.noticed.no")]],
      value: "yes",
      onchange: (seen) => {
        if (seen === "no") more.noticed = false;
        else delete more.noticed;
        paint();
      },
    }),
    row.by.length > 1 && h("p", { class: "label" }, t("web.umpire.desk.by-whom")),
    keys,
  );
}

/**
 * @param {View} view
 * @param {Colour} by
 * @param {boolean} ready
 * @param {() => void} onclick
 */
export const byKey = (view, by, ready, onclick) =>
  tall(`by-${by}`, [disc(by), h("span", null, colourText(view, by))], onclick,
    { kind: "by-key", disabled: !ready,
      label: view.white ? `${colourText(view, by)}, ${t(`web.umpire.desk.colour.${by}`)}` : colourText(view, by) });

/**
 * Nobody knows whose turn it is, and a foul depends on it.
 * @param {View} view
 * @param {(strikes: Colour) => void} then
 */
export function askTurn(view, then) {
  const close = sheet(t("web.umpire.desk.blind.turn"), [
    h("p", { class: "muted" }, t("web.umpire.desk.blind.help")),
    h("div", { class: "by-keys" }, COLOURS.map((colour) => tall(`turn-${colour}`,
      [disc(colour), h("span", null, colourText(view, colour))], () => {
        close();
        then(colour);
      }, { kind: "by-key" }))),
  ]);
}

/**
 * @param {Catalogue} catalogue
 * @param {(letter: string) => void} onchange
 */
const grounds = (catalogue, onchange) =>
  h("fieldset", { class: "field grounds" },
    h("legend", null, t("web.umpire.desk.ground")),
    catalogue.grounds.map(({ letter, law, text }) =>
      h("div", { class: "incident-row" },
        h("label", { class: "choice grow" },
          h("input", { type: "radio", name: "ground", value: letter, "data-testid": `ground-${letter}`,
            onchange: () => onchange(letter) }),
          h("span", { class: "choice-title" }, text)),
        lawChip(law))));
