/** Which screen an address shows, and that one screen at a time is there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDocument } from "./tiny_dom.js";

const host = newDocument();
const { screenAt, Stage, titleOf } = await import("../../src/carrom/web/shared/document.js");
const { loadWords } = await import("../../src/carrom/web/shared/words.js");

const load = async () => ({ show: () => {} });
const SCREENS = {
  "/": { load },
  "/table/{room}": { load },
  "/umpire": { load, name: "start" },
  "/umpire/{token}/sheet": { load, name: "sheet" },
};

test("an address shows the screen whose parts it has, and no other", () => {
  const named = (/** @type {string[]} */ ...path) => screenAt(SCREENS, path)?.name;

  assert.equal(named(), "");
  assert.equal(named("table", "a"), "table");
  assert.equal(named("umpire"), "start");
  assert.equal(named("umpire", "a", "sheet"), "sheet");
  for (const path of [["table"], ["table", "a", "b"], ["umpire", "a"], ["nowhere"]]) {
    assert.equal(named(...path), undefined, path.join("/"));
  }
});

test("a screen that is overtaken while it loads is left at once", async () => {
  const stage = new Stage(host);
  /** @type {string[]} */
  const left = [];
  /** @type {(leave: () => void) => void} */
  let come = () => {};
  const slow = stage.show(() => new Promise((resolve) => (come = resolve)));
  const quick = stage.show(() => () => void left.push("quick"));
  come(() => void left.push("slow"));

  assert.deepEqual(await Promise.all([slow, quick]), [false, true]);
  assert.deepEqual(left, ["slow"]);
  assert.ok(stage.settled);
  stage.clear();
  assert.deepEqual(left, ["slow", "quick"]);
});

test("a screen that does not come fails where it was asked for", async () => {
  const stage = new Stage(host);

  await assert.rejects(stage.show(() => Promise.reject(new Error("no"))), /no/);
  assert.ok(stage.settled);
});

test("the title waits for the words of its screen", async () => {
  const words = { "web.shell.name": "Carrom", "web.shell.title": "{screen} – Carrom", "web.shell.screen.laws": "Laws" };
  /** @type {any} */ (globalThis).fetch = async () => ({ ok: true, json: async () => words });
  await loadWords("en");

  assert.equal(titleOf("web.shell.screen", "laws"), "Laws – Carrom");
  assert.equal(titleOf("web.shell.screen", "club"), "Carrom");
  assert.equal(titleOf("web.shell.screen"), "Carrom");
});
