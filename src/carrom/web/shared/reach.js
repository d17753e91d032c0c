/**
 * Who can open a link of this page. A page of this machine alone has links for nobody else, until its owner opens the
 * server to the network: then links have the address of that network.
 */
import { getJson, postJson } from "./api.js";

/** @typedef {import("../wire").Reach} Reach */

/** @type {Reach} */
let reach = { open: [], owner: false, offered: [] };

/** Whether only this machine can open an address. @param {string} host */
export const isLoopback = (host) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** What the server says of its networks; a page that others can open need not ask. */
export async function lookForNetwork() {
  if (isLoopback(location.hostname)) reach = await getJson("/api/network");
}

/** The owner lets others in. */
export async function openNetwork() {
  reach = await postJson("/api/network", {});
}

/** The addresses that would be opened, for the owner; nothing for everybody else. */
export const offered = () => (reach.owner ? reach.offered : null);

/** Whether links open on this machine only. */
export const onlyHere = () => isLoopback(location.hostname) && !reach.open.length;

/** Where links lead. */
export const linkOrigin = () => (isLoopback(location.hostname) && reach.open[0]) || location.origin;
