/** Elements are made from a description, and a fresh description changes only what differs. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fill, h, render } from "../../src/carrom/web/shared/dom.js";
import { markup, newDocument } from "./tiny_dom.js";

/** @type {any} */
let host;

beforeEach(() => {
  const body = newDocument();
  host = body;
});

/** @param {string} selector */
const find = (selector) => host.querySelector(selector);

test("an element has its attributes, children and listeners; what is absent is left out", () => {
  let clicks = 0;
  const made = /** @type {any} */ (
    h("p", { class: "a", hidden: true, title: null, id: false, "data-n": 0, onclick: () => (clicks += 1) },
      "x", null, [1, false, h("b", null, "y")]));
  made.click();

  assert.equal(markup(made), '<p class="a" hidden="" data-n="0">x1<b>y</b></p>');
  assert.equal(clicks, 1);
});

test("a fresh description changes attributes and texts, and the elements stay", () => {
  render(host, h("p", { class: "a", title: "t", "aria-busy": "true" }, "one ", h("b", null, 1)));
  const [p, b, text] = [find("p"), find("b"), find("p").firstChild];
  render(host, h("p", { class: "b", lang: "fr", "aria-busy": null }, "two ", h("b", null, 2)));

  assert.equal(markup(host), '<body><p class="b" lang="fr">two <b>2</b></p></body>');
  assert.deepEqual([find("p") === p, find("b") === b, find("p").firstChild === text], [true, true, true]);
});

test("what the description does not mention is left as it is: a class set elsewhere, a fold that was opened", () => {
  const fold = () => h("details", { class: "a" }, h("summary", null, "more"));
  render(host, fold());
  find("details").setAttribute("open", "");
  find("details").setAttribute("aria-busy", "true");
  render(host, fold());

  assert.equal(markup(find("details")), '<details class="a" open="" aria-busy="true"><summary>more</summary></details>');
});

test("a listener is that of the last description, also in the middle of an event, and is called once", () => {
  /** @type {string[]} */
  const heard = [];
  const button = (/** @type {string} */ name) => h("button", { onclick: () => heard.push(name) });
  render(host, button("old"));
  render(host, button("new"));
  find("button").click();
  render(host, h("button", null));
  find("button").click();

  assert.deepEqual(heard, ["new"]);
});

test("elements with a key are found again wherever they have gone, others by their place", () => {
  const list = (/** @type {string[]} */ keys) => h("ul", null, keys.map((key) => h("li", { key }, key)));
  render(host, list(["a", "b", "c"]));
  const [a, b, c] = host.querySelectorAll("li");
  render(host, list(["c", "x", "a"]));
  const after = host.querySelectorAll("li");

  assert.deepEqual(after.map((/** @type {any} */ each) => each.textContent), ["c", "x", "a"]);
  assert.deepEqual([after[0] === c, after[2] === a, after.includes(b)], [true, true, false]);
});

test("elements that stay in order are not moved when others come and go between them", () => {
  const row = (/** @type {string[]} */ ids) => ids.map((id) => h("button", { id }, id));
  render(host, row(["a", "b", "c"]));
  const before = host.querySelectorAll("button").map((/** @type {any} */ each) => each.moves);
  find("[id=c]").focus();
  render(host, row(["b", "x", "c"]));

  assert.deepEqual(before, [1, 1, 1]);
  assert.deepEqual([find("[id=b]").moves, find("[id=c]").moves], [1, 1]);
  assert.equal(document.activeElement, find("[id=c]"));
});

test("an element of another key or tag is a new one", () => {
  render(host, h("button", { "data-testid": "clear" }), h("p", null));
  const [button, p] = host.childNodes;
  render(host, h("button", { "data-testid": "judge" }), h("div", null));

  assert.equal(host.childNodes.length, 2);
  assert.ok(!host.childNodes.includes(button) && !host.childNodes.includes(p));
});

test("several of one key are matched in their order", () => {
  const row = (/** @type {number[]} */ texts) => texts.map((text) => h("i", { "data-testid": "same" }, text));
  render(host, row([1, 2, 3]));
  const [first, second] = host.childNodes;
  render(host, row([4, 5]));

  assert.deepEqual(host.childNodes, [first, second]);
  assert.equal(host.textContent, "45");
});

test("a field keeps what was typed unless the description has another value", () => {
  const field = (/** @type {string | undefined} */ value) => h("input", { id: "name", value });
  render(host, field("Asha"));
  find("input").value = "Asha K";
  render(host, field(undefined));
  const kept = find("input").value;
  render(host, field("Ben"));

  assert.equal(kept, "Asha K");
  assert.equal(find("input").value, "Ben");
});

test("a tick follows the description, also after it was changed by hand", () => {
  render(host, h("input", { type: "checkbox", checked: true }));
  const first = find("input").checked;
  find("input").checked = true;
  render(host, h("input", { type: "checkbox", checked: false }));

  assert.deepEqual([first, find("input").checked], [true, false]);
});

test("writing the value that a field has already is not done: it would move the caret", () => {
  let written = 0;
  render(host, h("input", { value: "1" }));
  Object.defineProperty(find("input"), "value", { get: () => "1", set: () => (written += 1) });
  render(host, h("input", { value: 1 }));

  assert.equal(written, 0);
});

test("styles are properties of the element, since the policy of the page allows no attribute", () => {
  render(host, h("p", { style: { "--share": 1 } }));
  render(host, h("p", { style: { "--share": 0.5 } }));

  assert.equal(find("p").styles.get("--share"), "0.5");
  assert.equal(markup(find("p")), "<p></p>");
});

test("the focus follows its key to an element that is wrapped otherwise, and to no other", () => {
  render(host, h("div", null, h("button", { "data-testid": "judge" })));
  find("button").focus();
  render(host, h("section", null, h("button", { "data-testid": "other" }), h("button", { "data-testid": "judge" })));
  const followed = document.activeElement === host.querySelectorAll("button")[1];
  render(host, h("section", null, h("button", { "data-testid": "other" })));

  assert.ok(followed);
  assert.equal(document.activeElement, document.body);
});

test("an element that is shown here already stays as it is", () => {
  const widget = h("div", { class: "widget" }, "by itself");
  render(host, h("p", null, "a"), widget);
  /** @type {any} */ (widget).focus();
  render(host, widget, h("p", null, "b"));

  assert.equal(host.firstChild, widget);
  assert.equal(host.textContent, "by itselfb");
});

test("what is made once is left alone as long as its key is described", () => {
  const code = (/** @type {string} */ key) => h("div", { key, once: true }, key);
  render(host, code("a"));
  const first = find("div");
  fill(first, "drawn later");
  render(host, code("a"));
  const kept = host.textContent;
  render(host, code("b"));

  assert.equal(kept, "drawn later");
  assert.notEqual(find("div"), first);
});

test("pictures that were made otherwise stay if they are equal, and are replaced if not", () => {
  const picture = (/** @type {string} */ d) => {
    const path = document.createElementNS("svg", "path");
    path.setAttribute("d", d);
    return path;
  };
  render(host, h("i", null, picture("M0")));
  const first = find("path");
  render(host, h("i", null, picture("M0")));
  const same = find("path") === first;
  render(host, h("i", null, picture("M1")));

  assert.ok(same);
  assert.equal(find("path").getAttribute("d"), "M1");
  assert.equal(host.querySelectorAll("path").length, 1);
});

test("nothing described leaves nothing", () => {
  render(host, h("p", null, "a"), "b");
  render(host, null, false, []);

  assert.deepEqual(host.childNodes, []);
});
