/** Live views of desks, told over one connection. */
import { Connection } from "../../shared/connection.js";
import { lang, onLang } from "../../shared/words.js";

/** @typedef {import("../../desk").View} View */

/**
 * Follows desks over a socket: calls `onView` with the view of each, now and after every entry. An unknown desk has the
 * view null.
 * @param {string[]} tokens at most fifty
 * @param {(token: string, view: View | null) => void} onView
 * @param {(open: boolean) => void} [onOpen] whether the connection is there
 * @param {(failing: boolean) => void} [onStore] whether the server cannot store anything
 * @param {string} [page] the name under which this page sends reports; it gets their views with the
 *   answers, and not here
 * @returns {() => void} stops
 */
export function followDesks(tokens, onView, onOpen = () => {}, onStore = () => {}, page = "") {
  const ask = () => connection.send({ t: "follow", tokens, lang: lang(), page });
  const connection = new Connection({
    onOpen: ask,
    onMessage: ({ t, token, view, failing }) => {
      if (t === "store") onStore(failing === true);
      if (t !== "desk" && t !== "unknown") return;
      onOpen(true);
      onView(token, t === "desk" ? view : null);
    },
    onLost: () => onOpen(false),
  });
  const off = onLang(ask);
  return () => {
    off();
    connection.close();
  };
}
