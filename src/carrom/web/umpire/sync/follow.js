/** Live views of desks: one connection that comes back by itself and is told how each desk stands. */

import { lang, onLang } from "../../shared/words.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {{ t: string, token?: string, v?: number, view?: View, failing?: boolean }} Said */

export const SOCKET = "/ws";
const PING_EVERY = 20_000;
const SILENCE = 45_000;
const SLOWEST = 10_000;

/**
 * Tells how each desk stands, now and after every entry; null is a desk that nobody knows.
 * @param {string[]} tokens at most fifty
 * @param {(token: string, view: View | null) => void} onView
 * @param {(open: boolean) => void} [onOpen] whether the connection is there
 * @param {(failing: boolean) => void} [onStore] whether the server cannot keep anything
 * @param {string} [page] the name under which this page reports: it has those views with the answers
 * @returns {{ close(): void }}
 */
export function follow(tokens, onView, onOpen = () => {}, onStore = () => {}, page = "") {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let [closed, heard, tries] = [false, 0, 0];

  /** Everything is said in the language of the page. */
  const say = () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: "follow", tokens, lang: lang(), page }));
  };
  const deaf = onLang(say);

  const open = () => {
    clearTimeout(timer);
    if (closed || socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}${SOCKET}`);
    socket = mine;
    heard = Date.now();
    mine.onopen = () => {
      heard = Date.now();
      say();
    };
    mine.onmessage = (event) => mine === socket && hear(JSON.parse(event.data));
    mine.onclose = () => lost(mine);
  };

  /** @param {Said} said */
  const hear = (said) => {
    heard = Date.now();
    tries = 0;
    if (said.t === "desk" || said.t === "unknown") onOpen(true);
    if (said.t === "desk" && said.token && said.view) onView(said.token, said.view);
    if (said.t === "unknown" && said.token) onView(said.token, null);
    if (said.t === "store") onStore(said.failing === true);
  };

  /** @param {WebSocket} mine */
  const lost = (mine) => {
    if (socket !== mine) return;
    socket = null;
    if (closed) return;
    onOpen(false);
    // Doubling waits with a share of chance, so that a restarted server is not met by everybody at once.
    timer = setTimeout(open, Math.min(SLOWEST, 250 * 2 ** tries) * (0.5 + Math.random()));
    tries += 1;
  };

  const pulse = setInterval(() => {
    if (!socket) return;
    if (Date.now() - heard > SILENCE) {
      const silent = socket;
      silent.close();
      lost(silent);
    } else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: "ping" }));
  }, PING_EVERY);
  const wake = () => {
    if (document.visibilityState === "visible") open();
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  open();

  return {
    close() {
      closed = true;
      deaf();
      clearInterval(pulse);
      clearTimeout(timer);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      socket?.close(1000);
    },
  };
}
