/** What tests see of a screen, and how they hurry it: `window.carrom`. */
const page = /** @type {any} */ (globalThis);

/** How many times faster the tests want it. */
export const hurry = () => Number(page.carrom?.speed) || 1;

/**
 * @param {object} parts of the screen; getters stay getters
 * @returns {() => void} takes them off again
 */
export function hook(parts) {
  const shown = Object.defineProperties({ speed: hurry() }, Object.getOwnPropertyDescriptors(parts));
  page.carrom = shown;
  return () => {
    if (page.carrom === shown) page.carrom = { speed: hurry() };
  };
}
