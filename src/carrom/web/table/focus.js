/** Where the eye and the keys are: a card is brought into view, and the focus is never left nowhere. */

/** A phone, where the board and what belongs to it are not seen together; and one on its side. As in table.css. */
const SMALL = matchMedia("(max-width: 759px), (max-height: 480px)");
const ON_SIDE = matchMedia("(max-height: 480px) and (min-width: 560px)");

export class Focus {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} host the board
   * @param {HTMLElement} over what is laid over it
   */
  constructor(root, host, over) {
    this.root = root;
    this.host = host;
    this.over = over;
    /** @type {Element | null} */
    this.card = null;
    this.stopper = new AbortController();
    // A dialog gives the focus back to its button, which may be gone by then.
    const closed = () => setTimeout(() => this.#kept(true), 0);
    document.addEventListener("close", closed, { capture: true, signal: this.stopper.signal });
  }

  get small() {
    return SMALL.matches;
  }

  destroy() {
    this.stopper.abort();
  }

  toBoard() {
    this.host.focus({ preventScroll: true });
    if (this.small) (ON_SIDE.matches ? this.root : this.host).scrollIntoView({ block: "start" });
  }

  /**
   * Renders with `paint` and keeps the focus inside, even if the focused element is replaced or disabled.
   * @param {() => void} paint
   */
  keeping(paint) {
    const had = this.root.contains(document.activeElement);
    paint();
    this.#shown();
    this.#kept(had);
  }

  #shown() {
    const card = this.over.hidden ? null : this.over.firstElementChild;
    const fresh = card !== null && card !== this.card;
    this.card = card;
    if (!fresh || !card) return;
    const { top, bottom } = card.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) this.over.scrollIntoView({ block: "center" });
    const at = document.activeElement;
    if (at?.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    /** @type {HTMLElement | null} */
    const first = card.querySelector("button:not(:disabled), a");
    first?.focus({ preventScroll: true });
  }

  /** @param {boolean} had */
  #kept(had) {
    const at = document.activeElement;
    const lost = !at || at === document.body || at.matches(":disabled");
    if (had && lost && !document.querySelector("dialog[open]")) this.host.focus({ preventScroll: true });
  }
}
