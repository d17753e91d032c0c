/** Under which laws, and how much of a match: each choice with a line that says what it means. */
import { h } from "../../shared/dom.js";
import { oneOf } from "../../shared/controls.js";
import { lengthHelp } from "../../home/form.js";
import { bookTitle } from "../../shared/matches.js";
import { has, t } from "../../shared/words.js";
import { LENGTHS } from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */

/**
 * @param {Draft} draft
 * @param {import("../../wire").Ready["rulebooks"]} books
 * @param {() => void} changed
 */
export function lawsCard(draft, books, changed) {
  const help = h("p", { class: "help", id: "rulebook-help" });
  const lengthLine = h("p", { class: "help", id: "length-help" });
  const say = () => {
    const key = `web.book.${draft.rulebook}.help`;
    help.textContent = has(key) ? t(key) : "";
    lengthLine.textContent = lengthHelp(draft, books);
  };
  say();
  const pick = h(
    "select",
    {
      id: "rulebook",
      "data-testid": "rulebook",
      "aria-describedby": "rulebook-help",
      onchange: () => {
        draft.rulebook = pick.value;
        say();
        changed();
      },
    },
    books.map(({ book }) =>
      h("option", { value: book, selected: book === draft.rulebook }, bookTitle(book, books)),
    ),
  );
  const length = oneOf({
    key: "length",
    label: t("web.umpire.setup.length"),
    value: draft.length,
    options: LENGTHS.map((value) => ({ value, title: t(`web.home.length.${value}`) })),
    change: (value) => {
      draft.length = value;
      say();
      changed();
    },
  });
  length.append(lengthLine);
  return h(
    "div",
    { class: "card laws-card" },
    h("div", { class: "field" }, h("label", { for: "rulebook" }, t("web.home.rulebook")), pick, help),
    length,
  );
}
