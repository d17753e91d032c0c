/**
 * Making elements and updating them in place, without a framework. `h` makes an element; `render` takes a fresh
 * description of what an element contains and changes only what differs, so that a screen is one function from its
 * state to `h(...)`, called again after every change.
 */
import { t } from "./words.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/** What each element was last described with. @type {WeakMap<Element, Props>} */
const described = new WeakMap();

/** These change by the user's hand, so the property counts and not the attribute. */
const PROPERTIES = ["value", "checked", "selected"];

/**
 * An element with its properties, listeners (`onclick`), attributes (`aria-label`) and children. Two props are for
 * `render` alone: `key` names the element among its siblings, and `once` leaves it alone after it was made.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = null, ...children) {
  const element = document.createElement(tag);
  add(element, children);
  describe(element, props ?? {});
  return element;
}

/**
 * @param {Element} element
 * @param {Props} props
 */
function describe(element, props) {
  const before = described.get(element) ?? {};
  described.set(element, props);
  for (const name of new Set([...Object.keys(before), ...Object.keys(props)])) {
    const value = props[name] ?? false;
    if (name === "key" || name === "once") continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), dispatch);
    else if (PROPERTIES.includes(name) && name in element) setProperty(element, name, props[name]);
    else if (name === "style") setStyle(/** @type {HTMLElement} */ (element), value || {});
    else if (value === (before[name] ?? false)) continue;
    else if (value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {any} element
 * @param {string} name
 * @param {unknown} value
 */
function setProperty(element, name, value) {
  if (value === undefined || value === null) return;
  // Writing the same value again would move the caret.
  if (String(element[name]) !== String(value)) element[name] = value;
}

/**
 * The policy of the page allows no style in an attribute.
 * @param {HTMLElement} element
 * @param {Record<string, string | number>} style custom properties, which stay until they are set otherwise
 */
function setStyle(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, String(value));
}

/** Calls the listener of the last description. @param {Event} event */
function dispatch(event) {
  const element = /** @type {Element} */ (event.currentTarget);
  described.get(element)?.[`on${event.type}`]?.call(element, event);
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {Node[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
export const add = (parent, children) => parent.append(...nodes(children));

/**
 * The same element with other children.
 * @template {Element} T
 * @param {T} parent
 * @param {...(Child | Child[])} children
 * @returns {T}
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
  return parent;
}

/**
 * Brings the children of an element to a fresh description. An element stays, with its focus, caret, scrolling, open
 * `<details>` and animations, where the description has one of the same tag and key (`key`, `data-key`, `id` or
 * `data-testid`), or, without a key, one of the same tag at the same place. A listener therefore reads
 * `event.currentTarget`: an element that a description has made may never be shown.
 * @template {Element} T
 * @param {T} parent
 * @param {...(Child | Child[])} children elements to compare, or elements shown here already, which stay as they are
 * @returns {T}
 */
export function render(parent, ...children) {
  const focused = document.activeElement;
  const key = focused && focused !== parent && parent.contains(focused) ? keyOf(focused) : undefined;
  patchChildren(parent, nodes(children));
  if (key !== undefined && document.activeElement !== focused) {
    // Its parents have changed: the focus goes to the new element of the same key.
    const again = [...parent.querySelectorAll("*")].find((each) => keyOf(each) === key);
    /** @type {HTMLElement | undefined} */ (again)?.focus({ preventScroll: true });
  }
  return parent;
}

/** @param {Node} node */
function keyOf(node) {
  const props = described.get(/** @type {Element} */ (node)) ?? {};
  return props.key ?? props["data-key"] ?? props.id ?? props["data-testid"];
}

/** What an element must share with the one that takes its place. @param {Node} node */
const nameOf = (node) => `${node.nodeName} ${keyOf(node) ?? ""}`;

/**
 * @param {Element} parent
 * @param {Node[]} children
 */
function patchChildren(parent, children) {
  /** @type {Map<string, Node[]>} */
  const present = new Map();
  for (const node of parent.childNodes) {
    const name = nameOf(node);
    if (!children.includes(node)) present.set(name, [...(present.get(name) ?? []), node]);
  }
  const wanted = children.map((child) => {
    const old = child.parentNode === parent ? child : present.get(nameOf(child))?.shift();
    return old ? patch(old, child) : child;
  });
  const kept = new Set(wanted);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) parent.removeChild(node);
  let at = parent.firstChild;
  for (const node of wanted) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/**
 * @param {Node} old
 * @param {Node} fresh of the same name
 * @returns {Node} the one that is shown from now on
 */
function patch(old, fresh) {
  if (old === fresh) return old;
  const props = described.get(/** @type {Element} */ (fresh));
  if (!props || !described.has(/** @type {Element} */ (old))) return patchForeign(old, fresh);
  if (props.once) return old;
  patchChildren(/** @type {Element} */ (old), [...fresh.childNodes]);
  describe(/** @type {Element} */ (old), props);
  return old;
}

/**
 * Text, and elements that `h` has not made: pictures.
 * @param {Node} old
 * @param {Node} fresh
 */
function patchForeign(old, fresh) {
  if (old.isEqualNode(fresh)) return old;
  if (old.nodeType !== Node.TEXT_NODE) return fresh;
  old.nodeValue = fresh.nodeValue;
  return old;
}

/** @type {Map<string, Promise<void>>} */
const STYLES = new Map();

/**
 * Loads a style sheet once; resolves when it applies.
 * @param {string} path
 * @returns {Promise<void>}
 */
export function useStyle(path) {
  const known = STYLES.get(path);
  if (known) return known;
  if (document.querySelector(`link[href="${path}"]`)) return Promise.resolve(); // The document came with it.
  /** @type {Promise<void>} */
  const style = new Promise((resolve) => {
    const link = h("link", { rel: "stylesheet", href: path, onload: () => resolve(), onerror: () => resolve() });
    document.head.append(link);
  });
  STYLES.set(path, style);
  return style;
}

/**
 * Something said to everybody, also to a screen reader, for a few seconds.
 * @param {string} text
 * @param {"" | "bad" | "good"} [tone]
 */
export function toast(text, tone = "") {
  let host = document.getElementById("toasts");
  if (!host) {
    host = h("div", { id: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(host);
  }
  const note = h("div", { class: `toast ${tone}` }, text);
  host.append(note);
  while (host.children.length > 3) host.firstElementChild?.remove();
  setTimeout(() => note.remove(), 5000);
}

/** What is asked about a screen is not asked any more once the screen is left. */
export function closeDialogs() {
  for (const box of document.querySelectorAll("dialog")) box.close();
}

/**
 * A modal dialog; Esc and a click outside close it. Gives back the function that closes it.
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {{ class?: string, onclose?: () => void }} [options]
 * @returns {() => void}
 */
export function dialog(title, content, options = {}) {
  const box = h("dialog", { class: `dialog ${options.class ?? ""}`, "aria-label": title });
  const close = () => box.close();
  add(box, [
    h("header", { class: "dialog-head" },
      h("h2", null, title),
      h("button", { class: "quiet close", type: "button", "aria-label": t("web.shell.close"), onclick: close }, "×")),
    h("div", { class: "dialog-body" }, ...content),
  ]);
  box.addEventListener("close", () => {
    box.remove();
    options.onclose?.();
  });
  box.addEventListener("click", (event) => {
    if (event.target === box) close();
  });
  document.body.append(box);
  box.showModal();
  return close;
}
