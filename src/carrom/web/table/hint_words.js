/** A hint at a glance: which coin, which pocket, what may go wrong. */
import { list, percent, t } from "../shared/words.js";

/** @typedef {import("../wire").HintNow} HintNow */

/** Rarer risks are told with the details. */
const WORTH_TELLING = 0.005;
const USE = ["pocket", "break", "touch", "pass"];

/** What a stroke tries, in a few words. @param {HintNow} hint */
export function triesText({ kind, falls, touches }) {
  if (kind === "touch") return t(`web.table.hint.touch.${touches}`);
  if (kind !== "pocket") return t(`web.table.hint.${kind}`);
  const said = list(falls.map(([coin, pocket]) => t(`web.table.hint.${coin}.${pocket}`)));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What may go wrong, in one line; empty if hardly anything. @param {HintNow} hint */
export function riskText({ risks }) {
  const told = Object.entries(risks)
    .filter(([, share]) => share >= WORTH_TELLING)
    .sort(([, a], [, b]) => b - a)
    .map(([risk, share]) => t(`web.table.hint.risk.${risk}`, { share: percent(share) }));
  return told.length ? t("web.table.hint.risk", { risks: told.join(", ") }) : "";
}

/** The chance as one number; almost always is not always. @param {HintNow} hint */
export const chanceText = ({ chance }) => percent(chance < 1 ? Math.min(chance, 0.99) : 1);

/**
 * Those that pocket something of use first, each kind in the order it came; what never works only if nothing else does.
 * @param {readonly HintNow[]} hints
 */
export function byUse(hints) {
  const works = hints.filter(({ chance }) => chance > 0);
  return [...(works.length ? works : hints)].sort((a, b) => USE.indexOf(a.kind) - USE.indexOf(b.kind));
}
