/** The outbox at work: reports go to the server in order, whoever waits for one is answered, trouble stops all. */
import { ApiError, CLOSED } from "../../shared/api.js";
import { isAway } from "./server.js";

/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {"judged" | "kept"} Outcome */
/** @typedef {{ resolve: (outcome: Outcome) => void, reject: (error: unknown) => void }} Asker */
/** @typedef {{ id: number, error: ApiError, request: Request, rest: number }} Trouble */

export class Mail {
  /**
   * @param {Memory} memory
   * @param {Server} server
   */
  constructor(memory, server) {
    this.memory = memory;
    this.outbox = memory.outbox;
    this.server = server;
    /** @type {Trouble | null} */
    this.trouble = null;
    /** @type {Map<number, Asker>} */
    this.askers = new Map();
  }

  get pending() {
    return this.outbox.waiting.length;
  }

  /**
   * Written down; the promise is kept when somebody has judged it, or nobody can.
   * @param {Request} request
   * @param {string} at
   * @returns {Promise<Outcome>}
   */
  post(request, at) {
    const { id } = this.outbox.add(request, at, this.memory.view?.v ?? 0);
    return new Promise((resolve, reject) => this.askers.set(id, { resolve, reject }));
  }

  /**
   * The first report is sent. Refused, it is nobody's any more where somebody waits to hear so; where it was
   * kept, it stays and is in trouble. Thrown is only that the server is away.
   * @returns {Promise<boolean>} whether it was entered
   */
  async send() {
    const [item, next] = this.outbox.waiting;
    let told;
    try {
      told = await this.server.send(this.outbox.client, item, this.memory.record.v, this.memory.me);
    } catch (error) {
      if (isAway(error) || !(error instanceof ApiError)) throw error;
      this.refuse(item, error);
      return false;
    }
    // Another window has it by now.
    if (!this.memory.owned) return true;
    this.memory.learn(told.view.v);
    if (!next || this.askers.has(item.id)) this.memory.show(told.view);
    // A report between the two was given up: its number is no link any more.
    if (next && next.v === null && next.id !== item.id + 1) this.outbox.move(next.id, told.v);
    this.outbox.answered(item.id, told.v);
    this.memory.hold(told.lines);
    this.settle("judged", item.id);
    return true;
  }

  /**
   * @param {Item} item
   * @param {ApiError} error
   */
  refuse(item, error) {
    const after = this.outbox.waiting.filter(({ id }) => id > item.id);
    // Another phone has taken over: what was reported here stays, to be told to whoever umpires now.
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
    this.outbox.drop(id);
    this.askers.delete(id);
    asker?.reject(error);
  }

  /**
   * Whoever waits is told, for one report or for all.
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
    const { waiting } = this.outbox;
    const next = waiting.find((item) => item.id > id);
    if (next && waiting[0].id === id) this.outbox.move(next.id, this.memory.known);
    this.outbox.drop(id);
    this.trouble = null;
  }

  /** The report in trouble and all after it are given up. */
  dropAll() {
    const from = this.trouble?.id ?? Infinity;
    for (const { id } of this.outbox.waiting) if (id >= from) this.outbox.drop(id);
    this.trouble = null;
  }

  /** It is to be entered after all that others have entered. */
  retry() {
    const [first] = this.outbox.waiting;
    if (first && first.id === this.trouble?.id) this.outbox.move(first.id, this.memory.known);
    this.trouble = null;
  }

  close() {
    for (const { reject } of this.askers.values()) reject(new ApiError(CLOSED));
    this.askers.clear();
  }
}
