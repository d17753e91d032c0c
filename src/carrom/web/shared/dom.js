/** Making elements, without a framework. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with its properties, listeners (`onclick`), attributes (`aria-label`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = null, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "class") element.className = String(value);
    else if (name === "value" && "value" in element) /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/**
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
export function add(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * The same element with other children.
 * @template {Element} T
 * @param {T} parent
 * @param {...(Child | Child[])} children
 * @returns {T}
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
  return parent;
}

/** @type {Map<string, Promise<void>>} */
const STYLES = new Map();

/**
 * A style sheet of ours, loaded once; resolves when it applies.
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
 * @param {{ class?: string, onclose?: () => void, closeLabel?: string }} [options]
 * @returns {() => void}
 */
export function dialog(title, content, options = {}) {
  const box = h("dialog", { class: `dialog ${options.class ?? ""}`, "aria-label": title });
  const close = () => box.close();
  add(box, [
    h(
      "header",
      { class: "dialog-head" },
      h("h2", null, title),
      h("button", { class: "quiet close", type: "button", "aria-label": options.closeLabel ?? "×", onclick: close }, "×"),
    ),
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
