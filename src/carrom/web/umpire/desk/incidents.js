/**
 * Incidents, the most frequent first and then in the game's own order, each with its paragraph. Which can be now and
 * who can have done it comes from the judge; a row that leaves no question is entered by one tap.
 */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { oneOf } from "../../shared/controls.js";
import { fellForm } from "./pad.js";
import { disc, SIDES, sideKeys, sideOfPlayer, sideText, lawChip, bigButton } from "./parts.js";
import { openSheet, confirmSheet } from "./bottom_sheet.js";
import { limitsOn, listed, PIECES, Report } from "./report.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Kind} Kind */
/** @typedef {import("../../desk").Breach} Breach */
/** @typedef {Omit<import("../../desk").IncidentRequest, "do">} Incident */
/** @typedef {readonly string[]} Names who did it: a player, both partners, or nobody */
/**
 * A row of the list. `ending` ones are never entered by one tap; `unnoticed` and `pocketed` as in an offer of the judge.
 * `by` has a key for each: a player, or the partners of a side where both do it.
 * @typedef {object} Row
 * @property {string} key
 * @property {string} testid
 * @property {string} title
 * @property {string} help
 * @property {readonly string[]} laws
 * @property {string} part
 * @property {readonly Names[]} by
 * @property {readonly Names[]} unnoticed
 * @property {boolean} pocketed
 * @property {boolean} ending
 * @property {(who: Names, more: Partial<Incident>) => Incident} incident
 */

/** Fouls without a paragraph; a named breach is reported with its own. */
const FOULS = ["foul", "technical-foul"];

/** Both partners do this, so that no one of them is named. */
const OF_PARTNERS = ["partners-talked"];

/** A coin that falls by itself: the striker lies elsewhere by then. */
const FELL_LATER = "fell-later";

/** Which kind a breach can be, by whose turn it is seen in. */
/** @type {Record<string, readonly string[]>} */
const BY_TURN = { any: FOULS, own: ["foul"], theirs: ["technical-foul"] };

/** @param {string} part */
const partTitle = (part) => t(`web.umpire.part.${part}`);

/**
 * What can be reported now, in the catalogue's order: the most frequent, then of each part the incidents with a
 * consequence of their own, and the breaches.
 * @param {Catalogue} catalogue
 * @param {View} view how it stands when it happens
 * @param {string} [at] a part that is looked for: its rows stay together
 * @returns {Row[]}
 */
export function incidentRows(catalogue, view, at = "") {
  const players = [...view.first, ...view.second];
  const offers = new Map(view.can?.incidents.map((offer) => [offer.kind, offer]));
  /** @param {Breach} breach @param {string} player */
  const kindOf = (breach, player) =>
    (BY_TURN[breach.turn] ?? FOULS).find((kind) => offers.get(kind)?.players.includes(player));
  const kinds = catalogue.kinds.flatMap((kind) => {
    const offer = offers.get(kind.kind);
    return offer ? [kindRow(kind, offer, view)] : [];
  });
  const breaches = catalogue.breaches.filter(({ foul }) => foul)
    .map((breach) => breachRow(breach, players.filter((player) => kindOf(breach, player)), kindOf));
  const [fouls, others] = [true, false].map((foul) => kinds.filter(({ key }) => FOULS.includes(key) === foul));
  const all = [...others, ...breaches.filter(({ by }) => by.length), ...fouls];
  // A catalogue that an older page has kept on the device names none.
  const frequent = (catalogue.frequent ?? []).flatMap((key) => all.filter((row) => row.key === key && row.part !== at));
  const rest = all.filter((row) => !frequent.includes(row));
  return [
    ...frequent.map((row) => ({ ...row, part: "frequent" })),
    ...partsIn([...catalogue.kinds, ...catalogue.breaches]).flatMap((part) => rest.filter((row) => row.part === part)),
  ];
}

/** The parts of the game that these belong to, each once. @param {readonly { part: string }[]} all */
const partsIn = (all) => [...new Set(all.map(({ part }) => part))];

/**
 * @param {Kind} kind
 * @param {import("../../desk").Offer} offer
 * @param {View} view
 * @returns {Row}
 */
function kindRow({ kind, laws, part, text, help }, offer, view) {
  return {
    key: kind, testid: `incident-${kind}`, title: text, help, laws, part,
    by: together(view, kind, offer.players), unnoticed: together(view, kind, offer.unnoticed),
    pocketed: offer.pocketed, ending: part === "end",
    incident: (who, more) => ({ kind, ...culprit(view, who), ...more }),
  };
}

/**
 * Those who are named together: each player, or the partners where both do it.
 * @param {View} view
 * @param {string} kind
 * @param {Names} players
 * @returns {Names[]}
 */
const together = (view, kind, players) =>
  OF_PARTNERS.includes(kind) ? SIDES.map((side) => view[side]).filter(([one]) => players.includes(one))
    : players.map((player) => [player]);

/**
 * Who did it, as a request says it: a player, or both partners by their colour if that is known.
 * @param {View} view
 * @param {Names} who
 * @returns {Pick<Incident, "by" | "player">}
 */
function culprit(view, [player, partner]) {
  const by = partner && playerColour(view, player);
  return by ? { by } : player ? { player } : {};
}

/** @param {View} view @param {string} name */
const playerColour = (view, name) => view.players.find((player) => player.name === name)?.colour ?? null;

/**
 * @param {Breach} breach
 * @param {Names} players
 * @param {(breach: Breach, player: string) => string | undefined} kindOf
 * @returns {Row}
 */
function breachRow(breach, players, kindOf) {
  return {
    key: breach.key, testid: `breach-${breach.key}`, title: breach.text, help: "", laws: [breach.law], part: breach.part,
    by: players.map((player) => [player]), unnoticed: [], pocketed: false, ending: false,
    incident: ([player], more) => ({ kind: kindOf(breach, player) ?? FOULS[0], player, paragraph: breach.law, ...more }),
  };
}

/**
 * A part of a list, with its title.
 * @param {string} part
 * @param {HTMLElement[]} items
 */
const partSection = (part, items) =>
  h("section", { class: "stack tight" },
    h("h3", { "data-part": part, tabindex: "-1" }, partTitle(part)), h("ul", { class: "incident-rows" }, items));

/**
 * @param {{ catalogue: Catalogue, view: View, pick: (incident: Incident, close: () => void) => void, title?: string,
 *   at?: string }} given `at` is the part whose rows are looked for; with a `title` of its own what is picked is looked
 *   at before it is entered, and nothing is asked twice
 */
export function incidentsSheet({ catalogue, view, pick, title, at = "" }) {
  const all = incidentRows(catalogue, view, at);
  // The most frequent first, then in the game's own order; once the board runs, what is before it comes last.
  const past = view.stage === "in-play" ? "before-play" : "";
  const parts = partsIn(all).sort((one, other) => Number(one === past) - Number(other === past));
  const state = { ...NOTHING_SAID, open: "" };
  const { body, close, set } = openSheet(title ?? t("web.umpire.desk.incidents"), () => [
    parts.length > 1 && h("nav", { class: "part-chips", "aria-label": t("web.umpire.desk.incidents.parts") },
      parts.map((part) => h("button", { class: "chip", type: "button", onclick: () => jump(part) }, partTitle(part)))),
    h("div", { class: "stack incident-list" },
      parts.map((part) => partSection(part, all.filter((row) => row.part === part).map(rowItem)))),
  ], { class: "incidents of-now", state });

  /** @param {string} part */
  const jump = (part) => {
    const heading = /** @type {HTMLElement | null} */ (body.querySelector(`[data-part="${part}"]`));
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };

  /** @param {Incident} incident */
  const done = (incident) => {
    const enter = () => pick(incident, close);
    const kind = catalogue.kinds.find((each) => each.kind === incident.kind);
    if (title === undefined && kind?.costs) askAgain(catalogue, view, kind, incident, enter);
    else enter();
  };

  /** @param {Row} row */
  const toggle = (row) => {
    if (!asks(row)) return done(row.incident(row.by[0] ?? [], {}));
    const noticed = row.by.length > 0 || !row.unnoticed.length;
    set({ ...NOTHING_SAID, noticed, open: state.open === row.key ? "" : row.key });
    /** @type {HTMLElement | null} */
    const within = body.querySelector(".incident-asks button, .incident-asks input");
    within?.focus({ preventScroll: true });
    const tall = row.pocketed || row.key === "disqualified";
    body.querySelector(".incident-open")?.scrollIntoView({ block: tall ? "start" : "nearest" });
  };

  /** @param {Row} row */
  function rowItem(row) {
    const open = state.open === row.key;
    return h("li", { class: open ? "incident-open" : "" },
      h("div", { class: "incident-row" },
        h("button", { class: "incident-name", type: "button", "data-testid": row.testid,
          "aria-expanded": asks(row) ? String(open) : null, onclick: () => toggle(row) },
          h("span", { class: "grow" }, row.title),
          !asks(row) && row.by[0] && h("span", { class: "incident-who" }, whoParts(view, row.by[0]))),
        row.laws.slice(0, 1).map(lawChip)),
      open && openRow(row));
  }

  /** @param {Row} row */
  function openRow(row) {
    const { ground, noticed, report } = state;
    const pocketed = listed(report.facts.pocketed);
    const fell = pocketed.length ? { pocketed } : {};
    const more = { ...(ground ? { ground } : {}), ...(noticed ? {} : { noticed }), ...fell };
    const ready = row.key === "disqualified" ? Boolean(ground) : row.key !== FELL_LATER || pocketed.length > 0;
    const by = noticed ? row.by : row.unnoticed;
    const seen = /** @type {const} */ (["yes", "no"]).filter((each) => (each === "yes" ? row.by : row.unnoticed).length);
    return h("div", { class: "stack tight incident-asks" },
      row.help && h("p", { class: "muted small" }, row.help),
      row.key === "disqualified" && grounds(catalogue, (letter) => {
        set({ ground: letter });
        body.querySelector(".incident-asks .by-keys")?.scrollIntoView({ block: "nearest" });
      }),
      row.unnoticed.length > 0 && oneOf({ key: "noticed", label: t("web.umpire.desk.noticed"),
        value: noticed ? "yes" : "no", change: (seen) => set({ noticed: seen === "yes" }),
        options: seen.map((value) => ({ value, title: t(`web.umpire.desk.noticed.${value}`) })) }),
      row.pocketed && [h("p", { class: "label" }, t("web.umpire.desk.fell")),
        fellForm(report, limitsOn(view.board), (next) => set({ report: next }),
          PIECES.filter((piece) => row.key !== FELL_LATER || piece !== "striker"))],
      by.length > 1 && h("p", { class: "label" }, t("web.umpire.desk.by-whom")),
      h("div", { class: "by-keys" }, by.length
        ? by.map((who) => byKey(view, who, ready, () => done(row.incident(who, more))))
        : bigButton("by-nobody", t("web.umpire.desk.enter"), () => done(row.incident([], more)), { kind: "primary" })));
  }

  if (at && parts.includes(at)) jump(at);
  if (all.length === 1 && asks(all[0])) toggle(all[0]);
}

/** Before anything was said about a row. */
const NOTHING_SAID = { ground: "", noticed: true, report: new Report() };

/** Whether a row leaves a question before it can be entered. @param {Row} row */
const asks = (row) => row.by.length > 1 || row.ending || row.unnoticed.length > 0 || row.pocketed;

/**
 * What it costs, before it is entered: a board, a game or the match. "No" leads back to where it was chosen.
 * @param {Catalogue} catalogue
 * @param {View} view
 * @param {Kind} kind
 * @param {Incident} incident
 * @param {() => void} enter
 */
function askAgain(catalogue, view, { costs, text: what }, { ground, player = "" }, enter) {
  const other = sideOfPlayer(view, player) === "first" ? "second" : "first";
  confirmSheet(t("web.umpire.desk.costly", { what, player }), [
    ground && h("p", null, catalogue.grounds.find(({ letter }) => letter === ground)?.text),
    h("p", null, t(`web.umpire.desk.costly.${costs}`, { side: sideText(view, other) })),
  ], t("web.umpire.desk.enter"), enter, { testid: "incident-sure", danger: true });
}

/**
 * Players with the colour of this board, if they have one.
 * @param {View} view
 * @param {Names} who
 */
function whoParts(view, who) {
  const colour = playerColour(view, who[0]);
  return [colour && disc(colour), h("span", null, who.join(" & "))];
}

/**
 * @param {View} view
 * @param {Names} who
 * @param {boolean} ready
 * @param {() => void} onclick
 */
export function byKey(view, who, ready, onclick) {
  const colour = playerColour(view, who[0]);
  return bigButton(`by-${who.join("-")}`, whoParts(view, who), onclick, { kind: "by-key", disabled: !ready,
    label: [who.join(" & "), ...(colour ? [t(`web.umpire.desk.colour.${colour}`)] : [])].join(", ") });
}

/**
 * Asks whose turn it is, where nobody knows and a foul depends on it.
 * @param {View} view
 * @param {(strikes: import("./parts.js").SideName) => void} then
 */
export function askTurn(view, then) {
  openSheet(t("web.umpire.desk.unjudged.turn"), ({ close }) => [
    h("p", { class: "muted" }, t("web.umpire.desk.unjudged.help")),
    sideKeys(view, "turn", (side) => {
      close();
      then(side);
    }),
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

/**
 * Says that a stroke was improper, and which law made it so; or that it was not after all.
 * @param {Catalogue | null} catalogue
 * @param {import("./report.js").Report} report
 * @param {(report: import("./report.js").Report) => void} change
 */
export function toggleImproper(catalogue, report, change) {
  if (report.facts.improper) change(report.improper(false));
  else improperSheet(catalogue, (breach) => change(report.improper(true, breach)));
}

/**
 * Asks which law made a stroke improper: the ways of striking the catalogue knows, in the order of the game.
 * @param {Catalogue | null} catalogue
 * @param {(breach: string) => void} chosen with a paragraph, or with nothing where the umpire names none
 */
function improperSheet(catalogue, chosen) {
  const ways = catalogue?.breaches.filter((breach) => breach.improper) ?? [];
  if (!ways.length) {
    chosen("");
    return;
  }
  /** @param {string} law */
  const choose = (law) => {
    close();
    chosen(law);
  };
  const { close } = openSheet(t("web.umpire.desk.improper.title"), () => [
    bigButton("improper-unnamed", t("web.umpire.desk.improper.unnamed"), () => choose(""), { kind: "wide" }),
    partsIn(ways).map((part) => partSection(part, ways.filter((breach) => breach.part === part).map((breach) =>
      h("li", { class: "incident-row" },
        h("button", { class: "incident-name", type: "button", "data-testid": `improper-${breach.key}`,
          onclick: () => choose(breach.law) }, breach.text),
        lawChip(breach.law))))),
  ]);
}
