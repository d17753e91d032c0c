/** Setting a position up: coins by drag, tap, keys or text; who plays, where the queen is, what is owed. */
import { turnedTo } from "../board/seats.js";
import { fill, h } from "../shared/dom.js";
import { keepingFocus } from "../shared/keeping_focus.js";
import {
  countOf,
  faultOf,
  freePlace,
  layoutText,
  onSurface,
  overPocket,
  parseLayout,
  putApart,
} from "./layout.js";
import { palette } from "./palette.js";
import { PRESETS, position } from "./presets.js";
import { standingForm } from "./standing.js";
import { list, number, t } from "../shared/words.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("../table/screen.js").TableScreen} TableScreen */
/** @typedef {import("../wire").CoinName} CoinName */

const SIDES = /** @type {const} */ (["white", "black"]);
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, CoinName>} */
const ADDS = { w: "white", b: "black", q: "queen" };

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
    this.top = h("div", { class: "stack" });
    this.notes = h("div", { class: "stack tight" });
    this.label = h("label", { for: "practice-layout" });
    this.end = h("div", { class: "stack" });
    this.field = h("textarea", {
      id: "practice-layout",
      rows: "4",
      spellcheck: "false",
      autocomplete: "off",
      "data-key": "layout",
      oninput: () => this.#read(),
    });
    this.said = h("p", { class: "sr", role: "status" });
    // The field stays where it is while the rest is painted anew: a hand may be typing in it.
    this.element = h(
      "section",
      { class: "stack practice-setup" },
      this.top,
      h("div", { class: "field" }, this.label, this.field, this.notes),
      this.end,
    );
    /** @type {Set<string>} */
    this.opened = new Set();
    /** The coin the keys move. */
    this.chosen = -1;
    this.began = "";
    /** What is wrong with the text, or what the server refused. */
    this.wrong = "";
    screen.setup({
      onCoin: (/** @type {number} */ index, /** @type {{ x: number, y: number } | null} */ spot) =>
        this.#moved(index, spot),
    });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);
    screen.host.addEventListener("keydown", this.keys);
    this.#changed();
  }

  /** Back to playing; the table draws its own layout again. */
  close() {
    this.screen.host.removeEventListener("keydown", this.keys);
    this.view.setLifted(null);
    this.screen.setup(null);
  }

  /** The table has drawn its own coins meanwhile: ours again. */
  redraw() {
    this.#changed(true);
  }

  /** @param {string} text */
  refuse(text) {
    this.wrong = text;
    this.paint();
    this.element.querySelector(".wrong")?.scrollIntoView({ block: "center" });
  }

  /**
   * The coins are others now: on the board, in the text, in the counts.
   * @param {boolean} [typed] the text stays
   * @param {string} [began] the position they were all taken from
   */
  #changed(typed = false, began = "") {
    this.began = began;
    this.chosen = Math.min(this.chosen, this.position.coins.length - 1);
    this.view.setCoins(this.position.coins.map((each) => ({ ...each })));
    this.#lift();
    if (!typed) {
      this.field.value = layoutText(this.position.coins);
      this.wrong = "";
    }
    this.paint();
  }

  #lift() {
    const coin = this.position.coins[this.chosen];
    this.view.setLifted(coin ? { index: this.chosen, x: coin.x, y: coin.y } : null);
  }

  /**
   * @param {number} index
   * @param {{ x: number, y: number } | null} spot
   */
  #moved(index, spot) {
    const { coins } = this.position;
    const { geometry } = this.view;
    const coin = coins[index];
    if (!coin) return;
    this.chosen = -1;
    const others = coins.filter((_, i) => i !== index);
    const place = spot && !overPocket(spot, geometry) ? freePlace(spot, others, geometry) : null;
    this.position.coins = place
      ? coins.map((each, i) => (i === index ? { coin: each.coin, ...place } : each))
      : others;
    this.#changed();
    this.#say(coin.coin, place);
  }

  /**
   * @param {CoinName} coin
   * @param {{ x: number, y: number } | null} at in the window; null: anywhere free
   */
  #put(coin, at) {
    const { geometry } = this.view;
    const wanted = at ? this.view.point(at.x, at.y) : { x: 0, y: 0 };
    if (at && !onSurface({ x: clamped(wanted.x, geometry), y: clamped(wanted.y, geometry) }, geometry))
      return;
    if (at && Math.max(Math.abs(wanted.x), Math.abs(wanted.y)) > geometry.surface / 2) return;
    const place = freePlace(wanted, this.position.coins, geometry);
    if (!place) return;
    this.position.coins = [...this.position.coins, { coin, ...place }];
    if (!at) this.chosen = this.position.coins.length - 1;
    this.#changed();
    this.#say(coin, place);
  }

  /**
   * @param {CoinName} coin
   * @param {{ x: number, y: number } | null} place
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
    else if (ADDS[key] && countOf(coins, ADDS[key]) < (key === "q" ? 1 : 9)) this.#put(ADDS[key], null);
    else if (coin && arrow) {
      const far = event.shiftKey ? 0.01 : 0.001;
      const [dx, dy] = turnedTo(this.view.seat, arrow[0] * far, arrow[1] * far);
      this.#nudge(dx, dy);
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
      if (!place || Math.hypot(place.x - wanted.x, place.y - wanted.y) > 1e-4) continue;
      this.position.coins = coins.map((each, i) =>
        i === this.chosen ? { coin: each.coin, ...place } : each,
      );
      this.#changed();
      this.#say(coin.coin, place);
      return;
    }
  }

  /** The line of text, as it is typed. */
  #read() {
    const read = parseLayout(this.field.value);
    if ("coins" in read) {
      this.position.coins = read.coins;
      this.chosen = -1;
      this.wrong = "";
    } else this.wrong = t(`web.practice.expected.${read.expected}`, { column: read.column });
    this.#changed(true);
  }

  /** A line that cannot be read is not played: the coins on the board are older than it. */
  #play() {
    const none = SIDES.some((side) => !countOf(this.position.coins, side));
    const fault = faultOf(this.position.coins, this.view.geometry);
    if ("coins" in parseLayout(this.field.value) && !none && !fault) this.told.onPlay(this.position);
    else if (!("coins" in parseLayout(this.field.value))) this.field.focus();
    else this.notes.querySelector(".wrong")?.scrollIntoView({ block: "center" });
  }

  /** @param {(position: Position) => void} how */
  #alter(how) {
    how(this.position);
    this.wrong = "";
    this.paint();
  }

  paint() {
    const { position } = this;
    const fault = this.wrong ? null : faultOf(position.coins, this.view.geometry);
    const wrong =
      this.wrong ||
      (fault ? t(`web.practice.fault.${fault.what}`, { coin: t(`web.practice.coin.${fault.coin}`) }) : "");
    const none = SIDES.filter((side) => !countOf(position.coins, side));
    this.field.setAttribute("aria-invalid", String(wrong !== ""));
    keepingFocus(this.element, () => {
      fill(
        this.top,
        h("h2", null, t("web.practice.setup")),
        palette(position.coins, (coin, at) => this.#put(coin, at)),
        h("p", { class: "help" }, t("web.practice.setup-help")),
        h("p", { class: "help keys-help" }, t("web.practice.keys-help")),
        this.said,
        this.#beginnings(),
        standingForm(position, (how) => this.#alter(how), {
          opened: this.opened,
          names: (side) => this.#names(side),
        }),
      );
      fill(this.label, t("web.practice.as-text"));
      fill(
        this.notes,
        wrong && h("p", { class: "wrong", role: "alert" }, wrong),
        fault &&
          h(
            "button",
            { class: "button", type: "button", "data-key": "apart", onclick: () => this.#putApart() },
            t("web.practice.put-apart"),
          ),
        none.map((side) => h("p", { class: "wrong" }, t(`web.practice.none.${side}`))),
      );
      fill(
        this.end,
        h(
          "div",
          { class: "row practice-go" },
          h(
            "button",
            {
              class: "button primary grow",
              type: "button",
              "data-key": "play",
              "aria-disabled": wrong || none.length ? "true" : undefined,
              onclick: () => this.#play(),
            },
            t("web.practice.play"),
          ),
          h(
            "button",
            { class: "button", type: "button", "data-key": "cancel", onclick: () => this.told.onCancel() },
            t("web.practice.cancel"),
          ),
        ),
      );
    });
  }

  /** Who plays a colour on this board. @param {import("../wire").ColourName} side */
  #names(side) {
    return list(
      this.screen.state?.players.filter((player) => player.colour === side).map((player) => player.name) ??
        [],
    );
  }

  /** A position to begin with, or an empty board. */
  #beginnings() {
    const select = h(
      "select",
      {
        id: "practice-begin",
        "data-key": "begin",
        onchange: () => (select.value === "clear" ? this.#clear() : select.value && this.#load(select.value)),
      },
      h("option", { value: "" }, t("web.practice.as-it-is")),
      h("option", { value: "clear" }, t("web.practice.clear")),
      PRESETS.map((name) => h("option", { value: name }, t(`web.practice.preset.${name}`))),
    );
    select.value = this.began;
    return h(
      "div",
      { class: "field" },
      h("label", { for: "practice-begin" }, t("web.practice.begin")),
      select,
    );
  }

  /** @param {string} name */
  #load(name) {
    this.position = position(name, this.view.geometry);
    this.chosen = -1;
    this.#changed(false, name);
  }

  #clear() {
    this.position.coins = [];
    this.#changed(false, "clear");
  }

  #putApart() {
    this.position.coins = putApart(this.position.coins, this.view.geometry);
    this.#changed();
  }
}

/**
 * @param {number} value
 * @param {import("../wire").Geometry} geometry
 */
function clamped(value, geometry) {
  const reach = (geometry.surface - geometry.coin_diameter) / 2;
  return Math.min(Math.max(value, -reach), reach);
}
