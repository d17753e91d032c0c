/** Links to tables: to be scanned or sent, with a QR code, the address and a button that copies it; the next one. */
import { postJson } from "../shared/api.js";
import { copyLine } from "../shared/clipboard.js";
import { dialog, h } from "../shared/dom.js";
import { qrCode } from "../shared/invitation.js";
import { t } from "../shared/words.js";
import { placeText } from "./tables.js";

/** @param {string} token the umpire's */
export const deskPath = (token) => `/umpire/${encodeURIComponent(token)}`;

/** @param {string} token a spectator's */
export const watchPath = (token) => `/watch/${encodeURIComponent(token)}`;

/** @param {{ watch: string, place: string }} table */
export const showWatchLink = ({ watch, place }) => showLink("watch", place, watchPath(watch));

/**
 * @param {string} code an invitation to umpire
 * @param {string} place
 */
export const showInvitation = (code, place) => showLink("umpire", place, `/umpire#join=${code}`);

/**
 * @param {"umpire" | "watch"} to
 * @param {string} place
 * @param {string} path
 */
function showLink(to, place, path) {
  const title = t(`web.umpire.setup.link.${to}`);
  dialog(place ? `${title} · ${placeText(place)}` : title, [
    h("p", null, t(`web.umpire.setup.link.${to}.help`)),
    qrCode(path, t("web.umpire.setup.link.qr")),
    copyLine(path, t("web.umpire.setup.link.address")),
  ], { class: "setup-dialog" });
}

/**
 * An empty table at the same place, for the umpire of this one; asked again, the same until its match has begun.
 * @param {string} token the umpire's
 * @returns {Promise<{ desk: string, token: string, watch: string }>}
 */
export const nextTable = (token) => postJson(`/api/desk/${encodeURIComponent(token)}/next`, {});
