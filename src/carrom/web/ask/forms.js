/** A question to the umpire as it goes out: JSON (docs/cases.md), and the two lines of `carrom rule`. */
import { SIDES, culprits, newCase, possible } from "./case.js";

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
 * Only what is not usual, as a case may leave it out.
 * @template T
 * @param {Record<Colour, T>} each
 * @param {T} usual
 */
const unusual = (each, usual) =>
  SIDES.some((side) => each[side] !== usual)
    ? Object.fromEntries(SIDES.filter((side) => each[side] !== usual).map((side) => [side, each[side]]))
    : undefined;

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
      : { incident: incidentJson(incident, culprits(board, incident.kind)) }),
  };
  return JSON.parse(JSON.stringify(said));
}

/**
 * @param {CaseIncident} incident
 * @param {(Colour | "")[]} sides
 */
function incidentJson(incident, sides) {
  const foul = incident.kind === "foul" || incident.kind === "technical-foul";
  return {
    kind: incident.kind,
    by: sides[0] ? incident.by : undefined,
    paragraph: (foul && incident.paragraph) || undefined,
    ground: incident.kind === "disqualified" ? incident.ground : undefined,
    noticed: incident.kind === "wrong-colour-placed" && !incident.noticed ? false : undefined,
  };
}

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
    const said = incidentJson(asked.incident, culprits(asked.board, asked.incident.kind));
    const { kind, by = "", paragraph = "", ground = "", noticed = true } = said;
    return [kind, by, paragraph, ground, noticed ? "" : "unnoticed"].filter(Boolean).join(" ");
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
 * A case from JSON such as `caseJson` writes, as far as it can be; null where it is none.
 * @param {string} text
 * @returns {Case | null}
 */
export function readCase(text) {
  const asked = newCase();
  try {
    const raw = JSON.parse(text);
    asked.rulebook = raw.rulebook ?? asked.rulebook;
    for (const each of /** @type {const} */ (["due", "held", "points", "earned"]))
      Object.assign(asked.board[each], raw.board[each]);
    const { due, held, points, earned, ...plain } = raw.board;
    void [due, held, points, earned];
    Object.assign(asked.board, plain);
    if (raw.incident) {
      asked.what = "incident";
      Object.assign(asked.incident, raw.incident);
    } else {
      const { pocketed = [], off_board = [], ...facts } = raw.stroke;
      Object.assign(asked.stroke, facts, { fell: pieces(pocketed), off: pieces(off_board) });
    }
    return possible(asked);
  } catch {
    return null;
  }
}

/**
 * @param {string[]} names
 * @returns {Pieces}
 */
const pieces = (names) => ({
  white: names.filter((name) => name === "white").length,
  black: names.filter((name) => name === "black").length,
  queen: names.includes("queen"),
  striker: names.includes("striker"),
});
