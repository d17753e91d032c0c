/** The looks of board and coins: every piece stands out from every wood, and from the others. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { BOARDS, COINS, pieceLook } from "../../src/carrom/web/board/palette.js";

/** @typedef {import("../../src/carrom/web/board/palette.js").Kind} Kind */

const PICTURE = readFileSync(new URL("../../src/carrom/web/board/board.svg", import.meta.url), "utf8");
const [LIT, FLAT, SHADE] = ["#f4e0b7", "#ecd09c", "#d9b47a"]; // of the maple in the picture
/** @type {Kind[]} */
const KINDS = ["white", "black", "queen", "striker"];
const boards = /** @type {(keyof typeof BOARDS)[]} */ (Object.keys(BOARDS));
const coins = /** @type {(keyof typeof COINS)[]} */ (Object.keys(COINS));

/** @param {string} colour */
function light(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const looks = boards.flatMap((board) => coins.flatMap((each) => [false, true].map((patterns) =>
  ({ name: `${each} on ${board}${patterns ? ", bold" : ""}`, board, look: pieceLook({ board, coins: each, patterns }) }))));

test("there are three boards and three kinds of coins", () => {
  assert.deepEqual([boards, coins], [["maple", "walnut", "slate"], ["classic", "ivory", "bright"]]);
});

test("every colour that another board replaces is in the picture, and each by one colour", () => {
  for (const { colours } of Object.values(BOARDS)) {
    for (const [old, colour] of Object.entries(colours)) {
      assert.ok(PICTURE.includes(old), old);
      assert.match(colour, /^#[0-9a-f]{6}$/);
    }
  }
});

test("every piece stands out from the wood wherever it lies, by its rim or by its face", () => {
  for (const { name, board, look: { rims, discs } } of looks) {
    for (const kind of KINDS) {
      for (const wood of [LIT, FLAT, SHADE].map((tone) => BOARDS[board].colours[tone])) {
        const seen = Math.max(contrast(rims[kind], wood), contrast(discs[kind].flat, wood));
        assert.ok(seen >= 3, `${name}: ${kind} ${seen.toFixed(2)}`);
      }
    }
  }
});

test("white, black and queen differ in lightness, so that the colour is not needed", () => {
  for (const { name, look: { discs: { white, black, queen } } } of looks) {
    assert.ok(contrast(white.flat, black.flat) >= 7, `${name}: white and black`);
    assert.ok(contrast(white.flat, queen.flat) >= 3, `${name}: white and queen`);
  }
});

test("bold patterns can be read on every coin", () => {
  for (const { name, look: { discs, bold } } of looks) {
    for (const kind of KINDS.slice(0, 3)) {
      const seen = contrast(discs[kind].ink, discs[kind].flat);
      assert.ok(!bold || seen >= 3.5, `${name}: ${kind} ${seen.toFixed(2)}`);
    }
  }
});

test("a look that is not known is the first", () => {
  const odd = /** @type {any} */ ({ board: "oak", coins: "paper", patterns: false });
  assert.deepEqual(pieceLook(odd), pieceLook({ board: "maple", coins: "classic", patterns: false }));
});
