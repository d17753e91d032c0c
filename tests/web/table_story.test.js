/** The last card: what it says of a match, what is celebrated, and what can be done next. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./phrases.js";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
/** @type {Map<string, string>} */
const kept = new Map();
around.localStorage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value) };
newDocument();
await speak("en");
const { endCard, overCard } = await import("../../src/carrom/web/table/cards.js");
const { featOf } = await import("../../src/carrom/web/table/feats.js");
const { finalScore } = await import("../../src/carrom/web/table/story.js");

const SIDE = { strokes: 17, coins: 9, fouls: 1, queens: 1, slams: 0, turn_coins: 4, turn_strokes: 5 };

/** @param {object} [more] */
const board = (more = {}) => ({ game: 1, number: 1, winner: "first", points: 8, queen: "first", slam: null, queen_last: false, ...more });

/** @param {object[]} boards @param {object} [more] */
const over = (boards, more = {}) => /** @type {any} */ ({
  asks: { kind: "over", text: "Asha won the match", players: [] },
  players: [
    { name: "Asha", label: "Asha", side: "first", level: "" },
    { name: "Computer", label: "Computer", side: "second", level: "casual" },
  ],
  games: { first: 1, second: 0 },
  games_ended: [{ first: 25, second: 14 }],
  games_said: ["Asha won game 1"],
  points: { first: 0, second: 0 },
  boards: [{ said: ["Asha won the board: 8 points."], queen: "first" }],
  winner: "first",
  story: { boards, first: SIDE, second: { ...SIDE, coins: 1, fouls: 0, queens: 0, turn_coins: 1, turn_strokes: 1 } },
  ...more,
});

const WELCOME = /** @type {any} */ ({ mine: ["Asha"], kind: "computer", watch: "w1" });
const ACTS = { rematch() {}, level() {}, share() {}, close() {}, asked: false, feat: null };

/** What is in what, as by selectors with spaces. @param {any} node @param {string} selector @returns {any[]} */
const all = (node, selector) => selector.split(" ").reduce((found, one) => found.flatMap((each) => [...each.querySelectorAll(one)]), [node]);

/** @param {any} node @param {string} selector */
const texts = (node, selector) => all(node, selector).map((each) => each.textContent.trim());

/** @param {any} after @param {any} [welcome] @param {object} [acts] @returns {any} */
const lastCard = (after, welcome = WELCOME, acts = {}) => overCard(after, welcome, { ...ACTS, ...acts });

test("the last card tells the figures of both sides", () => {
  const shown = lastCard(over([board()]));
  const facts = Object.fromEntries(all(shown, "[data-fact]").map((row) =>
    [row.getAttribute("data-fact"), texts(row, "td").concat(texts(row, "th"))]));

  assert.deepEqual(facts, {
    coins: ["9", "1", "Coins pocketed"],
    turn: ["4 coins 5 strokes", "1 coin 1 stroke", "Longest turn"],
    queens: ["1", "0", "Queen covered"],
    fouls: ["1", "0", "Fouls"],
    strokes: ["17", "17", "Strokes"],
  });
});

test("points by board: the winner's, the queen and a slam beside them, void boards, and the sum", () => {
  const boards = [board(), board({ winner: null, points: 0, queen: null }),
    board({ number: 2, winner: "second", points: 12, queen: "second", slam: "black" })];
  const shown = lastCard(over(boards));
  const rows = all(shown, ".story-boards tr").map((row) =>
    [...row.childNodes].map((/** @type {any} */ cell) => cell.textContent));

  assert.deepEqual(rows, [
    ["Points by board", "1", "1", "2", "Σ"],
    ["Asha", "8 queen covered", "–", "·", "25"],
    ["Computer", "·", "–", "12 queen covered★ A black slam!", "14"],
  ]);
});

test("one board needs no table of boards, and three games have one each", () => {
  const games = [1, 1, 2, 3].map((game, i) => board({ game, number: i + 1 }));
  const scores = [{ first: 25, second: 14 }, { first: 10, second: 25 }, { first: 25, second: 20 }];
  const three = over(games, { games_ended: scores, games: { first: 2, second: 1 } });

  assert.equal(texts(lastCard(over([board()])), ".story-boards").length, 0);
  assert.deepEqual(texts(lastCard(three), ".story-boards thead .who"), ["Game 1", "Game 2", "Game 3"]);
  assert.deepEqual(finalScore(three), { first: 2, second: 1 });
});

test("a match that was given up before a board ended has its figures too", () => {
  const after = over([], { games_ended: [], points: { first: 3, second: 0 }, games: { first: 0, second: 0 } });

  assert.match(lastCard(after).textContent, /3 – 0.*Coins pocketed/s);
});

test("from the last card: a rematch, another level, the replay, a picture, a new match, the board", () => {
  const shown = lastCard(over([board()]));

  assert.deepEqual(texts(shown, ".choices-row .button"),
    ["Rematch", "Another level", "Replay", "Share", "New match", "See the board"]);
});

test("another level is for who plays the computer; who watches can read and share", () => {
  const online = lastCard(over([board()]), { ...WELCOME, kind: "online" });
  const watching = lastCard(over([board()]), { ...WELCOME, kind: "online", mine: [] });

  assert.deepEqual(texts(online, "[data-choice]"), ["Rematch", "Share"]);
  assert.deepEqual(texts(watching, "[data-choice]"), ["Share"]);
});

/** @type {[string, any, any, any][]} */
const FEATS = [
  ["a slam, whatever else", over([board({ slam: "white", queen_last: true }), board({ number: 2 })]), WELCOME, { kind: "slam", colour: "white" }],
  ["the first win at a level", over([board({ queen_last: true })]), WELCOME, { kind: "first", level: "casual" }],
  ["the same match again, as after a reload", over([board()]), WELCOME, { kind: "first", level: "casual" }],
  ["the queen covered with the last coin", over([board({ queen_last: true })]), { ...WELCOME, watch: "w2" }, { kind: "queen" }],
  ["an ordinary win", over([board()]), { ...WELCOME, watch: "w2" }, { kind: "win" }],
  ["the other's slam is not celebrated", over([board({ winner: "second", slam: "black" }), board()]), { ...WELCOME, watch: "w2" }, { kind: "win" }],
  ["who lost is not celebrated", over([board()], { winner: "second" }), WELCOME, null],
  ["who watches is not celebrated", over([board()]), { ...WELCOME, mine: [] }, null],
  ["a board of a match that goes on: only what is rare", over([board()], { asks: { kind: "turn" }, winner: null }), WELCOME, null],
  ["a board won with the queen's cover, while the match goes on",
    over([board({ queen_last: true })], { asks: { kind: "turn" }, winner: null }), WELCOME, { kind: "queen" }],
  ["an earlier slam is not celebrated again",
    over([board({ slam: "white" }), board({ number: 2 })], { asks: { kind: "turn" }, winner: null }), WELCOME, null],
];

test("winning is celebrated in proportion", () => {
  kept.clear();

  for (const [says, after, welcome, expected] of FEATS) assert.deepEqual(featOf(after, welcome), expected, says);
});

test("a card says what it celebrates, and has its ornament, which no reader hears", () => {
  const slam = lastCard(over([board()]), WELCOME, { feat: { kind: "slam", colour: "black" } });
  const first = lastCard(over([board()]), WELCOME, { feat: { kind: "first", level: "casual" } });
  const ended = /** @type {any} */ (endCard(
    /** @type {any} */ ({ line: { kind: "demanded", text: "" }, before: over([], { games_ended: [{ first: 25, second: 14 }] }), after: over([board()]) }),
    () => {}, { kind: "queen" }));

  assert.deepEqual([slam, first, ended].map((each) => texts(each, ".lead")[0]),
    ["A black slam!", "Your first win against this level: casual!", "The queen, covered with the last coin!"]);
  assert.equal(all(slam, ".ornament .black").length, 9);
  assert.equal(slam.querySelector(".ornament").getAttribute("aria-hidden"), "true");
});
