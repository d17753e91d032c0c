/** The board as text: where every coin lies, as the player sees it, and how the board stands. */
import { h } from "../shared/dom.js";
import { number, t } from "../shared/words.js";
import { seenFrom } from "../board/seats.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").SeatName} SeatName */

/**
 * One coin: white at 4 cm right, 12 cm ahead of the centre.
 * @param {import("../wire").Coin} coin
 * @param {SeatName} seat
 */
export function coinText(coin, seat) {
  const [right, ahead] = seenFrom(seat, coin.x, coin.y);
  return t("web.table.text.coin", { coin: t(`web.table.coin.${coin.coin}`), place: placeText(right, ahead) });
}

/**
 * @param {number} right metres
 * @param {number} ahead metres
 */
export function placeText(right, ahead) {
  const side = along(right, "right", "left");
  const way = along(ahead, "ahead", "near");
  if (!side && !way) return t("web.table.text.centre");
  return [side, way].filter(Boolean).join(", ");
}

/**
 * @param {number} metres
 * @param {string} plus
 * @param {string} minus
 */
function along(metres, plus, minus) {
  const cm = Math.round(metres * 100);
  return cm === 0 ? "" : t(`web.table.text.${cm > 0 ? plus : minus}`, { cm: number(Math.abs(cm)) });
}

/**
 * The board as text, for readers who cannot see it.
 * @param {After} after
 * @param {SeatName} seat
 */
export function boardText(after, seat) {
  const order = ["queen", "white", "black"];
  const coins = after.layout.toSorted((a, b) => order.indexOf(a.coin) - order.indexOf(b.coin));
  return h("section", { class: "sr board-text" },
    h("h2", null, t("web.table.text.title")),
    h("p", null, after.standing ?? ""),
    h("ul", null, coins.map((coin) => h("li", null, coinText(coin, seat)))));
}
