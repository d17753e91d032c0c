/** Before the first board: chairs, the form of a match, links, and which document an address belongs to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SEATS } from "../../src/carrom/web/board/seats.js";
import { documentOf } from "../../src/carrom/web/shared/nav.js";
import { changeChairs, facing, isSeatingOf, seatingPairs, usualSeating } from "../../src/carrom/web/umpire/setup/seats.js";
import * as prefs from "../../src/carrom/web/shared/prefs.js";
import { beginOf, draftFor, draftOf, keepLast, wrongNames } from "../../src/carrom/web/umpire/setup/draft.js";
import { readLink } from "../../src/carrom/web/umpire/tables.js";

const FIRST = ["Asha", "Ben"];
const SECOND = ["Chloé", "Dev"];
const READY = /** @type {any} */ ({ lengths: ["match"], rulebooks: [{ book: "international-a" }, { book: "family" }] });

/** @param {...string} names */
function filled(...names) {
  const draft = draftFor({ token: "a", place: "Board 4", ready: READY });
  draft.doubles = names.length > 2;
  const chairs = draft.doubles ? [0, 1, 2, 3] : [0, 2];
  chairs.forEach((chair, i) => Object.assign(draft.people[chair], { name: names[i] }));
  return draft;
}

test("whoever changes chairs with whom, everybody sits once and partners face to face", () => {
  let tried = 0;
  const start = usualSeating(FIRST, SECOND);
  const seen = new Set([JSON.stringify(seatingPairs(start))]);
  const todo = [start];
  for (let seating = todo.pop(); seating; seating = todo.pop()) {
    for (const from of SEATS) {
      for (const to of SEATS) {
        const after = changeChairs(seating, from, to);
        tried += 1;
        assert.ok(isSeatingOf(after, [...FIRST, ...SECOND]));
        assert.equal(after[to], seating[from]);
        assert.equal(after[from], seating[to]);
        for (const chair of SEATS) {
          assert.equal(FIRST.includes(after[chair] ?? ""), FIRST.includes(after[facing(chair)] ?? ""));
        }
        const key = JSON.stringify(seatingPairs(after));
        if (!seen.has(key)) todo.push(after);
        seen.add(key);
      }
    }
  }

  assert.equal(seen.size, 8); // two axes, and each pair either way round
  assert.equal(tried, 8 * 16);
});

test("two players sit face to face, on whichever axis", () => {
  const start = usualSeating(["Asha"], ["Ben"]);

  assert.deepEqual(seatingPairs(start), [["south", "Asha"], ["north", "Ben"]]);
  assert.deepEqual(seatingPairs(changeChairs(start, "south", "north")), [["south", "Ben"], ["north", "Asha"]]);
  assert.deepEqual(seatingPairs(changeChairs(start, "south", "east")), [["east", "Asha"], ["west", "Ben"]]);
  assert.deepEqual(seatingPairs(changeChairs(start, "north", "east")), [["east", "Ben"], ["west", "Asha"]]);
});

test("a name is missing or taken, by whoever wrote it second", () => {
  assert.deepEqual([...wrongNames(filled("Asha", "Ben"))], []);
  assert.deepEqual([...wrongNames(filled("Asha", "  "))], [[2, "nobody"]]);
  assert.deepEqual([...wrongNames(filled("Asha", " Asha "))], [[2, "same"]]);
  assert.deepEqual([...wrongNames(filled("Asha", "Ben", "", "Ben"))], [[2, "nobody"], [3, "same"]]);
});

test("what is filled in is what the desk is asked, and nobody's partner in singles", () => {
  const draft = filled(" Asha  K. ", "Ben");
  Object.assign(draft.people[0], { club: "Lyon", striker: true });
  Object.assign(draft.people[1], { name: "left from doubles", club: "Paris", striker: true });
  draft.round = " Final ";

  assert.deepEqual(beginOf(draft), {
    do: "begin",
    rulebook: "international-a",
    first: ["Asha K."],
    second: ["Ben"],
    length: "match",
    finals: false,
    event: "",
    round: "Final",
    number: "",
    place: "Board 4",
    umpire: "",
    clubs: [["Asha K.", "Lyon"]],
    strikers: ["Asha K."],
  });
});

test("a first match is begun by the ICF's laws, where the server has them; later ones by those of the last", () => {
  const ready = { ...READY, rulebooks: [...READY.rulebooks, { book: "icf" }] };

  assert.equal(draftFor({ token: "b", place: "", ready }).rulebook, "icf");
  assert.equal(draftFor({ token: "c", place: "", ready: READY }).rulebook, "international-a");
  keepLast({ ...filled("Asha", "Ben"), rulebook: "family", finals: true });
  const next = draftFor({ token: "d", place: "", ready });
  assert.deepEqual([next.rulebook, next.finals], ["family", false]);
  prefs.set("umpire-last", {});
});

test("a match begun wrongly is filled in again as it was, its strikers to be seen anew", () => {
  const draft = filled("Asha", "Ben", "Chloé", "Dev");
  Object.assign(draft.people[3], { club: "Paris", striker: true });
  const { do: _, clubs = [], strikers, ...begun } = beginOf(draft);
  const players = [...begun.first, ...begun.second].map((name) => ({
    name,
    club: clubs.find(([each]) => each === name)?.[1] ?? "",
  }));

  const again = draftOf(/** @type {any} */ ({ ...begun, doubles: true, players }));

  draft.people[3].striker = false;
  assert.deepEqual(again, draft);
});

test("a table is found in a whole link, a part of one, or its token alone", () => {
  const token = "Zx9_-aBcD0123456789abc";

  assert.equal(readLink(` http://192.168.1.4:8000/umpire/${token} `), `/umpire/${token}`);
  assert.equal(readLink(`/umpire/${token}/sheet`), `/umpire/${token}`);
  assert.equal(readLink(`https://carrom.example/watch/${token}?lang=fr`), `/watch/${token}`);
  assert.equal(readLink(`umpire/${token}`), `/umpire/${token}`);
  assert.equal(readLink(token), `/umpire/${token}`);
  assert.equal(readLink("http://192.168.1.4:8000/umpire"), "");
  assert.equal(readLink("Asha & Ben"), "");
  assert.equal(readLink(""), "");
});

test("an invitation to umpire is found in its link, with the event that the link names", () => {
  const code = "Zx9_-aBcD0123456789abc";

  assert.equal(readLink(`http://192.168.1.4:8000/umpire#join=${code} `), `/umpire#join=${code}`);
  assert.equal(readLink(`umpire?event=Club+evening#join=${code}`), `/umpire?event=Club+evening#join=${code}`);
  assert.equal(readLink("http://192.168.1.4:8000/umpire#join="), "");
});

test("the game, the umpire's table and those who watch are documents of their own", () => {
  for (const path of ["/", "/laws?law=3.1", "/table/a#b", "/umpires", "/watched/a"]) {
    assert.equal(documentOf(path), "game", path);
  }
  for (const path of ["/umpire", "/umpire?key=a", "/umpire/a", "/umpire/a/sheet"]) {
    assert.equal(documentOf(path), "umpire", path);
  }
  for (const path of ["/watch/a", "/overlay/a", "/wall", "/wall#a,b"]) assert.equal(documentOf(path), "watch", path);
});
