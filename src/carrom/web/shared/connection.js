/** A WebSocket to the server that comes back by itself, and the waits between its tries. */

const SOCKET_PATH = "/ws";
const PING_EVERY = 20_000;
const SILENCE = 45_000;
const FIRST = 200;
export const SLOWEST = 10_000;

/** Waits that double, with a share of chance, so that a restarted server is not met by everybody at once. */
export class Backoff {
  /** @param {number} [first] milliseconds */
  constructor(first = FIRST) {
    this.first = first;
    this.tries = 0;
  }

  /** How long to wait before the next try. */
  next() {
    const wait = Math.min(SLOWEST, this.first * 2 ** this.tries);
    this.tries += 1;
    return jittered(wait);
  }

  reset() {
    this.tries = 0;
  }
}

/** @param {number} wait */
export const jittered = (wait) => wait * (0.5 + Math.random());

/**
 * Calls back when the network changes or the page comes to the front.
 * @param {() => void} retry
 * @returns {() => void} takes it off again
 */
export function onWake(retry) {
  const wake = () => {
    if (document.visibilityState === "visible") retry();
  };
  for (const event of ["online", "offline"]) addEventListener(event, wake);
  document.addEventListener("visibilitychange", wake);
  return () => {
    for (const event of ["online", "offline"]) removeEventListener(event, wake);
    document.removeEventListener("visibilitychange", wake);
  };
}

export class Connection {
  /**
   * @param {object} calls
   * @param {string} [calls.room] the table, in the address: a proxy before several nodes can choose its owner by it
   * @param {() => void} [calls.onConnecting]
   * @param {() => void} calls.onOpen says who is there
   * @param {(message: any) => void} calls.onMessage
   * @param {() => void} calls.onLost
   */
  constructor(calls) {
    this.calls = calls;
    this.backoff = new Backoff();
    this.closed = false;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.pulse = setInterval(() => this.#beat(), PING_EVERY);
    this.stopWaking = onWake(() => this.#open());
    this.#open();
  }

  /** @param {unknown} message lost where the connection is */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Cuts the connection as a bad network would; it comes back by itself. */
  drop() {
    this.socket?.close();
  }

  close() {
    this.closed = true;
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    this.stopWaking();
    this.socket?.close(1000);
  }

  #open() {
    clearTimeout(this.timer);
    if (this.closed || this.socket) return;
    this.calls.onConnecting?.();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = this.calls.room ? `?room=${encodeURIComponent(this.calls.room)}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}${SOCKET_PATH}${query}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      this.heard = Date.now();
      this.calls.onOpen();
    };
    socket.onmessage = (event) => {
      if (this.closed || this.socket !== socket) return;
      this.heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.t !== "error") this.backoff.reset();
      if (message.t !== "pong") this.calls.onMessage(message);
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.closed) return;
    this.calls.onLost();
    this.timer = setTimeout(() => this.#open(), this.backoff.next());
  }

  #beat() {
    if (!this.socket) return;
    if (Date.now() - this.heard > SILENCE) {
      const silent = this.socket;
      silent.close();
      this.#lost(silent);
    } else this.send({ t: "ping" });
  }
}
