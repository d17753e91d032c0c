/** Who sits where: a board seen from above with its chairs. One tap takes a player, a second one seats them. */
import { SEATS } from "../../board/seats.js";
import { h } from "../../shared/dom.js";
import { sideName } from "../../shared/matches.js";
import { t } from "../../shared/words.js";
import { button, disc } from "../desk/parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SeatName} Chair */
/** @typedef {Partial<Record<Chair, string>>} Seating */

/** Letters of a word after which a name is set smaller. */
const LONG = 9;

/** @param {string} name */
const long = (name) => name.split(/[\s-]+/).some((word) => word.length > LONG);

export class SeatsStep {
  /**
   * @param {import("./setup.js").Setup} setup
   * @param {import("../sync/desk_storage.js").DeskStorage} storage keeps the seating for an umpire who takes it back
   */
  constructor(setup, storage) {
    this.setup = setup;
    this.storage = storage;
    /** @type {Seating} */
    this.seating = {};
    /** @type {Chair | null} */
    this.taken = null;
    this.breaker = "";
    this.wrong = false;
    /** What the last tap did, for screen readers. */
    this.said = "";
  }

  /** The seating as it was, or the usual one, once it is known who plays. @param {View} view */
  #begin(view) {
    const everybody = [...view.first, ...view.second];
    const breakers = view[view.breaks_first ?? "first"];
    if (!isSeatingOf(this.seating, everybody)) {
      const last = this.storage.get("screen.seats");
      const again = last && isSeatingOf(last.seating, everybody);
      Object.assign(this, again ? last : { seating: usualSeating(view.first, view.second) }, { taken: null });
    }
    if (!breakers.includes(this.breaker)) this.breaker = breakers.length === 1 ? (breakers[0] ?? "") : "";
    return breakers;
  }

  /** @param {View} view */
  show(view) {
    const breakers = this.#begin(view);
    return h("section", { class: "card step seats", "aria-labelledby": "seats" },
      h("div", { class: "stack" },
        h("h2", { id: "seats" }, t("web.umpire.setup.seats")),
        h("p", null, view.now),
        h("div", { class: `seat-plan ${this.taken ? "taking" : ""}`, role: "group", "aria-labelledby": "seats" },
          h("div", { class: "plan-board", "aria-hidden": "true" }),
          SEATS.map((chair) => this.#chair(chair, breakers))),
        h("p", { class: "help" }, t(`web.umpire.setup.seats.${view.doubles ? "doubles" : "singles"}`)),
        view.doubles && this.#breaker(breakers)),
      h("p", { class: "sr", role: "status" }, this.said));
  }

  /** The button that ends the step, below everything else. @param {View} view */
  showEnd(view) {
    return h("div", { class: "setup-foot" },
      button("seat", t("web.umpire.setup.seats.done"), () => void this.#seat(view), { kind: "primary big wide" }));
  }

  /**
   * @param {Chair} chair
   * @param {readonly string[]} breakers
   */
  #chair(chair, breakers) {
    const name = this.seating[chair];
    const where = t(`web.umpire.setup.chair.${chair}`);
    return h("button", { class: `chair at-${chair} ${name === undefined ? "free" : ""}`, type: "button",
      "data-testid": `chair-${chair}`, "aria-pressed": String(this.taken === chair),
      "aria-label": name === undefined ? t("web.umpire.setup.chair.free", { where }) : null,
      disabled: name === undefined && !this.taken, onclick: () => this.#tap(chair) },
      h("span", { class: "where" }, where),
      name !== undefined && h("span", { class: long(name) ? "sits long" : "sits" },
        disc(breakers.includes(name) ? "white" : "black"), h("span", null, name)),
      name !== undefined && name === this.breaker && h("span", { class: "breaks" }, t("web.umpire.setup.seats.breaks")));
  }

  /** @param {Chair} chair */
  #tap(chair) {
    const player = this.seating[this.taken ?? chair] ?? "";
    if (this.taken === null) this.said = t("web.umpire.setup.seats.taken", { player });
    else if (this.taken !== chair) {
      this.said = t("web.umpire.setup.chair.of", { where: t(`web.umpire.setup.chair.${chair}`), player });
    }
    if (this.taken) this.seating = changeChairs(this.seating, this.taken, chair);
    this.taken = this.taken ? null : chair;
    this.setup.draw();
  }

  /**
   * The side that breaks agrees on who does it.
   * @param {readonly string[]} breakers
   */
  #breaker(breakers) {
    return h("fieldset", { class: "field", "aria-describedby": this.wrong ? "breaker-wrong" : null },
      h("legend", null, t("web.umpire.setup.seats.breaker", { side: sideName(breakers) })),
      h("div", { class: "big-pair" }, breakers.map((name, i) =>
        button(`breaker-${i}`, name, () => {
          Object.assign(this, { breaker: name, wrong: false });
          this.setup.draw();
        }, { kind: "big name-button", pressed: this.breaker === name }))),
      this.wrong && h("p", { class: "wrong", id: "breaker-wrong", role: "alert" }, t("web.umpire.setup.wrong.breaker")));
  }

  /** @param {View} view */
  async #seat(view) {
    const { breaker, seating } = this;
    this.wrong = !breaker;
    if (this.wrong) {
      this.setup.draw();
      /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=breaker-0]"))?.focus();
      return;
    }
    this.storage.set("screen.seats", { seating, breaker });
    await this.setup.ask({ do: "seat", seats: seatingPairs(seating), breaker: view.doubles ? breaker : null });
  }
}

/** @param {Chair} chair */
export const facing = (chair) => SEATS[(SEATS.indexOf(chair) + 2) % 4];

/**
 * As the sides were named: the first nearest to the umpire.
 * @param {readonly string[]} first
 * @param {readonly string[]} second
 * @returns {Seating}
 */
export function usualSeating(first, second) {
  const [one, partner] = first;
  const [other, theirs] = second;
  return partner ? { south: one, east: other, north: partner, west: theirs } : { south: one, north: other };
}

/**
 * Who sits at `from` goes to `to`; who sits there comes back, and the two opposite go along.
 * @param {Seating} seating
 * @param {Chair} from
 * @param {Chair} to
 * @returns {Seating}
 */
export function changeChairs(seating, from, to) {
  if (from === to) return seating;
  /** @type {[Chair, string | undefined][]} */
  const after = [
    [to, seating[from]],
    [from, seating[to]],
  ];
  if (to !== facing(from)) {
    after.push([facing(to), seating[facing(from)]], [facing(from), seating[facing(to)]]);
  }
  const all = Object.entries({ ...seating, ...Object.fromEntries(after) });
  return Object.fromEntries(all.filter(([, name]) => name !== undefined));
}

/**
 * The seating as a request has it: chair and player, from the south chair to the right.
 * @param {Seating} seating
 * @returns {[Chair, string][]}
 */
export const seatingPairs = (seating) =>
  SEATS.flatMap((chair) => {
    const name = seating[chair];
    return name === undefined ? [] : [[chair, name]];
  });

/**
 * Whether these are the people of the match, each once.
 * @param {Seating} seating
 * @param {readonly string[]} everybody
 */
export const isSeatingOf = (seating, everybody) =>
  Object.values(seating).sort().join("\n") === [...everybody].sort().join("\n");
