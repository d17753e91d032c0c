/** Coins to be taken onto the board: by drag, by tap, or by a key. */
import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { COIN_NAMES, MOST, countOf } from "./layout.js";
import { t } from "../shared/words.js";

/** @typedef {import("../wire").Coin} Coin */
/** @typedef {import("../wire").CoinName} CoinName */
/** @typedef {{ x: number, y: number } | null} Drop in the window; null: anywhere free */

const A_DRAG = 8; // pixels: less is a tap

/**
 * @param {readonly Coin[]} coins those on the board
 * @param {(coin: CoinName, at: Drop) => void} put
 */
export function palette(coins, put) {
  return h("div", { class: "palette", role: "group", "aria-label": t("web.practice.palette") },
    COIN_NAMES.map((coin) => {
      const left = MOST[coin] - countOf(coins, coin);
      return button("palette-coin",
        [h("span", { class: `coin ${coin}`, "aria-hidden": "true" }), h("span", { class: "numbers" }, `× ${left}`)],
        // A key presses it without a pointer.
        (event) => left && /** @type {MouseEvent} */ (event).detail === 0 && put(coin, null),
        {
          "data-key": `palette ${coin}`,
          "aria-disabled": left ? undefined : "true",
          "aria-label": t(`web.practice.add.${coin}`, { n: left }),
          onpointerdown: (/** @type {PointerEvent} */ down) => left && drag(down, coin, (at) => put(coin, at)),
        });
    }));
}

/**
 * Follows the pointer until it is lifted.
 * @param {PointerEvent} down
 * @param {CoinName} coin
 * @param {(at: Drop) => void} drop null: it was only tapped
 */
function drag(down, coin, drop) {
  if (down.button !== 0 || !down.isPrimary) return;
  const source = /** @type {HTMLElement} */ (down.currentTarget);
  const ghost = h("span", { class: `coin ${coin} palette-ghost`, "aria-hidden": "true" });
  const stopper = new AbortController();
  let far = false;
  /** @param {PointerEvent} move */
  const follow = (move) => {
    far ||= Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > A_DRAG;
    if (!far) return;
    if (!ghost.isConnected) document.body.append(ghost);
    ghost.style.left = `${move.clientX}px`;
    ghost.style.top = `${move.clientY}px`;
  };
  /** @param {PointerEvent} end */
  const finish = (end) => {
    stopper.abort();
    ghost.remove();
    if (end.type === "pointerup") drop(far ? { x: end.clientX, y: end.clientY } : null);
  };
  source.setPointerCapture(down.pointerId);
  source.addEventListener("pointermove", follow, { signal: stopper.signal });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
    source.addEventListener(end, finish, { signal: stopper.signal });
}
