/**
 * How far back is how hard: one measure for the hand that pulls and for the picture, so that the knob is under
 * the finger.
 *
 * Full force ends on the frame behind the striker, which the smallest board still shows. Force grows faster than
 * the way, so that soft strokes, too, are pulled far enough to be aimed.
 */

const FULL = 0.143; // metres from the striker's middle
const STEEP = 1.5;
/** A pull for less than this is none: let go there, nothing is struck. */
const LEAST = 0.03;

/**
 * @param {number} far metres from the striker's middle to the hand
 * @param {number} rim the striker's radius
 */
export const powerOf = (far, rim) => Math.min(Math.max((far - rim) / (FULL - rim), 0), 1) ** STEEP;

/**
 * @param {number} power
 * @param {number} rim
 */
export const pullOf = (power, rim) => rim + (FULL - rim) * Math.min(Math.max(power, 0), 1) ** (1 / STEEP);

/**
 * Metres from the striker's middle within which letting go of a pull cancels it.
 * @param {number} rim
 */
export const deadZone = (rim) => pullOf(LEAST, rim);
