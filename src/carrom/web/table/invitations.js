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
import { linkOrigin, offered, onlyHere, openNetwork } from "../shared/reach.js";
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
  /** QR codes that are shown, by their link. @type {Map<string, HTMLElement>} */
  #pictures = new Map();
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

  /**
   * One link for each seat that is free, to be scanned, sent or copied; everything else is folded away.
   * @param {boolean} [folded] whether the rest is closed at first
   */
  rows(folded = this.opens) {
    const { recovery } = this.#room ?? {};
    return h("div", { class: "stack tight links" },
      this.#open.map((seat) => this.#seat(seat)),
      this.opens && onlyHere() && this.#network(),
      this.#taken.map((player) =>
        h("p", { class: "link-row taken", "data-seat": player, key: player },
          t("web.table.link.taken", { player: labelOf(this.screen.state, player) }))),
      h("details", { class: "link-more", key: "more", open: !folded },
        h("summary", { "data-key": "link-more" }, t("web.table.link.more")),
        h("div", { class: "stack tight" },
          this.#open.map((seat) => this.#change(seat)),
          this.#watch(),
          this.#me && this.#own("second", this.#second, () => this.#toSecond()),
          this.#me && this.#own("recovery", recovery ? [copyLine(this.#path(recovery), t("web.table.link.recovery"))] : [],
            async () => this.#keep({ recovery: await this.#newCode(this.#me) })),
          this.opens && h("p", { class: "muted small" }, `${t("web.table.link.once")} ${t("web.table.invite.lasts")}`))));
  }

  openDialog() {
    this.#second = [];
    dialog(t("web.table.act.links"), [this.#dialog]);
    this.#paint();
  }

  #paint() {
    this.screen.render();
    // A picture is in one place at a time: in the dialog, while that is open.
    if (this.#dialog.isConnected) render(this.#dialog, this.rows());
  }

  /** The link of a free seat. @param {OpenSeat} seat */
  #seat({ player, invited }) {
    const code = invited ? this.#codes[player] : "";
    const name = t("web.table.link.player", { player: labelOf(this.screen.state, player) });
    const why = invited ? "web.table.link.elsewhere" : "web.table.link.none";
    return h("div", { class: "link-row", "data-seat": player, key: player },
      h("span", { class: this.#open.length > 1 ? "label" : "sr" }, name),
      code
        ? [copyLine(this.#path(code), name), !onlyHere() && [this.#share(code), this.#qr(code)]].flat()
        : [h("p", { class: "muted small" }, t(why, { player: labelOf(this.screen.state, player) })),
          this.#button("invite", "make", () => this.#invite(player), player)]);
  }

  /** The link as a QR code; with several seats, one asks for it. @param {string} code */
  #qr(code) {
    const path = this.#path(code);
    const key = linkOrigin() + path;
    const picture = () => {
      const known = this.#pictures.get(key) ?? qrCode(path, t("web.table.link.qr"));
      this.#pictures.set(key, known);
      return known;
    };
    if (this.#open.length === 1 || this.#pictures.has(key)) return picture();
    return button("", t("web.table.link.show-qr"), () => {
      picture();
      this.#paint();
    }, { "data-link": "qr", key: `qr ${code}` });
  }

  /** The system's own way to send a link, where there is one. @param {string} code */
  #share(code) {
    if (!("share" in navigator)) return null;
    const sent = { title: t("web.table.link.title"), text: t("web.table.link.title"), url: linkOrigin() + this.#path(code) };
    // Who closes the sheet has changed their mind.
    return button("primary", t("web.table.link.share"), () => void navigator.share(sent).catch(() => {}),
      { "data-link": "share", key: `share ${code}` });
  }

  /** Whoever opens the link must be on this machine, unless its owner lets others in. */
  #network() {
    const addresses = offered();
    return h("div", { class: "banner stack tight", id: "reach", key: "reach" },
      h("p", null, t("web.table.link.only-here")),
      addresses
        ? button("primary", t("web.table.link.open-network"), () => this.#askToOpen(addresses), { "data-link": "network" })
        : h("code", { class: "command" }, "python3 run.py serve --host 0.0.0.0"));
  }

  /** @param {readonly string[]} addresses */
  #askToOpen(addresses) {
    const open = async () => {
      close();
      try {
        await openNetwork();
      } catch (error) {
        toast(errorText(error), "bad");
      }
      this.#paint();
    };
    const close = dialog(t("web.table.link.open-network"), [
      h("p", null, t("web.table.link.open-network.sure")),
      h("ul", { class: "rows" }, addresses.map((each) => h("li", null, h("code", null, each)))),
      h("div", { class: "row choices-row" },
        button("primary sure", t("web.table.link.open-network.yes"), () => void open()),
        button("", t("web.table.no"), () => close())),
    ]);
  }

  /** What the opener may do about an invitation. @param {OpenSeat} seat */
  #change({ player, invited }) {
    if (!invited || !this.#codes[player]) return null;
    return h("div", { class: "link-row", "data-change": player, key: `change ${player}` },
      h("span", { class: "label" }, t("web.table.link.player", { player: labelOf(this.screen.state, player) })),
      h("div", { class: "row" },
        this.#button("withdraw", "withdraw", () => this.#withdraw(player), player),
        this.#button("invite", "new", () => this.#invite(player), player)));
  }

  #watch() {
    const { welcome } = this.screen;
    const name = t("web.table.link.watch");
    return h("div", { class: "link-row", "data-links": "watch", key: "watch" }, h("span", { class: "label" }, name),
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
