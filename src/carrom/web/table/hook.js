/** What tests see of a table: `window.carrom`. */

/** @typedef {import("./screen.js").TableScreen} TableScreen */

const page = /** @type {any} */ (window);

/** @param {TableScreen} screen */
export function hook(screen) {
  screen.speed = Number(page.carrom?.speed) || 1;
  page.carrom = {
    get speed() {
      return screen.speed;
    },
    set speed(rate) {
      screen.speed = rate;
    },
    get board() {
      return screen.view;
    },
    get v() {
      return screen.state?.v ?? 0;
    },
    state: () => screen.state,
    idle: () => screen.state !== null && !screen.busy,
    drop: () => screen.socket.drop(),
    screen,
  };
}

/** @param {TableScreen} screen */
export function unhook(screen) {
  if (page.carrom?.screen === screen) page.carrom = { speed: screen.speed };
}
