/** Runs parts of the page that need no browser: a question comes in as JSON, the answer goes out. */
import { readFileSync } from "node:fs";

const web = process.argv[2];
const asked = JSON.parse(readFileSync(0, "utf8"));
const from = (file) => import(`${web}/${file}`);

/** A generator of whole numbers below n that gives the same ones every time. */
function drawn(seed) {
  let now = seed;
  return (n) => {
    now = (now * 1103515245 + 12345) % 2147483648;
    return Math.floor((now / 2147483648) * n);
  };
}

const bookOf = (ready, name) => ready.rulebooks.find(({ book }) => book === name);

/** Cases as taps could leave them, many of them impossible until `possible` has seen them; the examples first. */
async function cases({ ready, count, seed }) {
  const { newCase, possible } = await from("ask/case.js");
  const { caseJson, happenedText, readCase, standingText } = await from("ask/forms.js");
  const { EXAMPLE_NAMES, example } = await from("ask/examples.js");
  const next = drawn(seed);
  const pick = (list) => list[next(list.length)];
  const each = (made) => ({ white: made(), black: made() });
  const pieces = (n) => ({ ...each(() => next(n)), queen: !next(3), striker: !next(3) });
  const tapped = () => {
    const one = newCase(pick(ready.rulebooks).book);
    Object.assign(one.board, each(() => (next(4) ? next(10) : 9)), {
      on_strike: pick(["white", "black"]),
      queen: pick(["on-board", "on-board", "waiting", "white", "black"]),
      due: each(() => next(3)),
      held: each(() => (next(4) ? 0 : next(4))),
      points: each(() => next(27)),
      earned: each(() => pick([null, true, false])),
      broken: next(3) > 0,
      tries: next(4),
      passes: next(8),
      strokes_in_hand: 1 + next(4),
      turn_begun: next(3) > 0,
    });
    one.stroke = { fell: pieces(4), off: pieces(2), touched: next(6) > 0, improper: !next(4), at_rest: next(3) ? [] : [pick(ready.at_rest)] };
    return one;
  };
  const all = [...EXAMPLE_NAMES.map((name) => example(name)), ...Array.from({ length: count }, tapped)];
  return all.map((one) => possible(one, bookOf(ready, one.rulebook))).map((one) => ({
    case: caseJson(one),
    again: caseJson(readCase(JSON.stringify(caseJson(one)))),
    board: standingText(one.board),
    happened: happenedText(one),
  }));
}

/** Every incident that is offered on a board, by every side; and what becomes of one that is not offered. */
async function incidents({ asked: boards }) {
  const { chooseIncident, newIncident, possibleIncident } = await from("ask/case.js");
  const { caseJson, happenedText, readCase } = await from("ask/forms.js");
  const json = (given) => ({ case: caseJson(given), happened: happenedText(given) });
  return boards.map(({ case: raw, offered }) => {
    const one = readCase(JSON.stringify(raw));
    const chosen = offered.flatMap(({ kind, by }) => (by.length ? by : [""]).map((side) => newIncident(kind, side)));
    const unseen = offered.flatMap(({ kind, unnoticed }) => unnoticed.map((side) => ({ ...newIncident(kind, side), noticed: false })));
    return {
      offered: [...chosen, ...unseen].map((incident) => json(chooseIncident(one, incident, offered))),
      otherwise: possibleIncident(newIncident("nothing-known", "white"), offered),
    };
  });
}

async function found({ laws, queries }) {
  const { search } = await from("laws/search.js");
  return queries.map(({ text, lang, book }) => {
    const { [lang]: here, ...others } = laws;
    return search(text, here, Object.values(others), book).map((each) => each.law.citation);
  });
}

async function presets({ geometry }) {
  const { PRESETS, preset, texts } = await from("practice/position.js");
  return PRESETS.map((name) => texts(preset(name, geometry)));
}

/** Heaps of coins thrown anywhere, also over pockets and into the frame. */
async function heaps({ geometry, count, seed }) {
  const { layoutText, putApart } = await from("practice/layout.js");
  const next = drawn(seed);
  const thrown = (wide) => (next(10001) / 10000 - 0.5) * wide;
  return Array.from({ length: count }, (_, i) => {
    const names = [...Array(9).fill("white"), ...Array(9).fill("black"), "queen"];
    const coins = names.map((coin) => ({ coin, x: thrown(i % 2 ? 0.8 : 0.06), y: thrown(i % 3 ? 0.8 : 0.06) }));
    return layoutText(putApart(coins, geometry));
  });
}

async function read({ lines }) {
  const { layoutText, parseLayout } = await from("practice/layout.js");
  return lines.map((line) => {
    const given = parseLayout(line);
    return "coins" in given ? layoutText(given.coins) : given.column;
  });
}

const parts = { cases, incidents, found, presets, heaps, read };
process.stdout.write(JSON.stringify(await parts[asked.part](asked)));
