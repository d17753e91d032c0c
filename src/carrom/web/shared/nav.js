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
 * Which document shows an address: the game, the umpire's table or the spectators' pages. Only the umpire's table may
 * run its own judge. Going from one document to another loads the page again.
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
 * Goes to another screen of this site; `path` as in the address, with its query and fragment.
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
 * Changes the address bar but not the screen, so that the address can be copied as a link.
 * @param {string} path
 */
export const readdress = (path) => history.replaceState(null, "", path);

/**
 * A link to a screen of this site.
 * @param {string} href
 * @param {Record<string, unknown> | null} props
 * @param {...(Child | Child[])} children
 */
export const link = (href, props, ...children) => h("a", { href, ...props }, ...children);

/**
 * The current address, in parts.
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

/** Paths that are not screens: the browser fetches them as usual. */
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

/** Shows screens without a page load, for links and for the browser's back and forward. */
export function follow() {
  document.addEventListener("click", clicked);
  window.addEventListener("popstate", moved);
}
