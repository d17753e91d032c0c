/** As much of a document as the page's own parts need under node: elements, text, events, the focus. */

const around = /** @type {any} */ (globalThis);

class Node {
  static TEXT_NODE = 3;
  /** @param {string} nodeName */
  constructor(nodeName) {
    this.nodeName = nodeName;
    this.nodeType = nodeName === "#text" ? Node.TEXT_NODE : 1;
    /** @type {any} */
    this.nodeValue = null;
    /** @type {any} */
    this.parentNode = null;
    /** @type {any[]} */
    this.childNodes = [];
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const among = this.parentNode?.childNodes ?? [];
    return among[among.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return around.document.body.contains(this);
  }

  get textContent() {
    return this.nodeValue ?? this.childNodes.map((each) => each.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(around.document.createTextNode(text));
  }

  /** @param {any} node */
  contains(node) {
    for (let at = node; at; at = at.parentNode) if (at === this) return true;
    return false;
  }

  /** As in a browser, an element that is moved or removed loses the focus. @param {any} node @param {any} before */
  insertBefore(node, before) {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    node.moves += 1;
    return node;
  }

  /** @param {any} node */
  removeChild(node) {
    if (node.contains(around.document.focused)) around.document.focused = null;
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }

  remove() {
    this.parentNode?.removeChild(this);
  }

  /** @param {...any} nodes */
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node instanceof Node ? node : around.document.createTextNode(node), null);
  }

  /** @param {...any} nodes */
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) this.removeChild(node);
    this.append(...nodes);
  }

  /** @param {any} other @returns {boolean} */
  isEqualNode(other) {
    return markup(this) === markup(other);
  }
}

class Element extends Node {
  /** @param {string} tag */
  constructor(tag) {
    super(tag.toUpperCase());
    this.localName = tag;
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {Map<string, Set<(event: any) => void>>} */
    this.listeners = new Map();
    this.moves = 0;
    /** @type {Map<string, string>} */
    this.styles = new Map();
    this.style = { setProperty: (/** @type {string} */ name, /** @type {string} */ value) => this.styles.set(name, value) };
    /** @type {any} */
    this.value = undefined;
    if (["input", "textarea", "select", "option"].includes(tag)) this.value = "";
    else delete this.value;
    if (tag === "input") this.checked = false;
    if (tag === "option") this.selected = false;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  get className() {
    return this.getAttribute("class") ?? "";
  }

  set className(names) {
    this.setAttribute("class", names);
  }

  get disabled() {
    return this.attributes.has("disabled");
  }

  /** @param {string} type @param {(event: any) => void} hear */
  addEventListener(type, hear) {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(hear));
  }

  /** Something happens to this element. @param {string} type @param {object} [more] */
  fire(type, more = {}) {
    const event = { type, target: this, currentTarget: this, preventDefault() {}, ...more };
    for (const hear of this.listeners.get(type) ?? []) hear.call(this, event);
  }

  /** Nothing is felt on a key that is shut, by itself or by what is around it. */
  click() {
    for (let at = /** @type {any} */ (this); at; at = at.parentNode) {
      if (at.disabled || at.attributes.has("inert")) return;
    }
    this.fire("click");
  }

  showModal() {
    this.setAttribute("open", "");
  }

  close() {
    this.removeAttribute("open");
    this.fire("close");
  }

  /** @param {string} selector */
  closest(selector) {
    const [inner, within] = selector.split(" ").reverse();
    for (let at = /** @type {any} */ (this); at; at = at.parentNode) {
      if (at.parentNode?.querySelectorAll(inner).includes(at) && (!within || at.parentNode.closest(within))) return at;
    }
    return null;
  }

  get classList() {
    return {
      add: (/** @type {string} */ name) => this.setAttribute("class", `${this.className} ${name}`.trim()),
    };
  }

  scrollTo() {}

  scrollIntoView() {}

  focus() {
    if (this.isConnected) around.document.focused = this;
  }

  /** @returns {any[]} */
  get children() {
    return this.childNodes.filter((each) => each instanceof Element);
  }

  /** @returns {any[]} */
  get all() {
    return this.childNodes.flatMap((each) => (each instanceof Element ? [each, ...each.all] : []));
  }

  /** A tag, a class, an attribute with its value, or all. @param {string} selector */
  querySelectorAll(selector) {
    const [, tag, name, attribute, value] = /^(\w+)?(?:\.([\w-]+))?(?:\[([\w-]+)(?:="?([^"]*)"?)?\])?$/.exec(selector) ?? [];
    if (selector === "*") return this.all;
    return this.all.filter((each) =>
      (!tag || each.localName === tag) &&
      (!name || each.className.split(" ").includes(name)) &&
      (!attribute || (value === undefined ? each.attributes.has(attribute) : each.getAttribute(attribute) === value)));
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

/** An element as it would be written. @param {any} node @returns {string} */
export function markup(node) {
  if (!(node instanceof Element)) return node.nodeValue;
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
  return `<${node.localName}${attributes}>${node.childNodes.map(markup).join("")}</${node.localName}>`;
}

/** An empty document, in place of the one before. */
export function newDocument() {
  const body = new Element("body");
  around.Node = Node;
  around.Element = Element;
  around.HTMLElement = Element;
  around.document = {
    body,
    focused: null,
    visibilityState: "visible",
    documentElement: new Element("html"),
    addEventListener() {},
    removeEventListener() {},
    get activeElement() {
      return this.focused ?? body;
    },
    createElement: (/** @type {string} */ tag) => new Element(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new Element(tag),
    createTextNode: (/** @type {string} */ text) => Object.assign(new Node("#text"), { nodeValue: text }),
    getElementById: (/** @type {string} */ id) => body.querySelector(`[id=${id}]`),
    querySelector: (/** @type {string} */ selector) => body.querySelector(selector),
    querySelectorAll: (/** @type {string} */ selector) => body.querySelectorAll(selector),
  };
  return body;
}
