/** Who plays, with which coins, and how board, game and match stand. */
import { h, render } from "../shared/dom.js";
import { handErrors, handNote } from "../shared/hand.js";
import { levelText } from "../shared/matches.js";
import { list, t } from "../shared/words.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Here} Here */
/** @typedef {import("../wire").Player} Player */
/** @typedef {import("../wire").SideName} SideName */
/** @typedef {import("../wire").ColourName} Colour */

const EACH = 9;

/**
 * @param {After} after
 * @param {SideName} side
 */
export const namesOf = (after, side) =>
  after.players.filter((player) => player.side === side).map(({ name }) => name);

/** A small picture of a coin, beside words that say the same. @param {import("../wire").CoinName} coin */
export const mark = (coin) => h("span", { class: `coin ${coin}`, "aria-hidden": "true" });

/**
 * The players of a side as they are shown here.
 * @param {After} after
 * @param {SideName | null | undefined} side
 */
export const labelsOf = (after, side) =>
  after.players.filter((player) => player.side === side).map(({ label }) => label);

/** @param {After} after @param {SideName | null | undefined} side */
export const sideText = (after, side) => list(labelsOf(after, side));

/**
 * A player's name as it is shown here.
 * @param {After | null} after
 * @param {string} name
 */
export const labelOf = (after, name) => after?.players.find((player) => player.name === name)?.label ?? name;

/**
 * @param {After} after
 * @param {SideName} side
 * @returns {Colour | null}
 */
export function colourOf(after, side) {
  if (!after.white) return null;
  return after.white === side ? "white" : "black";
}

/**
 * @typedef {object} Shown
 * @property {readonly Here[]} present
 * @property {readonly string[]} mine
 * @property {import("../wire").Hand | null} hand of every person
 * @property {string} thinking
 * @property {boolean} practice
 * @property {number} watchers
 * @property {Record<string, string>} said what each player said just now
 */

export class ScoreBoard {
  /** @param {HTMLElement} clock */
  constructor(clock) {
    this.clock = clock;
    this.between = h("div", { class: "between" });
    this.element = h("div", { class: "score" });
  }

  /**
   * @param {After} after
   * @param {Shown} shown
   */
  show(after, shown) {
    /** The phrases as text, for readers who cannot see the bubbles. */
    const heard = Object.entries(shown.said)
      .filter(([player]) => !shown.mine.includes(player))
      .map(([player, key]) => t("web.table.says", { player: labelOf(after, player), words: t(`web.phrase.${key}`) }));
    render(this.between, unitsPlayed(after, shown), this.clock);
    render(this.element, sideBox(after, "first", shown), this.between, sideBox(after, "second", shown),
      h("p", { class: "sr", role: "status" }, heard.join(" ")));
  }
}

/**
 * @param {After} after
 * @param {SideName} side
 * @param {Shown} shown
 */
function sideBox(after, side, shown) {
  const colour = colourOf(after, side);
  const players = after.players.filter((player) => player.side === side);
  const acts = players.some(({ name }) => after.asks.players.includes(name)) || after.asks.side === side;
  return h("section", { class: `side ${colour ?? ""} ${acts && after.asks.kind !== "over" ? "waited" : ""}`, key: side,
    "aria-label": sideText(after, side) },
  h("div", { class: "players" }, players.map((player) => playerLine(after, player, shown))),
  !shown.practice && h("div", { class: "points numbers", title: t("web.table.points"), key: "points" }, shownPoints(after)[side]),
  h("div", { class: "standing", key: "standing" }, colour && after.board && pips(colour, after.board[colour]),
    // Always there: its row is kept free, so that the board stays where it is.
    h("div", { class: "chips" }, handicapChip(after, side), players.length === 1 && noteOf(after, players[0], shown),
      colour && after.board && chips(after.board, colour))));
}

/**
 * The level of a computer, whether it is you, and who breaks.
 * @param {After} after
 * @param {Player} player
 * @param {Shown} shown
 */
function noteOf(after, player, { mine }) {
  const alone = mine.length === 1 && mine[0] === player.name && player.label === player.name;
  const breaks = after.breaker === player.name && after.board && !after.board.broken && !after.handicap?.breaks;
  const notes = [
    player.level ? levelText(player.level) : alone && t("web.table.you"),
    breaks && t("web.table.breaks"),
  ].filter(Boolean);
  const text = notes.join(" · ");
  return text && h("span", { class: "note", key: "notes", title: text }, text);
}

/**
 * @param {After} after
 * @param {Player} player
 * @param {Shown} shown
 */
function playerLine(after, player, shown) {
  const { present, thinking, said } = shown;
  const here = present.find((each) => each.name === player.name);
  const acts = after.asks.players.includes(player.name) && after.asks.kind !== "over";
  return h("div", { class: `player ${acts ? "waited" : ""}`, key: player.name },
    player.colour &&
      h("span", { class: `coin ${player.colour}`, role: "img", "aria-label": t(`web.table.colour.${player.colour}`), key: "coin" }),
    h("span", { class: "name", dir: "auto", key: "name" }, player.label),
    here && !here.here && !player.level && h("span", { class: "away", key: "away" }, t("web.table.away")),
    thinking === player.name &&
      h("span", { class: "spinner", role: "img", "aria-label": t("web.table.thinks"), key: "thinks" }),
    after.players.length > 2 && noteOf(after, player, shown),
    said[player.name] && h("span", { class: "bubble", key: "said" }, t(`web.phrase.${said[player.name]}`)));
}

/**
 * The game and board that are played, the games won, what concerns both sides: the queen, the hand of persons; and how
 * many watch.
 * @param {After} after
 * @param {Shown} shown
 */
function unitsPlayed(after, { practice, watchers, hand }) {
  const one = after.games_to_win <= 1;
  return h("div", { class: "middle" },
    !practice && h("div", { class: "unit", key: "unit" },
      one ? null : `${t("web.table.game", { n: after.game })} · `, t("web.table.board", { n: after.board_number })),
    !practice && !one && h("div", { class: "games numbers", key: "games" }, t("web.table.games", { ...after.games })),
    freeChips(after),
    hand && h("span", { class: "chip hand", key: "hand", title: handErrors(hand) }, handNote(hand)),
    watchers > 0 && h("span", { class: "chip watchers", key: "watchers" }, t("web.table.watchers", { n: watchers })));
}

/**
 * Of the running game, or of the last one when all is over.
 * @param {After} after
 */
const shownPoints = (after) => (after.asks.kind === "over" && after.games_ended.at(-1)) || after.points;

/**
 * The nine coins of a side: those on the board filled, those in the nets empty.
 * @param {Colour} colour
 * @param {number} left
 */
function pips(colour, left) {
  const label = t(`web.table.left.${colour}`, { n: left });
  const each = Array.from({ length: EACH }, (_, i) => h("span", { class: `coin ${i < left ? colour : "gone"}` }));
  return h("div", { class: "pips", role: "img", "aria-label": label, title: label }, each);
}

/**
 * What a side is given, as the sides agreed.
 * @param {After} after
 * @param {SideName} side
 */
function handicapChip({ handicap, agreed }, side) {
  if (handicap?.side !== side) return null;
  const given = [handicap.lead > 0 && `+${handicap.lead}`, handicap.breaks && t("web.table.handicap.breaks")];
  return h("span", { class: "chip handicap", key: "handicap", title: agreed, "aria-label": agreed }, given.filter(Boolean).join(" · "));
}

/**
 * What a side owes or holds, and its part in the queen.
 * @param {import("../wire").Board} board
 * @param {Colour} colour
 */
function chips(board, colour) {
  const strikes = board.on_strike === colour;
  return [
    board.due[colour] > 0 && chip("bad", t("web.table.owes", { n: board.due[colour] }),
      ...Array.from({ length: board.due[colour] }, () => mark(colour))),
    board.held[colour] > 0 && chip("", t("web.table.held", { n: board.held[colour] })),
    board.queen === colour && chip("good", mark("queen"), t("web.table.queen.covered")),
    strikes && board.queen === "waiting" && chip("bad", mark("queen"), t("web.table.to-cover")),
    strikes && board.strokes_in_hand > 1 && chip("on", t("web.table.in-hand", { n: board.strokes_in_hand })),
    strikes && !board.broken && board.tries > 0 && chip("", t("web.table.tries", { n: board.tries })),
  ];
}

/**
 * @param {string} look
 * @param {...import("../shared/dom.js").Child} content
 */
const chip = (look, ...content) => h("span", { class: `chip ${look}` }, ...content);

/**
 * The queen while she is nobody's; afterwards she is told of beside the side that has her or must cover her. One
 * stroke that touches nothing is a miss like others: passes are counted from the second in a row.
 * @param {After} after
 */
function freeChips({ board }) {
  if (!board) return null;
  const free = board.queen === "on-board";
  if (!free && board.passes < 2) return null;
  return h("div", { class: "chips", key: "free" },
    free && chip("queen-on-board", mark("queen"), t("web.table.queen.on-board")),
    board.passes > 1 && chip("", t("web.table.passes", { n: board.passes })));
}
