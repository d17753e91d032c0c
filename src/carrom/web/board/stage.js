/** The elements the board is made of, and how they lie: wood, pieces and intentions upon each other. */
import { h } from "../shared/dom.js";
import { TILTED_HEIGHT } from "./camera.js";

/** @typedef {import("./camera.js").Camera} Camera */

const MOST_DENSITY = 3;
const MOST_PIXELS = 3000;
const THICK = 0.034; // metres of the frame's front, seen from the chair
const CORNER = 0.015; // metres, the rounding of the frame

export class Stage {
  /** @param {HTMLElement} host as wide as the page wants it; square, unless the page gives it a height */
  constructor(host) {
    this.host = host;
    this.wood = h("canvas", { "aria-hidden": "true" });
    this.pieces = h("canvas", { "aria-hidden": "true" });
    this.over = h("canvas", { "aria-hidden": "true" });
    // Each is turned by itself: a common space for all three would cost two frames of three.
    this.shade = h("div", { class: "carrom-shade" });
    this.front = h("div", { class: "carrom-front" });
    this.square = h("div", { class: "carrom-stage" }, this.wood, this.pieces, this.over);
    this.element = h("div", { class: "carrom-board" }, this.shade, this.front, this.square);
    host.append(this.element);
    host.style.aspectRatio = "1";
  }

  /**
   * The size there is room for, in CSS pixels, and how many device pixels are in one.
   * @param {boolean} tilted
   * @returns {[number, number]}
   */
  room(tilted) {
    const { clientWidth, clientHeight } = this.host;
    const high = tilted ? clientHeight / TILTED_HEIGHT : clientHeight;
    const size = Math.floor(Math.min(clientWidth, high || clientWidth));
    return [size, Math.min(window.devicePixelRatio || 1, MOST_DENSITY, MOST_PIXELS / Math.max(size, 1))];
  }

  /** @param {boolean} tilted */
  shape(tilted) {
    this.host.style.aspectRatio = tilted ? `1 / ${TILTED_HEIGHT}` : "1";
  }

  /** @param {Camera} camera */
  lay(camera) {
    const { size, tilted, transform } = camera;
    const [corner, half] = [`${CORNER * camera.finger}px`, size / 2];
    const laid = { width: `${size}px`, height: `${size}px`, margin: `${-half}px 0 0 ${-half}px`, transform };
    Object.assign(this.square.style, laid);
    Object.assign(this.shade.style, laid, {
      borderRadius: corner,
      boxShadow: tilted
        ? `0 ${0.05 * size}px ${0.06 * size}px rgba(0, 0, 0, 0.55)`
        : `0 2px 5px rgba(0, 0, 0, 0.4), 0 ${0.018 * size}px ${0.05 * size}px rgba(0, 0, 0, 0.42)`,
    });
    const wide = size - 2 * CORNER * camera.finger * 0.4;
    Object.assign(this.front.style, {
      display: tilted ? "block" : "none",
      width: `${wide}px`,
      height: `${THICK * camera.finger}px`,
      marginLeft: `${-wide / 2}px`,
      transform: `${transform} translateY(${half}px) rotateX(-90deg)`,
    });
    this.wood.style.transform = `rotate(${90 * camera.turns}deg)`;
  }

  /** The middle of the board in the window. */
  middle() {
    const box = this.host.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
}
