/** The story of a match: points by board, and what each side did. */
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { labelsOf, mark } from "./score.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").SideName} SideName */
/** @typedef {import("../wire").Story} Story */
/** @typedef {import("../wire").StoryBoard} StoryBoard */
/** @typedef {import("../wire").StorySide} StorySide */

const SIDES = /** @type {const} */ (["first", "second"]);

/** The players of a side in one short text. @param {After} after @param {SideName} side */
export const sideLabel = (after, side) => labelsOf(after, side).join(" & ");

/**
 * The score of the match: of its only game, or in games.
 * @param {After} after
 */
export const finalScore = ({ games, games_ended, points }) =>
  games_ended.length > 1 ? games : (games_ended[0] ?? points);

/**
 * Who scored what, board by board, and the figures of both sides.
 * @param {After} after
 * @param {Story} story
 */
export function storyParts(after, story) {
  const games = [...new Set(story.boards.map(({ game }) => game))];
  return h("div", { class: "story", key: "story" },
    story.boards.length > 1 && h("div", { class: "story-games" }, games.map((game) =>
      boardTable(after, game, story.boards.filter((board) => board.game === game), games.length > 1))),
    after.agreed && h("p", { class: "muted small agreed", key: "agreed" }, after.agreed),
    factTable(after, story));
}

/**
 * @param {After} after
 * @param {number} game
 * @param {StoryBoard[]} boards
 * @param {boolean} several games were played
 */
function boardTable(after, game, boards, several) {
  // Points that the umpire gave by hand, and those of a handicap, are in the sum alone.
  const sum = after.games_ended[game - 1] ?? after.points;
  const title = several ? t("web.table.game", { n: game }) : t("web.table.story.boards");
  return h("table", { class: "story-boards numbers", key: `game ${game}` },
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "who" }, title), boards.map(({ number }) => h("th", { scope: "col", "aria-label": t("web.table.board", { n: number }) }, number)),
      h("th", { scope: "col", class: "sum", "aria-label": t("web.table.story.sum") }, "Σ"))),
    h("tbody", null, SIDES.map((side) => h("tr", { key: side },
      h("th", { scope: "row", class: "who", dir: "auto" }, sideLabel(after, side)),
      boards.map((board) => h("td", { class: board.winner === side ? "won" : "" }, boardCell(board, side))),
      h("td", { class: "sum" }, sum[side])))));
}

/** @param {StoryBoard} board @param {SideName} side */
function boardCell(board, side) {
  if (!board.winner) return h("span", { title: t("web.table.story.void") }, "–");
  return [
    board.winner === side ? board.points : "·",
    board.queen === side && h("span", { class: "queened" }, mark("queen"), sr(t("web.table.queen.covered"))),
    board.slam && board.winner === side && h("span", { class: "slammed" }, "★", sr(slamText(board.slam))),
  ];
}

/** @param {string} text */
const sr = (text) => h("span", { class: "sr" }, ` ${text}`);

/** @param {import("../wire").ColourName} colour */
export const slamText = (colour) => t(`web.table.story.slam.${colour}`);

/** @param {After} after @param {Story} story */
function factTable(after, story) {
  /** @param {keyof StorySide} what */
  const count = (what) => (/** @type {StorySide} */ side) => String(side[what]);
  const slams = story.first.slams + story.second.slams > 0;
  /** @type {[string, import("../shared/dom.js").Child, (side: StorySide) => import("../shared/dom.js").Child[] | string][]} */
  const rows = [
    ["coins", null, count("coins")],
    ["turn", null, longest],
    ["queens", mark("queen"), count("queens")],
    ...(slams ? [/** @type {any} */ (["slams", h("span", { class: "slammed", "aria-hidden": "true" }, "★"), count("slams")])] : []),
    ["fouls", null, count("fouls")],
    ["strokes", null, count("strokes")],
  ];
  return h("table", { class: "story-facts" },
    h("thead", { class: "sr" }, h("tr", null,
      h("th", { scope: "col" }, sideLabel(after, "first")), h("td"), h("th", { scope: "col" }, sideLabel(after, "second")))),
    h("tbody", null, rows.map(([key, sign, told]) => h("tr", { "data-fact": key, key },
      h("td", { class: "numbers" }, told(story.first)),
      h("th", { scope: "row" }, sign, sign && " ", t(`web.table.story.${key}`)),
      h("td", { class: "numbers" }, told(story.second))))));
}

/** @param {StorySide} side */
const longest = ({ turn_coins, turn_strokes }) => [
  t("web.table.story.turn.coins", { n: turn_coins }),
  " ", h("small", null, t("web.table.story.turn.strokes", { n: turn_strokes })),
];
