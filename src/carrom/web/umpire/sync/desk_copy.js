/** What this phone knows of its desk, kept from one opening of the page to the next. */
import { DeskStorage } from "./desk_storage.js";
import { RecordCopy } from "./record_copy.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Catalogue} Catalogue */
/** @typedef {import("./requests.js").Shown} Shown */
/** @typedef {Omit<Shown, "view"> & { v: number }} Desk */

export class DeskCopy {
  /** @param {DeskStorage} storage */
  constructor(storage) {
    this.storage = storage;
    this.record = new RecordCopy(storage);
    /** The links and the place of the desk; `v` is the last entry that the server was seen at. @type {Desk | null} */
    this.desk = storage.get("desk");
    /** @type {View | null} */
    this.view = storage.get("view");
    /** In each language, as far as it has come. @type {Record<string, Catalogue>} */
    this.catalogues = storage.get("catalogues") ?? {};
    /** The name of this window. */
    this.page = `${Date.now()}.${Math.random()}`;
  }

  /** The last entry that the server was seen at. */
  get known() {
    return this.desk?.v ?? 0;
  }

  /** From now on this window works for the desk, and every other one stops. */
  own() {
    this.storage.set("owner", this.page);
  }

  get owned() {
    return (this.storage.get("owner") ?? this.page) === this.page;
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

  /**
   * @param {string} language
   * @param {Catalogue} catalogue
   */
  keepCatalogue(language, catalogue) {
    this.catalogues = { ...this.catalogues, [language]: catalogue };
    this.#keep("catalogues", this.catalogues);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  #keep(name, value) {
    if (this.owned) this.storage.set(name, value);
  }
}
