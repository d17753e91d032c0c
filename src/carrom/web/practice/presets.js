/** Positions to begin with, our own; the side on strike is white, at the south seat. */
import { countOf, parseLayout } from "./layout.js";

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").Board} Board */
/** @typedef {{ coins: Coin[], queen: Board["queen"], broken: boolean }} Preset */

/**
 * The coins before the break: a lattice of triangles, so that all touch; a white tip points to the breaker.
 * @param {Geometry} geometry
 * @returns {Coin[]}
 */
export function rosette({ coin_diameter: d }) {
  const [c, s] = [(d * Math.sqrt(3)) / 2, d / 2];
  const ring = [
    [c, s],
    [0, d],
    [-c, s],
    [-c, -s],
    [0, -d],
    [c, -s],
  ];
  /** @type {Coin[]} */
  const coins = [{ coin: "queen", x: 0, y: 0 }];
  ring.forEach(([x, y], i) => coins.push({ coin: i % 2 ? "black" : "white", x, y }));
  ring.forEach(([x, y], i) => {
    const [bx, by] = ring[(i + 5) % 6];
    coins.push({ coin: "black", x: bx + x, y: by + y }, { coin: "white", x: 2 * x, y: 2 * y });
  });
  return coins;
}

/** @type {Record<string, [layout: string, queen?: Board["queen"]]>} */
const WRITTEN = {
  three: ["w 0.2,0.21; w -0.12,0.05; w 0.06,-0.09; b 0.13,0.03; b -0.23,0.17; b -0.04,0.15; q 0,0"],
  cover: ["w 0.26,0.275; w -0.15,0.1; w 0.02,-0.06; b 0.1,0.15; b -0.2,-0.05; b 0,0.22", "waiting"],
  last: ["w 0.21,0.24; b -0.19,0.13", "white"],
  diagonal: ["w 0.12,0.12; w -0.24,-0.03; b -0.1,0.26; b 0.21,-0.1", "white"],
  behind: ["w 0.11,-0.32; w -0.06,0.16; b 0.2,0.05; b -0.22,0.22", "white"],
  frame: ["w 0.3524,0.14; w -0.1,0.2; b 0.1,0.1; b -0.25,0.02", "white"],
  pair: ["w 0.285,0.285; w 0.2615,0.2615; w -0.2,0.03; b -0.05,0.12; b 0.06,0.24", "white"],
  queen: ["w -0.2,0.2; w 0.16,-0.02; w 0.04,0.17; b -0.1,0.02; b 0.22,0.1; b -0.02,-0.12; q 0.23,0.25"],
};

export const PRESETS = ["rosette", ...Object.keys(WRITTEN)];

/**
 * @param {string} name
 * @param {Geometry} geometry
 * @returns {Preset}
 */
export function preset(name, geometry) {
  const written = WRITTEN[name];
  if (!written) return { coins: rosette(geometry), queen: "on-board", broken: false };
  const read = parseLayout(written[0]);
  const coins = "coins" in read ? read.coins : [];
  return { coins, queen: countOf(coins, "queen") ? "on-board" : (written[1] ?? "white"), broken: true };
}

/**
 * A position to begin with as it stands: white plays, nobody owes, and the nets say who has the right to the queen.
 * @param {string} name
 * @param {Geometry} geometry
 * @returns {import("./position.js").Position}
 */
export function position(name, geometry) {
  return {
    ...preset(name, geometry),
    on_strike: "white",
    due: { white: 0, black: 0 },
    earned: { white: null, black: null },
  };
}
