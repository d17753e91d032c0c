/** What one may do beside playing, and what others offer, in a document without a browser. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
newDocument();
const { Offers } = await import("../../src/carrom/web/table/offers.js");

/** @type {any} */
let body;
/** @type {InstanceType<typeof Offers>[]} */
let shown = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  body = newDocument();
});

afterEach(() => {
  shown.splice(0).forEach((each) => each.destroy());
  mock.timers.reset();
});

const PLAYERS = [
  { name: "Asha", label: "Asha", side: "first", level: "" },
  { name: "Ben", label: "Ben", side: "second", level: "" },
];

const MATCH = { length: "match", games: { first: 0, second: 0 }, games_to_win: 2 };

/** A table at which Ben sits, and what it was asked for. @param {object} [more] */
function table(more = {}) {
  /** @type {unknown[][]} */
  const asked = [];
  const act = (/** @type {string} */ name) => (/** @type {unknown[]} */ ...given) => void asked.push([name, ...given]);
  const state = { v: 4, asks: { kind: "strike", players: ["Ben"] }, back: [], players: PLAYERS, ...MATCH };
  const screen = /** @type {any} */ ({
    acts: { offer: act("offer"), incident: act("incident"), choose: act("choose"), say: act("say") },
    actor: () => "Ben",
    able: true,
    started: true,
    watchers: 0,
    present: [],
    state,
    welcome: { mine: ["Ben"], kind: "online" },
    news: { heard: new Map([[4, null]]) },
    ...more,
  });
  const offers = new Offers(screen);
  shown.push(offers);
  body.append(offers.element, offers.notices);
  return { offers, screen, asked, state };
}

/** @param {string} name */
const press = (name) => body.querySelectorAll(`[data-act=${name}]`).at(-1).click();

test("a question whether to resign is about the table as it is shown, and goes when that moves on", () => {
  const { offers, asked, state } = table();
  offers.show(/** @type {any} */ (state));
  press("more");
  press("resign");
  const question = body.querySelector(".sure");
  offers.show(/** @type {any} */ (state));
  assert.ok(question.isConnected);

  offers.show(/** @type {any} */ ({ ...state, v: 5 }));

  assert.equal(body.querySelector("dialog"), null);
  assert.deepEqual(asked, []);
});

test("who is sure resigns", () => {
  const { offers, asked, state } = table();
  offers.show(/** @type {any} */ (state));
  press("more");
  press("resign");
  body.querySelector(".sure").click();

  assert.deepEqual(asked, [["offer", "resign"]]);
  assert.equal(body.querySelector("dialog"), null);
});

for (const [says, match, offered] of /** @type {const} */ ([
  ["a game that does not decide the match", {}, ["abandon", "resign"]],
  ["the game that the other side needs", { games: { first: 1, second: 1 } }, ["resign"]],
  ["the only game", { length: "game", games_to_win: 1 }, ["resign.game"]],
  ["the only board", { length: "board", games_to_win: 1 }, ["resign.board"]],
]))
  test(`what can be given up has words that fit: ${says}`, () => {
    const { offers, state } = table();
    offers.show(/** @type {any} */ ({ ...state, ...match }));
    press("more");
    const helps = body.querySelectorAll(".entry").map((/** @type {any} */ each) => each.textContent).slice(1);

    assert.deepEqual(helps, offered.map((key) => `web.table.act.${key}web.table.${key}.help`));
  });

test("what another offers is accepted or declined; one's own offer is withdrawn; the umpire's call needs no answer", () => {
  const { offers, asked, state } = table();
  offers.open = /** @type {any} */ ([
    { what: "take-back", by: "Asha", agreed: [] },
    { what: "rematch", by: "Ben", agreed: [] },
    { what: "ask", by: "Asha", agreed: [] },
  ]);
  offers.show(/** @type {any} */ (state));
  const buttons = body.querySelectorAll("[data-offer]").map((/** @type {any} */ each) =>
    each.querySelectorAll("button").map((/** @type {any} */ button) => button.className));
  body.querySelector(".accept").click();
  body.querySelectorAll(".decline")[1].click();

  assert.deepEqual(buttons, [["button primary accept", "button decline"], ["button decline"], []]);
  assert.deepEqual(asked, [["offer", "take-back", true, "Asha"], ["offer", "rematch", false, "Ben"]]);
});

test("an offer that goes and leads to nothing is told, once the moment has passed in which it might", () => {
  const { offers, state } = table();
  offers.open = /** @type {any} */ ([{ what: "take-back", by: "Ben", agreed: [] }]);
  offers.show(/** @type {any} */ (state));
  offers.open = [];
  assert.equal(body.querySelector(".toast"), null);

  mock.timers.tick(700);

  assert.equal(body.querySelector(".toast").textContent, "web.table.offer.take-back.declined");
});

test("a match is claimed from a player who has been away for long enough, or they are waited for", () => {
  const gone = { name: "Asha", here: false, claimable: true, waited: false, claim_in: 0 };
  const { offers, screen, asked, state } = table({ present: [{ ...gone, claimable: false, claim_in: 30 }] });
  offers.show(/** @type {any} */ (state));
  assert.equal(body.querySelector(".claim"), null);
  assert.ok(body.querySelector("[data-gone=Asha]"));

  screen.present = [gone];
  mock.timers.tick(1000);
  body.querySelector(".wait").click();
  body.querySelector(".claim").click();

  assert.deepEqual(asked, [["offer", "wait"], ["offer", "claim"]]);
});

test("who watches reads that a player is away, and nothing of a win to claim", () => {
  const gone = { name: "Asha", here: false, claimable: false, waited: false, claim_in: 30 };
  const { offers, state } = table({ actor: () => "", welcome: { mine: [], kind: "online" }, present: [gone] });
  offers.show(/** @type {any} */ (state));

  assert.equal(body.querySelector("[data-gone=Asha]").textContent, "web.table.gone.watched");
});

test("who watches is offered the links alone, and reads who has left", () => {
  const { offers, state } = table({ actor: () => "", welcome: { mine: [], kind: "online" } });
  offers.open = /** @type {any} */ ([{ what: "take-back", by: "Asha", agreed: [] }]);
  offers.show(/** @type {any} */ (state));

  assert.deepEqual(body.querySelectorAll("[data-act]").map((/** @type {any} */ each) => each.getAttribute("data-act")), ["links"]);
  assert.equal(body.querySelector("[data-offer]").querySelectorAll("button").length, 0);
});
