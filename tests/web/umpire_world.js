/**
 * What lies around an umpire's page: a server with one desk, and phones that can be switched off between any two
 * steps. A step is whatever the page leaves behind: a word written down, a request sent, an answer received.
 */
import { mock } from "node:test";

const around = /** @type {any} */ (globalThis);
const TOKEN = "umpires-token";

/** A server as docs/protocol.md has it, whose matches know two kinds of request: `two` makes two entries. */
export class Server {
  constructor() {
    this.away = false;
    /** It answers, but nothing can be entered. */
    this.full = false;
    /** Addresses at which the network breaks off. */
    this.breaks = /^$/;
    /** @type {any[]} */
    this.entered = [];
    /** @type {any[]} */
    this.lines = [];
    /** @type {Map<string, number>} */
    this.answered = new Map();
    this.prepared = false;
    /** What can be reported, and what a request would lead to. @type {any} */
    this.catalogue = {};
    /** @type {any} */
    this.previewed = null;
    /** So many reports are taken; the next are refused with 429. */
    this.takes = Infinity;
    this.refusedAsTooMany = 0;
    /** Another phone umpires by now. */
    this.handedOver = false;
  }

  get v() {
    return this.lines.length;
  }

  /** @param {number} after the lines after that entry */
  text(after) {
    return this.lines.slice(after).map((line) => JSON.stringify(line)).join("\n");
  }

  /** @returns {any} */
  view() {
    return { v: this.v, stage: "in-play", rulebook: "" };
  }

  /** @param {any} request somebody enters something, here or on another phone */
  enter(request) {
    for (let n = 0; n < (request.do === "two" ? 2 : 1); n += 1) this.lines.push({ seq: this.v + 1, request });
    this.entered.push(request.name);
  }

  /** @param {string} path @param {any} body @returns {[number, unknown]} */
  answer(path, body) {
    if (path === "/api/offline") return [200, { prepared: this.prepared, version: "1", core: "/core", files: [], shell: [] }];
    if (path.startsWith("/api/catalogue/")) return [200, this.catalogue];
    if (path.endsWith("/preview")) return [200, this.previewed];
    if (path.endsWith("/log")) return [200, { log: this.view().log ?? [] }];
    if (body && this.handedOver) return [403, { code: "room/token", args: {} }];
    if (body) return this.ask(body);
    const [, after] = /\/record\?after=(\d+)/.exec(path) ?? [];
    if (after) return [200, this.text(Number(after))];
    return [200, { umpire: !this.handedOver, desk: "desk", watch: "watch", place: "", next: null, view: this.view() }];
  }

  /** @param {any} asked @returns {[number, unknown]} */
  ask({ client, id, v, request, has }) {
    const answer = (/** @type {number} */ entry) => ({ v: entry, view: this.view(), lines: this.text(has) });
    if (this.takes <= 0) {
      this.refusedAsTooMany += 1;
      return [429, { code: "frame/too-many", args: {} }];
    }
    this.takes -= 1;
    const known = this.answered.get(`${client}/${id}`);
    if (known !== undefined) return [200, answer(known)];
    if (this.full) return [503, { code: "store/failed", args: {} }];
    const wanted = v ?? this.answered.get(`${client}/${id - 1}`);
    if (wanted !== this.v) return [409, { code: "table/stale", args: { v: this.v } }];
    if (request.do === "bad") return [422, { code: "case/impossible", args: { field: "do" } }];
    this.enter(request);
    this.answered.set(`${client}/${id}`, this.v);
    return [200, answer(this.v)];
  }
}

/** @type {Promise<any>} */
const never = new Promise(() => {});

/** A phone at a server. Its local storage outlives it. */
export class Phone {
  /**
   * @param {Server} server
   * @param {Map<string, string>} [drawer] what an earlier page has left; null: a browser that keeps nothing
   * @param {number} [stopsAt] the step before which it is switched off
   */
  constructor(server, drawer = new Map(), stopsAt = Infinity) {
    this.server = server;
    this.drawer = drawer;
    this.stopsAt = stopsAt;
    this.steps = 0;
    this.off = false;
    this.client = /** @type {any} */ (null);
    /** @type {((event: any) => void)[]} */
    this.heard = [];
  }

  /** The page is opened. */
  async opens() {
    this.takesTheStage();
    const { openDesk } = await import("../../src/carrom/web/umpire/sync/client.js");
    const opening = openDesk(TOKEN);
    this.client = await this.orGone(opening);
    return this.client;
  }

  /** What runs from now on runs in this page. */
  takesTheStage() {
    around.localStorage = this.storage();
    around.fetch = (/** @type {string} */ path, /** @type {any} */ options) => this.fetched(path, options);
    around.addEventListener = (/** @type {string} */ kind, /** @type {any} */ hear) => {
      if (kind === "storage") this.heard.push(hear);
    };
  }

  /**
   * What work comes to, unless the phone is switched off before.
   * @param {Promise<any>} work
   */
  async orGone(work) {
    let done = false;
    const finished = work.finally(() => (done = true));
    finished.catch(() => {});
    await until(() => done || this.off);
    return this.off ? null : finished;
  }

  /** Whether it is still on. What a page does after it was switched off leaves no trace. */
  step() {
    this.steps += 1;
    if (this.steps >= this.stopsAt) this.off = true;
    return !this.off;
  }

  storage() {
    const { drawer } = this;
    return {
      get length() {
        return drawer.size;
      },
      key: (/** @type {number} */ n) => [...drawer.keys()][n] ?? null,
      getItem: (/** @type {string} */ key) => drawer.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
        if (this.step()) drawer.set(key, text);
      },
      removeItem: (/** @type {string} */ key) => {
        if (this.step()) drawer.delete(key);
      },
    };
  }

  /** @param {string} path @param {any} options */
  async fetched(path, options) {
    if (!this.step()) return never;
    await null;
    if (this.server.away || this.server.breaks.test(path)) throw new TypeError("no network");
    const [status, body] = this.server.answer(path, options?.body && JSON.parse(options.body));
    await null;
    if (!this.step()) return never;
    return {
      ok: status < 400,
      status,
      json: async () => structuredClone(body),
      text: async () => String(body),
    };
  }

  /** The page is closed, or the battery is empty. */
  switchOff() {
    this.off = true;
    this.client?.close();
  }
}

/** A line that never opens: these phones hear of others only when they ask. The last one made can be spoken to. */
around.WebSocket = class {
  static OPEN = 1;
  constructor() {
    around.WebSocket.last = this;
  }
  send() {}
  close() {}
};
around.location ??= { protocol: "http:", host: "localhost" };
around.removeEventListener = () => {};
around.document ??= {
  addEventListener() {},
  removeEventListener() {},
  visibilityState: "visible",
  documentElement: {},
  querySelector: () => ({ getAttribute: () => '{ "en": {}, "fr": {} }' }),
};
if (!("navigator" in around)) around.navigator = {};

/** A judge for the toy matches above, in the place of a worker. Without `Worker` none can be started. */
export class Judge {
  constructor() {
    this.base = 0;
    this.v = 0;
    this.onmessage = (/** @type {any} */ _) => {};
    this.onerror = (/** @type {any} */ _) => {};
  }

  /** @param {any} said */
  postMessage(said) {
    setImmediate(() => this.onmessage({ data: said.start ? { ready: true } : this.answer(said) }));
  }

  terminate() {
    this.onmessage = () => {};
  }

  /** @param {any} said */
  answer({ id, question }) {
    const asked = JSON.parse(question);
    if (asked.ask === "load") {
      this.base = asked.after + asked.lines.split("\n").filter(Boolean).length;
      this.v = this.base;
      for (const { request } of asked.kept) this.v += request.do === "two" ? 2 : 1;
    } else if (asked.request?.do === "bad") {
      return { id, answer: JSON.stringify({ code: "case/impossible", args: { field: "do" } }) };
    } else if (asked.ask === "enter") this.v += asked.request.do === "two" ? 2 : 1;
    const view = { v: this.v, stage: "in-play", rulebook: "", here: true, lang: asked.lang };
    return { id, answer: JSON.stringify({ v: this.v, view, judged: [], refused: null }) };
  }
}

/** Time passes until something is true. @param {() => unknown} what */
export async function until(what) {
  for (let n = 0; n < 400; n += 1) {
    if (what()) return;
    mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`it did not come to that: ${what}`);
}

/** A while in which nothing is waited for. */
export async function aWhile() {
  let n = 0;
  await until(() => (n += 1) > 40);
}
