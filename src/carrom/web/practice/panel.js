/** Beside the board in practice: again, another position, an opponent, the position to take away; what ended. */
import { button, fold, select, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { copyBlock } from "../shared/clipboard.js";
import { bookTitle, levelTitle } from "../shared/matches.js";
import { link } from "../shared/nav.js";
import { card } from "../table/cards.js";
import { sideText } from "../table/score.js";
import { PRESETS, positionOf, practicePath, texts } from "./position.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").After} After */
/**
 * @typedef {object} Playing
 * @property {import("../wire").Ready} ready
 * @property {After | null} after
 * @property {string} rulebook
 * @property {string} opponent
 * @property {boolean} ghost
 * @property {boolean} kept for good
 * @property {string} from where the replay is that the position was taken from, if it was
 * @property {(() => void) | null} onAgain
 * @property {() => void} onSetup
 * @property {(name: string) => void} onPreset
 * @property {(yes: boolean) => void} onGhost
 * @property {((yes: boolean) => void) | null} onKeep
 * @property {(change: { rulebook?: string, opponent?: string }) => void} onOther
 */

/** @param {Playing} shown */
export function playingPanel(shown) {
  /** @param {string} name @param {(() => void) | null} act */
  const act = (name, act) => button("grow", t(`web.practice.${name}`), act, { "data-key": name });
  return [
    h("h2", null, t("web.practice.title")),
    shown.from && link(shown.from, { class: "button", "data-key": "to-replay" }, t("web.practice.to-replay")),
    h("div", { class: "row practice-acts" }, act("again", shown.onAgain), act("setup", shown.after && shown.onSetup)),
    h("div", { class: "stack tight" },
      h("h3", { class: "label" }, t("web.practice.presets")),
      h("div", { class: "row practice-presets" }, PRESETS.map((name) =>
        h("button", { class: "chip", type: "button", "data-key": `preset ${name}`, onclick: () => shown.onPreset(name) },
          t(`web.practice.preset.${name}`))))),
    tick({ key: "ghost", label: t("web.practice.ghost"), value: shown.ghost, change: shown.onGhost }),
    fold("opponent", t("web.practice.against"), ...against(shown)),
    fold("take-away", t("web.practice.take-away"), ...takeAway(shown)),
    h("p", { class: "muted" }, t("web.practice.lasts")),
    shown.onKeep && tick({ key: "keep", label: t("web.practice.keep"), value: shown.kept, change: shown.onKeep }),
  ];
}

/** @param {Playing} shown */
function against({ ready, opponent, rulebook, onOther }) {
  const levels = ready.levels.map((level) => /** @type {const} */ ([level, levelTitle(level)]));
  return [
    select({
      id: "practice-opponent",
      label: t("web.practice.opponent"),
      value: opponent,
      options: [["", t("web.practice.nobody")], ...levels],
      change: (to) => onOther({ opponent: to }),
    }),
    select({
      id: "practice-rulebook",
      label: t("web.practice.rulebook"),
      value: rulebook,
      options: ready.rulebooks.map(({ book }) => [book, bookTitle(book, ready.rulebooks)]),
      change: (to) => onOther({ rulebook: to }),
    }),
  ];
}

/** @param {Playing} shown */
function takeAway({ after, rulebook, opponent }) {
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
  return card("end", t("web.practice.over"), h("p", null, result),
    h("div", { class: "row choices-row" },
      again && button("primary", t("web.practice.again"), again, { "data-choice": "again" }),
      button("", t("web.practice.over.other"), other, { "data-choice": "other" }),
      button("quiet", t("web.practice.over.next"), next, { "data-choice": "next" })));
}
