/** How carrom is played, on one screen: the goal, the stroke, the queen, each with a picture of the board. */
import { getJson } from "../shared/api.js";
import { fill, h, useStyle } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { keyCaps } from "../shared/controls.js";
import { rosette } from "../board/rosette.js";
import { coinsFrom } from "../practice/layout.js";
import { onLang, t } from "../shared/words.js";

/** @typedef {import("../wire").Ready} Ready */
/** @typedef {import("../wire").Geometry} Geometry */
/** @typedef {import("../board/board.js").BoardView} BoardView */

/** The pictures, and what is told beneath each. */
const COLUMNS = /** @type {const} */ ([
  ["goal", "goal", "win"],
  ["stroke", "turn", "stroke"],
  ["queen", "queen", "fouls"],
]);
const STEPS = ["place", "pull", "strike"];

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const [ready, board] = await Promise.all([
    /** @type {Promise<Ready>} */ (getJson("/api/ready")),
    import("../board/board.js").catch(() => null),
    useStyle("/static/home/how.css"),
  ]);
  const hosts = COLUMNS.map(([name]) => h("div", { class: "how-board", role: "img", "data-picture": name }));
  const paint = () => {
    COLUMNS.forEach(([name], i) => hosts[i].setAttribute("aria-label", t(`web.how.picture.${name}`)));
    fill(root, page(hosts, board !== null));
  };
  paint();
  const views = board
    ? COLUMNS.map(([name], i) => drawPicture(new board.BoardView(hosts[i], ready.geometry), name))
    : [];
  const off = onLang(paint);
  return () => {
    off();
    for (const view of views) view.destroy();
  };
}

/**
 * @param {HTMLElement[]} hosts
 * @param {boolean} pictured
 */
function page(hosts, pictured) {
  return h("div", { class: "page wide stack how" },
    h("h1", null, t("web.how.title")),
    h("p", { class: "lead" }, t("web.how.lead")),
    h("div", { class: "how-columns" }, COLUMNS.map(([, ...told], i) =>
      h("section", { class: "stack" }, pictured && hosts[i], told.map((name) =>
        h("div", { class: "stack tight" },
          h("h2", null, t(`web.how.${name}`)),
          name === "stroke" ? stroke() : h("p", null, t(`web.how.${name}.text`))))))),
    h("div", { class: "row" },
      link("/", { class: "button primary" }, t("web.how.play")),
      link("/practice", { class: "button" }, t("web.how.practice")),
      link("/laws", { class: "button" }, t("web.how.laws"))));
}

function stroke() {
  const keys = [["← →", "place"], [", .", "aim"], ["↑ ↓", "power"], [t("web.how.stroke.enter"), "strike"]];
  return h("div", { class: "stack tight" },
    h("ol", null, STEPS.map((step) => h("li", null, t(`web.how.stroke.${step}`)))),
    h("p", { class: "muted small how-keys" }, t("web.how.stroke.keys"), keys.map(([pressed, does]) =>
      h("span", null, keyCaps(pressed), t(`web.how.key.${does}`)))));
}

/**
 * @param {BoardView} view
 * @param {"goal" | "stroke" | "queen"} name
 */
function drawPicture(view, name) {
  if (name === "goal") {
    view.setCoins(rosette(view.geometry));
    view.setStriker({ seat: "south", x: 0 });
  } else if (name === "stroke") {
    view.setCoins(coinsFrom("w 0.2,0.21; w -0.12,0.05; b 0.17,-0.07; b -0.23,0.17; b -0.04,0.15; q 0,0"));
    view.setStriker({ seat: "south", x: -0.1 });
    view.show({ aim: { seat: "south", x: -0.1, angle: 0.98, power: 0.6, preview: true } });
  } else {
    const corner = view.geometry.surface / 2 - 0.03;
    view.setCoins(coinsFrom("w -0.2,0.2; w 0.03,-0.06; b 0.1,-0.02; b -0.2,-0.06; b -0.05,0.1; q 0.21,0.19"));
    view.show({ tracks: [[[0.21, 0.19], [corner, corner]], [[-0.2, 0.2], [-corner, corner]]] });
  }
  return view;
}
