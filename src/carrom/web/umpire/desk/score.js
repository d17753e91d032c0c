/** The head of the desk: who plays with which coins, how board, game and match stand, who is on strike. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { colourOf, ended, gamesWon, notesOn, pips, shownPoints } from "../marks.js";
import { placeText } from "../tables.js";
import { disc, SIDES, sideText, namedDisc } from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Player} Player */
/** @typedef {import("./parts.js").SideName} SideName */
/** @typedef {import("./parts.js").Colour} Colour */

/** Letters of a word that fit beside the points on a phone, and those that do so when they are set small. */
const LONG = 9;
const LONGEST = 11;

/**
 * @param {View} view
 * @param {boolean} old whether reports wait for a judge: the view is older than they are
 */
export const scoreHead = (view, old) =>
  h("header", { class: `desk-head ${old ? "old" : ""}` },
    h("div", { class: "desk-sides" }, SIDES.map((side) => sideScore(view, side, old))),
    h("p", { class: "desk-units" }, unitParts(view, old)));

/** For what and where they play, in one line. @param {View} view */
export const eventText = ({ event, round, number, place }) =>
  [event, round, number && t("web.umpire.desk.number", { number }), placeText(place)].filter(Boolean).join(" · ");

/**
 * @param {View} view
 * @param {SideName} side
 * @param {boolean} old
 */
function sideScore(view, side, old) {
  const colour = colourOf(view, side);
  const players = view.players.filter((player) => player.side === side);
  const strikes = !old && view.stage === "in-play" && players.some((player) => player.on_strike);
  const looks = [colour, strikes && "strikes", view.winner === side && "won", view.doubles && "pair"];
  const clubs = [...new Set(players.map((player) => player.club).filter(Boolean))];
  return h("section", { class: ["desk-side", ...looks].filter(Boolean).join(" "), "aria-label": sideText(view, side) },
    h("div", { class: "desk-names" },
      colour && namedDisc(colour),
      h("div", { class: "grow" }, players.map((player) => playerName(view, player, old)))),
    h("div", { class: "desk-tally" },
      h("span", { class: "points numbers", title: t("web.umpire.desk.points") }, shownPoints(view)[side]),
      gamesWon(view, side, "games-won")),
    h("p", { class: "desk-club" }, clubs.join(" · ")),
    colour && view.board && coins(view.board, colour));
}

/**
 * @param {View} view
 * @param {Player} player
 * @param {boolean} old
 */
function playerName(view, player, old) {
  const strikes = player.on_strike && !old && view.stage === "in-play";
  const letters = Math.max(...player.name.split(/\s/).map((word) => word.length));
  const long = letters > LONGEST ? "longest" : letters > LONG ? "long" : "";
  return h("p", { class: `desk-player ${strikes ? "strikes" : ""} ${long}`, title: player.name },
    player.name,
    strikes && h("span", { class: "sr" }, ` (${t("web.umpire.desk.on-strike")})`));
}

/** How a note about a side looks. @type {Record<string, string>} */
const LOOKS = { due: "bad", queen: "good", cover: "on", hand: "on" };

/**
 * @param {import("../../desk").Board} board
 * @param {Colour} colour
 */
const coins = (board, colour) =>
  h("div", { class: "desk-coins" },
    pips("pips", colour, board[colour]),
    h("span", { class: "desk-left numbers", "aria-hidden": "true" }, board[colour]),
    notesOn(board, colour).map(({ kind, words, discs }) =>
      h("span", { class: `chip ${LOOKS[kind] ?? ""}` }, kind !== "due" && discs.map(disc), words)),
    board.on_strike === colour && !board.broken && board.tries > 0 &&
      h("span", { class: "chip" }, t("web.umpire.desk.tries", { n: board.tries })));

/**
 * @param {View} view
 * @param {boolean} old
 */
function unitParts(view, old) {
  const board = view.board;
  const running = !ended(view);
  return [
    view.games_to_win > 1 && h("span", null, t("web.umpire.desk.game", { n: view.game })),
    running && h("span", null, t("web.umpire.desk.board", { n: view.board_number })),
    board && board.queen === "on-board" && running && !old &&
      h("span", { class: "unit-queen" }, disc("queen"), t("web.umpire.desk.queen.on-board")),
    board && board.passes > 1 && h("span", null, t("web.umpire.desk.passes", { n: board.passes })),
    view.next_breaker && running && h("span", null, t("web.umpire.desk.next-break", { player: view.next_breaker })),
    old && h("span", { class: "unit-old" }, t("web.umpire.desk.as-of")),
  ];
}
