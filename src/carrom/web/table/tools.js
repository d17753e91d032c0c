/** The small tools under the board: how it is seen, and the keys. */
import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import * as prefs from "../shared/prefs.js";
import { t } from "../shared/words.js";
import { help } from "./keys.js";

/**
 * @param {import("./screen.js").TableScreen} screen
 */
export function tools({ welcome, surface }) {
  const mine = welcome?.mine.length ?? 1;
  return h("div", { class: "tools", role: "toolbar", "aria-label": t("web.table.tools") },
    toggle("tilt"),
    toggle("preview"),
    // Several persons here: the board turns to who plays. A watcher goes round it.
    mine > 1 && toggle("follow"),
    mine === 0 && tool("walk", () => surface.walk()),
    document.fullscreenEnabled && tool("full-screen", turnFullScreen, { "aria-pressed": String(isFullScreen()) }),
    tool("help", help),
    // A phone on its side has no room for the head of the page, where the settings are.
    button("quiet tool tool-settings", [icon("settings"), h("span", null, t("web.shell.settings"))],
      () => document.getElementById("settings")?.click(), { "data-tool": "settings", key: "settings" }));
}

const isFullScreen = () => document.fullscreenElement !== null;

/** A browser may refuse; then everything stays as it is. */
const turnFullScreen = () =>
  void (isFullScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});

/**
 * @param {string} key
 * @param {() => void} act
 * @param {Record<string, unknown>} [props]
 */
const tool = (key, act, props = {}) =>
  button("quiet tool", [icon(key), h("span", null, t(`web.table.tool.${key}`))], act, { "data-tool": key, key, ...props });

/** @param {"tilt" | "preview" | "follow"} key */
const toggle = (key) =>
  tool(key, () => prefs.set(key, !prefs.get(key)), { "aria-pressed": String(prefs.get(key)) });
