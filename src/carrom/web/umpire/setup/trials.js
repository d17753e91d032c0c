/** Trial boards before the match: each side has played its own, does without, or came too late for it. */
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { t } from "../../shared/words.js";
import { SIDES } from "../desk/parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("../../desk").SideName} SideName */

/** @type {Record<string, (side: SideName) => Request>} */
const WAYS = {
  played: (side) => ({ do: "trial", side, played: true }),
  left: (side) => ({ do: "trial", side, played: false }),
  late: (side) => ({ do: "late", side }),
};

/** The line of the log that says the same. */
/** @type {Record<string, string>} */
const SAID = { "trial-played": "played", "trial-left": "left", "came-late": "late" };

/**
 * How a side's trial board has gone, as far as it is known.
 * @param {View} view
 * @param {SideName} side
 */
function wayOf(view, side) {
  const line = view.log.findLast((each) => each.stands && each.side === side && each.kind in SAID);
  if (line) return SAID[line.kind] ?? "";
  if (view.late.includes(side)) return "late";
  return view.trials.includes(side) ? "played" : "";
}

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
        h("div", { class: "segments" }, Object.entries(WAYS).map(([each, request]) =>
          h("button", { class: "button", type: "button", "data-testid": `trial-${each}-${side}`,
            "aria-pressed": String(way === each), disabled: Boolean(way) && way !== each,
            onclick: () => !way && ask(request(side)) }, t(`web.umpire.setup.trial.${each}`)))));
    }));
}
