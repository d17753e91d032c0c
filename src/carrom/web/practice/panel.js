/** Beside the board in practice: again, another position, an opponent, the position to take away. */
import { fold, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { copyBlock } from "../shared/clipboard.js";
import { link } from "../shared/nav.js";
import { positionOf, practicePath, texts } from "./position.js";
import { PRESETS } from "./presets.js";
import { has, t } from "../shared/words.js";

/**
 * @typedef {object} Playing
 * @property {import("../wire").Ready} ready
 * @property {Set<string>} opened what is unfolded
 * @property {import("../wire").After | null} after
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
  return [
    h("h2", null, t("web.practice.title")),
    shown.from && link(shown.from, { class: "button", "data-key": "to-replay" }, t("web.practice.to-replay")),
    h(
      "div",
      { class: "row practice-acts" },
      act("again", shown.onAgain),
      act("setup", shown.after && shown.onSetup),
    ),
    h(
      "div",
      { class: "stack tight" },
      h("h3", { class: "label" }, t("web.practice.presets")),
      h(
        "div",
        { class: "row practice-presets" },
        PRESETS.map((name) =>
          h(
            "button",
            {
              class: "chip",
              type: "button",
              "data-key": `preset ${name}`,
              onclick: () => shown.onPreset(name),
            },
            t(`web.practice.preset.${name}`),
          ),
        ),
      ),
    ),
    tick({ key: "ghost", label: t("web.practice.ghost"), value: shown.ghost, change: shown.onGhost }),
    fold(shown.opened, "opponent", t("web.practice.against"), ...against(shown)),
    fold(shown.opened, "take-away", t("web.practice.take-away"), ...takeAway(shown)),
    h("p", { class: "muted" }, t("web.practice.lasts")),
    shown.onKeep && tick({ key: "keep", label: t("web.practice.keep"), value: shown.kept, change: shown.onKeep }),
  ];
}

/**
 * @param {"again" | "setup"} name
 * @param {(() => void) | null} onclick nothing: not now
 */
const act = (name, onclick) =>
  h(
    "button",
    {
      class: "button grow",
      type: "button",
      "data-key": name,
      disabled: !onclick,
      onclick: onclick ?? undefined,
    },
    t(`web.practice.${name}`),
  );

/** @param {Playing} shown */
function against({ ready, opponent, rulebook, onOther }) {
  /** @type {[string, string][]} */
  const levels = ready.levels.map((level) => [level, named(`web.level.${level}`, level)]);
  /** @type {[string, string][]} */
  const books = ready.rulebooks.map(({ book, title }) => [book, named(`web.book.${book}`, title)]);
  return [
    choice("opponent", opponent, [["", t("web.practice.nobody")], ...levels], (to) =>
      onOther({ opponent: to }),
    ),
    choice("rulebook", rulebook, books, (to) => onOther({ rulebook: to })),
  ];
}

/**
 * @param {string} key
 * @param {string} otherwise
 */
const named = (key, otherwise) => (has(key) ? t(key) : otherwise);

/**
 * @param {"opponent" | "rulebook"} name
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} change
 */
function choice(name, value, options, change) {
  const id = `practice-${name}`;
  const select = h(
    "select",
    { id, "data-key": id, onchange: () => change(select.value) },
    options.map(([each, title]) => h("option", { value: each }, title)),
  );
  select.value = value;
  return h("div", { class: "field" }, h("label", { for: id }, t(`web.practice.${name}`)), select);
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
