/** A call: what happens now, and one tap further the whole ruling. */
import { h } from "./dom.js";

/** @param {import("./wire").Ruling} ruling */
export const called = (ruling) =>
  h("details", { class: "called" },
    h("summary", { class: "call-words", "data-testid": "call" }, ruling.call),
    h("p", { "data-testid": "ruling" }, ruling.text));
