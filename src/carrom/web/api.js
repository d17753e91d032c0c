/** Asking the server over HTTP. What it refuses comes back as an ApiError with its code. */
import { has, lang, list, t } from "./words.js";

/** Nobody is there any more who would want to know: this one is never told. */
export const CLOSED = "page/closed";

export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, unknown>} [args]
   * @param {number} [status]
   */
  constructor(code, args = {}, status = 0) {
    super(code);
    this.code = code;
    this.args = args;
    this.status = status;
  }
}

/**
 * @template T
 * @param {string} path
 * @param {string} [bearer] the token or key of who asks: addresses are logged by proxies, headers are not
 * @returns {Promise<T>}
 */
export const getJson = (path, bearer = "") => asked(path, { headers: said(bearer) });

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {string} [bearer]
 * @returns {Promise<T>}
 */
export const postJson = (path, body, bearer = "") =>
  asked(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...said(bearer) },
    body: JSON.stringify(body),
  });

/**
 * @template T
 * @param {string} path
 * @param {Blob} body
 * @returns {Promise<T>}
 */
export const postFile = (path, body) =>
  asked(path, { method: "POST", headers: { "content-type": "application/octet-stream", ...said() }, body });

/**
 * Who asks, and in which language the answer is to be.
 * @param {string} [bearer]
 * @returns {Record<string, string>}
 */
const said = (bearer = "") => ({
  "accept-language": lang(),
  ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
});

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function asked(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new ApiError("page/offline");
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  throw new ApiError(body?.code ?? "page/broken", body?.args ?? {}, answer.status);
}

/**
 * What a refusal means, in words.
 * @param {unknown} error
 */
export function errorText(error) {
  const { code, args } = error instanceof ApiError ? error : { code: "page/broken", args: {} };
  return refusalText(code, args);
}

/**
 * @param {string} code
 * @param {Record<string, unknown>} args
 */
export function refusalText(code, args) {
  if (code === "place/impossible" && Array.isArray(args.failed) && args.failed.length) {
    return t(`play.placing.${args.failed[0]}`);
  }
  if (code === "aim/impossible" && args.why === "slight") return t("play.slight", { power: String(args.power) });
  if (code === "aim/impossible" && typeof args.why === "string" && has(`play.striker.${args.why}`)) {
    return t(`play.striker.${args.why}`);
  }
  /** @type {Record<string, string | number>} */
  const plain = {};
  for (const [name, value] of Object.entries(args)) {
    plain[name] = Array.isArray(value) ? list(value.map(String)) : typeof value === "number" ? value : String(value);
  }
  const key = `web.error.${code}`;
  return has(key) ? t(key, plain) : t("web.error.other", { code });
}
