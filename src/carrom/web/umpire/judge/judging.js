/**
 * Reports judged in this page: the judge here is given the server's record as far as it has come, what the
 * server has answered since, and then the waiting reports one by one.
 */
import { ApiError } from "../../shared/api.js";
import { JudgeWorker } from "./judge_worker.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./judge_worker.js").Runtime} Runtime */
/** @typedef {import("../sync/desk_copy.js").DeskCopy} DeskCopy */
/** @typedef {import("../sync/outbox.js").Outbox} Outbox */
/** @typedef {import("../sync/outbox.js").Item} Item */
/** @typedef {"off" | "not-prepared" | "starting" | "ready" | "failed"} HereState */

export class Judging {
  /**
   * @param {DeskCopy} copy
   * @param {Outbox} outbox
   * @param {() => void} onChange
   */
  constructor(copy, outbox, onChange) {
    this.copy = copy;
    this.outbox = outbox;
    this.onChange = onChange;
    /** @type {JudgeWorker | null} */
    this.judge = null;
    this.prepared = true;
    /** So many lines of the record the judge has read. */
    this.fed = 0;
    /** The last report it has judged; null before it has read the record. @type {number | null} */
    this.upTo = null;
    /** Whether it has since come to the end of what waited. */
    this.caughtUp = false;
    /** How the desk stands after that. @type {View | null} */
    this.view = null;
    /** @type {Promise<unknown>} */
    this.loading = Promise.resolve();
  }

  /** @returns {HereState} */
  get state() {
    return this.judge?.state ?? (this.prepared ? "off" : "not-prepared");
  }

  /** Why it is not there: `judge/timeout`, `judge/failed`. */
  get code() {
    return this.judge?.code ?? "";
  }

  /** Whether it has begun to judge what waits. */
  get begun() {
    return this.state === "ready" && this.upTo !== null;
  }

  /** Whether it stands where the desk stands. */
  get ready() {
    return this.begun && this.caughtUp;
  }

  /** The first waiting report that it has not judged. */
  get next() {
    return this.outbox.waiting.find((item) => item.id > (this.upTo ?? 0));
  }

  /**
   * Starts the judge if the server has one and it is not running; one that timed out is not tried again.
   * @param {() => Promise<{ prepared: boolean } & Runtime>} asked
   */
  async start(asked) {
    if (this.state === "starting" || this.state === "ready" || this.code === "judge/timeout") return;
    const { storage } = this.copy;
    /** @type {({ prepared: boolean } & Runtime) | null} */
    const told = await asked().catch(() => storage.get("runtime"));
    if (!told) return;
    storage.set("runtime", told);
    this.prepared = told.prepared;
    this.fed = 0;
    this.restart();
    this.judge = told.prepared ? new JudgeWorker(told, this.onChange) : null;
    this.onChange();
  }

  /** The record has grown, or reports have gone: it begins again from there. */
  restart() {
    this.upTo = null;
    this.caughtUp = false;
  }

  /** Lines that have come are read while there is time. */
  async feed() {
    this.restart();
    if (this.state === "ready" && this.fed < this.copy.record.v) await this.#load([]);
  }

  /**
   * Where the desk stands without the waiting reports.
   * @returns {Promise<boolean>} false, where entries have been made elsewhere that did not come here
   */
  async begin() {
    if (this.state !== "ready") return false;
    const { record, known } = this.copy;
    const done = this.outbox.items.filter((item) => item.done !== undefined);
    const told = await this.#load(done.filter((item) => (item.done ?? 0) > record.v)).catch(() => null);
    if (!told || told.refused || told.v !== known) return false;
    this.upTo = Math.max(0, ...done.map((item) => item.id));
    this.view = told.view;
    return true;
  }

  /** @param {Item} item */
  async enter({ id, request, at }) {
    const told = await this.ask("enter", { request, at });
    this.upTo = id;
    this.view = told.view;
  }

  /**
   * @param {string} question
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<any>}
   */
  ask(question, more = {}) {
    return this.judge ? this.judge.ask(question, more) : Promise.reject(new ApiError("judge/nobody"));
  }

  close() {
    this.onChange = () => {};
    this.judge?.close();
  }

  /**
   * In turn: each goes on from where the one before it has read to.
   * @param {Item[]} kept
   * @returns {Promise<any>}
   */
  #load(kept) {
    const mine = this.loading.then(() => this.#loaded(kept));
    this.loading = mine.catch(() => {});
    return mine;
  }

  /** @param {Item[]} kept */
  async #loaded(kept) {
    const { record } = this.copy;
    const [after, upTo] = [this.fed, record.v];
    try {
      const told = await this.ask("load", { lines: record.text(after), after, kept });
      this.fed = upTo;
      return told;
    } catch (error) {
      this.fed = 0;
      // The stored record is broken: fetch it again.
      if (error instanceof ApiError && error.code === "record/broken") record.clear();
      throw error;
    }
  }
}
