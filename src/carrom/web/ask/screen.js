/** Asking the umpire: a case built by taps gets a ruling at once, and how the other rulebooks decide. */
import { caseRefusal, getJson, postJson } from "../shared/api.js";
import { copyBlock } from "../shared/clipboard.js";
import { button, fold, oneOf } from "../shared/controls.js";
import { fill, h, render, useStyle } from "../shared/dom.js";
import { readdress } from "../shared/nav.js";
import { lang, onLang, t } from "../shared/words.js";
import { allLaws, lawsKnown } from "../laws/data.js";
import { openLaw } from "../laws/dialog.js";
import { citedRow, shortTitle, verdictList } from "../laws/verdicts.js";
import { goOn, newCase, possible, possibleIncident } from "./case.js";
import { EXAMPLE_NAMES, example } from "./examples.js";
import { boardForm, happenedForm } from "./form.js";
import { caseJson, commandText, readCase } from "./forms.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").Verdicts} Verdicts */
/** @typedef {import("../wire").PossibleIncidents} PossibleIncidents */

const PAUSE = 150; // ms: several taps are one question

/**
 * @param {HTMLElement} root
 * @param {{ query: URLSearchParams }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, params) {
  const [ready] = await Promise.all([
    /** @type {Promise<Ready>} */ (getJson("/api/ready")),
    useStyle("/static/laws/laws.css"),
  ]);
  const screen = new AskScreen(root, ready, readCase(params.query.get("case") ?? "") ?? newCase());
  return () => screen.leave();
}

class AskScreen {
  /** @type {Verdicts | null} */
  #answer = null;
  /** @type {unknown} */
  #refused = null;
  /** Incidents that can have happened on the board of `for`. @type {{ for: string } & PossibleIncidents} */
  #offered = { for: "", incidents: [] };
  #question = 0;
  #timer = 0;
  #gone = false;

  /**
   * @param {HTMLElement} root
   * @param {Ready} ready
   * @param {Case} asked
   */
  constructor(root, ready, asked) {
    this.ready = ready;
    this.form = h("div", { class: "stack ask-form" });
    this.ruling = h("section", { class: "card stack ask-ruling", id: "ask-ruling", tabindex: "-1" });
    this.heard = h("p", { class: "sr", role: "status" });
    this.bar = h("div", { class: "ask-bar" });
    fill(root, h("div", { class: "page wide ask-page" }, this.form, h("div", { class: "ask-answer" }, this.ruling),
      this.bar, this.heard));
    this.asked = this.#possible(this.#book(asked.rulebook) ? asked : { ...asked, rulebook: ready.rulebooks[0].book });
    this.offLang = onLang(() => this.#begin());
    this.#begin();
  }

  leave() {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.offLang();
  }

  #begin() {
    this.#paintForm();
    this.#paintRuling();
    void this.#ask();
    void allLaws(lang()).then(() => !this.#gone && this.#paintForm(), () => undefined);
  }

  /** @param {string} name */
  #book(name) {
    return this.ready.rulebooks.find(({ book }) => book === name);
  }

  /** @param {Case} asked */
  #possible(asked) {
    return possible(asked, this.#book(asked.rulebook));
  }

  /** @param {(one: Case) => void} how */
  #alter = (how) => {
    const one = structuredClone(this.asked);
    how(one);
    this.#put(one);
  };

  /** @param {Case} asked */
  #put(asked) {
    this.asked = this.#possible(asked);
    this.#readdress();
    this.#paintForm();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE);
  }

  #readdress() {
    readdress(`/ask?case=${encodeURIComponent(JSON.stringify(caseJson(this.asked)))}`);
  }

  /** Ask the umpire; an answer that is overtaken by another question is not shown. */
  async #ask() {
    const mine = ++this.#question;
    const overtaken = () => this.#gone || mine !== this.#question;
    let [answer, refused] = /** @type {[Verdicts | null, unknown]} */ ([null, null]);
    try {
      if (this.asked.what === "incident") await this.#offer(overtaken);
      if (!overtaken()) answer = await postJson("/api/rule", caseJson(this.asked));
    } catch (error) {
      refused = error;
    }
    if (overtaken()) return;
    this.#answer = answer;
    this.#refused = refused;
    this.#paintRuling();
  }

  /** The judge says what can have happened on this board. @param {() => boolean} overtaken */
  async #offer(overtaken) {
    const { rulebook, board } = caseJson(this.asked);
    const key = JSON.stringify({ rulebook, board });
    if (key === this.#offered.for) return;
    /** @type {PossibleIncidents} */
    const { incidents } = await postJson("/api/rule/incidents", { rulebook, board });
    if (overtaken()) return;
    this.#offered = { for: key, incidents };
    this.asked = { ...this.asked, incident: possibleIncident(this.asked.incident, incidents) };
    this.#readdress();
    this.#paintForm();
  }

  #paintForm() {
    const { asked, ready } = this;
    const form = { asked, alter: this.#alter, ready, book: this.#book(asked.rulebook),
      offered: this.#offered.incidents, laws: lawsKnown(lang()) };
    render(this.form,
      h("h1", null, t("web.ask.title")),
      h("p", { class: "lead" }, t("web.ask.lead")),
      h("div", { class: "stack tight" },
        h("h2", { class: "label" }, t("web.ask.examples")),
        h("div", { class: "row ask-examples" }, EXAMPLE_NAMES.map((name) =>
          h("button", { class: "chip", type: "button", "data-key": `example ${name}`,
            onclick: () => this.#put(example(name, asked.rulebook)) }, t(`web.ask.example.${name}`))))),
      h("section", { class: "card" },
        oneOf({
          key: "rulebook",
          label: t("web.ask.rulebook"),
          value: asked.rulebook,
          options: ready.rulebooks.map(({ book }) => ({ value: book, title: shortTitle(book) })),
          change: (book) =>
            this.#alter((one) => {
              one.rulebook = book;
              one.incident.paragraph = "";
            }),
        })),
      boardForm(form),
      happenedForm(form),
      button("", t("web.ask.anew"), () => this.#put(newCase(asked.rulebook)), { "data-key": "anew" }));
  }

  #paintRuling() {
    const { asked } = this;
    const answer = this.#answer;
    const own = answer?.verdicts.find((said) => said.rulebook === asked.rulebook) ?? answer?.verdicts[0];
    const said = this.#refused ? caseRefusal(this.#refused, "ask") : (own?.ruling?.text ?? "");
    if (this.heard.textContent !== said) this.heard.textContent = said;
    render(this.ruling,
      h("h2", null, t("web.ask.says")),
      this.#refused !== null && h("p", { class: "banner bad" }, said),
      own?.ruling && h("p", { class: "ruling-text" }, said),
      own?.ruling && citedRow(own.ruling, own.rulebook, (law) => openLaw(law)),
      own && h("div", { class: "stack tight" },
        h("h3", null, t("web.ask.then")),
        h("p", null, own.standing ?? t("web.ask.over")),
        own.board
          ? button("", t("web.ask.go-on"), () => own.board && this.#goOn(own.board))
          : button("", t("web.ask.fresh"), () => this.#freshBoard())),
      answer && h("div", { class: "stack tight" },
        h("h3", null, t("web.ask.others")),
        verdictList(answer, (law) => openLaw(law), { without: asked.rulebook })),
      fold("take-away", t("web.ask.take-away"),
        copyBlock(t("web.ask.as-command"), commandText(asked)),
        copyBlock(t("web.ask.as-json"), JSON.stringify(caseJson(asked), null, 1)),
        copyBlock(t("web.ask.as-link"), location.href)));
    render(this.bar, h("p", null, said), button("primary", t("web.ask.see"), () => this.#toRuling()));
  }

  #toRuling() {
    this.ruling.scrollIntoView({ block: "start" });
    this.ruling.focus({ preventScroll: true });
  }

  /** @param {import("../wire").Board} board */
  #goOn(board) {
    this.#put(goOn(this.asked, board));
    document.getElementById("ask-board")?.scrollIntoView({ block: "start" });
  }

  #freshBoard() {
    const fresh = newCase(this.asked.rulebook);
    this.#put({ ...fresh, board: { ...fresh.board, white: 9, black: 9, broken: false } });
  }
}
