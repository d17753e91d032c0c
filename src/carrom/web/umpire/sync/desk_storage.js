/**
 * What this phone keeps of one desk, under `carrom.umpire.<token>.`: in the browser's local storage, and where
 * that keeps nothing (a private window, no room left) as long as the page is open.
 */

const ALL = "carrom.umpire.";
const FETCHED = /\.(record\.\d+|view|desk|catalogues?|runtime)$/;

export class DeskStorage {
  /**
   * @param {string} token
   * @param {Storage | null} [storage]
   */
  constructor(token, storage = lasting()) {
    this.prefix = `${ALL}${token}.`;
    this.storage = storage;
    /** What the storage did not take. @type {Map<string, string>} */
    this.here = new Map();
  }

  /** Whether closing the page loses nothing. */
  get lasting() {
    return this.storage !== null && this.here.size === 0;
  }

  /**
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    const text = this.text(name);
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** @param {string} name */
  text(name) {
    return this.here.get(name) ?? this.storage?.getItem(this.prefix + name) ?? null;
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    this.write(name, JSON.stringify(value));
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    for (const room of [() => true, () => this.#makeRoom()]) {
      try {
        if (!this.storage || !room()) break;
        this.storage.setItem(this.prefix + name, text);
        this.here.delete(name);
        return;
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    }
    this.here.set(name, text);
  }

  /** @param {string} name */
  remove(name) {
    this.storage?.removeItem(this.prefix + name);
    this.here.delete(name);
  }

  /**
   * The names that begin so, in order.
   * @param {string} beginning
   */
  names(beginning) {
    const found = new Set([...this.here.keys()].filter((name) => name.startsWith(beginning)));
    for (const key of keys(this.storage)) {
      if (key.startsWith(this.prefix + beginning)) found.add(key.slice(this.prefix.length));
    }
    return [...found].sort();
  }

  /** What the server has too can go, of other desks and where no report waits for it. */
  #makeRoom() {
    const others = keys(this.storage).filter((key) => key.startsWith(ALL) && !key.startsWith(this.prefix));
    const waiting = new Set(others.filter((key) => key.includes(".out.")).map(deskOf));
    const gone = others.filter((key) => FETCHED.test(key) && !waiting.has(deskOf(key)));
    gone.forEach((key) => this.storage?.removeItem(key));
    return gone.length > 0;
  }
}

/** @param {string} key */
const deskOf = (key) => key.slice(ALL.length).split(".")[0];

/** @param {Storage | null} storage */
function keys(storage) {
  return Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? "");
}

/** @param {unknown} error */
const isFull = (error) => error instanceof DOMException && /quota/i.test(error.name);

function lasting() {
  try {
    const probe = `${ALL}probe`;
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}
