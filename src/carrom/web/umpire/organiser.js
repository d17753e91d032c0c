/** The organiser's part of the first screen: lists every table of this server, invites umpires, makes tables. */
import { ApiError, errorText, getJson, postJson } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { link, readdress } from "../shared/nav.js";
import { t } from "../shared/words.js";
import { keepInTab, readInTab } from "./tab_storage.js";
import { showRefusal } from "./desk/parts.js";
import { onSubmit, textField } from "./fields.js";
import { showInvitation, showWatchLink, watchPath } from "./links.js";
import { placeText, standsAt, tableLink, whoPlays } from "./tables.js";

/** @typedef {import("../desk").View} View */
/** @typedef {{ desk: string, watch: string, place: string, changed: string }} Table */
/** @typedef {Table & { brief: View }} Listed */

/** How often to look for new results. */
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
  if (!key) return readInTab(KEY);
  if (keepInTab(KEY, key)) {
    query.delete("key");
    readdress(`${location.pathname}${query.size ? `?${query}` : ""}`);
  }
  return key;
}

export class Organiser {
  /**
   * @param {string} key
   * @param {() => void} draw
   */
  constructor(key, draw) {
    this.key = key;
    this.draw = draw;
    /** @type {Listed[] | null} */
    this.desks = null;
    /** Whether there are more tables than those. */
    this.more = false;
    /** The key of the hall's wall, which opens no table. */
    this.wall = "";
    /** @type {unknown} */
    this.refused = null;
    this.place = "";
    this.making = false;
    this.closed = false;
  }

  start() {
    void this.#look();
    this.timer = setInterval(() => document.visibilityState === "visible" && void this.#look(), LOOK);
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
  }

  async #look() {
    try {
      /** @type {{ desks: Listed[], more: boolean, wall: string }} */
      const { desks, more, wall } = await getJson("/api/desks", this.key);
      Object.assign(this, { desks, more, wall, refused: null });
    } catch (error) {
      this.refused = error;
      // A key that opens nothing is not tried again.
      if (isForeign(error)) keepInTab(KEY, null);
    }
    if (!this.closed) this.draw();
  }

  async #make() {
    if (this.making) return;
    this.making = true;
    try {
      const place = this.place.trim();
      /** @type {{ desk: string }} */
      const { desk } = await postJson("/api/desks", { place }, this.key);
      this.place = "";
      await this.#look();
      document.getElementById("new-place")?.focus();
      await this.#invite({ desk, place });
    } catch (error) {
      showRefusal(error);
    } finally {
      this.making = false;
    }
  }

  /** @param {{ desk: string, place: string }} table */
  async #invite({ desk, place }) {
    /** @type {{ code: string }} */
    const { code } = await postJson(`/api/desks/${encodeURIComponent(desk)}/invitation`, {}, this.key);
    if (!this.closed) showInvitation(code, place);
  }

  show() {
    const { desks, refused, wall } = this;
    const foreign = isForeign(refused);
    return h("section", { class: "stack organiser" },
      !foreign && this.#form(),
      h("div", { class: "stack tight" },
        Boolean(refused) && h("p", { class: "banner bad", role: "alert" }, errorText(refused)),
        desks && !desks.length && h("p", { class: "empty" }, t("web.umpire.setup.all.none")),
        desks && desks.length > 0 &&
          h("ul", { class: "tables" }, desks.map((desk) => row(desk, () => void this.#invite(desk).catch(showRefusal)))),
        this.more && h("p", { class: "help" }, t("web.umpire.setup.all.more"))),
      !foreign && wall && h("div", null,
        link(`/wall?key=${encodeURIComponent(wall)}`,
          { class: "button wide", target: "_blank", rel: "noopener", "data-testid": "wall" }, t("web.umpire.setup.wall")),
        h("p", { class: "help" }, t("web.umpire.setup.wall.help"))));
  }

  #form() {
    return h("form", { onsubmit: onSubmit(() => void this.#make()) },
      textField({ name: "new-place", label: t("web.umpire.setup.new-place"), most: LONGEST_PLACE, value: this.place,
        example: t("web.umpire.setup.place.example"), onchange: (place) => void (this.place = place),
        beside: h("button", { class: "button", "data-testid": "make-table" }, t("web.umpire.setup.make")) }));
  }
}

/** @param {unknown} error */
const isForeign = (error) => error instanceof ApiError && error.code === "desk/key";

/**
 * @param {Listed} table
 * @param {() => void} invite
 */
function row(table, invite) {
  const { desk, watch, place, brief, changed } = table;
  const name = placeText(place) || t("web.umpire.setup.placeless");
  /** @param {"umpire" | "watch"} to @param {string} words @param {() => void} onclick */
  const key = (to, words, onclick) =>
    button("", words, onclick, { id: `link-${to}-${desk}`, "aria-label": `${words}: ${name}` });
  return h("li", { class: "table-row all", key: desk },
    tableLink(watchPath(watch), { id: `open-${desk}`, "data-testid": "listed-table" }, { name, at: changed,
      text: brief.first.length ? `${whoPlays(brief)} · ${standsAt(brief)}` : standsAt(brief) }),
    h("div", { class: "row" },
      key("umpire", t("web.umpire.setup.invite"), invite),
      key("watch", t("web.umpire.setup.link.watch"), () => showWatchLink(table))));
}
