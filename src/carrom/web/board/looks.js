/** From a layout, nets or a moment of a stroke to what the layer of pieces draws. */
import { heap } from "./nets.js";

/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {import("./discs.js").Drawn} Drawn */
/** @typedef {import("./playback.js").Look} Look */
/** @typedef {import("./playback.js").Playback} Playback */

const FAST = 0.9; // m/s: from here on a piece leaves a blur
const BLUR = [0.0015, 0.003, 0.0045, 0.006, 0.0075]; // s back in time

/**
 * A piece that lies still.
 * @param {Look["piece"]} piece
 * @param {number} x
 * @param {number} y
 * @returns {Look}
 */
export const lying = (piece, x, y) => ({ piece, x, y, angle: 0, size: 1, sunk: 0, vx: 0, vy: 0 });

/**
 * What lies in the nets.
 * @param {readonly (readonly CoinName[])[]} nets
 * @param {Geometry} geometry
 * @returns {Drawn[]}
 */
export function inNets(nets, { pockets, pocket_diameter, coin_diameter }) {
  const hole = pocket_diameter / 2;
  return nets.flatMap((net, pocket) => {
    const [px, py] = pockets[pocket];
    return heap(net.length).map(({ x, y, radius }, i) => ({
      look: {
        ...lying(net[i], px + x * hole, py + y * hole),
        size: (radius * pocket_diameter) / coin_diameter,
        sunk: 1,
      },
    }));
  });
}

/**
 * Everything that is to be seen of a stroke at a time.
 * @param {Playback} playback
 * @param {number} time
 * @returns {Drawn[]}
 */
export function ofStroke(playback, time) {
  /** @type {Drawn[]} */
  const drawn = playback.nets.flatMap((net, pocket) =>
    net.map((coin, place) => {
      const { x, y, size } = playback.lyingIn(pocket, place, time, coin);
      return { look: { ...lying(coin, x, y), size, sunk: 1 } };
    }),
  );
  // The striker last: the eye follows it.
  for (let piece = playback.trace.pieces.length - 1; piece >= 0; piece -= 1) {
    const look = playback.look(piece, time);
    const fast = look.sunk === 0 && Math.hypot(look.vx, look.vy) > FAST;
    const before = fast ? BLUR.map((back) => playback.at(piece, Math.max(time - back, 0))) : [];
    drawn.push({ look, trail: before.filter((place) => place !== null) });
  }
  return drawn;
}
