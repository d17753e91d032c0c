/** A question to the umpire as it goes out: JSON (docs/cases.md), and the two lines of `carrom rule`. */
import { SIDES, mayHaveBegun } from "../shared/standing_form.js";
import { newCase, newIncident, nothing } from "./case.js";

/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./case.js").CaseBoard} CaseBoard */
/** @typedef {import("./case.js").CaseIncident} CaseIncident */
/** @typedef {import("./case.js").Pieces} Pieces */

/** @param {Pieces} pieces */
const named = (pieces) => [
  ...Array(pieces.white).fill("white"),
  ...Array(pieces.black).fill("black"),
  ...(pieces.queen ? ["queen"] : []),
  ...(pieces.striker ? ["striker"] : []),
];

/**
 * What differs from the usual, which a case may leave out.
 * @template T
 * @param {Record<Colour, T>} each
 * @param {T} usual
 */
function unusual(each, usual) {
  const sides = SIDES.filter((side) => each[side] !== usual);
  return sides.length ? Object.fromEntries(sides.map((side) => [side, each[side]])) : undefined;
}

/**
 * The case as docs/cases.md has it.
 * @param {Case} asked
 */
export function caseJson(asked) {
  const { board, stroke, incident } = asked;
  const off = named(stroke.off);
  const said = {
    rulebook: asked.rulebook,
    board: {
      on_strike: board.on_strike,
      white: board.white,
      black: board.black,
      queen: board.queen === "on-board" ? undefined : board.queen,
      due: unusual(board.due, 0),
      held: unusual(board.held, 0),
      points: unusual(board.points, 0),
      earned: unusual(board.earned, null),
      broken: board.broken ? undefined : false,
      tries: board.tries || undefined,
      passes: board.passes || undefined,
      strokes_in_hand: board.strokes_in_hand > 1 ? board.strokes_in_hand : undefined,
      turn_begun: board.turn_begun || !mayHaveBegun(board) ? undefined : false,
    },
    ...(asked.what === "stroke"
      ? {
          stroke: {
            pocketed: named(stroke.fell),
            off_board: off.length ? off : undefined,
            touched: stroke.touched ? undefined : false,
            improper: stroke.improper || undefined,
            at_rest: stroke.at_rest.length ? stroke.at_rest : undefined,
          },
        }
      : { incident: incidentJson(incident, stroke.fell) }),
  };
  return JSON.parse(JSON.stringify(said));
}

/**
 * @param {CaseIncident} incident
 * @param {Pieces} fell
 */
const incidentJson = ({ kind, by, paragraph, ground, noticed, pocketed }, fell) => ({
  kind,
  by: by || undefined,
  paragraph: paragraph || undefined,
  ground: ground || undefined,
  noticed: noticed ? undefined : false,
  pocketed: pocketed && named(fell).length ? named(fell) : undefined,
});

/**
 * The board in one line, as `Standing.parse` reads it.
 * @param {CaseBoard} board
 */
export function standingText(board) {
  const queen = {
    "on-board": "on board",
    waiting: "waiting",
    white: "covered by white",
    black: "covered by black",
  };
  const parts = [
    `${board.on_strike} on strike`,
    `${board.white} white`,
    `${board.black} black`,
    `queen ${queen[board.queen]}`,
  ];
  for (const side of SIDES) {
    if (board.due[side]) parts.push(`${side} owes ${board.due[side]}`);
    if (board.held[side]) parts.push(`${board.held[side]} ${side} held`);
    if (board.earned[side] !== null)
      parts.push(`${side} ${board.earned[side] ? "has" : "lacks"} the right to the queen`);
    if (board.points[side]) parts.push(`${side} has ${counted(board.points[side], "point", "points")}`);
  }
  if (board.passes) parts.push(counted(board.passes, "pass", "passes"));
  if (!board.broken)
    parts.push(board.tries ? `to break after ${counted(board.tries, "try", "tries")}` : "to break");
  if (board.strokes_in_hand > 1) parts.push(`${board.strokes_in_hand} strokes in hand`);
  if (!board.turn_begun && mayHaveBegun(board)) parts.push("new turn");
  return parts.join(", ");
}

/** @param {number} n @param {string} one @param {string} several */
const counted = (n, one, several) => `${n} ${n === 1 ? one : several}`;

/** @param {Pieces} pieces */
const letters = (pieces) =>
  named(pieces)
    .map((piece) => piece[0])
    .join(" ");

/**
 * What happened, in the short form of `carrom rule`.
 * @param {Case} asked
 */
export function happenedText(asked) {
  const { stroke } = asked;
  if (asked.what === "incident") {
    const { kind, by, paragraph, ground, noticed, pocketed } = asked.incident;
    const fell = pocketed ? letters(stroke.fell) : "";
    return [kind, by, paragraph, ground, noticed ? "" : "unnoticed", fell].filter(Boolean).join(" ");
  }
  const words = [
    letters(stroke.fell) || "nothing",
    stroke.improper ? "improper" : "",
    stroke.touched ? "" : "missed",
    ...stroke.at_rest,
    named(stroke.off).length ? `off ${letters(stroke.off)}` : "",
  ];
  return words.filter(Boolean).join(" ");
}

/** @param {Case} asked */
export function commandText(asked) {
  const book = asked.rulebook === "international-a" ? "" : ` --rulebook ${asked.rulebook}`;
  return `carrom rule "${standingText(asked.board)}" "${happenedText(asked)}"${book}`;
}

/**
 * A case from JSON such as `caseJson` writes; null where it is none. `possible` has to see it.
 * @param {string} text
 * @returns {Case | null}
 */
export function readCase(text) {
  try {
    const raw = JSON.parse(text);
    const asked = newCase(raw.rulebook);
    const { board } = asked;
    for (const [field, value] of Object.entries(raw.board)) {
      const known = /** @type {any} */ (board)[field];
      Object.assign(board, { [field]: typeof known === "object" ? { ...known, ...value } : value });
    }
    if (raw.incident) {
      const { pocketed, ...facts } = raw.incident;
      const incident = { ...newIncident(facts.kind, ""), ...facts, pocketed: Boolean(pocketed) };
      return { ...asked, what: "incident", incident, stroke: { ...asked.stroke, fell: pieces(pocketed ?? []) } };
    }
    const { pocketed = [], off_board = [], ...facts } = raw.stroke;
    return { ...asked, stroke: { ...asked.stroke, ...facts, fell: pieces(pocketed), off: pieces(off_board) } };
  } catch {
    return null;
  }
}

/** @param {string[]} names */
function pieces(names) {
  const found = nothing();
  for (const name of names) {
    if (name === "white" || name === "black") found[name] += 1;
    else if (name === "queen" || name === "striker") found[name] = true;
  }
  return found;
}
