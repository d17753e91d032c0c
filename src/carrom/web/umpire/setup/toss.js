/** The toss: who won it and what they take. Who has no coin can toss one here. */
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { stillness } from "../../shared/prefs.js";
import { t } from "../../shared/words.js";
import { button, SIDES } from "../desk/parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */

/** As long as the coin flies in the style sheet, in milliseconds. */
const FLIGHT = 1500;
/** Which face of the coin is whose. */
const FACES = { first: "white", second: "black" };

export class TossStep {
  /** @param {import("./setup.js").Setup} setup */
  constructor(setup) {
    this.setup = setup;
    /** @type {SideName | null} */
    this.winner = null;
    /** Whether the coin of the page was tossed, and how it falls. */
    this.tossed = false;
    /** @type {SideName | null} */
    this.flying = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.landing = undefined;
  }

  close() {
    clearTimeout(this.landing);
  }

  /** @param {View} view */
  show(view) {
    const { winner } = this;
    return h("section", { class: "card step toss", "aria-labelledby": "toss" },
      h("h2", { id: "toss" }, t("web.umpire.setup.toss")),
      h("fieldset", { class: "field" },
        h("legend", null, t("web.umpire.setup.toss.who")),
        h("div", { class: "big-pair" }, SIDES.map((side) =>
          button(`toss-${side}`, sideName(view[side]), () => this.#won(side, false),
            { kind: "big name-button", pressed: winner === side, disabled: this.flying !== null })))),
      (!winner || this.tossed) && this.#coin(view),
      winner && h("fieldset", { class: "field", key: "takes" },
        h("legend", null, t("web.umpire.setup.toss.takes", { side: sideName(view[winner]) })),
        h("div", { class: "big-pair" }, /** @type {const} */ (["break", "seats"]).map((choice) =>
          button(`toss-${choice}`, t(`web.umpire.setup.toss.${choice}`), () => void this.setup.ask({ do: "toss", winner, choice }),
            { kind: "big primary" })))));
  }

  /**
   * The coin on the screen: one face for each side.
   * @param {View} view
   */
  #coin(view) {
    const { flying, tossed, winner } = this;
    const lies = flying ? `lands-${FACES[flying]}` : tossed && winner ? `shows-${FACES[winner]}` : "";
    return h("div", { class: "coin-toss" },
      h("div", { class: "coin-faces" }, SIDES.map((side) =>
        h("span", { class: "coin-face" },
          h("span", { class: `coin ${FACES[side]}`, "aria-hidden": "true" }),
          h("span", { class: "sr" }, t(`web.umpire.setup.coin.${FACES[side]}`)),
          sideName(view[side])))),
      h("span", { class: `flip-coin ${lies}`, "aria-hidden": "true" },
        h("span", { class: "coin white" }), h("span", { class: "coin black" })),
      h("p", { class: "sr", role: "status" }, tossed && winner && !flying &&
        t("web.umpire.setup.coin.fell", { side: sideName(view[winner]) })),
      !tossed && button("toss-coin", t("web.umpire.setup.coin"), () => this.#toss(), { kind: "wide" }));
  }

  #toss() {
    if (this.flying) return;
    const side = crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "second" : "first";
    Object.assign(this, { flying: side, tossed: true, winner: null });
    this.setup.draw();
    this.landing = setTimeout(() => this.#won(side, true), stillness() ? 0 : FLIGHT);
  }

  /**
   * @param {SideName} side
   * @param {boolean} byCoin
   */
  #won(side, byCoin) {
    Object.assign(this, { winner: side, flying: null, tossed: byCoin });
    this.setup.draw();
    const next = byCoin ? "toss-break" : `toss-${side}`;
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-testid="${next}"]`))?.focus();
  }
}
