/** Short shakes, on a device that has them and if they are switched on. */
import * as prefs from "./prefs.js";

/** Milliseconds on, and off between: a pull that counts from here on, a stroke, a foul, a win. */
const SHAKES = { tick: 8, stroke: 18, foul: [40, 60, 40], win: [15, 80, 15, 80, 45] };

/** @param {VibratePattern} pattern milliseconds */
export function vibrate(pattern) {
  // Before the first tap a browser lets no page shake, and complains.
  if (!prefs.get("haptics") || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(pattern);
}

/** @param {keyof typeof SHAKES} kind */
export const shake = (kind) => vibrate(SHAKES[kind]);
