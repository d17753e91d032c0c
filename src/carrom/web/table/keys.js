/** The keys of the board, active while it has the focus. */
import { keyCaps } from "../shared/controls.js";
import { dialog, h } from "../shared/dom.js";
import * as prefs from "../shared/prefs.js";
import { t } from "../shared/words.js";
import { AHEAD } from "./aim.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */

const DEGREE = Math.PI / 180;
/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {KeyboardEvent} event
 * @param {TableScreen} screen
 */
export function pressed(event, screen) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const done = always(event, screen) || (screen.able && asked(event, screen));
  if (done) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {TableScreen} screen
 */
function always(event, screen) {
  /** @type {Record<string, () => void>} */
  const acts = {
    t: () => prefs.set("tilt", !prefs.get("tilt")),
    m: () => prefs.set("sound", !prefs.get("sound")),
    "?": help,
    u: () => screen.acts.offer("take-back"),
    h: () => void screen.acts.hint(),
  };
  const act = acts[event.key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/**
 * @param {KeyboardEvent} event
 * @param {TableScreen} screen
 */
function asked(event, screen) {
  // A key held down answers once, not the next question too.
  if (event.key === "Enter" && event.repeat) return true;
  const kind = screen.state?.asks.kind;
  if (kind === "strike" || kind === "try" || (kind === "turn" && !screen.turning.open)) return striking(event, screen);
  const arrow = ARROWS[event.key];
  if (kind === "turn") {
    if (event.key === "Enter") screen.turning.play();
    else if (arrow && arrow[0]) screen.turning.step(arrow[0] * (event.shiftKey ? 10 : 1));
    else return false;
    return true;
  }
  if (kind === "place") {
    const far = event.shiftKey ? 0.01 : 0.001;
    if (event.key === "Enter") screen.placing.drop();
    else if (arrow) screen.placing.nudge(arrow[0] * far, arrow[1] * far);
    else return false;
    return true;
  }
  return false;
}

/**
 * @param {KeyboardEvent} event
 * @param {TableScreen} screen
 */
function striking(event, screen) {
  const { aim } = screen;
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (arrow[0]) screen.surface.step(arrow[0] * (event.shiftKey ? 0.01 : 0.001));
    else screen.setAim({ power: aim.power + arrow[1] * 0.01 });
    return true;
  }
  const turn = turned(event);
  if (turn) screen.setAim({ angle: aim.angle + turn * DEGREE });
  // What is struck is seen first.
  else if (event.key === "Enter" && screen.hints.drawn) screen.hints.putAside();
  else if (event.key === "Enter") screen.acts.strike();
  else if (event.key === "Escape") screen.setAim({ angle: AHEAD });
  else return false;
  return true;
}

/**
 * Degrees counter-clockwise. The signs beside the comma differ from keyboard to keyboard: «;» is next to it on a
 * French one, and the comma with Shift on a German one.
 * @param {KeyboardEvent} event
 */
function turned({ key, shiftKey }) {
  if (key === ",") return 0.5;
  if (key === "." || (key === ";" && !shiftKey)) return shiftKey ? -0.1 : -0.5;
  if (key === "<" || key === ";") return 0.1;
  if (key === ">" || (key === ":" && shiftKey)) return -0.1;
  return 0;
}

/** The keys, in a dialog. */
export function help() {
  const [shift, enter, esc] = ["shift", "enter", "esc"].map((key) => t(`web.table.key.${key}`));
  const rows = [
    ["← →", "place"], [`${shift} ← →`, "place-far"], [", .", "angle"], [`${shift} , .`, "angle-fine"],
    ["↑ ↓", "power"], [enter, "strike"], [esc, "cancel"], ["U", "undo"], ["H", "hint"], ["T", "tilt"],
    ["M", "mute"], ["?", "help"],
  ];
  dialog(t("web.table.keys"), [
    h("p", { class: "muted" }, t("web.table.keys.focus")),
    h("table", { class: "table keys" }, h("tbody", null, rows.map(([keys, what]) =>
      h("tr", null, h("th", { scope: "row" }, keyCaps(keys)), h("td", null, t(`web.table.keys.${what}`)))))),
    h("p", null, t("web.table.keys.pointer"), " ", t(`web.table.keys.${prefs.get("strike")}`)),
    h("p", null, h("a", { href: "/how", target: "_blank" }, t("web.shell.way.how"))),
  ]);
}
