/** Asking the server over HTTP. What it refuses comes back as an ApiError with its code and its words. */
import { has, lang, t } from "./words.js";

/** The code of requests that were pending when the screen was left; it is never shown. */
export const CLOSED = "page/closed";

export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, unknown>} [args]
   * @param {number} [status]
   * @param {string} [text] what the server says of it
   */
  constructor(code, args = {}, status = 0, text = "") {
    super(code);
    this.code = code;
    this.args = args;
    this.status = status;
    this.text = text;
  }

  /**
   * The refusal that came as an answer.
   * @param {{ code?: string, args?: Record<string, unknown>, text?: string } | null} body
   * @param {number} [status]
   */
  static told(body, status = 0) {
    return new ApiError(body?.code ?? "page/broken", body?.args ?? {}, status, body?.text ?? "");
  }
}

/**
 * @template T
 * @param {string} path
 * @param {string} [bearer] the token or key of who asks: addresses are logged by proxies, headers are not
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
export const getJson = (path, bearer = "", options = {}) => request(path, { ...options, headers: requestHeaders(bearer) });

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {string} [bearer]
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
export const postJson = (path, body, bearer = "", options = {}) =>
  request(path, {
    ...options,
    method: "POST",
    headers: { "content-type": "application/json", ...requestHeaders(bearer) },
    body: JSON.stringify(body),
  });

/**
 * @template T
 * @param {string} path
 * @param {Blob} body
 * @returns {Promise<T>}
 */
export const postFile = (path, body) =>
  request(path, { method: "POST", headers: { "content-type": "application/octet-stream", ...requestHeaders() }, body });

/**
 * Who asks, and in which language the answer is to be.
 * @param {string} [bearer]
 * @returns {Record<string, string>}
 */
const requestHeaders = (bearer = "") => ({
  "accept-language": lang(),
  ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
});

/**
 * @param {string} path
 * @param {RequestInit} options
 */
const request = async (path, options) => whole((await fetchAnswer(path, options)).json());

/**
 * Fetches a successful response; throws `ApiError` for a refusal.
 * @param {string} path
 * @param {RequestInit} [options]
 */
export async function fetchAnswer(path, options) {
  const answer = await whole(fetch(path, options));
  if (answer.ok) return answer;
  throw ApiError.told(await answer.json().catch(() => null), answer.status);
}

/**
 * Turns a network error into an `ApiError` "page/offline".
 * @template T
 * @param {Promise<T>} answer
 */
export const whole = (answer) =>
  answer.catch(() => {
    throw new ApiError("page/offline");
  });

/**
 * Why a case cannot be, in the words of a screen for the field at fault, else in the server's.
 * @param {unknown} error
 * @param {string} screen
 */
export function caseRefusal(error, screen) {
  const field = error instanceof ApiError && error.code === "case/impossible" ? error.args.field : "";
  const key = `web.${screen}.cannot.${field}`;
  return has(key) ? t(key) : errorText(error);
}

/**
 * What a refusal says: the server's words, or the page's own for what never reached it.
 * @param {unknown} error
 */
export function errorText(error) {
  const { code, text } = error instanceof ApiError ? error : new ApiError("page/broken");
  if (text) return text;
  return t(has(`web.error.${code}`) ? `web.error.${code}` : "web.error.page/broken");
}
