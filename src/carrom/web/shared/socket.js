/**
 * The connection of a table: joins with the last entry shown, comes back by itself, and sends again what has not
 * been answered. The server answers a repeated id as it did the first time, so nothing is played twice.
 */
import { ApiError, CLOSED } from "./api.js";
import { Connection } from "./connection.js";
import * as prefs from "./prefs.js";
import { lang, onLang } from "./words.js";

/** @typedef {import("../wire").AnyMessage} AnyMessage */
/** @typedef {import("../wire").ErrorMessage} ErrorMessage */
/** @typedef {import("../wire").AckMessage} AckMessage */
/** @typedef {import("../wire").HintMessage} HintMessage */
/** @typedef {AckMessage | HintMessage} Answer */
/** @typedef {"connecting" | "open" | "lost" | "refused"} Status */
/** @typedef {{ t: string } & Record<string, unknown>} Request */
/** @typedef {{ request: Request, resolve: (answer: Answer) => void, reject: (error: ApiError) => void }} Pending */

const FINAL = new Set(["room/unknown", "room/token", "origin/refused"]);

export class TableSocket {
  /**
   * @param {object} options
   * @param {string} options.room
   * @param {string} options.token
   * @param {() => number} options.seen the last entry shown; a return asks for what follows it
   * @param {(message: AnyMessage) => void} options.onMessage
   * @param {(message: import("../wire").WelcomeMessage) => void} options.onReworded the same table in another language
   * @param {(status: Status, error?: ApiError) => void} options.onStatus
   * @param {() => void} options.onOutdated the server has another version now, and every request is answered
   */
  constructor(options) {
    this.options = options;
    /** @type {Map<number, Pending>} */
    this.outbox = new Map();
    this.numbers = new Numbers();
    this.joined = false;
    this.closed = false;
    /** That of the server when this page was loaded. @type {string | null} */
    this.version = null;
    this.outdated = false;
    this.deaf = onLang(() => this.tell({ t: "language", lang: lang() }));
    this.connection = new Connection({
      room: options.room,
      onConnecting: () => options.onStatus("connecting"),
      onOpen: () => this.#join(),
      onMessage: (message) => this.#hear(message),
      onLost: () => {
        this.joined = false;
        options.onStatus("lost");
      },
    });
  }

  /**
   * Sends a message that is not answered and not repeated: an aim, a probe.
   * @param {Request} request
   */
  tell(request) {
    if (this.joined) this.connection.send(request);
  }

  /**
   * Sends a request with an id and waits for its answer; sends it again after a reconnect. Rejects with `page/closed`
   * if the page is left.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    if (this.closed) return Promise.reject(new ApiError(CLOSED));
    const id = this.numbers.next();
    const whole = { ...request, id };
    return new Promise((resolve, reject) => {
      this.outbox.set(id, { request: whole, resolve, reject });
      this.tell(whole);
    });
  }

  close() {
    this.closed = true;
    this.joined = false;
    this.deaf();
    this.connection.close();
    for (const { reject } of this.outbox.values()) reject(new ApiError(CLOSED));
    this.outbox.clear();
  }

  #join() {
    const { room, token, seen } = this.options;
    this.connection.send({ t: "join", room, token, client: this.numbers.client, since: seen(), lang: lang() });
  }

  /** @param {AnyMessage} message */
  #hear(message) {
    if (message.t === "welcome") {
      if (this.joined) return this.options.onReworded(message);
      this.joined = true;
      this.version ??= message.version;
      this.outdated = message.version !== this.version;
      this.options.onStatus("open");
      if (!this.outdated) this.options.onMessage(message);
      for (const { request } of this.outbox.values()) this.tell(request);
    } else if (message.t === "ack" || message.t === "hint") {
      const pending = this.outbox.get(message.id);
      this.outbox.delete(message.id);
      pending?.resolve(message);
    } else if (message.t === "error") this.#refused(message);
    else if (!this.outdated) this.options.onMessage(message); // it might say things in another way
    if (this.outdated && !this.outbox.size) this.options.onOutdated();
  }

  /** @param {ErrorMessage} message */
  #refused(message) {
    const error = ApiError.told(message);
    const pending = this.outbox.get(message.id);
    if (pending) {
      this.outbox.delete(message.id);
      pending.reject(error);
    } else if (!this.joined && FINAL.has(message.code)) {
      this.close();
      this.options.onStatus("refused", error);
    } else this.options.onMessage(message);
  }
}

/**
 * The name of this page and the numbers of its requests. Kept over a reload; a copied tab takes another name, since
 * a number used twice under one name would be taken for the same request.
 */
class Numbers {
  constructor() {
    const kept = prefs.get("client");
    const mine = kept && !kept.open;
    this.client = mine ? kept.client : newName();
    this.last = mine ? kept.last : 0;
    this.#write(true);
    addEventListener("pagehide", () => this.#write(false));
  }

  next() {
    this.last += 1;
    this.#write(true);
    return this.last;
  }

  /** @param {boolean} open */
  #write(open) {
    prefs.set("client", { client: this.client, last: this.last, open });
  }
}

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
