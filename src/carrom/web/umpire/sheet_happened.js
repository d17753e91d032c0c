/** The lower half of a score sheet: fouls, dues, what the umpire decided anew, remarks, protests. */
import { t } from "../words.js";
import { clock, heads, lawsText, nameOf, ruled, score, where, word } from "./sheet_said.js";

/** @typedef {import("../desk").Sheet} Sheet */
/** @typedef {import("../desk").SheetChange} SheetChange */
/** @typedef {import("../desk").SheetFacts} SheetFacts */
/** @typedef {import("../desk").SheetFoul} SheetFoul */
/** @typedef {import("../desk").SheetProtest} SheetProtest */
/** @typedef {import("../desk").Ruling} Ruling */
/** @typedef {import("./sheet_said.js").Part} Part */

/**
 * What happened, part by part; what did not happen is left out.
 * @param {Sheet} sheet
 * @returns {Part[]}
 */
export function happenedParts(sheet) {
  const undone = sheet.undone ? word("undone", { n: sheet.undone }) : "";
  return [
    part("fouls", word("fouls"), ["where", "time", "side", "what", "law"], fouls(sheet)),
    part("improper", word("improper"), ["where", "time", "player", "law"], improper(sheet)),
    part("dues", word("dues"), ["where", "time", "side", "due", "owes"], dues(sheet)),
    part("changes", word("changes"), ["entry", "where", "time", "change", "was", "now", "reason"], changes(sheet), undone),
    part("strikers", word("strikers"), ["where", "time", "player", "change"], strikers(sheet)),
    part("remarks", word("remarks-made"), ["entry", "time", "remark"], remarks(sheet)),
    part(
      "protests",
      word("protests"),
      ["side", "about", "spoken", "written", "facts", "law", "decision"],
      sheet.protests.map((protest) => protestRow(sheet, protest)),
    ),
  ].filter((each) => each.rows.length || each.close);
}

/**
 * @param {string} key
 * @param {string} title
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {Part}
 */
const part = (key, title, head, rows, close = "") => ({ key, title, head: heads(...head), rows, close });

/** @param {Sheet} sheet */
const fouls = (sheet) =>
  sheet.fouls.map((foul) => [
    where(foul),
    clock(foul.at),
    nameOf(sheet, foul.side),
    kindText(foul),
    lawsText(sheet, foul.laws),
  ]);

/** @param {SheetFoul} foul */
function kindText(foul) {
  const said = [t(`web.umpire.incident.${foul.kind}`)];
  if (foul.ground) said.push(word("ground", { letter: foul.ground }));
  if (!foul.noticed) said.push(word("unnoticed"));
  return said.join(", ");
}

/** @param {Sheet} sheet */
const improper = (sheet) =>
  sheet.improper.map((each) => [where(each), clock(each.at), each.player, lawsText(sheet, [each.breach])]);

/** @param {Sheet} sheet */
const dues = (sheet) =>
  sheet.dues.map((due) => [
    where(due),
    clock(due.at),
    nameOf(sheet, due.side),
    word(due.change > 0 ? "due.more" : "due.less", { n: Math.abs(due.change) }),
    String(due.due),
  ]);

/**
 * Each with what was ruled, what stands now, and why.
 * @param {Sheet} sheet
 */
const changes = (sheet) =>
  sheet.changes.map((change) => [
    String(change.entry),
    where(change),
    clock(change.at),
    changeText(change),
    judged(sheet, change.facts_was, change.was) || score(change.points_was),
    judged(sheet, change.facts_now, change.now) || score(change.points_now),
    change.reason,
  ]);

/** @param {SheetChange} change */
function changeText({ kind, count }) {
  const what = word(`change.${kind}`, { n: count });
  return count && kind !== "undone" ? `${what}, ${word("left-out", { n: count })}` : what;
}

/**
 * The facts in short, then how they were judged.
 * @param {Sheet} sheet
 * @param {SheetFacts | null} facts
 * @param {Ruling | null} ruling
 */
const judged = (sheet, facts, ruling) => [factsText(facts), ruled(sheet, ruling)].filter(Boolean).join(" ");

/** @param {SheetFacts | null} facts */
function factsText(facts) {
  if (!facts) return "";
  const said = [];
  if (facts.kind) said.push(t(`web.umpire.incident.${facts.kind}`));
  else if (facts.pocketed.length) said.push(pieces(facts.pocketed));
  else said.push(word(facts.touched ? "nothing-fell" : "missed"));
  if (facts.off.length) said.push(word("off-board", { pieces: pieces(facts.off) }));
  if (facts.improper) said.push(word("improper-stroke"));
  return `[${said.join(", ")}]`;
}

/** @param {string[]} named */
const pieces = (named) =>
  [...new Set(named)]
    .map((piece) => word(`piece.${piece}`, { n: named.filter((each) => each === piece).length }))
    .join(" + ");

/** @param {Sheet} sheet */
const strikers = (sheet) =>
  sheet.strikers.map((each) => [
    where(each),
    clock(each.at),
    each.player,
    word(each.change > 1 ? "striker-back" : "striker-new"),
  ]);

/** @param {Sheet} sheet */
const remarks = (sheet) => sheet.remarks.map(({ entry, at, text }) => [String(entry), clock(at), text]);

/**
 * @param {Sheet} sheet
 * @param {SheetProtest} protest
 */
function protestRow(sheet, protest) {
  const open = protest.lapsed ? "lapsed" : "undecided";
  const stage = protest.upheld === null ? open : protest.upheld ? "upheld" : "refused";
  const about = word("about", { entry: protest.about, where: where(protest) });
  return [
    nameOf(sheet, protest.side),
    `${about} ${ruled(sheet, protest.ruling)}`.trim(),
    clock(protest.spoken),
    clock(protest.written),
    protest.facts,
    lawsText(sheet, [protest.paragraph]),
    [word(`decision.${stage}`), clock(protest.decided), protest.reason].filter(Boolean).join(", "),
  ];
}
