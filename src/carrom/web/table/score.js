/** Who plays, with which coins, and how board, game and match stand. */
import { fill, h } from "../shared/dom.js";
import { has, list, t } from "../shared/words.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Here} Here */
/** @typedef {import("../wire").Player} Player */
/** @typedef {import("../wire").SideName} SideName */
/** @typedef {import("../wire").ColourName} Colour */

/** @type {readonly SideName[]} */
const SIDES = ["first", "second"];
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

/** @param {string} level a level of the computer, or a player of one's own that has no other name */
const levelText = (level) => (has(`web.table.level.${level}`) ? t(`web.table.level.${level}`) : level);

/**
 * @typedef {object} Shown
 * @property {readonly Here[]} present
 * @property {readonly string[]} mine
 * @property {string} thinking
 * @property {boolean} practice
 * @property {Record<string, string>} said what each player said just now
 */

export class ScoreBoard {
  /** @param {HTMLElement} clock */
  constructor(clock) {
    this.sides = { first: h("section", { class: "side" }), second: h("section", { class: "side" }) };
    this.middle = h("div", { class: "middle" });
    this.clock = clock;
    const between = h("div", { class: "between" }, this.middle, clock);
    /** What is said, for who cannot see the bubble. */
    this.heard = h("p", { class: "sr", role: "status" });
    this.element = h("div", { class: "score" }, this.sides.first, between, this.sides.second, this.heard);
  }

  /**
   * @param {After} after
   * @param {Shown} shown
   */
  show(after, shown) {
    for (const side of SIDES) this.#side(after, side, shown);
    this.#middle(after, shown);
    const heard = Object.entries(shown.said)
      .filter(([player]) => !shown.mine.includes(player))
      .map(([player, key]) => t("web.table.says", { player: labelOf(after, player), words: t(`web.phrase.${key}`) }))
      .join(" ");
    if (this.heard.textContent !== heard) this.heard.textContent = heard;
  }

  /**
   * @param {After} after
   * @param {SideName} side
   * @param {Shown} shown
   */
  #side(after, side, shown) {
    const box = this.sides[side];
    const colour = colourOf(after, side);
    const acts = after.asks.players.some((name) => namesOf(after, side).includes(name)) || after.asks.side === side;
    box.className = `side ${colour ?? ""} ${acts && after.asks.kind !== "over" ? "waited" : ""}`;
    box.setAttribute("aria-label", sideText(after, side));
    const players = after.players.filter((player) => player.side === side);
    fill(
      box,
      h("div", { class: "players" }, players.map((player) => this.#player(after, player, shown))),
      !shown.practice &&
        h("div", { class: "points numbers", title: t("web.table.points") }, shownPoints(after)[side]),
      colour && after.board &&
        h("div", { class: "standing" }, pips(colour, after.board[colour]), chips(after, colour)),
    );
  }

  /**
   * @param {After} after
   * @param {Player} player
   * @param {Shown} shown
   */
  #player(after, player, { present, mine, thinking, said }) {
    const here = present.find((each) => each.name === player.name);
    const acts = after.asks.players.includes(player.name) && after.asks.kind !== "over";
    const notes = [];
    if (player.level) notes.push(levelText(player.level));
    else if (mine.length === 1 && mine[0] === player.name && player.label === player.name) notes.push(t("web.table.you"));
    if (after.breaker === player.name && after.board && !after.board.broken) notes.push(t("web.table.breaks"));
    return h(
      "div",
      { class: `player ${acts ? "waited" : ""}` },
      player.colour &&
        h("span", { class: `coin ${player.colour}`, role: "img", "aria-label": t(`web.table.colour.${player.colour}`) }),
      h("span", { class: "name", dir: "auto" }, player.label),
      here && !here.here && !player.level && h("span", { class: "away" }, t("web.table.away")),
      thinking === player.name && h("span", { class: "spinner", role: "img", "aria-label": t("web.table.thinks") }),
      notes.length ? h("span", { class: "note" }, notes.join(" · ")) : null,
      said[player.name] && h("span", { class: "bubble" }, t(`web.phrase.${said[player.name]}`)),
    );
  }

  /**
   * @param {After} after
   * @param {Shown} shown
   */
  #middle(after, { practice }) {
    const one = after.games_to_win <= 1;
    fill(
      this.middle,
      !practice &&
        h("div", { class: "unit" },
          one ? null : `${t("web.table.game", { n: after.game })} · `,
          t("web.table.board", { n: after.board_number })),
      !practice && !one &&
        h("div", { class: "games numbers" }, t("web.table.games", { ...after.games })),
      freeChips(after),
    );
  }
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
 * @param {After} after
 * @param {Colour} colour
 */
function chips(after, colour) {
  const board = after.board;
  if (!board) return null;
  const made = [];
  if (board.due[colour]) {
    made.push(
      h("span", { class: "chip bad" }, t("web.table.owes", { n: board.due[colour] }),
        Array.from({ length: board.due[colour] }, () => mark(colour))),
    );
  }
  if (board.held[colour]) made.push(h("span", { class: "chip" }, t("web.table.held", { n: board.held[colour] })));
  if (board.queen === colour) {
    made.push(h("span", { class: "chip good" }, mark("queen"), t("web.table.queen.covered")));
  }
  if (board.on_strike === colour && board.queen === "waiting") {
    made.push(h("span", { class: "chip bad" }, mark("queen"), t("web.table.to-cover")));
  }
  if (board.on_strike === colour && board.strokes_in_hand > 1) {
    made.push(h("span", { class: "chip on" }, t("web.table.in-hand", { n: board.strokes_in_hand })));
  }
  if (board.on_strike === colour && !board.broken && board.tries > 0) {
    made.push(h("span", { class: "chip" }, t("web.table.tries", { n: board.tries })));
  }
  return made.length ? h("div", { class: "chips" }, made) : null;
}

/**
 * The queen while she is nobody's; afterwards she is told of beside the side that has her or must cover her. One
 * stroke that touches nothing is a miss like others: passes are counted from the second in a row.
 * @param {After} after
 */
function freeChips(after) {
  const board = after.board;
  if (!board) return null;
  const free = board.queen === "on-board";
  if (!free && board.passes < 2) return null;
  return h(
    "div",
    { class: "chips" },
    free && h("span", { class: "chip queen-on-board" }, mark("queen"), t("web.table.queen.on-board")),
    board.passes > 1 && h("span", { class: "chip" }, t("web.table.passes", { n: board.passes })),
  );
}
