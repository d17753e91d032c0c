/** Asking the umpire: a case built by taps gets a ruling at once, and how the other rulebooks decide. */
import { ApiError, errorText, postJson } from "../shared/api.js";
import { boardForm } from "./board.js";
import { goOn, newCase, possible } from "./case.js";
import { oneOf } from "../shared/controls.js";
import { EXAMPLES } from "./examples.js";
import { caseJson, commandText, readCase } from "./forms.js";
import { happenedForm } from "./happened.js";
import { fill, h, useStyle } from "../shared/dom.js";
import { keepingFocus } from "../shared/keeping_focus.js";
import { openLaw } from "../laws/dialog.js";
import { copyBlock } from "../shared/clipboard.js";
import { allLaws, lawsKnown } from "../laws/data.js";
import { citedRow, shortTitle, verdictList } from "../laws/verdicts.js";
import { readdress } from "../shared/nav.js";
import { has, lang, onLang, t } from "../shared/words.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("../wire").Verdicts} Verdicts */

const BOOKS = ["international-a", "international-b", "ffc-basics", "ffc-leaflet", "family"];
const PAUSE = 150; // ms: several taps are one question

/**
 * @param {HTMLElement} root
 * @param {{ query: URLSearchParams }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, params) {
  await useStyle("/static/laws/laws.css");
  let asked = readCase(params.query.get("case") ?? "") ?? newCase();
  if (!BOOKS.includes(asked.rulebook)) asked.rulebook = BOOKS[0];
  /** @type {Verdicts | null} */
  let answer = null;
  /** @type {unknown} */
  let refused = null;
  let question = 0;
  let timer = 0;
  let gone = false;
  /** @type {Set<string>} */
  const opened = new Set();

  const form = h("div", { class: "stack ask-form" });
  const ruling = h("section", { class: "card stack ask-ruling", id: "ask-ruling", tabindex: "-1" });
  const heard = h("p", { class: "sr", role: "status" });
  const bar = h("div", { class: "ask-bar" });
  fill(
    root,
    h("div", { class: "page wide ask-page" }, form, h("div", { class: "ask-answer" }, ruling), bar, heard),
  );

  /** @param {(one: Case) => void} how */
  const alter = (how) => {
    const one = structuredClone(asked);
    how(one);
    put(possible(one));
  };
  /** @param {Case} one */
  const put = (one) => {
    asked = one;
    readdress(`/ask?case=${encodeURIComponent(JSON.stringify(caseJson(asked)))}`);
    paintForm();
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE);
  };

  const ask = async () => {
    const mine = ++question;
    try {
      /** @type {Verdicts} */
      const given = await postJson("/api/rule", caseJson(asked));
      if (gone || mine !== question) return;
      answer = given;
      refused = null;
    } catch (error) {
      if (gone || mine !== question) return;
      answer = null;
      refused = error;
    }
    paintRuling();
  };

  const paintForm = () => {
    const along = form.querySelector(".ask-examples")?.scrollLeft ?? 0;
    keepingFocus(form, () =>
      fill(
        form,
        h("h1", null, t("web.ask.title")),
        h("p", { class: "lead" }, t("web.ask.lead")),
        h(
          "div",
          { class: "stack tight" },
          h("h2", { class: "label" }, t("web.ask.examples")),
          h(
            "div",
            { class: "row ask-examples" },
            EXAMPLES.map(([name, made]) =>
              h(
                "button",
                {
                  class: "chip",
                  type: "button",
                  "data-key": `example ${name}`,
                  onclick: () => put(possible({ ...made(), rulebook: asked.rulebook })),
                },
                t(`web.ask.example.${name}`),
              ),
            ),
          ),
        ),
        h(
          "section",
          { class: "card" },
          oneOf({
            key: "rulebook",
            label: t("web.ask.rulebook"),
            value: asked.rulebook,
            options: BOOKS.map((book) => ({ value: book, title: shortTitle(book) })),
            change: (book) =>
              alter((one) => {
                one.rulebook = book;
                one.incident.paragraph = "";
              }),
          }),
        ),
        boardForm(asked, alter, opened),
        happenedForm(asked, alter, opened, lawsKnown(lang())),
        h(
          "button",
          {
            class: "button",
            type: "button",
            "data-key": "anew",
            onclick: () => put({ ...newCase(), rulebook: asked.rulebook }),
          },
          t("web.ask.anew"),
        ),
      ),
    );
    const examples = form.querySelector(".ask-examples");
    if (examples) examples.scrollLeft = along;
  };

  const paintRuling = () => {
    const own = answer?.verdicts.find((said) => said.rulebook === asked.rulebook) ?? answer?.verdicts[0];
    const said = refused ? cannot(refused) : own?.ruling ? own.ruling.text : "";
    if (heard.textContent !== said) heard.textContent = said;
    fill(
      ruling,
      h("h2", null, t("web.ask.says")),
      refused !== null && h("p", { class: "banner bad" }, said),
      own?.ruling && h("p", { class: "ruling-text" }, said),
      own?.ruling && citedRow(own.ruling, own.rulebook, (law) => openLaw(law)),
      own &&
        h(
          "div",
          { class: "stack tight" },
          h("h3", null, t("web.ask.then")),
          h("p", null, own.standing ?? t("web.ask.over")),
          own.board
            ? h(
                "button",
                { class: "button", type: "button", onclick: () => own.board && goOnFrom(own.board) },
                t("web.ask.go-on"),
              )
            : h("button", { class: "button", type: "button", onclick: freshBoard }, t("web.ask.fresh")),
        ),
      answer &&
        h(
          "div",
          { class: "stack tight" },
          h("h3", null, t("web.ask.others")),
          verdictList(answer, (law) => openLaw(law), { without: asked.rulebook }),
        ),
      h(
        "details",
        { class: "ask-more" },
        h("summary", null, t("web.ask.take-away")),
        h(
          "div",
          { class: "stack" },
          copyBlock(t("web.ask.as-command"), commandText(asked)),
          copyBlock(t("web.ask.as-json"), JSON.stringify(caseJson(asked), null, 1)),
          copyBlock(t("web.ask.as-link"), location.href),
        ),
      ),
    );
    fill(
      bar,
      h("p", null, said),
      h(
        "button",
        {
          class: "button primary",
          type: "button",
          onclick: () => {
            ruling.scrollIntoView({ block: "start" });
            ruling.focus({ preventScroll: true });
          },
        },
        t("web.ask.see"),
      ),
    );
  };

  /** @param {import("../wire").Board} board */
  const goOnFrom = (board) => {
    put(goOn(asked, board));
    form.querySelectorAll("h2")[2]?.scrollIntoView({ block: "start" });
  };
  const freshBoard = () =>
    put(
      possible({
        ...newCase(),
        rulebook: asked.rulebook,
        board: { ...newCase().board, white: 9, black: 9, broken: false },
      }),
    );

  const paint = () => {
    paintForm();
    paintRuling();
  };
  const load = () =>
    void allLaws(lang()).then(
      () => !gone && paintForm(),
      () => undefined,
    );
  const off = onLang(() => {
    paint();
    void ask();
    load();
  });
  paint();
  void ask();
  load();
  return () => {
    gone = true;
    clearTimeout(timer);
    off();
  };
}

/**
 * Why a case cannot be, by the field at fault.
 * @param {unknown} error
 */
function cannot(error) {
  const field =
    error instanceof ApiError && error.code === "case/impossible" ? String(error.args.field ?? "") : "";
  const key = `web.ask.cannot.${field}`;
  return has(key) ? t(key) : errorText(error);
}
