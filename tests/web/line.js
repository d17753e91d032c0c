/** A line to the server whose other end is the test, in a world that has nothing else of a browser. */

/** @typedef {{ t: string } & Record<string, unknown>} Said */

/** Opened by the code under test; `all` has every one, the first first. */
export class Line {
  static OPEN = 1;
  /** @type {Line[]} */
  static all = [];

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = Line.OPEN;
    /** @type {Said[]} */
    this.sent = [];
    this.onopen = () => {};
    this.onmessage = (/** @type {{ data: string }} */ _) => {};
    this.onclose = () => {};
    Line.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }

  /** @param {Said} message */
  says(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const around = /** @type {any} */ (globalThis);
around.WebSocket = Line;
around.location ??= { protocol: "http:", host: "localhost" };
around.addEventListener ??= () => {};
around.removeEventListener ??= () => {};
around.document ??= { addEventListener() {}, removeEventListener() {}, visibilityState: "visible" };
