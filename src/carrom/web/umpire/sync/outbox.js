/**
 * The umpire's reports on their way to the server: each is written down before it is sent, and removed when the
 * server has it and its entries have come back. Its number is the same however often it is sent, so that the
 * server enters it once.
 */

/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("./desk_storage.js").DeskStorage} DeskStorage */
/**
 * A report. `v` is the entry it was made at, null right after the report before it; `done` the last entry that
 * the server made of it.
 * @typedef {{ id: number, v: number | null, at: string, request: Request, done?: number }} Item
 */

const DIGITS = 12;

export class Outbox {
  /** @param {DeskStorage} kept */
  constructor(kept) {
    this.kept = kept;
    /** @type {Item[]} */
    this.items = [];
    /** The name under which this phone sends. */
    this.client = "";
    this.last = 0;
    this.reload();
  }

  /** As it is written down; another window may have written too. */
  reload() {
    /** @type {{ client: string, last: number } | null} */
    const known = this.kept.get("client");
    this.client = known?.client ?? named();
    this.last = known?.last ?? 0;
    this.items = this.kept.names("out.").map((name) => this.kept.get(name)).filter(Boolean);
    if (!known) this.#count(0);
  }

  /** Those that the server has not answered. */
  get waiting() {
    return this.items.filter((item) => item.done === undefined);
  }

  /**
   * @param {Request} request
   * @param {string} at
   * @param {number} v the entry that is shown
   */
  add(request, at, v) {
    const id = Math.max(this.last, ...this.items.map((item) => item.id)) + 1;
    /** @type {Item} */
    const item = { id, v: this.waiting.length ? null : v, at, request };
    this.#write(item);
    this.items.push(item);
    return item;
  }

  /**
   * The server has it.
   * @param {number} id
   * @param {number} v the last entry that it led to
   */
  answered(id, v) {
    this.#change(id, { done: v });
  }

  /**
   * It is to be entered after another entry than it was made at.
   * @param {number} id
   * @param {number} v
   */
  move(id, v) {
    this.#change(id, { v });
  }

  /**
   * Everything up to an entry has come back from the server.
   * @param {number} v
   */
  cover(v) {
    for (const item of [...this.items]) if (item.done !== undefined && item.done <= v) this.drop(item.id);
  }

  /** @param {number} id */
  drop(id) {
    // The number first: it must never be given to another report.
    this.#count(id);
    this.kept.remove(nameOf(id));
    this.items = this.items.filter((item) => item.id !== id);
  }

  /** @param {number} id */
  #count(id) {
    this.last = Math.max(this.last, id);
    this.kept.set("client", { client: this.client, last: this.last });
  }

  /**
   * @param {number} id
   * @param {Partial<Item>} change
   */
  #change(id, change) {
    const item = this.items.find((each) => each.id === id);
    if (item) this.#write(Object.assign(item, change));
  }

  /** @param {Item} item */
  #write(item) {
    this.kept.set(nameOf(item.id), item);
  }
}

/** @param {number} id */
const nameOf = (id) => `out.${String(id).padStart(DIGITS, "0")}`;

function named() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
