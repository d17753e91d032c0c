/** What an umpire's client asks of the server. Whether the server refuses or is away makes all the difference. */
import { ApiError } from "../../shared/api.js";
import { lang } from "../../shared/words.js";

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

/**
 * Lines of a record, as it is kept.
 * @param {string} path
 */
export async function requestRecord(path) {
  const text = await whole((await answered(path, {}, LONG)).text());
  // A hall's own network may answer in the server's place.
  if (text && !text.startsWith("{")) throw new ApiError("page/offline");
  return text;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function requestJson(path, body) {
  const headers = { "accept-language": lang(), "content-type": "application/json" };
  const options = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
  const answer = await answered(path, options, PATIENCE);
  return whole(answer.json());
}

/**
 * A body that was cut off counts as no answer.
 * @template T
 * @param {Promise<T>} body
 */
const whole = (body) =>
  body.catch(() => {
    throw new ApiError("page/offline");
  });

/**
 * @param {string} path
 * @param {RequestInit} options
 * @param {number} patience
 */
async function answered(path, options, patience) {
  let answer;
  try {
    answer = await fetch(path, { ...options, cache: "no-store", signal: AbortSignal.timeout(patience) });
  } catch {
    throw new ApiError("page/offline");
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => null);
  throw ApiError.told(told, answer.status);
}
