/** Who sits where: a board seen from above with its chairs; a tap takes somebody, a second one seats them. */
import { fill, h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { t } from "../../shared/words.js";
import { CHAIRS, moved, pairs, seats, usual } from "./seating.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SeatName} Chair */
/** @typedef {import("../sync/kept.js").Kept} Kept */
/** @typedef {import("./seating.js").Seating} Seating */
/** @typedef {import("./setup.js").Asks} Asks */

/** Letters of a word after which a name is set smaller. */
const LONG = 9;

/** @param {string} name */
const long = (name) => name.split(/[\s-]+/).some((word) => word.length > LONG);

export class SeatsStep {
  /**
   * @param {Asks} asks
   * @param {Kept} kept where it is written down, for somebody who goes back on it
   */
  constructor(asks, kept) {
    this.asks = asks;
    this.kept = kept;
    /** @type {Seating} */
    this.seating = {};
    /** @type {Chair | null} */
    this.taken = null;
    this.breaker = "";
    this.wrong = false;
    this.said = h("p", { class: "sr", role: "status" });
    this.body = h("div", { class: "stack" });
    /** The way on, below all that is to be settled first. */
    this.done = h("div", { class: "setup-foot" });
    const props = { class: "card step seats", "aria-labelledby": "seats" };
    this.element = h("section", props, this.body, this.said);
  }

  /** @param {View} view */
  paint(view) {
    const everybody = [...view.first, ...view.second];
    if (!seats(this.seating, everybody)) {
      const last = this.kept.get("screen.seats");
      const again = last && seats(last.seating, everybody);
      Object.assign(this, again ? last : { seating: usual(view.first, view.second) }, { taken: null });
    }
    const breaks = view.breaks_first ?? "first";
    const breakers = view[breaks];
    if (!breakers.includes(this.breaker)) this.breaker = breakers.length === 1 ? (breakers[0] ?? "") : "";
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.id : "";
    fill(
      this.body,
      h("h2", { id: "seats" }, t("web.umpire.setup.seats")),
      h(
        "p",
        null,
        t("web.umpire.setup.seats.who", {
          chooser: sideName(view[breaks === "first" ? "second" : "first"]),
          breaker: sideName(breakers),
        }),
      ),
      this.#chairs(view),
      h("p", { class: "help" }, t(`web.umpire.setup.seats.${view.doubles ? "doubles" : "singles"}`)),
      view.doubles && this.#breaker(view, breakers),
    );
    fill(
      this.done,
      h(
        "button",
        {
          class: "button primary big wide",
          type: "button",
          "data-testid": "seat",
          onclick: () => void this.#seat(view),
        },
        t("web.umpire.setup.seats.done"),
      ),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {View} view */
  #chairs(view) {
    return h(
      "div",
      { class: `seat-plan ${this.taken ? "taking" : ""}`, role: "group", "aria-labelledby": "seats" },
      h("div", { class: "plan-board", "aria-hidden": "true" }),
      CHAIRS.map((chair) => this.#chair(view, chair)),
    );
  }

  /**
   * @param {View} view
   * @param {Chair} chair
   */
  #chair(view, chair) {
    const name = this.seating[chair];
    const white = name !== undefined && view[view.breaks_first ?? "first"].includes(name);
    const where = t(`web.umpire.setup.chair.${chair}`);
    const breaks = name !== undefined && name === this.breaker;
    const coin = h("span", { class: `coin ${white ? "white" : "black"}`, "aria-hidden": "true" });
    return h(
      "button",
      {
        class: `chair at-${chair} ${name === undefined ? "free" : ""}`,
        id: `chair-${chair}`,
        type: "button",
        "data-testid": `chair-${chair}`,
        "aria-pressed": String(this.taken === chair),
        "aria-label": name === undefined ? t("web.umpire.setup.chair.free", { where }) : null,
        disabled: name === undefined && !this.taken,
        onclick: () => this.#tap(view, chair),
      },
      h("span", { class: "where" }, where),
      name !== undefined && h("span", { class: long(name) ? "sits long" : "sits" }, coin, h("span", null, name)),
      breaks && h("span", { class: "breaks" }, t("web.umpire.setup.seats.breaks")),
    );
  }

  /**
   * @param {View} view
   * @param {Chair} chair
   */
  #tap(view, chair) {
    const where = t(`web.umpire.setup.chair.${chair}`);
    if (this.taken === null) {
      this.taken = chair;
      this.said.textContent = t("web.umpire.setup.seats.taken", { player: this.seating[chair] ?? "" });
    } else {
      const player = this.seating[this.taken] ?? "";
      if (this.taken !== chair) this.said.textContent = t("web.umpire.setup.chair.of", { where, player });
      this.seating = moved(this.seating, this.taken, chair);
      this.taken = null;
    }
    this.paint(view);
  }

  /**
   * The side that breaks agrees on who does it.
   * @param {View} view
   * @param {readonly string[]} breakers
   */
  #breaker(view, breakers) {
    return h(
      "fieldset",
      { class: "field", "aria-describedby": this.wrong ? "breaker-wrong" : null },
      h("legend", null, t("web.umpire.setup.seats.breaker", { side: sideName(breakers) })),
      h(
        "div",
        { class: "big-pair" },
        breakers.map((name, i) =>
          h(
            "button",
            {
              class: "button big name-button",
              id: `breaker-${i}`,
              type: "button",
              "data-testid": `breaker-${i}`,
              "aria-pressed": String(this.breaker === name),
              onclick: () => {
                Object.assign(this, { breaker: name, wrong: false });
                this.paint(view);
              },
            },
            name,
          ),
        ),
      ),
      this.wrong &&
        h("p", { class: "wrong", id: "breaker-wrong", role: "alert" }, t("web.umpire.setup.wrong.breaker")),
    );
  }

  /** @param {View} view */
  async #seat(view) {
    this.wrong = !this.breaker;
    if (this.wrong) {
      this.paint(view);
      document.getElementById("breaker-0")?.focus();
      return;
    }
    this.kept.set("screen.seats", { seating: this.seating, breaker: this.breaker });
    await this.asks({ do: "seat", seats: pairs(this.seating), breaker: view.doubles ? this.breaker : null });
  }
}
