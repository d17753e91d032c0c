/** The form of a new match: who plays, under which laws, and the lines of the score sheet's head. */
import { ApiError, errorText } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { bookHelp, bookSelect, lengthChoice } from "../../home/form.js";
import { oneOf, tick } from "../../shared/controls.js";
import { bookTitle } from "../../shared/matches.js";
import { current } from "../../shared/nav.js";
import { t } from "../../shared/words.js";
import { onSubmit, textField } from "../fields.js";
import { LINES, LONGEST, beginOf, draftFor, inUse, keepDraft, keepLast, lastUsed, wrongNames } from "./draft.js";

/** @typedef {import("../sync/client.js").DeskClient} DeskClient */
/** @typedef {import("../../wire").Ready} Ready */
/** @typedef {import("./draft.js").Wrong} Wrong */

export class MatchForm {
  /**
   * @param {DeskClient} client
   * @param {Pick<Ready, "lengths" | "rulebooks">} ready
   * @param {() => void} draw
   */
  constructor(client, ready, draw) {
    this.client = client;
    this.ready = ready;
    this.draw = draw;
    const { desk: { place }, token } = client;
    this.draft = draftFor({ token, place, event: current().query.get("event") ?? "", ready });
    /** Who has played for which club, for the browser to offer. */
    this.clubs = lastUsed().clubs ?? {};
    /** @type {Map<number, Wrong>} */
    this.wrong = new Map();
    /** @type {unknown} */
    this.refused = null;
    this.asking = false;
  }

  show() {
    return h("form", { class: "stack match-form", novalidate: true, onkeydown: focusNextLine,
      onsubmit: onSubmit(() => void this.#begin()) },
      h("h1", null, t("web.umpire.setup.match")),
      this.#players(),
      this.#laws(),
      this.#sheetLines(),
      h("div", { hidden: true }, dataList("names", Object.keys(this.clubs)), dataList("clubs", Object.values(this.clubs))),
      h("div", { class: "setup-foot" },
        Boolean(this.refused) &&
          h("p", { class: "banner bad", role: "alert", id: "refused" }, refusedText(this.refused)),
        h("button", { class: "button primary big wide", type: "submit", id: "begin", "data-testid": "begin",
          "aria-busy": this.asking ? "true" : null, "aria-describedby": "summary" }, t("web.umpire.setup.begin")),
        h("p", { class: "help", id: "summary" }, this.#summary())));
  }

  /** @param {Partial<import("./draft.js").Draft>} facts */
  #change(facts) {
    Object.assign(this.draft, facts);
    keepDraft(this.client.token, this.draft);
    this.draw();
  }

  /** What the button will begin, in one line. */
  #summary() {
    const { doubles, rulebook, length, people } = this.draft;
    const all = inUse(this.draft);
    const n = all.filter((i) => people[i]?.striker).length;
    return [
      t(doubles ? "web.umpire.setup.doubles" : "web.umpire.setup.singles"),
      bookTitle(rulebook, this.ready.rulebooks),
      t(`web.home.length.${length}`),
      t("web.umpire.setup.strikers", { n, of: all.length }),
    ].join(" · ");
  }

  #players() {
    const { draft } = this;
    return h("div", { class: "stack" },
      oneOf({
        key: "players",
        label: t("web.umpire.setup.players"),
        hidden: true,
        value: draft.doubles ? "doubles" : "singles",
        options: ["singles", "doubles"].map((value) => ({ value, title: t(`web.umpire.setup.${value}`) })),
        change: (value) => {
          this.wrong.clear();
          this.#change({ doubles: value === "doubles" });
        },
      }),
      h("div", { class: "sides" }, [0, 2].map((start, side) =>
        h("fieldset", { class: "card side" },
          h("legend", null, t(`web.umpire.setup.side.${side + 1}`)),
          this.#person(start),
          draft.doubles && this.#person(start + 1)))));
  }

  /** @param {number} i */
  #person(i) {
    const person = this.draft.people[i];
    const wrong = this.wrong.get(i);
    /** @param {Partial<import("./draft.js").Person>} facts */
    const set = (facts) => this.#change({ people: this.draft.people.with(i, { ...person, ...facts }) });
    return h("div", { class: "person" },
      textField({ name: `name-${i}`, label: t(i % 2 ? "web.umpire.setup.partner" : "web.umpire.setup.player"),
        value: person.name, most: LONGEST.name, list: "names", required: true,
        wrong: wrong && t(`web.umpire.setup.wrong.${wrong}`),
        // A player who has been here before plays for the same club, unless another has been written.
        onchange: (name) => set({ name, club: person.club || this.clubs[name.trim()] || "" }) }),
      textField({ name: `club-${i}`, label: t("web.umpire.setup.club"), value: person.club, most: LONGEST.club,
        list: "clubs", optional: true, onchange: (club) => set({ club }) }),
      tick({ key: `striker-${i}`, label: t("web.umpire.setup.striker"), value: person.striker, look: "framed",
        change: (striker) => set({ striker }) }));
  }

  /** Under which laws, and how much of a match: each choice with a line that says what it means. */
  #laws() {
    const form = { wish: this.draft, ready: this.ready, change: (/** @type {object} */ how) => this.#change(how) };
    return h("div", { class: "card laws-card" },
      h("div", { class: "stack tight" }, bookSelect(form), this.#finals(), this.#differences()), lengthChoice(form));
  }

  /** How the rulebooks differ, a line each. */
  #differences() {
    const { rulebooks } = this.ready;
    return h("details", { class: "unfolds books-differ", key: "books" },
      h("summary", { "data-testid": "books" }, t("web.umpire.setup.books")),
      h("dl", null, rulebooks.map(({ book }) =>
        h("div", null, h("dt", null, bookTitle(book, rulebooks)), h("dd", { class: "help" }, bookHelp(book))))));
  }

  /** Whether the rulebook has other limits from the quarter-finals on. */
  get #hasFinals() {
    return this.ready.rulebooks.some(({ book, finals }) => finals && book === this.draft.rulebook);
  }

  #finals() {
    return this.#hasFinals && [
      tick({ key: "finals", label: t("web.umpire.setup.finals"), value: this.draft.finals, look: "framed",
        change: (finals) => this.#change({ finals }) }),
      h("p", { class: "help" }, t("web.umpire.setup.finals.help"))];
  }

  #sheetLines() {
    const { draft } = this;
    return h("fieldset", { class: "card sheet-lines" },
      h("legend", null, t("web.umpire.setup.sheet"), h("span", { class: "muted" }, ` ${t("web.umpire.setup.optional")}`)),
      LINES.map((line) => textField({
        name: line,
        label: t(`web.umpire.setup.${line}`),
        value: draft[line],
        most: LONGEST[line],
        example: line === "place" ? t("web.umpire.setup.place.example") : "",
        onchange: (value) => this.#change({ [line]: value }),
      })));
  }

  async #begin() {
    if (this.asking) return;
    Object.assign(this, { wrong: wrongNames(this.draft), refused: null });
    const [first] = this.wrong.keys();
    this.asking = first === undefined;
    this.draw();
    if (first !== undefined) return document.getElementById(`name-${first}`)?.focus();
    try {
      await this.client.ask(beginOf({ ...this.draft, finals: this.draft.finals && this.#hasFinals }));
      keepLast(this.draft);
    } catch (error) {
      this.refused = error;
    } finally {
      this.asking = false;
      this.draw();
    }
  }
}

/**
 * What the browser may offer to fill a line with.
 * @param {string} id
 * @param {string[]} values
 */
const dataList = (id, values) =>
  h("datalist", { id }, [...new Set(values)].filter(Boolean).map((value) => h("option", { value })));

/**
 * The phone's "next" leads to the next line. It begins no match: that cannot be undone.
 * @param {KeyboardEvent} event
 */
function focusNextLine(event) {
  const { target, currentTarget } = event;
  if (event.key !== "Enter" || event.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.type !== "text") return;
  event.preventDefault();
  const form = /** @type {Element} */ (currentTarget);
  const lines = [...form.querySelectorAll("input[type=text], [type=submit]")];
  const next = lines[lines.indexOf(target) + 1];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Why the match does not begin: the field that is wrong by its name on the form.
 * @param {unknown} error
 */
function refusedText(error) {
  const field = error instanceof ApiError ? String(error.args.field ?? "") : "";
  if (/^(players|begin\.(first|second))/.test(field)) return t("web.umpire.setup.wrong.names");
  const line = LINES.find((each) => field === `begin.${each}`);
  return line ? t("web.umpire.setup.wrong.line", { line: t(`web.umpire.setup.${line}`) }) : errorText(error);
}
