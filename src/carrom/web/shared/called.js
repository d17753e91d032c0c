/** A call: what happens now, and one tap further the whole ruling. */
import { h } from "./dom.js";

/** @param {import("../wire").Ruling} ruling */
export const called = (ruling) =>
  h("details", { class: "called", key: ruling.text },
    h("summary", { class: "call-words" }, ruling.call),
    h("p", { class: "ruling" }, ruling.text));
