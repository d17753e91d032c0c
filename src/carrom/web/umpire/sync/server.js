/** The server as an umpire's client asks it. Whether it refuses or is away makes all the difference. */
import { ApiError } from "../../shared/api.js";
import { lang } from "../../shared/words.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {{ desk: string, watch: string }} DeskLink */
/** @typedef {{ umpire: boolean, desk: string, watch: string, place: string, next: DeskLink | null, view: View }} Shown */

const PATIENCE = 6_000;
const LONG = 30_000;
const AWAY = [0, 429, 502, 503, 504];

/**
 * Nobody answered, or only somebody in between: what was asked may be asked again.
 * @param {unknown} error
 */
export const isAway = (error) => error instanceof ApiError && AWAY.includes(error.status);

export class Server {
  /** @param {string} token */
  constructor(token) {
    this.desk = `/api/desk/${encodeURIComponent(token)}`;
  }

  /** @returns {Promise<Shown>} */
  show() {
    return json(this.desk);
  }

  /**
   * @param {string} client
   * @param {Item} item
   * @param {number} has the last entry whose line of the record is here
   * @param {string} page the name under which this page follows the desk
   * @returns {Promise<{ v: number, view: View, lines: string }>} with the lines that are not here
   */
  send(client, { id, v, at, request }, has, page) {
    return json(this.desk, { client, id, v, at, request, has, page });
  }

  /**
   * @param {string} at
   * @param {Request} request
   * @returns {Promise<import("../../desk").Preview>}
   */
  preview(at, request) {
    return json(`${this.desk}/preview`, { at, request });
  }

  /** @param {number} after the lines of the record after that entry */
  async record(after) {
    const text = await whole((await answered(`${this.desk}/record?after=${after}`, {}, LONG)).text());
    // A hall's own network may answer in the server's place.
    if (text && !text.startsWith("{")) throw new ApiError("page/offline");
    return text;
  }

  /** An invitation for the phone that takes over. @returns {Promise<import("../../wire").Invitation>} */
  invite() {
    return json(`${this.desk}/invitation`, {});
  }

  /** @returns {Promise<{ log: import("../../desk").Line[] }>} */
  log() {
    return json(`${this.desk}/log`);
  }

  /**
   * @param {string} lang
   * @returns {Promise<import("../../desk").SheetText>}
   */
  sheet(lang) {
    return json(`${this.desk}/sheet/text?lang=${lang}`);
  }

  /**
   * @param {string} rulebook
   * @param {string} language
   * @returns {Promise<import("../../desk").Catalogue>}
   */
  catalogue(rulebook, language) {
    return json(`/api/catalogue/${encodeURIComponent(rulebook)}?lang=${language}`);
  }

  /**
   * @param {string} citation
   * @param {string} lang
   * @returns {Promise<import("../../wire").LawPage>}
   */
  law(citation, lang) {
    return json(`/api/law?cite=${encodeURIComponent(citation)}&lang=${lang}`);
  }

  /** @returns {Promise<{ prepared: boolean } & import("../judge/judge_here.js").Runtime>} */
  runtime() {
    return json("/api/offline");
  }
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function json(path, body) {
  const headers = { "accept-language": lang(), "content-type": "application/json" };
  const options = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
  const answer = await answered(path, options, PATIENCE);
  return whole(answer.json());
}

/**
 * What was cut off on its way has not come.
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
