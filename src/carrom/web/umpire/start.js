/** The first screen: a new table, this phone's tables, a link to paste; with the organiser's key, all. */
import { ApiError, errorText, postJson } from "../shared/api.js";
import { fill, h } from "../shared/dom.js";
import { when } from "../shared/matches.js";
import { current, go, link } from "../shared/nav.js";
import { onLang, t } from "../shared/words.js";
import { organiser, organisersKey } from "./organiser.js";
import { forget, placeText, readLink, standsAt, tables, whoPlays } from "./tables.js";

/** @typedef {{ desk: string, token: string, watch: string }} DeskMade */
/** @typedef {{ pasted: string, wrong: boolean, unfolded: boolean }} Pasting */
/** @typedef {Pasting & { opening: boolean, refused: unknown }} State */

/**
 * @param {HTMLElement} host
 * @returns {() => void}
 */
export function startScreen(host) {
  const key = organisersKey(current());
  /** @type {State} */
  const state = { opening: false, refused: null, pasted: "", wrong: false, unfolded: false };
  const all = key ? organiser(key) : null;

  const begin = async () => {
    if (state.opening) return;
    Object.assign(state, { opening: true, refused: null });
    paint();
    try {
      /** @type {DeskMade} */
      const made = await postJson("/api/desks", {});
      go(`/umpire/${encodeURIComponent(made.token)}`);
    } catch (error) {
      Object.assign(state, { opening: false, refused: error });
      paint();
    }
  };

  const paint = () => {
    const focused = document.activeElement?.id;
    fill(
      host,
      h(
        "div",
        { class: "page setup start stack" },
        h("h1", { id: "start", tabindex: "-1" }, t(all ? "web.umpire.setup.all" : "web.umpire.setup.start")),
        h("p", { class: "lead" }, t(all ? "web.umpire.setup.all.lead" : "web.umpire.setup.start.lead")),
        all ? all.element : beginning(state, begin),
        mine(paint),
        pasting(state, paint),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  };
  const off = onLang(() => {
    all?.paint();
    paint();
  });
  paint();
  return () => {
    off();
    all?.close();
  };
}

/**
 * @param {State} state
 * @param {() => Promise<void>} begin
 */
function beginning(state, begin) {
  return h(
    "div",
    { class: "stack tight" },
    h(
      "button",
      {
        class: "button primary big wide",
        id: "new-table",
        type: "button",
        "data-testid": "new-table",
        "aria-busy": state.opening ? "true" : null,
        "aria-describedby": state.refused ? "refused" : null,
        onclick: () => void begin(),
      },
      t("web.umpire.setup.new"),
    ),
    Boolean(state.refused) &&
      h("p", { class: "wrong", id: "refused", role: "alert" }, refusedText(state.refused)),
  );
}

/**
 * Who may open no table is told whom to ask.
 * @param {unknown} error
 */
const refusedText = (error) =>
  error instanceof ApiError && error.code === "desk/key" ? t("web.umpire.setup.closed") : errorText(error);

/** @param {() => void} paint */
function mine(paint) {
  const all = tables();
  if (!all.length) return null;
  return h(
    "section",
    { class: "stack tight", "aria-labelledby": "mine" },
    h("h2", { id: "mine" }, t("web.umpire.setup.mine")),
    h(
      "ul",
      { class: "tables" },
      all.map((table) =>
        h(
          "li",
          { class: "table-row" },
          link(
            `/umpire/${encodeURIComponent(table.token)}`,
            { class: "table-link", "data-testid": "my-table" },
            h("strong", null, whoPlays(table.brief)),
            h("span", null, [placeText(table.place), standsAt(table.brief)].filter(Boolean).join(" · ")),
            h("span", { class: "muted small" }, when(new Date(table.at).toISOString())),
          ),
          h(
            "button",
            {
              class: "button quiet icon",
              type: "button",
              title: t("web.umpire.setup.forget"),
              "aria-label": t("web.umpire.setup.forget.of", { match: whoPlays(table.brief) }),
              onclick: () => {
                forget(table.token);
                paint();
                document.getElementById("start")?.focus();
              },
            },
            "×",
          ),
        ),
      ),
    ),
    h("p", { class: "help" }, t("web.umpire.setup.mine.help")),
  );
}

/**
 * A link from somebody else: most come by the phone's camera and need no page; the rest is pasted.
 * @param {State} state
 * @param {() => void} paint
 */
function pasting(state, paint) {
  const field = h("input", {
    id: "pasted",
    type: "text",
    inputmode: "url",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    value: state.pasted,
    "aria-invalid": state.wrong ? "true" : null,
    "aria-describedby": state.wrong ? "pasted-wrong" : "pasted-help",
    oninput: () => (state.pasted = field.value),
  });
  const open = h("button", { class: "button" }, t("web.umpire.setup.paste.open"));
  return h(
    "details",
    {
      class: "unfolds",
      open: state.unfolded,
      ontoggle: (/** @type {Event} */ event) =>
        (state.unfolded = /** @type {HTMLDetailsElement} */ (event.target).open),
    },
    h("summary", null, t("web.umpire.setup.paste")),
    h(
      "form",
      {
        class: "stack tight",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const found = readLink(field.value);
          state.wrong = !found;
          if (found) return go(found);
          paint();
          return document.getElementById("pasted")?.focus();
        },
      },
      h(
        "div",
        { class: "field" },
        h("label", { for: "pasted" }, t("web.umpire.setup.paste.link")),
        h("div", { class: "setup-line" }, field, open),
        state.wrong
          ? h("p", { class: "wrong", id: "pasted-wrong", role: "alert" }, t("web.umpire.setup.paste.wrong"))
          : h("p", { class: "help", id: "pasted-help" }, t("web.umpire.setup.paste.help")),
      ),
    ),
  );
}
