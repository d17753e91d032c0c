/** Incidents that cost a board, a game or the match at one tap: they are asked about once more. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { colourText } from "./parts.js";
import { sure } from "./bottom_sheet.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("../../desk").View} View */
/** @typedef {Omit<import("../../desk").IncidentRequest, "do">} Incident */

const GRAVE = ["bumped-board", "ignored-request", "abandon", "disqualified"];

/** @param {Incident} incident */
export const isGrave = ({ kind }) => GRAVE.includes(kind);

/**
 * What it costs, before it is entered; "no" leads back to where it was chosen.
 * @param {Catalogue} catalogue
 * @param {View} view
 * @param {Incident} incident
 * @param {() => void} enter
 */
export function askAgain({ grounds, kinds }, view, { by, ground, kind }, enter) {
  const side = by ? colourText(view, by) : "";
  const other = by ? colourText(view, by === "white" ? "black" : "white") : "";
  const what = kinds.find((each) => each.kind === kind)?.text ?? "";
  sure(t("web.umpire.desk.grave", { what, side }), [
    ground && h("p", null, grounds.find(({ letter }) => letter === ground)?.text),
    h("p", null, t(`web.umpire.desk.grave.${kind}`, { side: other })),
  ], t("web.umpire.desk.enter"), enter, { testid: "incident-sure", danger: true });
}
