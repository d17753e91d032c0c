/** Incidents that cost a board, a game or the match at one tap: they are asked about once more. */
import { h } from "../dom.js";
import { t } from "../words.js";
import { kindText } from "./desk_lines.js";
import { colourText } from "./desk_parts.js";
import { sure } from "./desk_sheet.js";

/** @typedef {import("../desk").View} View */
/** @typedef {Omit<import("../desk").IncidentRequest, "do">} Incident */

const GRAVE = ["bumped-board", "ignored-request", "abandon", "disqualified"];

/** @param {Incident} incident */
export const isGrave = ({ kind }) => GRAVE.includes(kind);

/**
 * What it costs, before it is entered; "no" leads back to where it was chosen.
 * @param {View} view
 * @param {Incident} incident
 * @param {() => void} enter
 */
export function askAgain(view, { by, ground, kind }, enter) {
  const side = by ? colourText(view, by) : "";
  const other = by ? colourText(view, by === "white" ? "black" : "white") : "";
  sure(t("web.umpire.desk.grave", { what: kindText(kind), side }), [
    ground && h("p", null, t(`web.umpire.ground.${ground}`)),
    h("p", null, t(`web.umpire.desk.grave.${kind}`, { side: other })),
  ], t("web.umpire.desk.enter"), enter, { testid: "incident-sure", danger: true });
}
