/** Trial boards before the match: each side has played its own, does without, or came too late for it. */
import { fill, h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { t } from "../../shared/words.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */
/** @typedef {import("./setup.js").Asks} Asks */

/** @type {Record<string, (side: SideName) => import("../../desk").Request>} */
const WAYS = {
  played: (side) => ({ do: "trial", side, played: true }),
  left: (side) => ({ do: "trial", side, played: false }),
  late: (side) => ({ do: "late", side }),
};

/** The line of the log that says the same. */
/** @type {Record<string, string>} */
const SAID = { "trial-played": "played", "trial-left": "left", "came-late": "late" };

/**
 * How each side's trial board has gone, as far as it is known.
 * @param {View} view
 * @param {SideName} side
 */
function wayOf(view, side) {
  const line = view.log.findLast((each) => each.stands && each.side === side && each.kind in SAID);
  if (line) return SAID[line.kind] ?? "";
  if (view.late.includes(side)) return "late";
  return view.trials.includes(side) ? "played" : "";
}

export class TrialsStep {
  /** @param {Asks} asks */
  constructor(asks) {
    this.asks = asks;
    this.element = h("section", { class: "card step trials", "aria-labelledby": "trials" });
  }

  /** @param {View} view */
  paint(view) {
    const can = view.can?.acts ?? [];
    const ways = /** @type {const} */ (["first", "second"]).map((side) => wayOf(view, side));
    this.element.hidden = !can.includes("trial") && !can.includes("late") && !ways.some(Boolean);
    fill(
      this.element,
      h("h2", { id: "trials" }, t("web.umpire.setup.trials")),
      h("p", { class: "help" }, t("web.umpire.setup.trials.help")),
      /** @type {const} */ (["first", "second"]).map((side, i) => this.#side(view, side, ways[i] ?? "")),
    );
  }

  /**
   * @param {View} view
   * @param {SideName} side
   * @param {string} way
   */
  #side(view, side, way) {
    return h(
      "fieldset",
      { class: "field" },
      h("legend", null, sideName(view[side])),
      h(
        "div",
        { class: "segments" },
        Object.keys(WAYS).map((each) =>
          h(
            "button",
            {
              class: "button",
              type: "button",
              "data-testid": `trial-${each}-${side}`,
              "aria-pressed": String(way === each),
              disabled: Boolean(way) && way !== each,
              onclick: () => {
                const request = WAYS[each]?.(side);
                if (!way && request) void this.asks(request);
              },
            },
            t(`web.umpire.setup.trial.${each}`),
          ),
        ),
      ),
    );
  }
}
