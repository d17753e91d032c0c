/** The record's lines as the server wrote them, kept on the phone in chapters, so that one more line costs little. */

/** @typedef {import("./desk_storage.js").DeskStorage} DeskStorage */

const CHAPTER = 50;

export class RecordCopy {
  /** @param {DeskStorage} storage */
  constructor(storage) {
    this.storage = storage;
    /** @type {string[]} */
    this.lines = [];
    this.reload();
  }

  reload() {
    this.lines = [];
    for (let number = 0; ; number += 1) {
      const text = this.storage.text(nameOf(number));
      if (text === null) break;
      this.lines.push(...split(text));
      if (this.lines.length < (number + 1) * CHAPTER) break;
    }
  }

  /** The last entry it holds. */
  get v() {
    return this.lines.length;
  }

  /** @param {number} after */
  text(after = 0) {
    return this.lines.slice(after).join("\n");
  }

  /**
   * Adds what the server sent: the requested lines, or the whole record.
   * @param {string} text
   * @returns {boolean} whether it fits what was there
   */
  add(text) {
    const more = split(text);
    if (!more.length) return true;
    const first = number(more[0]);
    if (first !== 1 && first !== this.v + 1) return false;
    const from = first - 1;
    this.lines = [...this.lines.slice(0, from), ...more];
    for (let chapter = Math.floor(from / CHAPTER); chapter * CHAPTER < this.v; chapter += 1) {
      this.storage.write(nameOf(chapter), this.lines.slice(chapter * CHAPTER, (chapter + 1) * CHAPTER).join("\n"));
    }
    return true;
  }

  /** Forgets everything, so that the whole record is fetched again. */
  clear() {
    this.lines = [];
    this.storage.names("record.").forEach((name) => this.storage.remove(name));
  }
}

/** @param {string} text */
const split = (text) => text.split("\n").filter(Boolean);

/** @param {string} line */
const number = (line) => Number(JSON.parse(line).seq);

/** @param {number} chapter */
const nameOf = (chapter) => `record.${String(chapter).padStart(4, "0")}`;
