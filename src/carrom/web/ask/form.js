/** The form of a question to the umpire: the board before, and the stroke or incident that happened, built by taps. */
import { counter, fold, oneOf, select, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import {
  COINS, QUEENS, SIDES, breakTick, counters, dueCounters, isWhole, newTurnTick, queenChoice, rightTicks, sideTitle,
  strikeChoice,
} from "../shared/standing_form.js";
import { has, paragraphOf, t, upper } from "../shared/words.js";
import { MOST_PASSES, MOST_POINTS, chooseIncident, mayGo, mayRest, mostOf, newIncident } from "./case.js";

/** @typedef {import("./case.js").Case} Case */
/**
 * @typedef {object} Form
 * @property {Case} asked
 * @property {(how: (asked: Case) => void) => void} alter
 * @property {import("../wire").Ready} ready
 * @property {import("../wire").BookChoice | undefined} book the rulebook of the case
 * @property {readonly import("../wire").PossibleIncident[]} offered incidents that can have happened on this board
 * @property {import("../wire").Laws | null} laws for the paragraphs that a foul or a ground may name
 */

const LONGEST = 70;

/** @param {Form} form */
export function boardForm({ asked: { board }, alter, book }) {
  /** @param {(board: import("./case.js").CaseBoard) => void} how */
  const change = (how) => alter((one) => how(one.board));
  /** @type {import("../shared/standing_form.js").Alter} */
  const stand = change;
  /**
   * @param {"passes" | "tries" | "strokes_in_hand"} field
   * @param {string} name of its label
   * @param {number} low
   * @param {number} high
   */
  const count = (field, name, low, high) =>
    counter({ key: name, label: t(`web.ask.${name}`), value: board[field], low, high,
      change: (n) => change((one) => (one[field] = n)) });
  /**
   * @param {"held" | "points"} field
   * @param {(side: "white" | "black") => number} high
   */
  const pair = (field, high) =>
    counters({ key: field, label: t(`web.ask.${field}`), counts: board[field], high,
      change: (side, n) => change((one) => (one[field][side] = n)) });
  return h("section", { class: "card stack", key: "board" },
    h("h2", { id: "ask-board" }, t("web.ask.board")),
    strikeChoice(board, stand),
    counters({ key: "left", label: t("web.ask.coins-left"), counts: board, low: (side) => (board.held[side] ? 0 : 1),
      high: (side) => COINS - board.held[side], change: (side, n) => change((one) => (one[side] = n)) }),
    queenChoice(board, stand, QUEENS),
    isWhole(board) && breakTick(board, stand),
    isWhole(board) && !board.broken && count("tries", "tries", 0, 3),
    fold("more-board", t("web.ask.more-board"),
      dueCounters(board, stand),
      pair("points", () => MOST_POINTS),
      !book?.right_is_in_nets && rightTicks(board, stand),
      book?.counts_strokes && board.broken && count("strokes_in_hand", "in-hand", 1, COINS),
      newTurnTick(board, change),
      count("passes", "passes", 0, MOST_PASSES),
      pair("held", (side) => COINS - board[side])));
}

/** @param {Form} form */
export function happenedForm(form) {
  const { asked, alter } = form;
  return h("section", { class: "card stack", key: "happened" },
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
    asked.what === "stroke" ? strokeForm(form) : incidentForm(form));
}

/** @param {Form} form */
function strokeForm({ asked, alter, ready }) {
  const { stroke } = asked;
  /** @param {string} fact */
  const rest = (fact) =>
    tick({ key: `rest ${fact}`, label: t(`web.ask.at-rest.${fact}`), value: stroke.at_rest.includes(fact),
      change: (yes) =>
        alter(({ stroke: one }) => (one.at_rest = [...one.at_rest.filter((each) => each !== fact), ...(yes ? [fact] : [])])) });
  return [
    h("p", { class: "label" }, t("web.ask.fell")),
    piecesForm(asked, alter, "fell"),
    tick({ key: "missed", label: t("web.ask.missed"), value: !stroke.touched,
      change: (yes) => alter((one) => (one.stroke.touched = !yes)) }),
    tick({ key: "improper", label: t("web.ask.improper"), help: t("web.ask.improper-help"), value: stroke.improper,
      change: (yes) => alter((one) => (one.stroke.improper = yes)) }),
    fold("more-stroke", t("web.ask.more-stroke"),
      h("p", { class: "label" }, t("web.ask.off")),
      piecesForm(asked, alter, "off"),
      h("p", { class: "label" }, t("web.ask.at-rest")),
      h("div", null, ready.at_rest.filter((fact) => mayRest(asked, fact)).map(rest))),
  ];
}

/**
 * The pieces that went one way.
 * @param {Case} asked
 * @param {Form["alter"]} alter
 * @param {import("./case.js").Way} way
 * @param {readonly ("queen" | "striker")[]} others the pieces beside the coins of the sides
 */
function piecesForm(asked, alter, way, others = ["queen", "striker"]) {
  /**
   * @param {"white" | "black" | "queen" | "striker"} piece
   * @param {number} high
   * @param {(pieces: import("./case.js").Pieces, n: number) => void} set
   */
  const count = (piece, high, set) =>
    counter({ key: `${way} ${piece}`, label: t(`web.ask.coin.${piece}`), coin: piece,
      value: Number(asked.stroke[way][piece]), high, change: (n) => alter((one) => set(one.stroke[way], n)) });
  return h("div", { class: "counters" },
    SIDES.map((side) => count(side, mostOf(asked, way, side), (pieces, n) => (pieces[side] = n))),
    others.map((piece) =>
      count(piece, Number(mayGo(asked, way, piece)), (pieces, n) => (pieces[piece] = n > 0))));
}

/**
 * The phrase of a kind of incident, where it has one of its own.
 * @param {string} key
 * @param {string} kind
 * @param {string} otherwise
 */
const phrase = (key, kind, otherwise) => t(has(`${key}.${kind}`) ? `${key}.${kind}` : otherwise);

/** @param {Form} form */
function incidentForm(form) {
  const { asked: { incident }, alter, offered } = form;
  const { kind, by } = incident;
  const now = offered.find((each) => each.kind === kind);
  const sides = now?.by ?? [];
  return [
    oneOf({
      key: "kind",
      label: t("web.ask.kind"),
      value: kind,
      list: true,
      options: offered.map((each) => ({
        value: each.kind,
        title: upper(phrase("web.ask.incident", each.kind, `incident.${each.kind}`)),
      })),
      change: (to) => alter((one) => Object.assign(one, chooseIncident(one, newIncident(to, by), offered))),
    }),
    h("p", { class: "help" }, t("web.ask.left-out")),
    sides.length > 1 &&
      oneOf({
        key: "by",
        label: phrase("web.ask.by", kind, "web.ask.by"),
        value: by,
        options: sides.map((side) => ({ value: side, title: sideTitle(side) })),
        change: (side) => alter((one) => (one.incident.by = side)),
      }),
    sides.length === 1 && h("p", { class: "muted" }, t(`web.ask.only.${sides[0]}`)),
    (kind === "foul" || kind === "technical-foul") && paragraphSelect(form),
    kind === "disqualified" && groundChoice(form),
    incident.pocketed && h("p", { class: "label", key: "fell-label" }, t("web.ask.fell")),
    incident.pocketed &&
      piecesForm(form.asked, alter, "fell", kind === "fell-later" ? ["queen"] : ["queen", "striker"]),
    kind === "wrong-colour-placed" &&
      tick({ key: "unseen", label: t("web.ask.unseen"), value: !incident.noticed,
        able: Boolean(now?.unnoticed.some((side) => side === by)),
        change: (yes) => alter((one) => (one.incident.noticed = !yes)) }),
  ];
}

/** @param {Form} form */
function groundChoice({ asked, alter, ready, book, laws }) {
  /** @param {string} letter */
  const text = (letter) => laws?.laws.find((law) => law.citation === `${book?.foul_book} 4.2 ${letter}`)?.text ?? "";
  return oneOf({
    key: "ground",
    label: t("web.ask.ground"),
    value: asked.incident.ground,
    list: true,
    options: ready.grounds.map((letter) => ({ value: letter, title: letter, help: text(letter) })),
    change: (letter) => alter((one) => (one.incident.ground = letter)),
  });
}

/** @param {string} text */
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** @param {Form} form */
function paragraphSelect({ asked, alter, ready, book, laws }) {
  const offered = (laws?.laws ?? []).filter((law) =>
    [asked.rulebook, book?.foul_book].includes(law.book) && ready.foul_subjects.includes(law.subject));
  return select({
    id: "paragraph",
    label: t("web.ask.paragraph"),
    value: asked.incident.paragraph,
    options: [
      ["", t("web.ask.no-paragraph")],
      ...offered.map((law) => /** @type {[string, string]} */ (
        [law.paragraph, `${paragraphOf(law.citation)}: ${shortened(law.text)}`])),
    ],
    change: (to) => alter((one) => (one.incident.paragraph = to)),
  });
}
