/**
 * Invitations: a link with `#join=CODE` opens a seat, or the umpire's place, once. The browser that uses it makes
 * the token that it has from then on, so nobody else ever knew that token.
 */
import { ApiError, postJson } from "./api.js";
import { h } from "./dom.js";
import * as prefs from "./prefs.js";

/** @typedef {import("../wire").SeatTaken} SeatTaken */
/** @typedef {SeatTaken & { token: string }} Seat */

const MOST = 50;
const TOKEN_BYTES = 16;

/** Whether this browser has used an invitation, or tried to. @param {string} code */
export const hasTried = (code) => code in prefs.get("invitations");

/**
 * Exchanges an invitation for the token of a seat. The token is kept before it is sent: when the answer was lost or
 * the page is loaded again, the same token gets the same answer.
 * @param {string} code
 * @param {string | null} [name] of who takes a free seat
 * @returns {Promise<Seat>}
 */
export async function takeSeat(code, name = null) {
  const tokens = prefs.get("invitations");
  const token = tokens[code] ?? newToken();
  prefs.set("invitations", Object.fromEntries(Object.entries({ [code]: token, ...tokens }).slice(0, MOST)));
  /** @type {SeatTaken} */
  const taken = await postJson("/api/seat", { invitation: code, token, name }).catch((error) => {
    // Nothing was used up: the next try begins anew, with another name.
    if (error instanceof ApiError && error.code === "room/names") prefs.set("invitations", tokens);
    throw error;
  });
  const { room, umpire, watch, recovery } = taken;
  // The rest is known once the table is shown.
  if (!umpire) prefs.remember({ room, token, watch, recovery, title: "", at: Date.now(), kind: "" });
  return { ...taken, token };
}

/**
 * The address of a seat or of an umpire's table.
 * @param {Pick<Seat, "room" | "umpire" | "token">} seat
 */
export const seatPath = ({ room, umpire, token }) =>
  umpire ? `/umpire/${encodeURIComponent(token)}` : `/table/${encodeURIComponent(room)}#${token}`;

/**
 * The QR code of an address of this server. Where it cannot be had, the picture is left out.
 * @param {string} path
 * @param {string} alt
 */
export function qrCode(path, alt) {
  const image = h("img", { class: "qr", alt, width: 240, height: 240 });
  qrPicture(path).then(
    (picture) => {
      const source = URL.createObjectURL(picture);
      image.addEventListener("load", () => URL.revokeObjectURL(source), { once: true });
      image.src = source;
    },
    () => image.remove(),
  );
  return image;
}

/**
 * The address is posted: what it says must not stand in another address, which a proxy would log.
 * @param {string} path
 */
async function qrPicture(path) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/qr", { method: "POST", headers, body: JSON.stringify({ path }) });
  if (!answer.ok) throw new Error(`no code: ${answer.status}`);
  return answer.blob();
}

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
