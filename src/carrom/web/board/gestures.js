/**
 * Fingers and mouse on the board: placing the striker, pulling it back, aiming, putting coins where they
 * belong.
 *
 * A drag that begins on the striker and goes mostly along the base line places it; any other is a pull back,
 * and the striker goes the opposite way. The knob behind it is a handle for the same pull. Whether letting go of
 * a pull strikes is for the page to say. Let go on the striker, in the dead zone, a pull is cancelled; so it is
 * by Esc, by a second finger on the board, and by whatever takes the finger or the window away. Pushed ahead the
 * striker is aimed that way and never struck, and so does a tap or a drag anywhere ahead of it; behind it there
 * is nothing to aim at. A coin in hand stays where it is let go, to be dragged again.
 */
import { deadZone, powerOf, pullOf } from "./pull.js";
import { angleTo, lineEnd, seenFrom, strikerPlace, wayOf } from "./seats.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./aim_art.js").Aiming} Aiming */
/** @typedef {{ x: number, y: number }} Place */
/** @typedef {"strike" | "place" | "setup" | "none"} Mode */
/** @typedef {{ hand: Place, off: boolean, how: string }} Pull `off`: let go here, it is cancelled */
/**
 * @typedef {object} Told
 * @property {(x: number) => void} [onPlace] metres along the base line; whether it may be is not asked here
 * @property {(aim: { angle: number, power: number }) => void} [onAim]
 * @property {(pull: Pull | null) => void} [onPull] how a pull stands; null: there is none any more
 * @property {() => void} [onRelease] a pull is let go outside the dead zone
 * @property {(point: Place) => void} [onHand] the coin in hand is dragged
 * @property {(index: number, point: Place | null) => void} [onCoin] put elsewhere; null: off the surface
 */
/**
 * @typedef {object} Drag
 * @property {number} pointer
 * @property {string} how
 * @property {"grabbed" | "placing" | "pulling" | "aiming" | "holding" | "moving"} doing
 * @property {Place} start in the board's coordinates
 * @property {[number, number]} screen where it began in the window
 * @property {number} along where the striker stood
 * @property {Place} offset from the finger to the middle of the coin
 * @property {number} index
 * @property {Aiming | null} before
 * @property {Place | null} hand where the coin in hand was
 * @property {boolean} off the pull is cancelled if let go now
 * @property {boolean} ahead the striker is pushed, not pulled: it only aims
 * @property {boolean} knob begun on the knob: a pull, whichever way it goes
 */

const KNOB = 0.0065; // metres; board/aim_art.js
const ALONG = 1.7; // times as far along the line as across it: that is placing
const DECIDES = 7; // CSS pixels after which it is clear what a drag is
const FINGER = { mouse: 6, pen: 10, touch: 20 }; // CSS pixels by which a touch may miss

export class Gestures {
  /**
   * @param {BoardView} view
   * @param {Told} told
   */
  constructor(view, told) {
    this.view = view;
    this.told = told;
    /** @type {Mode} */
    this.now = "none";
    /** @type {Drag | null} */
    this.drag = null;
    this.stopper = new AbortController();
    const { signal } = this.stopper;
    const { element } = view;
    element.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    element.addEventListener("pointermove", (event) => this.#move(event), { signal });
    element.addEventListener("pointerup", (event) => this.#up(event), { signal });
    element.addEventListener("pointercancel", (event) => event.pointerId === this.drag?.pointer && this.cancel(), { signal });
    // Else the browser takes the end of a pull for a fling, and the tap that follows for stopping it.
    element.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { signal, passive: false });
    element.addEventListener("contextmenu", (event) => this.drag && event.preventDefault(), { signal });
    addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    // A call, an alert, another window: whatever the hand does meanwhile is not meant for the board.
    addEventListener("blur", () => this.cancel(), { signal });
    document.addEventListener("visibilitychange", () => this.cancel(), { signal });
    this.mode = "none";
  }

  get mode() {
    return this.now;
  }

  set mode(mode) {
    if (mode !== this.now && this.drag) this.cancel();
    this.now = mode;
    // A board that waits for nothing lets the page scroll under the finger.
    this.view.element.style.touchAction = mode === "none" ? "auto" : "none";
    this.view.element.style.cursor = mode === "strike" ? "crosshair" : "";
  }

  /** Gives up what is being dragged, as if nothing had happened. */
  cancel() {
    const drag = this.#end();
    if (!drag) return;
    if (drag.doing === "moving") this.view.show({ lifted: null });
    if (drag.doing === "placing") this.told.onPlace?.(drag.along);
    if (drag.doing === "holding" && drag.hand) this.told.onHand?.(drag.hand);
    if (drag.doing === "pulling" || drag.doing === "aiming") this.#restore(drag);
  }

  /** The hand is off the board; gives what it was doing. */
  #end() {
    const { drag, view } = this;
    this.drag = null;
    view.setPlacing(false);
    if (drag?.doing === "pulling") this.#pulled(null);
    return drag;
  }

  /** The aim as it was before the drag. @param {Drag} drag */
  #restore({ before }) {
    if (before) this.told.onAim?.({ angle: before.angle, power: before.power });
  }

  /** @param {Pull | null} pull */
  #pulled(pull) {
    this.view.show({ pull });
    this.told.onPull?.(pull);
  }

  destroy() {
    this.cancel();
    this.stopper.abort();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.drag) return this.cancel(); // A second finger: nobody aims with two.
    if (this.now === "none" || event.button !== 0 || !event.isPrimary || this.view.busy) return;
    const start = this.view.point(event.clientX, event.clientY);
    const doing = this.#begins(event, start);
    if (!doing) return;
    event.preventDefault();
    this.view.element.setPointerCapture(event.pointerId);
    this.drag = {
      pointer: event.pointerId,
      how: event.pointerType,
      start,
      screen: [event.clientX, event.clientY],
      along: this.view.striker?.x ?? 0,
      before: this.view.aim,
      hand: this.view.hand,
      off: true,
      ahead: false,
      knob: false,
      offset: { x: 0, y: 0 },
      index: -1,
      ...doing,
    };
    if (doing.doing === "aiming") this.#aimAt(start);
    if (doing.doing === "holding") this.told.onHand?.(heldAt(start, this.drag));
  }

  /**
   * @param {PointerEvent} event
   * @param {Place} start
   * @returns {Pick<Drag, "doing"> & Partial<Drag> | null}
   */
  #begins(event, start) {
    const { view } = this;
    if (this.now === "place") {
      const hand = view.hand;
      if (!hand) return null;
      const near = this.#within(event, hand, view.geometry.coin_diameter / 2);
      const offset = near ? { x: hand.x - start.x, y: hand.y - start.y } : { x: 0, y: 0 };
      return { doing: "holding", offset };
    }
    if (this.now === "setup") {
      const index = this.#coinUnder(event, start);
      if (index >= 0) {
        const coin = view.coins[index];
        return { doing: "moving", index, offset: { x: coin.x - start.x, y: coin.y - start.y } };
      }
    }
    if (!view.striker) return null;
    const knob = this.#onKnob(event);
    if (knob) return { doing: "grabbed", knob: true, offset: { x: knob.x - start.x, y: knob.y - start.y } };
    if (this.#onStriker(event)) return { doing: "grabbed" };
    const half = view.geometry.surface / 2;
    const inside = Math.max(Math.abs(start.x), Math.abs(start.y)) <= half;
    return inside && this.now === "strike" && this.#isAhead(start) ? { doing: "aiming" } : null;
  }

  /**
   * Whether a point is something to aim at.
   * @param {Place} point
   */
  #isAhead(point) {
    const { striker, geometry } = this.view;
    if (!striker) return false;
    const [, ahead] = seenFrom(striker.seat, point.x, point.y);
    return ahead > geometry.striker_diameter / 2 - geometry.band_middle;
  }

  /**
   * Where the knob of the aim is, if a finger is on it and not rather on the striker.
   * @param {PointerEvent} event
   * @returns {Place | null}
   */
  #onKnob(event) {
    const { aim, geometry, striker } = this.view;
    if (!aim || !striker || this.now !== "strike") return null;
    const [x, y] = strikerPlace(aim.seat, aim.x, geometry);
    const [ux, uy] = wayOf(aim.seat, aim.angle);
    const far = pullOf(aim.power, geometry.striker_diameter / 2);
    const knob = { x: x - ux * far, y: y - uy * far };
    const nearer = this.#apart(event, knob) < this.#apart(event, { x, y });
    return nearer && this.#within(event, knob, KNOB) ? knob : null;
  }

  /**
   * CSS pixels between a finger and a point of the board.
   * @param {PointerEvent} event
   * @param {Place} place
   */
  #apart(event, place) {
    const seen = this.view.clientPoint(place.x, place.y);
    return Math.hypot(event.clientX - seen.x, event.clientY - seen.y);
  }

  /** @param {PointerEvent} event */
  #onStriker(event) {
    const { striker, geometry } = this.view;
    if (!striker) return false;
    const [x, y] = strikerPlace(striker.seat, striker.x, geometry);
    return this.#within(event, { x, y }, geometry.striker_diameter / 2);
  }

  /**
   * Whether a finger is on a disc, as the eye sees it: also when the board is tilted.
   * @param {PointerEvent} event
   * @param {Place} middle
   * @param {number} radius
   */
  #within(event, middle, radius) {
    const miss = FINGER[/** @type {keyof typeof FINGER} */ (event.pointerType)] ?? FINGER.touch;
    const least = event.pointerType === "mouse" ? 0 : 22;
    const reach = Math.max(radius * this.view.camera.finger + miss, least);
    return this.#apart(event, middle) <= reach;
  }

  /**
   * @param {PointerEvent} event
   * @param {Place} start
   */
  #coinUnder(event, start) {
    let [index, least] = [-1, Infinity];
    const radius = this.view.geometry.coin_diameter / 2;
    this.view.coins.forEach((coin, i) => {
      const far = Math.hypot(coin.x - start.x, coin.y - start.y);
      if (far < least && this.#within(event, coin, radius)) [index, least] = [i, far];
    });
    return index;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag, view } = this;
    if (!drag) return this.#hover(event);
    if (event.pointerId !== drag.pointer) return;
    const point = view.point(event.clientX, event.clientY);
    if (drag.doing === "grabbed") this.#decide(drag, event, point);
    if (drag.doing === "placing") this.#place(drag, point);
    else if (drag.doing === "pulling") this.#pull(drag, point);
    else if (drag.doing === "aiming") this.#aimAt(point);
    else if (drag.doing === "holding") this.told.onHand?.(heldAt(point, drag));
    else if (drag.doing === "moving") view.show({ lifted: { index: drag.index, ...heldAt(point, drag) } });
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== "mouse" || this.view.busy) return;
    const { style } = this.view.element;
    if (this.now === "strike") {
      const held = this.#onStriker(event) || this.#onKnob(event);
      const point = this.view.point(event.clientX, event.clientY);
      style.cursor = held ? "grab" : this.#isAhead(point) ? "crosshair" : "default";
    } else if (this.now === "setup") {
      const point = this.view.point(event.clientX, event.clientY);
      style.cursor = this.#onStriker(event) || this.#coinUnder(event, point) >= 0 ? "grab" : "";
    }
  }

  /**
   * @param {Drag} drag
   * @param {PointerEvent} event
   * @param {Place} point
   */
  #decide(drag, event, point) {
    const { striker } = this.view;
    const moved = Math.hypot(event.clientX - drag.screen[0], event.clientY - drag.screen[1]);
    if (!striker || moved < DECIDES) return;
    const [across, ahead] = seenFrom(striker.seat, point.x - drag.start.x, point.y - drag.start.y);
    const along = Math.abs(across) > ALONG * Math.abs(ahead);
    drag.doing = (along && !drag.knob) || this.now === "setup" ? "placing" : "pulling";
    this.view.element.style.cursor = "grabbing";
    if (drag.doing === "placing") this.view.setPlacing(true);
  }

  /**
   * @param {Drag} drag
   * @param {Place} point
   */
  #place(drag, point) {
    const { striker, geometry } = this.view;
    if (!striker) return;
    const [moved] = seenFrom(striker.seat, point.x - drag.start.x, point.y - drag.start.y);
    const end = lineEnd(geometry);
    this.told.onPlace?.(Math.min(Math.max(drag.along + moved, -end), end));
  }

  /**
   * @param {Drag} drag
   * @param {Place} point
   */
  #pull(drag, point) {
    const { striker, geometry } = this.view;
    if (!striker) return;
    const hand = heldAt(point, drag);
    const [x, y] = strikerPlace(striker.seat, striker.x, geometry);
    const [right, ahead] = seenFrom(striker.seat, hand.x - x, hand.y - y);
    const [long, rim] = [Math.hypot(right, ahead), geometry.striker_diameter / 2];
    drag.off = long < deadZone(rim);
    drag.ahead = !drag.off && ahead > 0;
    if (drag.off) this.#restore(drag);
    else if (drag.ahead) this.told.onAim?.({ angle: Math.atan2(ahead, right), power: drag.before?.power ?? 0.5 });
    else this.told.onAim?.({ angle: Math.atan2(-ahead, -right), power: powerOf(long, rim) });
    this.#pulled(drag.ahead ? null : { hand, off: drag.off, how: drag.how });
  }

  /** @param {Place} point */
  #aimAt(point) {
    const { striker, geometry, aim } = this.view;
    if (!striker || !this.#isAhead(point)) return;
    const angle = angleTo(striker.seat, striker.x, point.x, point.y, geometry);
    this.told.onAim?.({ angle, power: aim?.power ?? 0.5 });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { drag, view } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (drag.doing === "pulling" && drag.off) return this.cancel();
    this.#end();
    view.element.style.cursor = this.now === "strike" ? "crosshair" : "";
    const there = heldAt(view.point(event.clientX, event.clientY), drag);
    if (drag.doing === "pulling" && !drag.ahead) this.told.onRelease?.();
    else if (drag.doing === "holding") this.told.onHand?.(there);
    else if (drag.doing === "moving") {
      const half = view.geometry.surface / 2;
      const off = Math.max(Math.abs(there.x), Math.abs(there.y)) > half;
      view.show({ lifted: null });
      this.told.onCoin?.(drag.index, off ? null : there);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.drag) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  }
}

/**
 * Where the middle of what is dragged is.
 * @param {Place} point under the finger
 * @param {Drag} drag
 * @returns {Place}
 */
const heldAt = (point, { offset }) => ({ x: point.x + offset.x, y: point.y + offset.y });
