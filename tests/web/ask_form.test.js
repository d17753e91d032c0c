/** The form of a question to the umpire: what can be on this board under this rulebook, and nothing else. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { render } = await import("../../src/carrom/web/shared/dom.js");
const { newCase, newIncident, possible } = await import("../../src/carrom/web/ask/case.js");
const { boardForm, happenedForm } = await import("../../src/carrom/web/ask/form.js");

/** @type {any} */
let body;

beforeEach(() => {
  body = newDocument();
});

const BOOK = { book: "international-b", title: "", foul_book: "international-b", games_to_win: 2, counts_strokes: false, right_is_in_nets: false };
const FAMILY = { ...BOOK, book: "family", foul_book: "international-a", counts_strokes: true, right_is_in_nets: true };
const LAWS = [
  { citation: "international-a 4.2 a", book: "international-a", paragraph: "4.2 a", subject: "disqualified", text: "the first ground" },
  { citation: "international-a 4 k", book: "international-a", paragraph: "4 k", subject: "conduct", text: "be quiet" },
  { citation: "family play 1", book: "family", paragraph: "play 1", subject: "stroke", text: "the striker" },
  { citation: "international-b 4 l", book: "international-b", paragraph: "4 l", subject: "conduct", text: "be quiet" },
];

/** The form, painted again after every tap. @param {any} begin @param {any} [more] */
function form(begin, more = {}) {
  const shown = /** @type {any} */ ({
    asked: begin,
    book: BOOK,
    offered: [],
    ready: { at_rest: ["on-edge", "fell-back"], grounds: ["a", "b"], foul_subjects: ["conduct", "stroke"] },
    laws: { laws: LAWS },
    ...more,
    alter: (/** @type {(asked: any) => void} */ how) => {
      const one = structuredClone(shown.asked);
      how(one);
      shown.asked = possible(one, shown.book);
      paint();
    },
  });
  const paint = () => render(body, boardForm(shown), happenedForm(shown));
  paint();
  return shown;
}

/** @param {string} key */
const find = (key) => body.querySelector(`[data-key="${key}"]`);

test("a count stops where the board does, and the focus stays on its button", () => {
  const shown = form({ ...newCase(), board: { ...newCase().board, white: 2 } });
  find("fell white 1").focus();
  for (let taps = 0; taps < 4; taps += 1) find("fell white 1").click();

  assert.equal(shown.asked.stroke.fell.white, 2);
  assert.equal(around.document.activeElement, find("fell white 1"));
  assert.equal(find("fell white 1").getAttribute("aria-disabled"), "true");
});

test("a stroke that touched nothing pockets nothing", () => {
  const shown = form(newCase());
  find("fell white 1").click();
  find("missed").checked = true;
  find("missed").fire("change");

  assert.equal(shown.asked.stroke.touched, false);
  assert.equal(shown.asked.stroke.fell.white, 0);
});

test("the right to the queen is asked for where the nets do not say it, strokes in hand where they count", () => {
  form(newCase());
  assert.ok(find("earned white"));
  assert.equal(find("in-hand 1"), null);

  form(newCase("family"), { book: FAMILY });

  assert.equal(find("earned white"), null);
  assert.ok(find("in-hand 1"));
});

test("how a coin came to lie is asked where it can have happened", () => {
  form(newCase());
  assert.deepEqual([find("rest on-edge") !== null, find("rest fell-back") !== null], [true, false]);

  find("off white 1").click();

  assert.ok(find("rest fell-back"));
});

test("only what the judge offers is listed, and by whom it can have been done", () => {
  const offered = [
    { kind: "late-stroke", by: ["white"], unnoticed: [], pocketed: false },
    { kind: "left-chair", by: ["white", "black"], unnoticed: [], pocketed: false },
    { kind: "coin-broken", by: [], unnoticed: [], pocketed: false },
  ];
  const shown = form({ ...newCase(), what: "incident" }, { offered });
  const kinds = body.querySelectorAll("[name=kind]").map((/** @type {any} */ each) => each.getAttribute("value") ?? each.value);
  assert.deepEqual(kinds, ["late-stroke", "left-chair", "coin-broken"]);
  assert.equal(find("by black"), null);

  find("kind left-chair").fire("change");
  find("by black").fire("change");

  assert.deepEqual(shown.asked.incident, newIncident("left-chair", "black"));
});

test("a foul names a law of its rulebook or of the one whose fouls it takes; a ground is read there too", () => {
  const incident = newIncident("foul", "white");
  form({ ...newCase("family"), what: "incident", incident }, { book: FAMILY });
  const laws = find("paragraph").querySelectorAll("option").map((/** @type {any} */ each) => each.value);
  form({ ...newCase("family"), what: "incident", incident: newIncident("disqualified", "white") }, { book: FAMILY });

  assert.deepEqual(laws, ["", "4 k", "play 1"]);
  assert.match(body.textContent, /the first ground/);
});
