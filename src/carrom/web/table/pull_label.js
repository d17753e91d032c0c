/** Beside the hand that pulls: the power in percent, or that letting go there changes nothing. */
import { strikerPlace } from "../board/seats.js";
import { h, render } from "../shared/dom.js";
import { shake } from "../shared/haptics.js";
import * as prefs from "../shared/prefs.js";
import { percent, t } from "../shared/words.js";

/** @typedef {import("../board/board.js").BoardView} BoardView */
/** @typedef {import("../board/gestures.js").Pull} Pull */
/** @typedef {{ x: number, y: number }} Place in CSS pixels */

/** CSS pixels from the hand to the label: a finger hides more than an arrow does. In the dead zone from the striker. */
const CLEAR = { mouse: 18, touch: 34, off: 44 };

export class PullLabel {
  constructor() {
    this.element = h("p", { class: "pull-label numbers", hidden: true, "aria-hidden": "true" });
    this.off = true;
  }

  /**
   * @param {Pull | null} pull
   * @param {number} power
   * @param {BoardView | null} view
   */
  show(pull, power, view) {
    const { element } = this;
    const off = pull?.off ?? true;
    if (pull && off !== this.off) shake("tick");
    this.off = off;
    element.hidden = !pull;
    if (!pull || !view?.striker) return;
    element.classList.toggle("cancels", off);
    render(element, off ? t("web.table.pull.cancels") : percent(power));
    const around = /** @type {HTMLElement} */ (element.parentElement).getBoundingClientRect();
    const seen = (/** @type {number} */ x, /** @type {number} */ y) => {
      const at = view.clientPoint(x, y);
      return { x: at.x - around.x, y: at.y - around.y };
    };
    const from = seen(...strikerPlace(view.striker.seat, view.striker.x, view.geometry));
    const { x, y } = besideHand(off ? from : seen(pull.hand.x, pull.hand.y), from, {
      clear: off ? CLEAR.off : pull.how === "mouse" ? CLEAR.mouse : CLEAR.touch,
      half: { x: element.offsetWidth / 2, y: element.offsetHeight / 2 },
      room: { x: around.width, y: around.height },
      left: prefs.get("left-handed"),
    });
    element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }
}

/**
 * Where the middle of a label is not hidden: beside the hand, on the side of the other hand or of a slanting pull, away
 * from the striker; where there is no room, above it.
 * @param {Place} hand
 * @param {Place} striker
 * @param {{ clear: number, half: Place, room: Place, left: boolean }} how `left`: the left hand pulls
 * @returns {Place}
 */
export function besideHand(hand, striker, { clear, half, room, left }) {
  const across = hand.x - striker.x;
  const slants = Math.abs(across) > Math.hypot(across, hand.y - striker.y) / 2;
  const side = slants ? Math.sign(across) : left ? 1 : -1;
  const x = hand.x + side * (clear + half.x);
  const inside = Math.min(Math.max(x, half.x), room.x - half.x);
  if (x === inside) return { x, y: Math.min(Math.max(hand.y - half.y, half.y), room.y - half.y) };
  const above = hand.y - clear - half.y;
  return { x: inside, y: above >= half.y ? above : hand.y + clear + half.y };
}
