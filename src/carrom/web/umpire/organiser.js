/** What the organiser sees: every table of this server, whom to invite there; a new one by its place's name. */
import { ApiError, errorText, getJson, postJson } from "../shared/api.js";
import { fill, h, toast } from "../shared/dom.js";
import { when } from "../shared/matches.js";
import { link, readdress } from "../shared/nav.js";
import { t } from "../shared/words.js";
import { showInvitation, showWatchLink } from "./links.js";
import { placeText, standsAt, whoPlays } from "./tables.js";

/** @typedef {import("../desk").View} View */
/** @typedef {{ desk: string, watch: string, place: string, changed: string }} Table */
/** @typedef {Table & { brief: View }} Listed */

/** New results are looked for so often. */
const LOOK = 10_000;
const LONGEST_PLACE = 40;
const KEY = "carrom.umpire-organiser";

/**
 * The organiser's key: after the `#` of the address, or in its query as bookmarks of 0.5.0 have it. It does not stay
 * there, since others see the screen; it is kept as long as this tab is open.
 * @param {import("../shared/nav.js").Params} address
 * @returns {string | null}
 */
export function organisersKey({ query, hash }) {
  const key = /^key=(.+)$/.exec(hash)?.[1] ?? query.get("key");
  try {
    if (!key) return sessionStorage.getItem(KEY);
    sessionStorage.setItem(KEY, key);
    query.delete("key");
    readdress(`${location.pathname}${query.size ? `?${query}` : ""}`);
  } catch {
    // Where nothing is kept, the address alone has it.
  }
  return key;
}

/** A key that opens nothing is not tried again. */
function forgetKey() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/**
 * @param {string} key
 * @returns {{ element: HTMLElement, paint: () => void, close: () => void }}
 */
export function organiser(key) {
  const state = {
    desks: /** @type {Listed[] | null} */ (null),
    more: false,
    wall: "",
    trouble: /** @type {unknown} */ (null),
    place: "",
    making: false,
  };
  const list = h("div", { class: "stack tight" });
  const form = h("div");
  const wall = h("div");
  const element = h("section", { class: "stack organiser" }, form, list, wall);
  let closed = false;

  const look = async () => {
    try {
      /** @type {{ desks: Listed[], more: boolean, wall: string }} */
      const told = await getJson("/api/desks", key);
      Object.assign(state, told, { trouble: null });
    } catch (error) {
      state.trouble = error;
      if (isForeign(error)) forgetKey();
    }
    if (closed) return;
    paintWall();
    paintList();
  };

  const make = async () => {
    if (state.making) return;
    state.making = true;
    try {
      const place = state.place.trim();
      /** @type {{ desk: string }} */
      const { desk } = await postJson("/api/desks", { place }, key);
      state.place = "";
      paintForm();
      await look();
      document.getElementById("new-place")?.focus();
      await invite({ desk, place });
    } catch (error) {
      toast(errorText(error), "bad");
    } finally {
      state.making = false;
    }
  };

  /** @param {{ desk: string, place: string }} table */
  const invite = async ({ desk, place }) => {
    try {
      /** @type {{ code: string }} */
      const { code } = await postJson(`/api/desks/${encodeURIComponent(desk)}/invitation`, {}, key);
      if (!closed) showInvitation(code, place);
    } catch (error) {
      toast(errorText(error), "bad");
    }
  };

  const paintForm = () => {
    const field = h("input", {
      id: "new-place",
      type: "text",
      maxlength: LONGEST_PLACE,
      autocomplete: "off",
      value: state.place,
      placeholder: t("web.umpire.setup.place.example"),
      oninput: () => (state.place = field.value),
    });
    fill(
      form,
      h(
        "form",
        {
          class: "field",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void make();
          },
        },
        h("label", { for: "new-place" }, t("web.umpire.setup.new-place")),
        h(
          "div",
          { class: "setup-line" },
          field,
          h("button", { class: "button", "data-testid": "make-table" }, t("web.umpire.setup.make")),
        ),
      ),
    );
  };

  const paintList = () => {
    const { trouble, desks } = state;
    const foreign = isForeign(trouble);
    form.hidden = foreign;
    wall.hidden = foreign;
    const focused = list.contains(document.activeElement) ? document.activeElement?.id : "";
    fill(
      list,
      Boolean(trouble) && h("p", { class: "banner bad", role: "alert" }, errorText(trouble)),
      desks && !desks.length && h("p", { class: "empty" }, t("web.umpire.setup.all.none")),
      desks && desks.length > 0 && h("ul", { class: "tables" }, desks.map((desk) => row(desk, () => void invite(desk)))),
      state.more && h("p", { class: "help" }, t("web.umpire.setup.all.more")),
    );
    if (focused) document.getElementById(focused)?.focus();
  };

  /** The link stays the same element: who has just reached it by keyboard does not lose it. */
  const shown = link("/wall", { class: "button wide", target: "_blank", rel: "noopener", "data-testid": "wall" });
  const paintWall = () => {
    shown.setAttribute("href", `/wall?key=${encodeURIComponent(state.wall)}`);
    fill(shown, t("web.umpire.setup.wall"));
    fill(wall, state.wall ? [shown, h("p", { class: "help" }, t("web.umpire.setup.wall.help"))] : []);
  };

  const paint = () => {
    paintWall();
    paintForm();
    paintList();
  };

  paint();
  void look();
  const timer = setInterval(() => document.visibilityState === "visible" && void look(), LOOK);
  return {
    element,
    paint,
    close: () => {
      closed = true;
      clearInterval(timer);
    },
  };
}

/** @param {unknown} error */
const isForeign = (error) => error instanceof ApiError && error.code === "desk/key";

/**
 * @param {Listed} desk
 * @param {() => void} invite
 */
function row(desk, invite) {
  const { watch, place, brief, changed } = desk;
  const name = placeText(place) || t("web.umpire.setup.placeless");
  /**
   * @param {"umpire" | "watch"} to
   * @param {string} words
   * @param {() => void} onclick
   */
  const button = (to, words, onclick) =>
    h(
      "button",
      { class: "button", id: `link-${to}-${desk.desk}`, type: "button", "aria-label": `${words}: ${name}`, onclick },
      words,
    );
  return h(
    "li",
    { class: "table-row all" },
    link(
      `/watch/${encodeURIComponent(watch)}`,
      { class: "table-link", id: `open-${desk.desk}`, "data-testid": "listed-table" },
      h("strong", null, name),
      h("span", null, brief.first.length ? `${whoPlays(brief)} · ${standsAt(brief)}` : standsAt(brief)),
      h("span", { class: "muted small" }, when(changed)),
    ),
    h(
      "div",
      { class: "row" },
      button("umpire", t("web.umpire.setup.invite"), invite),
      button("watch", t("web.umpire.setup.link.watch"), () => showWatchLink(desk)),
    ),
  );
}
