/** The hand of the persons at a table, in words. Where it is steady, there is none. */
import { levelText } from "./matches.js";
import { number, t } from "./words.js";

/** @typedef {import("../wire").Hand} Hand */

/** As few digits as tell it, three at most. @param {number} value */
const short = (value) => number(value, [0, 1, 2].find((digits) => Math.abs(value - Number(value.toFixed(digits))) < 5e-4) ?? 3);

/** @param {Hand} hand */
const degrees = ({ angle }) => short((angle * 180) / Math.PI);

/** That it is not steady, and whose it is. @param {Hand} hand */
export const handTitle = (hand) =>
  hand.level ? t("web.hand", { level: levelText(hand.level) }) : t("web.hand.own", { angle: degrees(hand) });

/** The same beside a name. @param {Hand} hand */
export const handNote = (hand) => t("web.hand.note", { level: hand.level ? levelText(hand.level) : `±${degrees(hand)}°` });

/** How far it goes astray. @param {Hand} hand */
export const handErrors = (hand) =>
  t("web.hand.errors", { angle: degrees(hand), speed: short(100 * hand.speed), place: short(1000 * hand.place) });
