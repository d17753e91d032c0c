/** Going from screen to screen without loading the page again, as far as they belong to one document. */
import { h } from "./dom.js";

/** @typedef {{ path: string[], query: URLSearchParams, hash: string }} Params */
/** @typedef {import("./dom.js").Child} Child */

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * @param {() => void} tell
 * @returns {() => void} takes it off again
 */
export function onMove(tell) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const moved = () => listeners.forEach((tell) => tell());

/**
 * Which document shows an address: the game; the umpire's table, which alone may run a judge of its own; or
 * those who watch. From one to another the page is loaded anew.
 * @param {string} path
 */
export function documentOf(path) {
  const [, first = ""] = path.split(/[/?#]/);
  if (first === "umpire") return "umpire";
  return first === "watch" || first === "overlay" || first === "wall" ? "watch" : "game";
}

/** @param {string} path */
const elsewhere = (path) => documentOf(path) !== documentOf(location.pathname);

/**
 * To another screen of ours; `path` as in the address, with its query and fragment.
 * @param {string} path
 * @param {{ replace?: boolean }} [options]
 */
export function go(path, options = {}) {
  if (elsewhere(path)) {
    if (options.replace) location.replace(path);
    else location.assign(path);
    return;
  }
  if (options.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  moved();
}

/**
 * Other words in the address bar, the same screen: for a link one may copy.
 * @param {string} path
 */
export const readdress = (path) => history.replaceState(null, "", path);

/**
 * A link to a screen of ours.
 * @param {string} href
 * @param {Record<string, unknown> | null} props
 * @param {...(Child | Child[])} children
 */
export const link = (href, props, ...children) => h("a", { href, ...props }, ...children);

/**
 * Where we are.
 * @returns {Params}
 */
export function current() {
  return {
    path: location.pathname.split("/").filter(Boolean).map(decoded),
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

/**
 * The code of an invitation in the part of an address after the `#`; invitation.js exchanges it for a seat.
 * @param {string} hash
 */
export const invitationIn = (hash) => /^join=([\w-]+)$/.exec(hash)?.[1] ?? "";

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Files and answers of the server are fetched as ever; everything else of ours is a screen. */
const NO_SCREEN = /^\/(static|api|i18n|healthz)(\/|$)/;

/** @param {MouseEvent} event */
function clicked(event) {
  const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || held) return;
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  if (!anchor || !anchor.href || anchor.target || anchor.hasAttribute("download")) return;
  const to = new URL(anchor.href);
  if (to.origin !== location.origin || NO_SCREEN.test(to.pathname) || elsewhere(to.pathname)) return;
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
}

/** Links and the browser's own back and forward lead to `moved`. */
export function follow() {
  document.addEventListener("click", clicked);
  window.addEventListener("popstate", moved);
}
