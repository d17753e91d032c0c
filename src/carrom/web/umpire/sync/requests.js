/** What an umpire's client asks of the server. Whether the server refuses or is away makes all the difference. */
import { ApiError, fetchAnswer, getJson, postJson, whole } from "../../shared/api.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {{ desk: string, watch: string }} DeskLink */
/** @typedef {{ umpire: boolean, desk: string, watch: string, place: string, next: DeskLink | null, view: View }} Shown */

const PATIENCE = 6_000;
const LONG = 30_000;
const AWAY = [0, 429, 502, 503, 504];

/**
 * Whether the server did not answer, or only a proxy did: the request may be repeated.
 * @param {unknown} error
 */
export const isAway = (error) => error instanceof ApiError && AWAY.includes(error.status);

/** @param {number} patience milliseconds until nobody answers @returns {RequestInit} */
const within = (patience) => ({ cache: "no-store", signal: AbortSignal.timeout(patience) });

/**
 * Lines of a record, as it is kept.
 * @param {string} path
 */
export async function requestRecord(path) {
  const text = await whole((await fetchAnswer(path, within(LONG))).text());
  // A hall's own network may answer in the server's place.
  if (text && !text.startsWith("{")) throw new ApiError("page/offline");
  return text;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const requestJson = (path, body) =>
  body === undefined ? getJson(path, "", within(PATIENCE)) : postJson(path, body, "", within(PATIENCE));
