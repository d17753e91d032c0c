/** The first screen: a new table, this phone's tables, a link to paste; with the organiser's key, all. */
import { ApiError, errorText, postJson } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { current, go } from "../shared/nav.js";
import { t } from "../shared/words.js";
import { onSubmit, textField } from "./fields.js";
import { live } from "./live.js";
import { Organiser, organisersKey } from "./organiser.js";
import { forget, placeText, readLink, standsAt, tableLink, tables, whoPlays } from "./tables.js";
import { deskPath } from "./links.js";

/** @typedef {{ opening: boolean, refused: unknown, pasted: string, wrong: boolean }} State */

/**
 * @param {HTMLElement} host
 * @returns {() => void}
 */
export function startScreen(host) {
  const key = organisersKey(current());
  const organiser = key ? new Organiser(key, () => screen.draw()) : null;
  /** @type {(changes: Partial<State>) => void} */
  const set = (changes) => screen.set(changes);
  const screen = live(host, (state) => [
    h("div", { class: "page setup start stack" },
      h("h1", { id: "start", tabindex: "-1" }, t(organiser ? "web.umpire.setup.all" : "web.umpire.setup.start")),
      h("p", { class: "lead" }, t(organiser ? "web.umpire.setup.all.lead" : "web.umpire.setup.start.lead")),
      organiser ? organiser.show() : newTable(state, set),
      ownTables(() => screen.draw()),
      pastedLink(state, set)),
  ], /** @type {State} */ ({ opening: false, refused: null, pasted: "", wrong: false }));
  organiser?.start();
  return () => {
    screen.close();
    organiser?.close();
  };
}

/**
 * @param {State} state
 * @param {(changes: Partial<State>) => void} set
 */
function newTable({ opening, refused }, set) {
  const begin = async () => {
    if (opening) return;
    set({ opening: true, refused: null });
    try {
      /** @type {{ token: string }} */
      const made = await postJson("/api/desks", {});
      go(deskPath(made.token));
    } catch (error) {
      set({ opening: false, refused: error });
    }
  };
  return h("div", { class: "stack tight" },
    h("button", { class: "button primary big wide", id: "new-table", type: "button", "data-testid": "new-table",
      "aria-busy": opening ? "true" : null, "aria-describedby": refused ? "refused" : null,
      onclick: () => void begin() }, t("web.umpire.setup.new")),
    Boolean(refused) && h("p", { class: "wrong", id: "refused", role: "alert" }, refusedText(refused)));
}

/**
 * The text of a refusal; a person who may not open a table reads whom to ask.
 * @param {unknown} error
 */
const refusedText = (error) =>
  error instanceof ApiError && error.code === "desk/key" ? t("web.umpire.setup.closed") : errorText(error);

/** @param {() => void} draw */
function ownTables(draw) {
  const all = tables();
  if (!all.length) return null;
  return h("section", { class: "stack tight", "aria-labelledby": "mine" },
    h("h2", { id: "mine" }, t("web.umpire.setup.mine")),
    h("ul", { class: "tables" }, all.map(({ at, brief, place, token }) =>
      h("li", { class: "table-row", key: token },
        tableLink(deskPath(token), { "data-testid": "my-table" }, { name: whoPlays(brief),
          text: [placeText(place), standsAt(brief)].filter(Boolean).join(" · "), at: new Date(at).toISOString() }),
        h("button", { class: "button quiet icon", type: "button", title: t("web.umpire.setup.forget"),
          "aria-label": t("web.umpire.setup.forget.of", { match: whoPlays(brief) }),
          onclick: () => {
            forget(token);
            draw();
            document.getElementById("start")?.focus();
          } }, "×")))),
    h("p", { class: "help" }, t("web.umpire.setup.mine.help")));
}

/**
 * A link from somebody else. Most are scanned by the phone's camera; the rest are pasted here.
 * @param {State} state
 * @param {(changes: Partial<State>) => void} set
 */
function pastedLink({ pasted, wrong }, set) {
  const open = () => {
    const found = readLink(pasted);
    if (found) return go(found);
    set({ wrong: true });
    return document.getElementById("pasted")?.focus();
  };
  return h("details", { class: "unfolds" },
    h("summary", null, t("web.umpire.setup.paste")),
    h("form", { class: "stack tight", novalidate: true, onsubmit: onSubmit(open) },
      textField({ name: "pasted", label: t("web.umpire.setup.paste.link"), value: pasted, most: 500,
        help: t("web.umpire.setup.paste.help"), wrong: wrong ? t("web.umpire.setup.paste.wrong") : "",
        beside: h("button", { class: "button" }, t("web.umpire.setup.paste.open")),
        onchange: (text) => set({ pasted: text }) })));
}
