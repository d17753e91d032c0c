/** The upper half of a score sheet: the match, its players, its games, its result. */
import { NOTHING, SIDES, clock, heads, letter, nameOf, score, word } from "./sheet_said.js";

/** @typedef {import("../desk").Sheet} Sheet */
/** @typedef {import("../desk").SheetGame} SheetGame */
/** @typedef {import("../desk").SheetBoard} SheetBoard */
/** @typedef {import("../desk").Each} Each */
/** @typedef {import("./sheet_said.js").Part} Part */

/**
 * @param {Sheet} sheet
 * @returns {Part}
 */
export function matchPart(sheet) {
  const kind = word(sheet.doubles ? "doubles" : "singles");
  const { toss, table } = sheet;
  /** @type {[string, string][]} */
  const rows = [
    ["event", sheet.event],
    ["number", sheet.number],
    ["date", sheet.began?.slice(0, 10) ?? ""],
    ["round", sheet.round],
    ["place", sheet.place],
    ["umpire", sheet.umpire],
    ["match", sheet.length === "match" ? kind : `${kind}, ${word(`length.${sheet.length}`)}`],
    ["rulebook", word(`book.${sheet.rulebook}`)],
    ["toss", toss ? word(`took.${toss.choice}`, { side: nameOf(sheet, toss.winner) }) : ""],
    ["trials", sheet.trials.map(({ what, side }) => word(`trial.${what}`, { side: nameOf(sheet, side) })).join(", ")],
  ];
  if (table) rows.push(["table", word("simulated", { equipment: table.equipment, pace: table.pace })]);
  if (table?.computers.length) {
    rows.push(["computer", table.computers.map(([who, what]) => `${who}: ${what}`).join(", ")]);
  }
  if (sheet.replay_of) rows.push(["replay-of", sheet.replay_of]);
  if (sheet.replays) rows.push(["replayed", String(sheet.replays)]);
  const said = rows.map(([key, value]) => [word(key), value]);
  return { key: "match", title: word("title"), head: [], rows: said, close: "" };
}

/**
 * @param {Sheet} sheet
 * @returns {Part}
 */
export function playersPart(sheet) {
  const rows = sheet.players.map((player) => [
    letter(player.side),
    player.name,
    player.club,
    player.approved ? word("approved") : "",
    player.seat ? word(`chair.${player.seat}`) : "",
  ]);
  const head = heads("side", "player", "club", "striker", "chair");
  return { key: "players", title: word("players"), head, rows, close: "" };
}

/**
 * @param {Sheet} sheet
 * @param {SheetGame} game
 * @returns {Part}
 */
export function gamePart(sheet, game) {
  const head = [
    ...heads("board", "break", "white", "queen", "left-white", "left-black"),
    ...SIDES.map((side) => word("head.points", { side: letter(side) })),
    ...SIDES.map((side) => word("head.total", { side: letter(side) })),
    ...heads("start", "finish", "notes"),
  ];
  const name = word("game", { number: game.number });
  const times = [game.began, game.ended].filter(Boolean).map(clock).join(` ${NOTHING} `);
  const title = times ? `${name}, ${times}` : name;
  return { key: "game", title, head, rows: game.boards.map(boardRow), close: gameClose(sheet, game) };
}

/**
 * @param {Sheet} sheet
 * @param {SheetGame} game
 */
function gameClose(sheet, game) {
  if (game.winner) {
    const key = game.ninth ? "game-won-ninth" : "game-won";
    return word(key, { side: nameOf(sheet, game.winner), score: score(game.points) });
  }
  const { first, second } = game.boards.at(-1)?.total ?? { first: 0, second: 0 };
  const since = { first: game.points.first - first, second: game.points.second - second };
  return [word("game-score", { score: score(game.points) }), ...byHand(since)].join("; ");
}

/** @param {SheetBoard} board */
function boardRow(board) {
  return [
    String(board.number),
    board.breaker,
    letter(board.white),
    letter(board.queen),
    String(board.left.white),
    String(board.left.black),
    ...SIDES.map((side) => (board.winner === side ? String(board.points) : NOTHING)),
    String(board.total.first),
    String(board.total.second),
    clock(board.began),
    clock(board.ended),
    notes(board).join("; "),
  ];
}

/** @param {SheetBoard} board */
function notes(board) {
  return [
    ...(board.winner ? [] : [word("void")]),
    ...(board.of === "board" ? [] : [word(`of.${board.of}`)]),
    ...(board.tossed ? [word("tossed")] : []),
    ...SIDES.filter((side) => board.due[side]).map((side) =>
      word("owed", { side: letter(side), coins: board.due[side] }),
    ),
    ...byHand(board.by_hand),
  ];
}

/** @param {Each} points */
function byHand({ first, second }) {
  if (!first && !second) return [];
  const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n));
  return [word("by-hand", { first: signed(first), second: signed(second) })];
}

/**
 * @param {Sheet} sheet
 * @returns {Part}
 */
export const resultPart = (sheet) => ({
  key: "result",
  title: word("result"),
  head: [],
  rows: [],
  close: resultText(sheet),
});

/** @param {Sheet} sheet */
function resultText(sheet) {
  const { how, winner, games, points, protest } = sheet.result;
  if (how === "replayed") return word("to-be-replayed");
  if (!winner) return word("running", { score: score(games), points: score(points) });
  const loser = winner === "first" ? "second" : "first";
  const won = word(protest ? "won-under-protest" : "won", {
    side: nameOf(sheet, winner),
    score: `${games[winner]} – ${games[loser]}`,
  });
  return how === "won" ? won : `${won} (${word(`gave-up.${how}`, { side: nameOf(sheet, loser) })})`;
}
