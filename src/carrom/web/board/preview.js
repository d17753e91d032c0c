/**
 * What a striker would meet first on its way, by geometry alone: a disc swept along a line against discs,
 * frame and the edges of the pockets. Nothing is told of what follows: friction, spin and all that is physics
 * stay with the server.
 */

const ARC = 8; // straight pieces of the end of a sector

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {{ x: number, y: number }} Place */
/**
 * @typedef {object} FirstContact
 * @property {"coin" | "frame" | "pocket"} kind
 * @property {number} distance the striker's way until then
 * @property {number} x where its centre is then
 * @property {number} y
 * @property {number} index of the coin, the frame's seat or the pocket, counted as in a trace
 * @property {number} nx unit vector from the striker to what it meets
 * @property {number} ny
 */

/**
 * @param {Geometry} geometry
 * @param {readonly Place[]} coins
 * @param {readonly [number, number]} from the striker's centre
 * @param {readonly [number, number]} way a unit vector
 * @returns {FirstContact | null} null only if the striker starts outside the frame
 */
export function firstContact(geometry, coins, from, way) {
  const [px, py] = from;
  const [ux, uy] = way;
  const striker = geometry.striker_diameter / 2;
  const reach = striker + geometry.coin_diameter / 2;
  let kind = /** @type {FirstContact["kind"] | ""} */ ("");
  let distance = Infinity;
  let index = -1;

  coins.forEach((coin, i) => {
    const far = untilDisc(coin.x - px, coin.y - py, ux, uy, reach);
    if (far < distance) [kind, distance, index] = ["coin", far, i];
  });
  const edge = geometry.surface / 2 - striker;
  // In the order of the seats: south, east, north, west.
  [[-uy, -py], [ux, px], [uy, py], [-ux, -px]].forEach(([along, at], i) => {
    const far = along > 0 ? Math.max((edge - at) / along, 0) : Infinity;
    if (far < distance) [kind, distance, index] = ["frame", far, i];
  });
  geometry.pockets.forEach(([x, y], i) => {
    const far = untilDisc(x - px, y - py, ux, uy, geometry.pocket_diameter / 2);
    if (far < distance) [kind, distance, index] = ["pocket", far, i];
  });
  if (kind === "") return null;

  const [x, y] = [px + ux * distance, py + uy * distance];
  const [nx, ny] = towards(kind, index, x, y, geometry, coins);
  return { kind, distance, x, y, index, nx, ny };
}

/**
 * Where a hand that errs may send the striker's centre: a sector along its way, as the points of its edge.
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} way a unit vector
 * @param {number} far how long the sector is
 * @param {number} spread radians to either side
 * @returns {[number, number][]}
 */
export function sector([x, y], [ux, uy], far, spread) {
  const arc = Array.from({ length: ARC + 1 }, (_, i) => {
    const off = spread * ((2 * i) / ARC - 1);
    const [cos, sin] = [Math.cos(off), Math.sin(off)];
    return /** @type {[number, number]} */ ([x + far * (ux * cos - uy * sin), y + far * (uy * cos + ux * sin)]);
  });
  return [[x, y], ...arc];
}

/**
 * How far a point may go along u until it is within `reach` of a point at w; Infinity if it passes by.
 * @param {number} wx
 * @param {number} wy
 * @param {number} ux
 * @param {number} uy
 * @param {number} reach
 */
function untilDisc(wx, wy, ux, uy, reach) {
  const along = wx * ux + wy * uy;
  if (along <= 0) return Infinity;
  const across = wx * uy - wy * ux;
  const depth = (reach - across) * (reach + across);
  if (depth <= 0) return Infinity;
  return Math.max(along - Math.sqrt(depth), 0);
}

/**
 * @param {FirstContact["kind"]} kind
 * @param {number} index
 * @param {number} x
 * @param {number} y
 * @param {Geometry} geometry
 * @param {readonly Place[]} coins
 * @returns {[number, number]}
 */
function towards(kind, index, x, y, geometry, coins) {
  if (kind === "frame") return /** @type {[number, number][]} */ ([[0, -1], [1, 0], [0, 1], [-1, 0]])[index];
  const [tx, ty] = kind === "coin" ? [coins[index].x, coins[index].y] : geometry.pockets[index];
  const far = Math.hypot(tx - x, ty - y) || 1;
  return [(tx - x) / far, (ty - y) / far];
}
