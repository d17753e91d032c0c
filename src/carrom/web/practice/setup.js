/** Setting a position up: coins by drag, tap, keys or text; who plays, where the queen is, what is owed. */
import { turnedTo } from "../board/seats.js";
import { button, fold, select } from "../shared/controls.js";
import { h, render } from "../shared/dom.js";
import {
  SIDES, breakTick, dueCounters, isWhole, queenChoice, rightTicks, strikeChoice,
} from "../shared/standing_form.js";
import { list, number, t } from "../shared/words.js";
import { ARROWS } from "../table/keys.js";
import { MOST, countOf, faultOf, freePlace, layoutText, onSurface, overPocket, parseLayout, putApart } from "./layout.js";
import { palette } from "./palette.js";
import { PRESETS, boardOf, preset } from "./position.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("../table/screen.js").TableScreen} TableScreen */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {{ x: number, y: number }} Place */

/** @type {Record<string, CoinName>} */
const ADDS = { w: "white", b: "black", q: "queen" };
/** Where the queen can be that does not lie on the board. */
const QUEENS = /** @type {const} */ (["waiting", "white", "black"]);

export class Setup {
  /**
   * @param {TableScreen} screen its first welcome is shown
   * @param {Position} position
   * @param {{ onPlay: (position: Position) => void, onCancel: () => void }} told
   */
  constructor(screen, position, told) {
    this.screen = screen;
    this.told = told;
    this.position = position;
    const { view } = screen;
    if (!view) throw new Error("no board yet");
    this.view = view;
    this.element = h("section", { class: "stack practice-setup" });
    /** What the last act did, for who cannot see it. */
    this.said = h("p", { class: "sr", role: "status" });
    /** The layout as it was typed. */
    this.text = "";
    /** The coin the keys move. */
    this.chosen = -1;
    /** The preset that all coins were taken from. */
    this.began = "";
    /** What the server refused. */
    this.refused = "";
    screen.setup({ onCoin: (/** @type {number} */ index, /** @type {Place | null} */ spot) => this.#moved(index, spot) });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);
    screen.host.addEventListener("keydown", this.keys);
    this.#lay(position.coins);
  }

  /** Back to playing; the table draws its own layout again. */
  close() {
    this.screen.host.removeEventListener("keydown", this.keys);
    this.view.show({ lifted: null });
    this.screen.setup(null);
  }

  /** @param {string} text */
  refuse(text) {
    this.refused = text;
    this.paint();
    this.element.querySelector(".wrong")?.scrollIntoView({ block: "center" });
  }

  /**
   * Lays other coins on the board and writes them as text.
   * @param {import("../wire").Coin[]} coins
   * @param {string} [began]
   */
  #lay(coins, began = "") {
    this.position.coins = coins;
    this.began = began;
    this.text = layoutText(coins);
    this.refused = "";
    this.draw();
    this.paint();
  }

  /** Draws the coins of this position, also when the table has drawn its own meanwhile. */
  draw() {
    const { coins } = this.position;
    this.chosen = Math.min(this.chosen, coins.length - 1);
    this.view.setCoins(coins.map((each) => ({ ...each })));
    this.#lift();
  }

  #lift() {
    const coin = this.position.coins[this.chosen];
    this.view.show({ lifted: coin ? { index: this.chosen, x: coin.x, y: coin.y } : null });
  }

  /**
   * @param {number} index
   * @param {Place | null} spot nowhere: the coin is taken off
   */
  #moved(index, spot) {
    const { coins } = this.position;
    const { geometry } = this.view;
    const others = coins.filter((_, i) => i !== index);
    const place = spot && !overPocket(spot, geometry) ? freePlace(spot, others, geometry) : null;
    if (!coins[index]) return;
    this.chosen = -1;
    this.#put(index, place);
  }

  /**
   * Puts a coin to a free place, or takes it off.
   * @param {number} index
   * @param {Place | null} place
   */
  #put(index, place) {
    const { coins } = this.position;
    const { coin } = coins[index];
    this.#lay(place ? coins.with(index, { coin, ...place }) : coins.toSpliced(index, 1));
    this.#say(coin, place);
  }

  /**
   * @param {CoinName} coin
   * @param {Place | null} at in the window; null: anywhere free
   */
  #add(coin, at) {
    const { geometry } = this.view;
    const wanted = at ? this.view.point(at.x, at.y) : { x: 0, y: 0 };
    const { coins } = this.position;
    const outside = Math.max(Math.abs(wanted.x), Math.abs(wanted.y)) > geometry.surface / 2;
    const place = outside || overPocket(wanted, geometry) ? null : freePlace(wanted, coins, geometry);
    if (!place) return;
    if (!at) this.chosen = coins.length;
    this.#lay([...coins, { coin, ...place }]);
    this.#say(coin, place);
  }

  /**
   * @param {CoinName} coin
   * @param {Place | null} place
   */
  #say(coin, place) {
    const name = t(`web.practice.coin.${coin}`);
    this.said.textContent = place
      ? t("web.practice.lies", { coin: name, x: number(100 * place.x, 1), y: number(100 * place.y, 1) })
      : t("web.practice.taken-off", { coin: name });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { coins } = this.position;
    const key = event.key.toLowerCase();
    const arrow = ARROWS[event.key];
    const coin = coins[this.chosen];
    if ((key === "n" || key === "p") && coins.length) this.#choose(this.chosen + (key === "n" ? 1 : -1));
    else if (ADDS[key] && countOf(coins, ADDS[key]) < MOST[ADDS[key]]) this.#add(ADDS[key], null);
    else if (coin && arrow) {
      const far = event.shiftKey ? 0.01 : 0.001;
      this.#nudge(...turnedTo(this.view.seat, arrow[0] * far, arrow[1] * far));
    } else if (coin && (key === "delete" || key === "backspace")) this.#moved(this.chosen, null);
    else if (key === "escape" && coin) {
      this.chosen = -1;
      this.#lift();
    } else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #choose(index) {
    const { coins } = this.position;
    this.chosen = (index + coins.length) % coins.length;
    this.#lift();
    this.#say(coins[this.chosen].coin, coins[this.chosen]);
  }

  /**
   * A key's step; a coin in the way is stepped over to the next free place beyond.
   * @param {number} dx
   * @param {number} dy
   */
  #nudge(dx, dy) {
    const { coins } = this.position;
    const { geometry } = this.view;
    const coin = coins[this.chosen];
    const others = coins.filter((_, i) => i !== this.chosen);
    for (let steps = 1; steps < 100; steps += 1) {
      const wanted = { x: coin.x + steps * dx, y: coin.y + steps * dy };
      if (!onSurface(wanted, geometry)) return;
      const place = freePlace(wanted, others, geometry);
      if (place && Math.hypot(place.x - wanted.x, place.y - wanted.y) <= 1e-4) return this.#put(this.chosen, place);
    }
  }

  /** The line of text, as it is typed. @param {string} text */
  #read(text) {
    const read = parseLayout(text);
    this.text = text;
    this.began = "";
    this.refused = "";
    if ("coins" in read) {
      this.position.coins = read.coins;
      this.chosen = -1;
      this.draw();
    }
    this.paint();
  }

  /** What is wrong with the line of text, with the coins, or was refused; `apart`: putting coins apart helps. */
  get #wrong() {
    const read = parseLayout(this.text);
    if (!("coins" in read)) return { text: t(`web.practice.expected.${read.expected}`, { column: read.column }), apart: false };
    const fault = this.refused ? null : faultOf(this.position.coins, this.view.geometry);
    if (!fault) return { text: this.refused, apart: false };
    return { text: t(`web.practice.fault.${fault.what}`, { coin: t(`web.practice.coin.${fault.coin}`) }), apart: true };
  }

  /** A line that cannot be read is not played: the coins on the board are older than it. */
  #play() {
    const { coins } = this.position;
    const readable = "coins" in parseLayout(this.text);
    const both = SIDES.every((side) => countOf(coins, side));
    if (readable && both && !faultOf(coins, this.view.geometry)) this.told.onPlay(this.position);
    else if (readable) this.element.querySelector(".wrong")?.scrollIntoView({ block: "center" });
    else this.element.querySelector("textarea")?.focus();
  }

  /** @param {(position: Position) => void} how */
  #alter = (how) => {
    how(this.position);
    this.refused = "";
    this.paint();
  };

  paint() {
    const { coins } = this.position;
    const board = boardOf(this.position);
    const { text: wrong, apart } = this.#wrong;
    const none = SIDES.filter((side) => !board[side]);
    render(this.element,
      h("h2", null, t("web.practice.setup")),
      palette(coins, (coin, at) => this.#add(coin, at)),
      h("p", { class: "help" }, t("web.practice.setup-help")),
      h("p", { class: "help keys-help" }, t("web.practice.keys-help")),
      this.said,
      select({
        id: "practice-begin",
        label: t("web.practice.begin"),
        value: this.began,
        options: [
          ["", t("web.practice.as-it-is")],
          ["clear", t("web.practice.clear")],
          ...PRESETS.map((name) => /** @type {[string, string]} */ ([name, t(`web.practice.preset.${name}`)])),
        ],
        change: (name) => name && this.#begin(name),
      }),
      strikeChoice(board, this.#alter, (side) => this.#names(side)),
      board.queen !== "on-board" && queenChoice(board, this.#alter, QUEENS),
      isWhole(board) && breakTick(board, this.#alter),
      fold("more-setup", t("web.practice.more"), dueCounters(board, this.#alter), rightTicks(board, this.#alter)),
      h("div", { class: "field", key: "layout" },
        h("label", { for: "practice-layout" }, t("web.practice.as-text")),
        h("textarea", { id: "practice-layout", rows: "4", spellcheck: "false", autocomplete: "off", value: this.text,
          "aria-invalid": String(wrong !== ""),
          oninput: (/** @type {any} */ event) => this.#read(event.currentTarget.value) }),
        wrong && h("p", { class: "wrong", role: "alert" }, wrong),
        apart && button("", t("web.practice.put-apart"), () => this.#lay(putApart(coins, this.view.geometry)),
          { "data-key": "apart" }),
        none.map((side) => h("p", { class: "wrong" }, t(`web.practice.none.${side}`)))),
      h("div", { class: "row practice-go", key: "go" },
        button("primary grow", t("web.practice.play"), () => this.#play(),
          { "data-key": "play", "aria-disabled": wrong || none.length ? "true" : undefined }),
        button("", t("web.practice.cancel"), this.told.onCancel, { "data-key": "cancel" })));
  }

  /** Who plays a colour on this board. @param {import("../wire").ColourName} side */
  #names(side) {
    const players = this.screen.state?.players.filter((player) => player.colour === side) ?? [];
    return list(players.map((player) => player.name));
  }

  /** A position to begin with, or an empty board. @param {string} name */
  #begin(name) {
    if (name !== "clear") this.position = preset(name, this.view.geometry);
    this.chosen = -1;
    this.#lay(name === "clear" ? [] : this.position.coins, name);
  }
}
