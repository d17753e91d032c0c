/** How pocketed pieces lie in a net: side by side while there is room, then a second layer upon the first. */

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
