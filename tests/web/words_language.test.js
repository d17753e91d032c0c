/** The language of the page: everybody who shows words is told of a change, once. */
import assert from "node:assert/strict";
import { test } from "node:test";

const around = /** @type {any} */ (globalThis);
around.localStorage ??= { getItem: () => null, setItem() {} };
const languages = JSON.stringify({ fr: { direction: "ltr" }, ar: { direction: "rtl" } });
around.document ??= { documentElement: {}, querySelector: () => ({ getAttribute: () => languages }) };
around.fetch = async () => ({ ok: true, json: async () => ({}) });
const { inLanguage, onLang, setLang } = await import("../../src/carrom/web/shared/words.js");

test("a screen that is shown anew when the language changes is told of it once", async () => {
  let shown = 0;
  const again = () => {
    shown += 1;
    assert.ok(shown < 100, "it is told for ever");
    leave();
    leave = onLang(again);
  };
  let leave = onLang(again);
  await setLang("fr");
  assert.equal(shown, 1);
});

test("a text in another language than the page says which, and in what direction it runs", async () => {
  await setLang("fr");

  assert.deepEqual(inLanguage("fr"), {});
  assert.deepEqual(inLanguage("ar"), { lang: "ar", dir: "rtl" });
});
