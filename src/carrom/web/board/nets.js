/** How pocketed pieces lie in a net: side by side while there is room, then a second layer upon the first. */

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("./playback.js").Look} Look */

/**
 * Offsets from the middle of the hole in radii of the hole, and a piece's radius in the same.
 * @typedef {{ x: number, y: number, radius: number }} Lying
 */

const FEW = 3;
const LAYER = 7;
const EDGE = 0.93; // of the hole's radius: the rim covers the rest

/**
 * @param {number} count
 * @returns {Lying[]} in the order in which they fell
 */
export function heap(count) {
  /** @type {Lying[]} */
  const lying = [];
  const few = count <= FEW;
  // Three discs about the middle of a round hole, or six about a seventh, touching each other and its edge.
  const radius = EDGE * (few ? (count === 1 ? 0.56 : 0.464) : 1 / 3);
  const layer = few ? FEW : LAYER;
  for (let i = 0; i < count; i += 1) {
    const [place, turn] = [i % layer, Math.floor(i / layer)];
    if (count === 1 || (!few && place === LAYER - 1)) {
      lying.push({ x: 0.05 * turn, y: few ? -0.06 : -0.05 * turn, radius });
      continue;
    }
    const round = few ? Math.max(count, 2) : LAYER - 1;
    // A later layer lies in the gaps of the one below, a little nearer to the middle.
    const angle = (2 * Math.PI * (place + turn * 0.5)) / round + 0.6;
    const away = (EDGE - radius) * (1 - 0.16 * Math.min(turn, 2));
    lying.push({ x: away * Math.cos(angle), y: away * Math.sin(angle), radius });
  }
  return lying;
}

/**
 * A piece that lies still on the surface.
 * @param {Look["piece"]} piece
 * @param {number} x
 * @param {number} y
 * @returns {Look}
 */
export const lying = (piece, x, y) => ({ piece, x, y, angle: 0, size: 1, sunk: 0 });

/**
 * A piece that lies in a net, in metres.
 * @param {Look["piece"]} piece
 * @param {number} pocket
 * @param {Lying} place
 * @param {Geometry} geometry
 * @returns {Look}
 */
export function lyingInNet(piece, pocket, { x, y, radius }, { pockets, pocket_diameter, coin_diameter, striker_diameter }) {
  const [[px, py], hole] = [pockets[pocket], pocket_diameter / 2];
  const own = (piece === "striker" ? striker_diameter : coin_diameter) / 2;
  return { ...lying(piece, px + hole * x, py + hole * y), size: (hole * radius) / own, sunk: 1 };
}

/**
 * All that lies in the nets.
 * @param {readonly (readonly CoinName[])[]} nets in the order of the pockets
 * @param {Geometry} geometry
 * @returns {import("./discs.js").Drawn[]}
 */
export const inNets = (nets, geometry) =>
  nets.flatMap((net, pocket) =>
    heap(net.length).map((place, i) => ({ look: lyingInNet(net[i], pocket, place, geometry) })));
