/** What a win is celebrated for, in proportion. It is known from the story; a first win from this browser's memory. */
import * as prefs from "../shared/prefs.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").WelcomeMessage} Welcome */
/** @typedef {import("../wire").ColourName} Colour */
/** @typedef {{ kind: "slam" | "first" | "queen" | "win", colour?: Colour, level?: string }} Feat */

/**
 * What the players of this page are celebrated for on the card that is shown; nothing if they have not won.
 * @param {After} after
 * @param {Pick<Welcome, "mine" | "watch">} welcome
 * @returns {Feat | null}
 */
export function featOf(after, { mine, watch }) {
  const over = after.asks.kind === "over";
  const board = after.story?.boards.at(-1);
  const winner = over ? after.winner : board?.winner;
  const won = after.players.some(({ name, side }) => side === winner && mine.includes(name));
  if (!winner || !won) return null;
  const slam = after.story?.boards.findLast((each) => each.slam && each.winner === winner && (over || each === board))?.slam;
  if (slam) return { kind: "slam", colour: slam };
  const level = over ? firstAt(after, winner, mine, watch) : "";
  if (level) return { kind: "first", level };
  if (board?.queen_last && board.winner === winner) return { kind: "queen" };
  return over ? { kind: "win" } : null;
}

/**
 * The level of the computer that was beaten here for the first time in this match, or nothing; with a handicap no
 * level is beaten.
 * @param {After} after
 * @param {import("../wire").SideName} winner
 * @param {readonly string[]} mine
 * @param {string} watch
 */
function firstAt({ players, handicap }, winner, mine, watch) {
  if (handicap) return "";
  const [level, ...others] = new Set(players.filter(({ side }) => side !== winner).map((player) => player.level));
  const persons = players.filter((player) => player.side === winner && !player.level);
  if (!level || others.length || !persons.every(({ name }) => mine.includes(name))) return "";
  const first = prefs.get("beaten")[level];
  if (!first) prefs.set("beaten", { ...prefs.get("beaten"), [level]: watch });
  return !first || first === watch ? level : "";
}
