/** What the pages for spectators share: the match as its view has it, in discs and short words. */
import { h } from "../../shared/dom.js";
import { paragraphOf, t } from "../../shared/words.js";
import { placeText } from "../tables.js";
import { colourOf, disc, ended, notesOn, pips, shownPoints, sideText } from "../marks.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */
/** @typedef {import("../../desk").ColourName} ColourName */

/** Letters of a name after which it is set smaller. */
const LONG = 18;

/**
 * Whether a match has begun: a table without one has neither names nor a score.
 * @param {View} view
 */
export const begun = (view) => view.stage !== "to-begin";

/**
 * The colour of a side while a board is played, or about to be.
 * @param {View} view
 * @param {SideName} side
 */
export const playedColour = (view, side) =>
  view.stage === "in-play" || view.stage === "to-play" ? colourOf(view, side) : null;

/**
 * Who plays next: the player on strike, or who breaks once the umpire has said "Play".
 * @param {View} view
 */
export const nextPlayer = (view) =>
  view.stage === "in-play" ? view.on_strike : view.stage === "to-play" ? view.breaker : "";

/** @param {View} view @param {SideName} side */
const waitedFor = (view, side) => nextPlayer(view) !== "" && view[side].includes(nextPlayer(view));

/** The classes of a side: whose turn it is, who has won. @param {View} view @param {SideName} side */
export const sideLooks = (view, side) =>
  `${waitedFor(view, side) ? "waited" : ""} ${view.winner === side ? "winner" : ""}`;

/**
 * The players of a side, one under the other; partners whose turn it is not stand back.
 * @param {View} view
 * @param {SideName} side
 */
export function nameLines(view, side) {
  const long = view[side].some((name) => name.length > LONG);
  return h("span", { class: `${view.doubles ? "w-pair" : "w-one"} ${long ? "long" : ""}` },
    view[side].map((name) =>
      h("span", { class: name === nextPlayer(view) ? "w-line next" : "w-line", dir: "auto" }, name)));
}

/**
 * The points of every game of a match that is over, as on other scoreboards.
 * @param {View} view
 * @param {SideName} side
 */
export function gamePoints(view, side) {
  if (!ended(view) || view.games.length < 2) return null;
  const each = view.games.map((game) => h("span", { class: game.winner === side ? "won" : "" }, game.points[side]));
  return h("span", { class: "w-game-points numbers" }, each);
}

/** A side's colour as a coin with a label. @param {ColourName | null} colour */
export const colourMark = (colour) =>
  colour && h("span", { class: `coin ${colour}`, role: "img", "aria-label": t(`web.umpire.desk.colour.${colour}`) });

/**
 * How a side stands: its coins, and notes about it.
 * @param {View} view
 * @param {SideName} side
 */
export function standing(view, side) {
  const colour = playedColour(view, side);
  const { board } = view;
  if (!colour || !board) return null;
  const notes = notesOn(board, colour).map(({ kind, words, discs }) => note(kind, words, discs));
  return [pips("w-coins", colour, board[colour]), ...notes];
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {import("../../desk").Piece[]} discs
 */
const note = (kind, words, discs) =>
  h("span", { class: `w-note ${kind}`, title: words }, discs.map(disc), h("span", null, words));

/**
 * The queen while she is on the board; later a side's notes have her.
 * @param {View} view
 */
export const freeQueen = (view) =>
  view.board?.queen === "on-board" && playedColour(view, "first") &&
  note("free", t("web.umpire.desk.queen.on-board"), ["queen"]);

/**
 * Which game and board is played.
 * @param {View} view
 */
export function unitText(view) {
  if (!begun(view) || ended(view)) return "";
  const board = t("web.umpire.desk.board", { n: view.board_number });
  return view.games_to_win < 2 ? board : `${t("web.umpire.desk.game", { n: view.game })} · ${board}`;
}

/**
 * Where and for what they play: table, event, round, number of the match.
 * @param {View} view
 * @param {{ place?: string, event?: boolean }} [known] the table's name before its match has begun; no event, where
 * the wall shows it once for all tables
 */
export function whereParts(view, { place = "", event = true } = {}) {
  return [
    placeText(view.place || place),
    event && view.event,
    view.round,
    view.number && t("web.umpire.watch.number", { number: view.number }),
  ].filter(Boolean);
}

/**
 * The result in games and in the points of the last one, for the title and for readers.
 * @param {View} view
 */
export function scoreText(view) {
  const { first, second } = shownPoints(view);
  return t("web.umpire.watch.score", {
    first: sideText(view, "first"),
    second: sideText(view, "second"),
    points: `${first} – ${second}`,
  });
}

/**
 * The name of a paragraph; one of another rulebook is named with that rulebook.
 * @param {string} citation
 * @param {string} rulebook
 */
export function lawName(citation, rulebook) {
  const book = citation.slice(0, citation.indexOf(" "));
  return book === rulebook ? paragraphOf(citation) : `${t(`web.book.${book}`)} ${paragraphOf(citation)}`;
}

/**
 * The columns and rows that make each of so many tables as large as the screen allows.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @param {number} shape a table's width to its height, at its best
 * @returns {{ columns: number, rows: number }}
 */
export function gridOf(count, width, height, shape) {
  let best = { columns: 1, rows: Math.max(1, count), size: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns / shape, height / rows);
    if (size > best.size) best = { columns, rows, size };
  }
  return { columns: best.columns, rows: best.rows };
}
