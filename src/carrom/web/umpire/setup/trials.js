/** Trial boards before the match: each side has played its own, does without, or came too late for it. */
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
 * How a side's trial board has gone, as far as it is known.
 * @param {View} view
 * @param {SideName} side
 */
const wayOf = (view, side) => Object.keys(WAYS).find((way) =>
  view.log.some((each) => each.stands && each.side === side && each.kind === WAYS[way].line));

/**
 * @param {View} view
 * @param {(request: Request) => void} ask
 */
export function trialsCard(view, ask) {
  const can = view.can?.acts ?? [];
  const none = !can.includes("trial") && !can.includes("late") && !SIDES.some((side) => wayOf(view, side));
  return h("section", { class: "card step trials", "aria-labelledby": "trials", hidden: none },
    h("h2", { id: "trials" }, t("web.umpire.setup.trials")),
    h("p", { class: "help" }, t("web.umpire.setup.trials.help")),
    SIDES.map((side) => {
      const way = wayOf(view, side);
      return h("fieldset", { class: "field" },
        h("legend", null, sideName(view[side])),
        h("div", { class: "segments" }, Object.entries(WAYS).map(([each, { request }]) =>
          h("button", { class: "button", type: "button", "data-testid": `trial-${each}-${side}`,
            "aria-pressed": String(way === each), disabled: Boolean(way) && way !== each,
            onclick: () => !way && ask(request(side)) }, t(`web.umpire.setup.trial.${each}`)))));
    }));
}
