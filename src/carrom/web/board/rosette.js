/** The coins before the break. */

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../wire").Geometry} Geometry */

/**
 * A lattice of triangles, so that all touch; a white tip points to the breaker.
 * @param {Geometry} geometry
 * @returns {Coin[]}
 */
export function rosette({ coin_diameter: d }) {
  const [c, s] = [(d * Math.sqrt(3)) / 2, d / 2];
  const ring = [[c, s], [0, d], [-c, s], [-c, -s], [0, -d], [c, -s]];
  /** @type {Coin[]} */
  const coins = [{ coin: "queen", x: 0, y: 0 }];
  ring.forEach(([x, y], i) => coins.push({ coin: i % 2 ? "black" : "white", x, y }));
  ring.forEach(([x, y], i) => {
    const [bx, by] = ring[(i + 5) % 6];
    coins.push({ coin: "black", x: bx + x, y: by + y }, { coin: "white", x: 2 * x, y: 2 * y });
  });
  return coins;
}
