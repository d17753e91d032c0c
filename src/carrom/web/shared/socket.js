/**
 * The connection of a table: joins with the last entry shown, comes back by itself, and sends again what has not
 * been answered. The server answers a repeated id as it did the first time, so nothing is played twice.
 */
import { ApiError, CLOSED } from "./api.js";
import { lang, onLang } from "./words.js";

/** @typedef {import("../wire").AnyMessage} AnyMessage */
/** @typedef {import("../wire").ErrorMessage} ErrorMessage */
/** @typedef {import("../wire").AckMessage} AckMessage */
/** @typedef {import("../wire").HintMessage} HintMessage */
/** @typedef {AckMessage | HintMessage} Answer */
/** @typedef {"connecting" | "open" | "lost" | "refused"} Status */
/** @typedef {{ t: string } & Record<string, unknown>} Request */
/** @typedef {{ request: Request, resolve: (answer: Answer) => void, reject: (error: ApiError) => void }} Pending */

export const SOCKET_PATH = "/ws";
const PING_EVERY = 20_000;
const SILENCE = 45_000;
const SLOWEST = 10_000;
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
   */
  constructor({ room, token, seen, onMessage, onReworded, onStatus }) {
    this.room = room;
    this.token = token;
    this.seen = seen;
    this.onMessage = onMessage;
    this.onReworded = onReworded;
    this.onStatus = onStatus;
    /** @type {Map<number, Pending>} */
    this.outbox = new Map();
    this.numbers = new Numbers();
    this.tries = 0;
    this.closed = false;
    this.joined = false;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.pulse = setInterval(() => this.#beat(), PING_EVERY);
    this.wake = () => {
      if (document.visibilityState === "visible" && !this.socket) this.#open();
    };
    this.deaf = onLang(() => this.tell({ t: "language", lang: lang() }));
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.#open();
  }

  /**
   * Something that is not answered and not repeated: an aim, a probe.
   * @param {Request} request
   */
  tell(request) {
    if (this.joined && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /**
   * A request that gets an id, an answer, and is sent again after a return. Whoever leaves gets `page/closed`.
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
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    this.deaf();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close(1000);
    for (const { reject } of this.outbox.values()) reject(new ApiError(CLOSED));
    this.outbox.clear();
  }

  /** Cuts the line as a bad network would; it comes back by itself. */
  drop() {
    this.socket?.close();
  }

  #open() {
    clearTimeout(this.timer);
    if (this.closed || this.socket) return;
    this.onStatus("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${SOCKET_PATH}`);
    this.socket = socket;
    this.joined = false;
    socket.onopen = () => {
      this.heard = Date.now();
      const { room, token, numbers } = this;
      socket.send(JSON.stringify({ t: "join", room, token, client: numbers.client, since: this.seen(), lang: lang() }));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** @param {AnyMessage} message */
  #hear(message) {
    if (this.closed) return;
    this.heard = Date.now();
    if (message.t === "pong") return;
    if (message.t === "welcome") {
      if (this.joined) return this.onReworded(message);
      this.joined = true;
      this.tries = 0;
      this.onStatus("open");
      this.onMessage(message);
      for (const { request } of this.outbox.values()) this.tell(request);
      return;
    }
    if (message.t === "ack" || message.t === "hint") {
      const pending = this.outbox.get(message.id);
      this.outbox.delete(message.id);
      pending?.resolve(message);
    } else if (message.t === "error") this.#refused(message);
    else this.onMessage(message);
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
      this.onStatus("refused", error);
    } else this.onMessage(message);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.joined = false;
    if (this.closed) return;
    this.onStatus("lost");
    // Doubling waits with a share of chance, so that a restarted server is not met by everybody at once.
    const wait = Math.min(SLOWEST, 250 * 2 ** this.tries) * (0.5 + Math.random());
    this.tries += 1;
    this.timer = setTimeout(() => this.#open(), wait);
  }

  #beat() {
    if (!this.socket) return;
    if (Date.now() - this.heard > SILENCE) {
      const silent = this.socket;
      silent.close();
      this.#lost(silent);
    } else this.tell({ t: "ping" });
  }
}

/**
 * The name of this page and the numbers of its requests. Kept over a reload; a copied tab takes another name, since
 * a number used twice under one name would be taken for the same request.
 */
class Numbers {
  constructor() {
    const kept = read();
    const mine = kept && !kept.open;
    this.client = mine ? kept.client : fresh();
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
    try {
      sessionStorage.setItem("carrom.client", JSON.stringify({ client: this.client, last: this.last, open }));
    } catch {
      // Without storage a reload takes another name.
    }
  }
}

/** @returns {{ client: string, last: number, open: boolean } | null} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem("carrom.client") ?? "null");
  } catch {
    return null;
  }
}

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
