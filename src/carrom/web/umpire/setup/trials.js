/**
 * Trial boards before the match: each side has played its own, does without, or came too late for it. The other side may
 * then play both.
 */
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { t } from "../../shared/words.js";
import { SIDES } from "../desk/parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../../desk").SideName} SideName */

/** How it can have gone: the line of the log that says so, and the request that enters it. */
/** @type {Record<string, { line: string, request: (side: SideName) => Request }>} */
const WAYS = {
  played: { line: "trial-played", request: (side) => ({ do: "trial", side, played: true }) },
  left: { line: "trial-left", request: (side) => ({ do: "trial", side, played: false }) },
  late: { line: "came-late", request: (side) => ({ do: "late", side }) },
};

/**
 * How often it has gone this way for a side.
 * @param {View} view
 * @param {SideName} side
 * @param {string} way
 */
const count = (view, side, way) =>
  view.log.filter((each) => each.stands && each.side === side && each.kind === WAYS[way].line).length;

/**
 * Whether anything is known of a side's trial board.
 * @param {View} view
 * @param {SideName} side
 */
const known = (view, side) => Object.keys(WAYS).some((way) => count(view, side, way));

/**
 * @param {View} view
 * @param {(request: Request) => void} ask
 */
export function trialsCard(view, ask) {
  const can = view.can?.acts ?? [];
  const none = !can.includes("trial") && !can.includes("late") && !SIDES.some((side) => known(view, side));
  return h("section", { class: "card step trials", "aria-labelledby": "trials", hidden: none },
    h("h2", { id: "trials" }, t("web.umpire.setup.trials")),
    h("p", { class: "help" }, t("web.umpire.setup.trials.help")),
    SIDES.map((side) =>
      h("fieldset", { class: "field" },
        h("legend", null, sideName(view[side])),
        h("div", { class: "segments" }, Object.keys(WAYS).map((way) => wayKey(view, side, way, ask))))));
}

/**
 * @param {View} view
 * @param {SideName} side
 * @param {string} way
 * @param {(request: Request) => void} ask
 */
function wayKey(view, side, way, ask) {
  const n = count(view, side, way);
  const left = view.trials_left[side];
  const able = way === "played" ? left > 0 : !known(view, side);
  const both = way === "played" && n + left > 1;
  return h("button", { class: "button", type: "button", "data-testid": `trial-${way}-${side}`,
    "aria-pressed": String(n > 0), disabled: !able && !n, onclick: () => able && ask(WAYS[way].request(side)) },
    both ? t("web.umpire.setup.trial.played.of", { n }) : t(`web.umpire.setup.trial.${way}`));
}
