/** Coins to be taken onto the board: by drag, by tap, or by a key. */
import { h } from "../shared/dom.js";
import { COIN_NAMES, MOST, countOf } from "./layout.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../wire").CoinName} CoinName */

const A_DRAG = 8; // pixels: less is a tap

/**
 * @param {readonly Coin[]} coins those on the board
 * @param {(coin: CoinName, at: { x: number, y: number } | null) => void} put in the window, or null:
 *   anywhere free
 */
export function palette(coins, put) {
  return h(
    "div",
    { class: "palette", role: "group", "aria-label": t("web.practice.palette") },
    COIN_NAMES.map((coin) => {
      const left = MOST[coin] - countOf(coins, coin);
      const button = h(
        "button",
        {
          class: "button palette-coin",
          type: "button",
          "data-key": `palette ${coin}`,
          "aria-disabled": left ? undefined : "true",
          "aria-label": t(`web.practice.add.${coin}`, { n: left }),
        },
        h("span", { class: `coin ${coin}`, "aria-hidden": "true" }),
        h("span", { class: "numbers" }, `× ${left}`),
      );
      if (left) {
        dragged(button, coin, (at) => put(coin, at));
        // A key presses it without a pointer.
        button.addEventListener("click", (event) => event.detail === 0 && put(coin, null));
      }
      return button;
    }),
  );
}

/**
 * @param {HTMLElement} button
 * @param {CoinName} coin
 * @param {(at: { x: number, y: number } | null) => void} drop null: it was only tapped
 */
function dragged(button, coin, drop) {
  button.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const ghost = h("span", { class: `coin ${coin} palette-ghost`, "aria-hidden": "true" });
    let far = false;
    const stopper = new AbortController();
    const { signal } = stopper;
    const end = () => {
      stopper.abort();
      ghost.remove();
    };
    button.setPointerCapture(down.pointerId);
    button.addEventListener(
      "pointermove",
      (move) => {
        far ||= Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > A_DRAG;
        if (!far) return;
        if (!ghost.isConnected) document.body.append(ghost);
        ghost.style.left = `${move.clientX}px`;
        ghost.style.top = `${move.clientY}px`;
      },
      { signal },
    );
    button.addEventListener(
      "pointerup",
      (up) => {
        end();
        drop(far ? { x: up.clientX, y: up.clientY } : null);
      },
      { signal },
    );
    button.addEventListener("pointercancel", end, { signal });
  });
}
