/**
 * The umpire's reports on their way to the server: each is written down before it is sent, and removed when the
 * server has it and its entries have come back. Its number is the same however often it is sent, so that the
 * server enters it once. A report that is refused after it was kept stops all that follow it.
 */
import { ApiError, CLOSED } from "../../shared/api.js";
import { isAway } from "./requests.js";

/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("./desk_copy.js").DeskCopy} DeskCopy */
/** @typedef {import("../../desk").View} View */
/**
 * A report as it is sent: `has` is the last entry whose line of the record is here, `page` the name under which this
 * page follows the desk.
 * @typedef {Omit<Item, "done"> & { client: string, has: number, page: string }} Report
 */
/**
 * A report. `v` is the entry it was made at, null right after the report before it; `done` the last entry that
 * the server made of it.
 * @typedef {{ id: number, v: number | null, at: string, request: Request, done?: number }} Item
 */
/** @typedef {"judged" | "kept"} Outcome */
/** @typedef {{ resolve: (outcome: Outcome) => void, reject: (error: unknown) => void }} Asker */
/** @typedef {{ id: number, error: ApiError, request: Request, rest: number }} Trouble */

const DIGITS = 12;

export class Outbox {
  /**
   * @param {DeskCopy} copy
   * @param {(report: Report) => Promise<{ v: number, view: View, lines: string }>} sendReport answered with the lines
   *   that are not here
   */
  constructor(copy, sendReport) {
    this.copy = copy;
    this.storage = copy.storage;
    this.sendReport = sendReport;
    /** @type {Item[]} */
    this.items = [];
    /** The name under which this phone sends. */
    this.client = "";
    this.last = 0;
    /** @type {Trouble | null} */
    this.trouble = null;
    /** Who waits to hear of a report. @type {Map<number, Asker>} */
    this.askers = new Map();
    this.reload();
  }

  /** Reads what is written down; another window may have written too. */
  reload() {
    /** @type {{ client: string, last: number } | null} */
    const known = this.storage.get("client");
    this.client = known?.client ?? randomName();
    this.last = known?.last ?? 0;
    this.items = this.storage.names("out.").map((name) => this.storage.get(name)).filter(Boolean);
    if (!known) this.#count(0);
  }

  /** Those that the server has not answered. */
  get waiting() {
    return this.items.filter((item) => item.done === undefined);
  }

  /**
   * Stores a report; the promise resolves once it is judged, or kept because nobody can judge it.
   * @param {Request} request
   * @param {string} at
   * @returns {Promise<Outcome>}
   */
  post(request, at) {
    const id = Math.max(this.last, ...this.items.map((item) => item.id)) + 1;
    /** @type {Item} */
    const item = { id, v: this.waiting.length ? null : this.copy.view?.v ?? 0, at, request };
    this.#write(item);
    this.items.push(item);
    return new Promise((resolve, reject) => this.askers.set(id, { resolve, reject }));
  }

  /**
   * Sends the first report. If the server refuses it, it is dropped where a caller waits for the answer; a report that
   * was kept stays, and is in trouble. Throws only if the server is away.
   * @returns {Promise<boolean>} whether it was entered
   */
  async send() {
    const { copy } = this;
    const [item, next] = this.waiting;
    let told;
    try {
      const { id, v, at, request } = item;
      told = await this.sendReport({ client: this.client, id, v, at, request, has: copy.record.v, page: copy.page });
    } catch (error) {
      if (isAway(error) || !(error instanceof ApiError)) throw error;
      this.refuse(item, error);
      return false;
    }
    // Another window has it by now.
    if (!copy.owned) return true;
    copy.learn(told.view.v);
    if (!next || this.askers.has(item.id)) copy.show(told.view);
    // A report between the two was given up, so `next` no longer follows `item` by its number.
    if (next && next.v === null && next.id !== item.id + 1) this.#change(next.id, { v: told.v });
    this.#change(item.id, { done: told.v });
    this.hold(told.lines);
    this.settle("judged", item.id);
    return true;
  }

  /**
   * Takes lines of the record; reports whose entries have come back are done with.
   * @param {string} lines that follow the stored ones; if they do not, the whole record is fetched again
   */
  hold(lines) {
    const { record } = this.copy;
    if (!record.add(lines)) record.clear();
    for (const { id, done } of [...this.items]) if (done !== undefined && done <= record.v) this.#drop(id);
  }

  /**
   * @param {Item} item
   * @param {ApiError} error
   */
  refuse(item, error) {
    const after = this.waiting.filter(({ id }) => id > item.id);
    // Another phone has taken over: keep the reports, so that its umpire can be told.
    if (this.askers.has(item.id) && error.code !== "room/token") {
      this.#reject(item, error);
      // They were made on top of it, a moment later.
      for (const each of after) this.#reject(each, new ApiError("table/stale"));
      return;
    }
    this.trouble = { id: item.id, error, request: item.request, rest: after.length };
    this.settle("kept");
  }

  /**
   * @param {Item} item
   * @param {ApiError} error
   */
  #reject({ id }, error) {
    const asker = this.askers.get(id);
    this.#drop(id);
    this.askers.delete(id);
    asker?.reject(error);
  }

  /**
   * Resolves the promise of one report, or of all, with an outcome.
   * @param {Outcome} outcome
   * @param {number} [only]
   */
  settle(outcome, only) {
    for (const [id, { resolve }] of this.askers) {
      if (only !== undefined && id !== only) continue;
      this.askers.delete(id);
      resolve(outcome);
    }
  }

  /** The report in trouble is given up; those after it are tried. */
  dropFirst() {
    if (!this.trouble) return;
    const { id } = this.trouble;
    const [first] = this.waiting;
    const next = this.waiting.find((item) => item.id > id);
    if (next && first.id === id) this.#change(next.id, { v: this.copy.known });
    this.#drop(id);
    this.trouble = null;
  }

  /** The report in trouble and all after it are given up. */
  dropAll() {
    const from = this.trouble?.id ?? Infinity;
    for (const { id } of this.waiting) if (id >= from) this.#drop(id);
    this.trouble = null;
  }

  /** The report in trouble is entered after everything that others have entered. */
  retry() {
    const [first] = this.waiting;
    if (first && first.id === this.trouble?.id) this.#change(first.id, { v: this.copy.known });
    this.trouble = null;
  }

  close() {
    for (const { reject } of this.askers.values()) reject(new ApiError(CLOSED));
    this.askers.clear();
  }

  /** @param {number} id */
  #drop(id) {
    // The number first: it must never be given to another report.
    this.#count(id);
    this.storage.remove(nameOf(id));
    this.items = this.items.filter((item) => item.id !== id);
  }

  /** @param {number} id */
  #count(id) {
    this.last = Math.max(this.last, id);
    this.storage.set("client", { client: this.client, last: this.last });
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
    this.storage.set(nameOf(item.id), item);
  }
}

/** @param {number} id */
const nameOf = (id) => `out.${String(id).padStart(DIGITS, "0")}`;

function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
