/** The form of a new match: who plays, under which laws, and the lines of the score sheet's head. */
import { ApiError, errorText } from "../../shared/api.js";
import { fill, h } from "../../shared/dom.js";
import { oneOf } from "../../shared/controls.js";
import { bookTitle } from "../../shared/matches.js";
import { current } from "../../shared/nav.js";
import { t } from "../../shared/words.js";
import {
  LINES, LONGEST, beginOf, draftFor, inUse, keepDraft, keepLast, lastUsed, wrongNames,
} from "./draft.js";
import { known, nextLine, textField } from "./fields.js";
import { lawsCard } from "./laws.js";

/** @typedef {import("../sync/client.js").DeskClient} DeskClient */
/** @typedef {import("../../wire").Ready} Ready */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Line} Line */
/** @typedef {import("./draft.js").Wrong} Wrong */

export class MatchForm {
  /**
   * @param {DeskClient} client
   * @param {Ready["rulebooks"]} books
   */
  constructor(client, books) {
    this.client = client;
    this.books = books;
    this.draft = draftFor({
      token: client.token,
      place: client.place,
      event: current().query.get("event") ?? "",
      books: books.map(({ book }) => book),
    });
    /** @type {Map<number, Wrong>} */
    this.wrong = new Map();
    /** @type {unknown} */
    this.refused = null;
    this.asking = false;
    this.summary = h("p", { class: "help", id: "summary" });
    this.element = h("form", { class: "stack match-form", novalidate: true });
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
    this.element.addEventListener("keydown", nextLine);
    this.paint();
  }

  paint() {
    const focused = document.activeElement?.id;
    fill(
      this.element,
      h("h1", null, t("web.umpire.setup.match")),
      this.#players(),
      lawsCard(this.draft, this.books, () => this.changed()),
      this.#sheet(),
      known(lastUsed().clubs ?? {}),
      h(
        "div",
        { class: "setup-foot" },
        Boolean(this.refused) &&
          h("p", { class: "banner bad", role: "alert", id: "refused" }, refusedText(this.refused)),
        h(
          "button",
          {
            class: "button primary big wide",
            type: "submit",
            id: "begin",
            "data-testid": "begin",
            "aria-busy": this.asking ? "true" : null,
            "aria-describedby": "summary",
          },
          t("web.umpire.setup.begin"),
        ),
        this.summary,
      ),
    );
    this.#say();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  changed() {
    keepDraft(this.client.token, this.draft);
    this.#say();
  }

  /** What the button will begin, in one line. */
  #say() {
    const { doubles, rulebook, length, people } = this.draft;
    const all = inUse(this.draft);
    const n = all.filter((i) => people[i]?.striker).length;
    this.summary.textContent = [
      t(doubles ? "web.umpire.setup.doubles" : "web.umpire.setup.singles"),
      bookTitle(rulebook, this.books),
      t(`web.home.length.${length}`),
      t("web.umpire.setup.strikers", { n, of: all.length }),
    ].join(" · ");
  }

  #players() {
    const { draft } = this;
    return h(
      "div",
      { class: "stack" },
      oneOf({
        key: "players",
        label: t("web.umpire.setup.players"),
        hidden: true,
        value: draft.doubles ? "doubles" : "singles",
        options: ["singles", "doubles"].map((value) => ({ value, title: t(`web.umpire.setup.${value}`) })),
        change: (value) => {
          draft.doubles = value === "doubles";
          this.wrong.clear();
          this.changed();
          this.paint();
        },
      }),
      h(
        "div",
        { class: "sides" },
        [0, 2].map((start, side) =>
          h(
            "fieldset",
            { class: "card side" },
            h("legend", null, t(`web.umpire.setup.side.${side + 1}`)),
            this.#person(start),
            draft.doubles && this.#person(start + 1),
          ),
        ),
      ),
    );
  }

  /** @param {number} i */
  #person(i) {
    const person = this.draft.people[i];
    if (!person) return null;
    const wrong = this.wrong.get(i);
    const who = t(i % 2 ? "web.umpire.setup.partner" : "web.umpire.setup.player");
    const club = textField({
      id: `club-${i}`,
      label: t("web.umpire.setup.club"),
      value: person.club,
      most: LONGEST.club,
      list: "clubs",
      optional: true,
      put: (value) => {
        person.club = value;
        this.changed();
      },
    });
    const name = textField({
      id: `name-${i}`,
      label: who,
      value: person.name,
      most: LONGEST.name,
      list: "names",
      required: true,
      wrong: wrong && t(`web.umpire.setup.wrong.${wrong}`),
      put: (value) => {
        person.name = value;
        this.#recall(i);
        this.changed();
      },
    });
    const striker = h("input", {
      type: "checkbox",
      id: `striker-${i}`,
      checked: person.striker,
      onchange: () => {
        person.striker = striker.checked;
        this.changed();
      },
    });
    return h(
      "div",
      { class: "person" },
      name,
      club,
      h("label", { class: "check framed" }, striker, h("span", null, t("web.umpire.setup.striker"))),
    );
  }

  /**
   * A player who has been here before plays for the same club, unless another has been written.
   * @param {number} i
   */
  #recall(i) {
    const person = this.draft.people[i];
    const field = document.getElementById(`club-${i}`);
    const club = person && lastUsed().clubs?.[person.name.trim()];
    if (!person || !club || person.club || !(field instanceof HTMLInputElement)) return;
    person.club = club;
    field.value = club;
  }

  #sheet() {
    const { draft } = this;
    const optional = h("span", { class: "muted" }, ` ${t("web.umpire.setup.optional")}`);
    return h(
      "fieldset",
      { class: "card sheet-lines" },
      h("legend", null, t("web.umpire.setup.sheet"), optional),
      LINES.map((line) =>
        textField({
          id: line,
          label: t(`web.umpire.setup.${line}`),
          value: draft[line],
          most: LONGEST[line],
          example: line === "place" ? t("web.umpire.setup.place.example") : "",
          put: (value) => {
            draft[line] = value;
            this.changed();
          },
        }),
      ),
    );
  }

  async begin() {
    if (this.asking) return;
    this.wrong = wrongNames(this.draft);
    this.refused = null;
    const [first] = this.wrong.keys();
    if (first !== undefined) {
      this.paint();
      document.getElementById(`name-${first}`)?.focus();
      return;
    }
    this.asking = true;
    this.paint();
    try {
      await this.client.ask(beginOf(this.draft));
      keepLast(this.draft);
    } catch (error) {
      this.refused = error;
    } finally {
      this.asking = false;
      this.paint();
    }
  }
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
