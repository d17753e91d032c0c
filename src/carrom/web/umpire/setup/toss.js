/** The toss: who won it and what they take. Who has no coin can toss one here. */
import { fill, h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { stillness } from "../../shared/prefs.js";
import { t } from "../../shared/words.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */
/** @typedef {import("./setup.js").Asks} Asks */

/** As long as the coin flies in the style sheet, in milliseconds. */
const FLIGHT = 1500;
/** Which face of the coin is whose. */
const FACES = { first: "white", second: "black" };
/** @type {readonly SideName[]} */
const SIDES = ["first", "second"];

export class TossStep {
  /** @param {Asks} asks */
  constructor(asks) {
    this.asks = asks;
    /** @type {SideName | null} */
    this.winner = null;
    this.flying = false;
    this.tossed = false;
    this.coin = h(
      "span",
      { class: "flip-coin", "aria-hidden": "true" },
      h("span", { class: "coin white" }),
      h("span", { class: "coin black" }),
    );
    this.said = h("p", { class: "sr", role: "status" });
    this.element = h("section", { class: "card step toss", "aria-labelledby": "toss" });
    /** @type {View | null} */
    this.view = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.landing = undefined;
  }

  close() {
    clearTimeout(this.landing);
  }

  /** @param {View} view */
  paint(view) {
    this.view = view;
    const { winner } = this;
    fill(
      this.element,
      h("h2", { id: "toss" }, t("web.umpire.setup.toss")),
      h(
        "fieldset",
        { class: "field" },
        h("legend", null, t("web.umpire.setup.toss.who")),
        h(
          "div",
          { class: "big-pair" },
          SIDES.map((side) =>
            h(
              "button",
              {
                class: "button big name-button",
                type: "button",
                "data-testid": `toss-${side}`,
                "aria-pressed": String(winner === side),
                disabled: this.flying,
                onclick: () => this.#won(side, false),
              },
              sideName(view[side]),
            ),
          ),
        ),
      ),
      (!winner || this.tossed) && this.#spin(view),
      winner &&
        h(
          "fieldset",
          { class: "field" },
          h("legend", null, t("web.umpire.setup.toss.takes", { side: sideName(view[winner]) })),
          h(
            "div",
            { class: "big-pair" },
            /** @type {const} */ (["break", "seats"]).map((choice) =>
              h(
                "button",
                {
                  class: "button big primary",
                  type: "button",
                  "data-testid": `toss-${choice}`,
                  onclick: () => void this.asks({ do: "toss", winner, choice }),
                },
                t(`web.umpire.setup.toss.${choice}`),
              ),
            ),
          ),
        ),
    );
  }

  /**
   * The coin on the screen: one face for each side.
   * @param {View} view
   */
  #spin(view) {
    this.said.textContent =
      this.tossed && this.winner && !this.flying
        ? t("web.umpire.setup.coin.fell", { side: sideName(view[this.winner]) })
        : "";
    return h(
      "div",
      { class: "coin-toss" },
      h(
        "div",
        { class: "coin-faces" },
        SIDES.map((side) =>
          h(
            "span",
            { class: "coin-face" },
            h("span", { class: `coin ${FACES[side]}`, "aria-hidden": "true" }),
            h("span", { class: "sr" }, t(`web.umpire.setup.coin.${FACES[side]}`)),
            sideName(view[side]),
          ),
        ),
      ),
      this.coin,
      this.said,
      !this.tossed &&
        h(
          "button",
          { class: "button wide", type: "button", "data-testid": "toss-coin", onclick: () => this.#toss() },
          t("web.umpire.setup.coin"),
        ),
    );
  }

  #toss() {
    if (this.flying || !this.view) return;
    const side = crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "second" : "first";
    Object.assign(this, { flying: true, tossed: true, winner: null });
    this.paint(this.view);
    this.coin.className = `flip-coin lands-${FACES[side]}`;
    this.landing = setTimeout(() => this.#won(side, true), stillness() ? 0 : FLIGHT);
  }

  /**
   * @param {SideName} side
   * @param {boolean} byCoin
   */
  #won(side, byCoin) {
    Object.assign(this, { winner: side, flying: false, tossed: byCoin });
    // It lies there from now on, also where the page draws it again.
    this.coin.className = byCoin ? `flip-coin shows-${FACES[side]}` : "flip-coin";
    if (!this.view) return;
    this.paint(this.view);
    const next = byCoin ? "toss-break" : `toss-${side}`;
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-testid="${next}"]`))?.focus();
  }
}
