/** What this phone knows of its desk, kept from one opening of the page to the next. */
import { DeskStorage } from "./desk_storage.js";
import { Outbox } from "./outbox.js";
import { RecordHere } from "./record_here.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("./server.js").Shown} Shown */
/** @typedef {Omit<Shown, "view"> & { v: number }} Desk */

export class Memory {
  /** @param {string} token */
  constructor(token) {
    this.kept = new DeskStorage(token);
    this.outbox = new Outbox(this.kept);
    this.record = new RecordHere(this.kept);
    /** The links and the place of the desk; `v` is the last entry that the server was seen at. @type {Desk | null} */
    this.desk = this.kept.get("desk");
    /** @type {View | null} */
    this.view = this.kept.get("view");
    /** In each language, as far as it has come. @type {Record<string, Catalogue>} */
    this.catalogues = this.kept.get("catalogues") ?? {};
    this.me = `${Date.now()}.${Math.random()}`;
  }

  get known() {
    return this.desk?.v ?? 0;
  }

  /** Another window may have worked here since. */
  reload() {
    this.outbox.reload();
    this.record.reload();
  }

  /** From now on this window works for the desk, and every other one stops. */
  own() {
    this.kept.set("owner", this.me);
  }

  get owned() {
    return (this.kept.get("owner") ?? this.me) === this.me;
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.#keep("view", view);
  }

  /** @param {Shown} shown */
  meet({ view, ...desk }) {
    this.desk = { ...desk, v: view.v };
    this.#keep("desk", this.desk);
  }

  /** @param {number} v an entry that the server was seen at */
  learn(v) {
    if (!this.desk || this.desk.v === v) return;
    this.desk = { ...this.desk, v };
    this.#keep("desk", this.desk);
  }

  /** @param {string} lines of the record, after those that are here; what does not fit is asked for again */
  hold(lines) {
    if (!this.record.add(lines)) this.record.clear();
    this.outbox.cover(this.record.v);
  }

  /**
   * @param {string} language
   * @param {Catalogue} catalogue
   */
  offer(language, catalogue) {
    this.catalogues = { ...this.catalogues, [language]: catalogue };
    this.#keep("catalogues", this.catalogues);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  #keep(name, value) {
    if (this.owned) this.kept.set(name, value);
  }
}
