/**
 * Who is invited to this table: the seats still free, for who opened it; for everybody with a seat, the same seat on
 * a second device and the link for the day on which this browser is lost.
 */
import { ApiError, errorText, postJson } from "../shared/api.js";
import { copyLine } from "../shared/clipboard.js";
import { button } from "../shared/controls.js";
import { dialog, h, render, toast } from "../shared/dom.js";
import { qrCode } from "../shared/invitation.js";
import * as prefs from "../shared/prefs.js";
import { t } from "../shared/words.js";
import { labelOf } from "./score.js";

/** @typedef {import("../wire").Invitation} Invitation */
/** @typedef {import("../wire").OpenSeat} OpenSeat */
/** @typedef {import("../wire").WelcomeMessage} Welcome */
/** @typedef {import("./screen.js").TableScreen} TableScreen */

export class Invitations {
  /** Seats that nobody has taken. @type {readonly OpenSeat[]} */
  #open = [];
  /** Everybody whose seat was free at some time. @type {Set<string>} */
  #invited = new Set();
  /** The link for a second device, once it was asked for. @type {HTMLElement[]} */
  #second = [];
  /** The content of the open dialog. */
  #dialog = h("div", { class: "stack" });

  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    if (screen.welcome) this.welcomed(screen.welcome);
    this.hear();
  }

  /** @param {Welcome} welcome */
  welcomed({ open_seats }) {
    this.#now(open_seats);
  }

  /** Who is here has taken their seat. */
  hear() {
    const { present, started } = this.screen;
    const here = present.filter((each) => each.here).map((each) => each.name);
    const open = started ? [] : this.#open.filter(({ player }) => !here.includes(player));
    if (open.length < this.#open.length) this.#now(open);
  }

  /** @param {readonly OpenSeat[]} open */
  #now(open) {
    for (const { player } of open) this.#invited.add(player);
    this.#open = open;
    this.#paint();
  }

  /** Whether this page may invite others. */
  get opens() {
    return this.#open.length > 0;
  }

  get #taken() {
    const known = new Set([...Object.keys(this.#codes), ...this.#invited]);
    return [...known].filter((player) => !this.#open.some((seat) => seat.player === player));
  }

  get #room() {
    return prefs.ownRoom(this.screen.token);
  }

  /** The codes this browser knows, by player. */
  get #codes() {
    return this.#room?.invitations ?? {};
  }

  /** A row for every seat that is free or was, and the link to watch. */
  rows() {
    return h("div", { class: "stack tight links" },
      this.#open.map((seat) => this.#seat(seat)),
      this.opens && h("p", { class: "muted small" }, t("web.table.link.once")),
      this.#taken.map((player) =>
        h("p", { class: "link-row taken", "data-seat": player, key: player },
          t("web.table.link.taken", { player: labelOf(this.screen.state, player) }))),
      this.#watch());
  }

  openDialog() {
    this.#second = [];
    this.#paint();
    dialog(t("web.table.act.links"), [this.#dialog]);
  }

  #paint() {
    this.screen.render();
    const { recovery } = this.#room ?? {};
    render(this.#dialog, this.rows(),
      this.#me && h("div", { class: "stack tight links" },
        this.#own("second", this.#second, () => this.#toSecond()),
        this.#own("recovery", recovery ? [copyLine(this.#path(recovery), t("web.table.link.recovery"))] : [],
          async () => this.#keep({ recovery: await this.#newCode(this.#me) }))));
  }

  /** @param {OpenSeat} seat */
  #seat({ player, invited }) {
    const code = invited ? this.#codes[player] : "";
    const name = t("web.table.link.player", { player: labelOf(this.screen.state, player) });
    const why = invited ? "web.table.link.elsewhere" : "web.table.link.none";
    return h("div", { class: "link-row", "data-seat": player, key: player },
      h("span", { class: "label" }, name),
      code
        ? copyLine(this.#path(code), name)
        : h("p", { class: "muted small" }, t(why, { player: labelOf(this.screen.state, player) })),
      h("div", { class: "row" },
        code && this.#button("withdraw", "withdraw", () => this.#withdraw(player), player),
        this.#button("invite", code ? "new" : "make", () => this.#invite(player), player)));
  }

  #watch() {
    const { welcome } = this.screen;
    const name = t("web.table.link.watch");
    return h("div", { class: "link-row" }, h("span", { class: "label" }, name),
      copyLine(`/table/${welcome?.room}#${welcome?.watch}`, name));
  }

  /**
   * A link to the own seat: for a second device, or for the day on which this browser is lost.
   * @param {"second" | "recovery"} kind
   * @param {import("../shared/dom.js").Child[]} shown the link, once it is made
   * @param {() => Promise<void>} make
   */
  #own(kind, shown, make) {
    return h("section", { class: "link-row", "data-links": kind, key: kind },
      h("span", { class: "label" }, t(`web.table.link.${kind}`)),
      h("p", { class: "muted small" }, t(`web.table.link.${kind}.help`)),
      shown,
      h("div", { class: "row" }, this.#button(kind, shown.length ? "another" : "make", make)));
  }

  /** @param {string} code */
  #path(code) {
    return `/table/${this.screen.welcome?.room}#join=${code}`;
  }

  /**
   * A button that asks the server for something; shows a refusal, and renders the dialog again.
   * @param {string} key
   * @param {string} words
   * @param {() => Promise<void>} act
   * @param {string} [player] whose seat it is about
   */
  #button(key, words, act, player = "") {
    const onclick = async (/** @type {Event} */ event) => {
      const pressed = /** @type {HTMLElement} */ (event.currentTarget);
      if (pressed.ariaBusy) return;
      pressed.ariaBusy = "true";
      try {
        await act();
      } catch (error) {
        if (error instanceof ApiError && error.code === "seat/taken") {
          this.#now(this.#open.filter((seat) => seat.player !== player));
        }
        toast(errorText(error), "bad");
      }
      pressed.ariaBusy = null;
      this.#paint();
    };
    return button("", t(`web.table.link.${words}`), (event) => void onclick(event),
      { "data-key": `${key} ${player}`, "data-link": key });
  }

  /** @param {string} player */
  async #invite(player) {
    const code = await this.#newCode(player);
    this.#keep({ invitations: { ...this.#codes, [player]: code } });
    this.#isInvited(player, true);
  }

  /** @param {string} player */
  async #withdraw(player) {
    const { room, token } = this.screen.options;
    await postJson(`/api/rooms/${encodeURIComponent(room)}/withdraw`, { player }, token);
    const { [player]: _, ...invitations } = this.#codes;
    this.#keep({ invitations });
    this.#isInvited(player, false);
  }

  /**
   * @param {string} player
   * @param {boolean} invited
   */
  #isInvited(player, invited) {
    this.#now(this.#open.map((seat) => (seat.player === player ? { player, invited } : seat)));
  }

  async #toSecond() {
    const path = this.#path(await this.#newCode(this.#me));
    this.#second = [qrCode(path, t("web.table.link.qr")), copyLine(path, t("web.table.link.second"))];
  }

  get #me() {
    return this.screen.welcome?.mine[0] ?? "";
  }

  /** @param {string} player */
  async #newCode(player) {
    const { room, token } = this.screen.options;
    /** @type {Invitation} */
    const made = await postJson(`/api/rooms/${encodeURIComponent(room)}/invitation`, { player }, token);
    return made.code;
  }

  /** @param {Partial<import("../shared/prefs.js").OwnRoom>} what */
  #keep(what) {
    const own = this.#room;
    if (own) prefs.remember({ ...own, ...what });
  }
}
