/** What happened, built by taps: a stroke, or an incident. */
import {
  AT_REST,
  GROUNDS,
  INCIDENTS,
  SIDES,
  culprits,
  mayBeUnseen,
  mayGo,
  mayRest,
  mostOf,
} from "./case.js";
import { counter, fold, oneOf, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { has, paragraphOf, t, upper } from "../shared/words.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./board.js").Alter} Alter */
/** @typedef {import("../wire").Laws} Laws */

// What a foul may break; laws that end more than a turn are incidents of their own.
const BREAKABLE = [
  "seats",
  "chair",
  "stroke",
  "striker-place",
  "time",
  "placing",
  "touched-coins",
  "conduct",
  "request",
  "powder",
  "striker-kept",
];
const LONGEST = 70;

/**
 * @param {Case} asked
 * @param {Alter} alter
 * @param {Set<string>} opened
 * @param {Laws | null} laws for the paragraphs a foul may name
 */
export function happenedForm(asked, alter, opened, laws) {
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, t("web.ask.happened")),
    oneOf({
      key: "what",
      label: t("web.ask.what"),
      value: asked.what,
      options: [
        { value: "stroke", title: t("web.ask.stroke") },
        { value: "incident", title: t("web.ask.incident") },
      ],
      change: (what) => alter((one) => (one.what = what)),
    }),
    ...(asked.what === "stroke" ? strokeForm(asked, alter, opened) : incidentForm(asked, alter, laws)),
  );
}

/**
 * @param {Case} asked
 * @param {Alter} alter
 * @param {Set<string>} opened
 */
function strokeForm(asked, alter, opened) {
  const { stroke } = asked;
  return [
    h("p", { class: "label" }, t("web.ask.fell")),
    wentForm(asked, alter, "fell"),
    tick({
      key: "missed",
      label: t("web.ask.missed"),
      value: !stroke.touched,
      change: (yes) => alter((one) => (one.stroke.touched = !yes)),
    }),
    tick({
      key: "improper",
      label: t("web.ask.improper"),
      help: t("web.ask.improper-help"),
      value: stroke.improper,
      change: (yes) => alter((one) => (one.stroke.improper = yes)),
    }),
    fold(
      opened,
      "more-stroke",
      t("web.ask.more-stroke"),
      h("p", { class: "label" }, t("web.ask.off")),
      wentForm(asked, alter, "off"),
      h("p", { class: "label" }, t("web.ask.at-rest")),
      h(
        "div",
        null,
        AT_REST.filter((fact) => mayRest(asked, fact)).map((fact) =>
          tick({
            key: `rest ${fact}`,
            label: t(`web.ask.at-rest.${fact}`),
            value: stroke.at_rest.includes(fact),
            change: (yes) =>
              alter((one) => {
                one.stroke.at_rest = [
                  ...one.stroke.at_rest.filter((each) => each !== fact),
                  ...(yes ? [fact] : []),
                ];
              }),
          }),
        ),
      ),
    ),
  ];
}

/**
 * What went one way: into the pockets, or off the board.
 * @param {Case} asked
 * @param {Alter} alter
 * @param {"fell" | "off"} where
 */
function wentForm(asked, alter, where) {
  return h(
    "div",
    { class: "counters" },
    SIDES.map((side) =>
      counter({
        key: `${where} ${side}`,
        label: t(`web.ask.coin.${side}`),
        coin: side,
        value: asked.stroke[where][side],
        low: 0,
        high: mostOf(asked, where, side),
        change: (n) => alter((one) => (one.stroke[where][side] = n)),
      }),
    ),
    /** @type {const} */ (["queen", "striker"]).map((piece) =>
      counter({
        key: `${where} ${piece}`,
        label: t(`web.ask.coin.${piece}`),
        coin: piece,
        value: Number(asked.stroke[where][piece]),
        low: 0,
        high: Number(mayGo(asked, where, piece)),
        change: (n) => alter((one) => (one.stroke[where][piece] = n > 0)),
      }),
    ),
  );
}

/** @param {string} kind */
const incidentTitle = (kind) =>
  upper(t(has(`web.ask.incident.${kind}`) ? `web.ask.incident.${kind}` : `incident.${kind}`));

/**
 * @param {Case} asked
 * @param {Alter} alter
 * @param {Laws | null} laws
 */
function incidentForm(asked, alter, laws) {
  const { board, incident } = asked;
  const sides = culprits(board, incident.kind);
  return [
    oneOf({
      key: "kind",
      label: t("web.ask.kind"),
      value: incident.kind,
      list: true,
      options: INCIDENTS.filter((kind) => culprits(board, kind).length).map((kind) => ({
        value: kind,
        title: incidentTitle(kind),
      })),
      change: (kind) => alter((one) => (one.incident.kind = kind)),
    }),
    h("p", { class: "help" }, t("web.ask.left-out")),
    sides.length > 1 &&
      oneOf({
        key: "by",
        label: t(has(`web.ask.by.${incident.kind}`) ? `web.ask.by.${incident.kind}` : "web.ask.by"),
        value: incident.by,
        options: SIDES.filter((side) => sides.includes(side)).map((side) => ({
          value: side,
          title: t(`web.ask.side.${side}`),
        })),
        change: (side) => alter((one) => (one.incident.by = side)),
      }),
    sides.length === 1 && sides[0] !== "" && h("p", { class: "muted" }, t(`web.ask.only.${sides[0]}`)),
    (incident.kind === "foul" || incident.kind === "technical-foul") && lawBroken(asked, alter, laws),
    incident.kind === "disqualified" &&
      oneOf({
        key: "ground",
        label: t("web.ask.ground"),
        value: incident.ground,
        list: true,
        options: GROUNDS.map((letter) => ({
          value: letter,
          title: letter,
          help: groundText(asked, letter, laws),
        })),
        change: (letter) => alter((one) => (one.incident.ground = letter)),
      }),
    incident.kind === "wrong-colour-placed" &&
      tick({
        key: "unseen",
        label: t("web.ask.unseen"),
        value: !incident.noticed,
        able: mayBeUnseen(asked),
        change: (yes) => alter((one) => (one.incident.noticed = !yes)),
      }),
  ];
}

/** @param {string} text */
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** The rulebook whose fouls these are: those without any take the international ones. @param {string} book */
const foulBook = (book) => (book.startsWith("international") ? book : "international-a");

/**
 * @param {Case} asked
 * @param {string} letter
 * @param {Laws | null} laws
 */
function groundText(asked, letter, laws) {
  const citation = `${foulBook(asked.rulebook)} 4.2 ${letter}`;
  return laws?.laws.find((law) => law.citation === citation)?.text ?? "";
}

/**
 * @param {Case} asked
 * @param {Alter} alter
 * @param {Laws | null} laws
 */
function lawBroken(asked, alter, laws) {
  const books = [...new Set([asked.rulebook, foulBook(asked.rulebook)])];
  const offered =
    laws?.laws.filter((law) => books.includes(law.book) && BREAKABLE.includes(law.subject)) ?? [];
  const select = h(
    "select",
    {
      id: "ask-paragraph",
      "data-key": "paragraph",
      onchange: () => alter((one) => (one.incident.paragraph = select.value)),
    },
    h("option", { value: "" }, t("web.ask.no-paragraph")),
    offered.map((law) =>
      h("option", { value: law.paragraph }, `${paragraphOf(law.citation)}: ${shortened(law.text)}`),
    ),
  );
  select.value = asked.incident.paragraph;
  return h("div", { class: "field" }, h("label", { for: "ask-paragraph" }, t("web.ask.paragraph")), select);
}
