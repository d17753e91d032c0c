/** Beside the board in practice: again, another position, an opponent, the position to take away; what ended. */
import { button, fold, select, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { copyBlock } from "../shared/clipboard.js";
import { bookTitle, levelTitle } from "../shared/matches.js";
import { link } from "../shared/nav.js";
import { boardLines, card } from "../table/cards.js";
import { sideText } from "../table/score.js";
import { PRESETS, TWO, positionOf, practicePath, texts } from "./position.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("./screen.js").Practice} Practice */

/** @param {Practice} practice */
export function playingPanel(practice) {
  const { again, from, ghost, screen } = practice;
  const { state = null, welcome = null } = screen ?? {};
  /** @param {string} name @param {(() => void) | null} act */
  const act = (name, act) => button("grow", t(`web.practice.${name}`), act, { "data-key": name });
  return [
    h("h2", null, t("web.practice.title")),
    from && link(from, { class: "button", "data-key": "to-replay" }, t("web.practice.to-replay")),
    h("div", { class: "row practice-acts" },
      act("again", again && (() => void practice.setUp(again))),
      act("setup", state && (() => practice.beginSetup()))),
    h("div", { class: "stack tight" },
      h("h3", { class: "label" }, t("web.practice.presets")),
      h("div", { class: "row practice-presets" }, PRESETS.map((name) =>
        h("button", { class: "chip", type: "button", "data-key": `preset ${name}`, onclick: () => practice.setUpPreset(name) },
          t(`web.practice.preset.${name}`))))),
    tick({ key: "ghost", label: t("web.practice.ghost"), value: ghost, change: (yes) => practice.showGhost(yes) }),
    fold("opponent", t("web.practice.against"), ...against(practice)),
    fold("take-away", t("web.practice.take-away"), ...takeAway(practice, state)),
    h("p", { class: "muted" }, t("web.practice.lasts")),
    welcome && tick({ key: "keep", label: t("web.practice.keep"), value: welcome.kept,
      change: (yes) => void practice.keep(yes) }),
  ];
}

/** @param {Practice} practice */
function against(practice) {
  const { ready, opponent, rulebook, hand } = practice;
  const levels = ready.levels.map((level) => /** @type {const} */ ([level, levelTitle(level)]));
  return [
    select({
      id: "practice-opponent",
      label: t("web.practice.opponent"),
      value: opponent,
      options: [["", t("web.practice.nobody")], [TWO, t("web.practice.two")], ...levels,
        // Taken from a match in which the computer had another hand.
        ...(opponent.includes("@") ? [/** @type {const} */ ([opponent, levelTitle(opponent)])] : [])],
      change: (to) => void practice.reopen({ opponent: to }),
    }),
    select({
      id: "practice-rulebook",
      label: t("web.practice.rulebook"),
      value: rulebook,
      options: ready.rulebooks.map(({ book }) => [book, bookTitle(book, ready.rulebooks)]),
      change: (to) => void practice.reopen({ rulebook: to }),
    }),
    select({
      id: "practice-hand",
      label: t("web.practice.hand"),
      value: hand,
      options: [
        ["", t("web.practice.hand.steady")],
        ...ready.hands.toReversed().map(({ level }) => /** @type {const} */ ([level, levelTitle(level)])),
      ],
      change: (to) => void practice.reopen({ hand: to }),
    }),
  ];
}

/**
 * @param {Practice} practice
 * @param {After | null} after
 */
function takeAway({ rulebook, opponent }, after) {
  if (!after) return [];
  const position = positionOf(after);
  const { layout, standing } = texts(position);
  const path = practicePath(position, { rulebook, opponent, white: after.white ?? "first" });
  return [
    copyBlock(t("web.practice.as-text"), layout),
    copyBlock(t("web.practice.standing"), standing),
    copyBlock(t("web.practice.as-link"), new URL(path, location.href).href),
  ];
}

/**
 * A board of practice has ended: what came of it, and what next.
 * @param {After} after
 * @param {{ again: (() => void) | null, other: () => void, next: () => void }} ways
 */
export function overCard(after, { again, other, next }) {
  const { winner, points } = after.boards.at(-1) ?? {};
  const result = winner
    ? t("web.practice.over.won", { side: sideText(after, winner), n: points ?? 0 })
    : t("web.practice.over.void");
  return card("end", t("web.practice.over"), h("p", null, result), boardLines(after),
    h("div", { class: "row choices-row" },
      again && button("primary", t("web.practice.again"), again, { "data-choice": "again" }),
      button("", t("web.practice.over.other"), other, { "data-choice": "other" }),
      button("quiet", t("web.practice.over.next"), next, { "data-choice": "next" })));
}
