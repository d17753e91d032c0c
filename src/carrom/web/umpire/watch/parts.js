/** What the pages for spectators share: the match as its view has it, in discs and short words. */
import { h } from "../../shared/dom.js";
import { paragraphOf, t } from "../../shared/words.js";
import { disc, pips, sideText } from "../marks.js";

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

/** @param {View} view */
export const ended = (view) => view.stage === "over" || view.stage === "replayed";

/**
 * @param {View} view
 * @param {SideName} side
 * @returns {ColourName | null}
 */
export function colourOf(view, side) {
  if (!view.white || (view.stage !== "in-play" && view.stage !== "to-play")) return null;
  return view.white === side ? "white" : "black";
}

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
 * The points of the running game, or of the last one when all is over.
 * @param {View} view
 */
export const shownPoints = (view) => (ended(view) && view.games.at(-1)?.points) || view.points;

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
  colour &&
  h("span", { class: `coin ${colour}`, role: "img", "aria-label": t(`web.umpire.watch.colour.${colour}`) });

/**
 * The nine coins of a side: those on the board as they look, a hole for each that has gone.
 * @param {View} view
 * @param {SideName} side
 */
export function coinsLeft(view, side) {
  const colour = colourOf(view, side);
  if (!colour || !view.board) return null;
  const left = view.board[colour];
  return pips("w-coins", t(`web.umpire.watch.left.${colour}`, { n: left }), colour, left);
}

/**
 * Notes beside a side: coins it owes, coins held, the queen once covered or while she waits for its cover.
 * @param {View} view
 * @param {SideName} side
 */
export function notes(view, side) {
  const colour = colourOf(view, side);
  const { board } = view;
  if (!colour || !board) return [];
  const due = board.due[colour];
  const held = board.held[colour];
  return [
    due > 0 &&
      note("due", t("web.umpire.watch.owes", { n: due }), Array.from({ length: due }, () => disc(colour))),
    held > 0 && note("held", t("web.umpire.watch.held", { n: held })),
    board.queen === colour && note("queen", t("web.umpire.watch.queen.covered"), [disc("queen")]),
    board.queen === "waiting" &&
      board.on_strike === colour &&
      note("cover", t("web.umpire.watch.queen.waiting"), [disc("queen")]),
    board.on_strike === colour &&
      board.strokes_in_hand > 1 &&
      note("hand", t("web.umpire.watch.in-hand", { n: board.strokes_in_hand })),
  ].filter((each) => each !== false);
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {HTMLElement[]} [marks]
 */
const note = (kind, words, marks = []) =>
  h("span", { class: `w-note ${kind}`, title: words }, marks, h("span", null, words));

/**
 * The queen while she is on the board; later a side's notes have her.
 * @param {View} view
 */
export const freeQueen = (view) =>
  view.board?.queen === "on-board" && colourOf(view, "first")
    ? note("free", t("web.umpire.watch.queen.on-board"), [disc("queen")])
    : null;

/**
 * Games won as marks, where a match has several.
 * @param {View} view
 * @param {SideName} side
 */
export function gamesWon(view, side) {
  if (view.games_to_win < 2) return null;
  const won = view.games_won[side];
  const label = t("web.umpire.watch.games-won", { n: won });
  return h("span", { class: "w-games", role: "img", "aria-label": label, title: label },
    Array.from({ length: view.games_to_win }, (_, i) => h("span", { class: i < won ? "w-game won" : "w-game" })));
}

/**
 * Which game and board is played.
 * @param {View} view
 */
export function unitText(view) {
  if (!begun(view) || ended(view)) return "";
  const board = t("web.umpire.watch.board", { n: view.board_number });
  return view.games_to_win < 2 ? board : `${t("web.umpire.watch.game", { n: view.game })} · ${board}`;
}

/**
 * Where and for what they play: table, event, round, number of the match.
 * @param {View} view
 * @param {{ place?: string, event?: boolean }} [known] the table's name before its match has begun; no event, where
 * the wall shows it once for all tables
 */
export function whereParts(view, { place = "", event = true } = {}) {
  const where = view.place || place;
  return [
    where && (/^\d+$/.test(where) ? t("web.umpire.watch.table", { place: where }) : where),
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
