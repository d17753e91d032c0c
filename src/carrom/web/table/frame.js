/** The parts of the table screen and where they stand; the small tools under the board. */
import { fill, h } from "../shared/dom.js";
import * as prefs from "../shared/prefs.js";
import { t } from "../shared/words.js";
import { help } from "./keys.js";
import { icon } from "../shared/icons.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */

/**
 * @typedef {object} Frame
 * @property {HTMLElement} element
 * @property {HTMLElement} host
 * @property {HTMLElement} status
 * @property {() => void} name
 */

/**
 * @param {TableScreen} screen
 * @param {HTMLElement | null} extra
 * @returns {Frame}
 */
export function frame(screen, extra) {
  const about = h("p", { class: "sr", id: "board-about" });
  const host = h("div", { class: "board-host", tabindex: "0", role: "application",
    "aria-describedby": "board-about" });
  // On a phone the call is a button for its law; everywhere else on the board a touch sends it away.
  screen.call.flash.addEventListener("click", () => {
    screen.call.clear();
    /** @type {HTMLElement | null} */ (screen.call.element.querySelector(".law"))?.click();
  });
  const status = h("div", { class: "status-line", role: "status", hidden: true });
  const tools = h("div", { class: "tools", role: "toolbar" });
  const element = h(
    "div",
    { class: `table-screen ${screen.practice ? "practice" : ""}` },
    h("div", { class: "t-left" }, screen.score.element, screen.log.element),
    h("div", { class: "t-board" }, status,
      h("div", { class: "board-wrap" }, host, screen.call.flash, screen.asks.over), tools, about),
    h("div", { class: "t-right" }, screen.offers.notices, screen.asks.element, screen.hints.element,
      screen.call.element, extra, screen.offers.element),
    screen.text.element,
  );

  const name = () => {
    host.setAttribute("aria-label", t("web.table.the-board"));
    about.textContent = t("web.table.the-board.about");
    tools.setAttribute("aria-label", t("web.table.tools"));
    fill(tools, toggle("tilt", prefs.get("tilt"), () => prefs.set("tilt", !prefs.get("tilt"))),
      toggle("preview", prefs.get("preview"), () => prefs.set("preview", !prefs.get("preview"))),
      screen.turns && (screen.welcome?.mine.length
        ? toggle("follow", screen.follows, () => screen.turnView())
        : tool("walk", () => screen.turnView())),
      tool("help", help));
  };
  return { element, host, status, name };
}

/**
 * @param {string} key
 * @param {() => void} onclick
 */
function tool(key, onclick) {
  return h("button", { class: "button quiet tool", type: "button", "data-tool": key, onclick }, icon(key),
    h("span", null, t(`web.table.tool.${key}`)));
}

/**
 * @param {string} key
 * @param {boolean} on
 * @param {() => void} onclick
 */
function toggle(key, on, onclick) {
  const made = tool(key, onclick);
  made.setAttribute("aria-pressed", String(on));
  return made;
}
