/** The ways back and out before the first board: undo, a walkover, the form filled in again. */
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { go } from "../../shared/nav.js";
import { has, t } from "../../shared/words.js";
import { button, SIDES } from "../desk/parts.js";
import { deskPath, nextTable } from "../links.js";
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
    acts.includes("give-up") && unfolding("walkover", SIDES.map((side) =>
      button(`walkover-${side}`, t("web.umpire.setup.walkover.of", { side: sideName(view[side]) }),
        () => void setup.ask({ do: "give-up", side, why: "walkover" }), { kind: "danger big name-button" }))),
    view.stage === "to-toss" && unfolding("again",
      button("begin-again", t("web.umpire.setup.again.do"), () => void setup.settle(() => beginAgain(setup)), { kind: "wide" })),
  ];
}

/**
 * The last thing done can be taken back; that the match was begun, only by beginning another.
 * @param {Setup} setup
 * @param {View} view
 */
function undo(setup, view) {
  const [before, last] = view.log.filter((line) => line.stands && line.kind !== "taken-back").slice(-2);
  if (!last) return null;
  const key = `web.umpire.setup.undo.${last.kind}`;
  const words = t(has(key) ? key : "web.umpire.setup.undo.other", { side: last.side ? sideName(view[last.side]) : "" });
  return button("undo", words, () => void setup.ask({ do: "undo", to: before.v }), { kind: "wide" });
}

/**
 * Something seldom needed, folded away.
 * @param {"walkover" | "again"} name
 * @param {import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[]} keys
 */
const unfolding = (name, keys) =>
  h("details", { class: "unfolds", key: name },
    h("summary", { "data-testid": name }, t(`web.umpire.setup.${name}`)),
    h("p", { class: "help" }, t(`web.umpire.setup.${name}.help`)),
    Array.isArray(keys) ? h("div", { class: "big-pair" }, keys) : keys);

/**
 * Names or rulebook were wrong: the same form on a new table, and this one leaves the list.
 * @param {Setup} setup
 */
async function beginAgain({ client }) {
  const made = await nextTable(client.token);
  keepDraft(made.token, draftOf(client.view));
  forget(client.token);
  go(deskPath(made.token));
}
