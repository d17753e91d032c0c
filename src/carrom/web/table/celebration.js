/**
 * A win, celebrated over its card for a moment. It is drawn on a canvas that takes no click and moves nothing; who
 * wants no movement sees the ornament of the card alone.
 */
import { pieceLook } from "../board/palette.js";
import { Sprites } from "../board/sprites.js";
import { h } from "../shared/dom.js";
import { shake } from "../shared/haptics.js";
import { chosenLook, stillness } from "../shared/prefs.js";
import { celebrate } from "../shared/sound.js";
import { hurry } from "../shared/test_hook.js";
import { mark } from "./score.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("./feats.js").Feat} Feat */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * Something that flies: where it begins, how fast, in pixels and seconds; `paint` draws it round the pen's middle.
 * @typedef {{ x: number, y: number, vx: number, vy: number, falls: number, spins: number, from: number,
 *   paint: (pen: Pen, angle: number, time: number) => void }} Flying
 */

const COIN = 30; // pixels across
const FADES = 0.6; // seconds at the end
/** Seconds that each lasts. */
const LASTS = { slam: 3.6, first: 3, queen: 2, win: 1.6 };

/** @param {number} low @param {number} high */
const between = (low, high) => low + (high - low) * Math.random();

/**
 * What a card is adorned with, moving or not.
 * @param {Feat | null} feat
 */
export function ornament(feat) {
  if (!feat) return null;
  const own = feat.colour ?? "white";
  /** @type {Record<Feat["kind"], import("../wire").CoinName[]>} */
  const coins = {
    slam: [own, own, own, own, own, "queen", own, own, own, own],
    first: ["white", "queen", "black"],
    queen: ["queen"],
    win: ["white", "black"],
  };
  return h("div", { class: `ornament ornament-${feat.kind}`, "aria-hidden": "true", key: "ornament" }, coins[feat.kind].map(mark));
}

export class Celebration {
  /** What was celebrated last, so that it is not celebrated twice. */
  #last = "";
  #frame = 0;

  constructor() {
    this.canvas = h("canvas", { class: "celebration", "aria-hidden": "true", hidden: true, key: "celebration" });
  }

  /**
   * @param {Feat} feat
   * @param {string} name of the win
   * @param {Geometry} geometry
   * @param {Element | null} card
   */
  start(feat, name, geometry, card) {
    if (name === this.#last) return;
    this.#last = name;
    celebrate(feat.kind === "slam" || feat.kind === "first" ? "fanfare" : "chime");
    shake("win");
    if (stillness()) return;
    const density = Math.min(devicePixelRatio || 1, 2);
    const { innerWidth: wide, innerHeight: high } = window;
    Object.assign(this.canvas, { width: wide * density, height: high * density, hidden: false });
    const pen = /** @type {Pen} */ (this.canvas.getContext("2d"));
    const box = (card?.querySelector(".ornament") ?? card ?? this.canvas).getBoundingClientRect();
    const flying = flights(feat, geometry, density, { wide, high, x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const [began, lasts] = [performance.now(), LASTS[feat.kind] / hurry()];
    const draw = (/** @type {number} */ now) => {
      const time = (now - began) / 1000;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
      if (time >= lasts) return this.stop();
      pen.globalAlpha = Math.min(1, (lasts - time) / FADES);
      for (const each of flying) {
        const since = time - each.from;
        if (since < 0) continue;
        const [x, y] = [each.x + each.vx * since, each.y + each.vy * since + (each.falls * since * since) / 2];
        pen.setTransform(density, 0, 0, density, x * density, y * density);
        each.paint(pen, each.spins * since, since);
      }
      this.#frame = requestAnimationFrame(draw);
    };
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(draw);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.canvas.hidden = true;
  }
}

/**
 * @param {Feat} feat
 * @param {Geometry} geometry
 * @param {number} density
 * @param {{ wide: number, high: number, x: number, y: number }} room the window, and the middle of the ornament
 * @returns {Flying[]}
 */
function flights({ kind, colour = "white" }, geometry, density, { wide, high, x, y }) {
  const sprites = new Sprites(geometry, (COIN * density) / geometry.coin_diameter, pieceLook(chosenLook()));
  /** @param {import("../wire").CoinName} coin */
  const coin = (coin) => (/** @type {Pen} */ pen, /** @type {number} */ angle) => {
    for (const { image, half } of [sprites.body[coin], sprites.mark[coin]]) {
      pen.rotate(image === sprites.mark[coin].image ? angle : 0);
      pen.drawImage(image, -half / density, -half / density, (2 * half) / density, (2 * half) / density);
    }
  };
  /** @param {number} count @param {(i: number) => Flying} make */
  const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
  switch (kind) {
    case "slam": // Ten coins have fallen, and now it rains coins.
      return many(Math.min(90, Math.round(wide / 12)), (i) => ({
        x: between(0, wide), y: -COIN, vx: between(-30, 30), vy: between(60, 200), falls: 500, spins: between(-6, 6),
        from: between(0, 1.6), paint: coin(i % 10 === 0 ? "queen" : colour),
      }));
    case "first": // Paper in the club's colours, from both sides.
      return many(90, (i) => ({
        x: i % 2 ? 0 : wide, y: 0.75 * high, vx: (i % 2 ? 1 : -1) * between(0.1, 0.9) * Math.min(wide, 700),
        vy: -between(0.6, 1.1) * Math.min(high, 900), falls: 800, spins: between(-9, 9), from: between(0, 0.35),
        paint: paper(PAPERS[i % PAPERS.length]),
      }));
    case "queen": // She gleams, and her light goes round.
      return [
        ...[0, 0.25, 0.5].map((from) => ({ x, y, vx: 0, vy: 0, falls: 0, spins: 0, from, paint: gleam })),
        ...many(14, (i) => ({
          x, y, vx: 130 * Math.cos((i * Math.PI) / 7), vy: 130 * Math.sin((i * Math.PI) / 7), falls: 0, spins: 2, from: 0.1,
          paint: spark,
        })),
      ];
    default: // A few coins hop.
      return many(9, (i) => ({
        x, y, vx: 34 * (i - 4), vy: -between(240, 340), falls: 620, spins: between(-5, 5), from: 0.05 * Math.abs(i - 4),
        paint: coin(i === 4 ? "queen" : i % 2 ? "black" : "white"),
      }));
  }
}

const PAPERS = ["#e0ac63", "#1e5a41", "#c01f2c", "#faf1de", "#8ccb97"];

/** @param {string} colour */
const paper = (colour) => (/** @type {Pen} */ pen, /** @type {number} */ angle) => {
  pen.rotate(angle);
  pen.scale(1, Math.cos(1.7 * angle)); // It tumbles.
  pen.fillStyle = colour;
  pen.fillRect(-6, -3.5, 12, 7);
};

/** @param {Pen} pen @param {number} _ @param {number} time */
function gleam(pen, _, time) {
  pen.strokeStyle = `rgba(240, 192, 110, ${Math.max(0, 0.9 - time)})`;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(0, 0, 20 + 130 * time, 0, 2 * Math.PI);
  pen.stroke();
}

/** @param {Pen} pen @param {number} angle @param {number} time */
function spark(pen, angle, time) {
  const size = Math.max(0, 7 * (1 - time));
  pen.rotate(angle);
  pen.fillStyle = "#efc07c";
  pen.beginPath();
  for (let i = 0; i < 8; i += 1) {
    const far = i % 2 ? 0.3 * size : size;
    pen.lineTo(far * Math.cos((i * Math.PI) / 4), far * Math.sin((i * Math.PI) / 4));
  }
  pen.fill();
}
