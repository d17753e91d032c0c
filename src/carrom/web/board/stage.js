/** The elements the board is made of, and how they lie: wood, pieces and intentions upon each other. */
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
    this.element = block("carrom-board", { position: "absolute", inset: "0", userSelect: "none" });
    // A browser without it still shows everything, only not the menu of a long press.
    this.element.style.setProperty("-webkit-touch-callout", "none");
    const centred = { position: "absolute", left: "50%", top: "50%" };
    // Each is turned by itself: a common space for all three would cost two frames of three.
    this.shade = block("carrom-shade", { ...centred, willChange: "transform" });
    this.front = block("carrom-front", {
      ...centred,
      transformOrigin: "50% 0",
      background: "linear-gradient(#7a4325, #4a2413 18%, #34190d 70%, #1c0d06)",
    });
    this.square = block("carrom-stage", centred);
    this.wood = layer();
    this.pieces = layer();
    this.over = layer();
    this.square.append(this.wood, this.pieces, this.over);
    this.element.append(this.shade, this.front, this.square);
    host.append(this.element);
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
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

  destroy() {
    this.element.remove();
  }
}

function layer() {
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

/**
 * @param {string} name
 * @param {Partial<CSSStyleDeclaration>} style
 */
function block(name, style) {
  const element = document.createElement("div");
  element.className = name;
  Object.assign(element.style, style);
  return element;
}
