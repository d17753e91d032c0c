/** The ways back and out before the first board: undo, a walkover, the form filled in again. */
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { go } from "../../shared/nav.js";
import { has, t } from "../../shared/words.js";
import { nextTable } from "../links.js";
import { draftOf, keepDraft } from "./draft.js";
import { forget } from "../tables.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./setup.js").Setup} Setup */

/**
 * @param {Setup} setup
 * @param {View} view
 */
export function otherWays(setup, view) {
  const acts = view.can?.acts ?? [];
  if (view.stage === "to-begin") return [];
  return [
    acts.includes("undo") && undo(setup, view),
    acts.includes("give-up") && walkover(setup, view),
    view.stage === "to-toss" && again(setup),
  ];
}

/**
 * The last thing done can be taken back; that the match was begun, only by beginning another.
 * @param {Setup} setup
 * @param {View} view
 */
function undo(setup, view) {
  const stood = view.log.filter((line) => line.stands && line.kind !== "taken-back");
  const last = stood[stood.length - 1];
  const before = stood[stood.length - 2];
  if (!last || !before) return null;
  const key = `web.umpire.setup.undo.${last.kind}`;
  return h(
    "button",
    {
      class: "button wide",
      type: "button",
      "data-testid": "undo",
      onclick: () => void setup.ask({ do: "undo", to: before.v }),
    },
    t(has(key) ? key : "web.umpire.setup.undo.other", { side: last.side ? sideName(view[last.side]) : "" }),
  );
}

/**
 * A side that does not come loses the match.
 * @param {Setup} setup
 * @param {View} view
 */
function walkover(setup, view) {
  return h(
    "details",
    { class: "unfolds" },
    h("summary", { "data-testid": "walkover" }, t("web.umpire.setup.walkover")),
    h("p", { class: "help" }, t("web.umpire.setup.walkover.help")),
    h(
      "div",
      { class: "big-pair" },
      /** @type {const} */ (["first", "second"]).map((side) =>
        h(
          "button",
          {
            class: "button danger big name-button",
            type: "button",
            "data-testid": `walkover-${side}`,
            onclick: () => void setup.ask({ do: "give-up", side, why: "walkover" }),
          },
          t("web.umpire.setup.walkover.of", { side: sideName(view[side]) }),
        ),
      ),
    ),
  );
}

/**
 * Names or rulebook were wrong: the same form on a new table, and this one leaves the list.
 * @param {Setup} setup
 */
function again(setup) {
  const { client } = setup;
  const begin = async () => {
    const made = await nextTable(client.token);
    keepDraft(made.token, draftOf(client.view));
    forget(client.token);
    go(`/umpire/${encodeURIComponent(made.token)}`);
  };
  return h(
    "details",
    { class: "unfolds" },
    h("summary", { "data-testid": "again" }, t("web.umpire.setup.again")),
    h("p", { class: "help" }, t("web.umpire.setup.again.help")),
    h(
      "button",
      {
        class: "button wide",
        type: "button",
        "data-testid": "begin-again",
        onclick: () => void setup.settle(begin),
      },
      t("web.umpire.setup.again.do"),
    ),
  );
}
