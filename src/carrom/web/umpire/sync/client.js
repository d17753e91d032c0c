/**
 * One desk as its screens talk with it. A report is written down and sent to the server; where that is out of
 * reach it is judged in this page or, where that cannot be, kept and judged later.
 */
import { ApiError, CLOSED } from "../../shared/api.js";
import { lang, languages, onLang } from "../../shared/words.js";
import { Clerk } from "./clerk.js";
import { keepJudge, keepPage } from "./reopen.js";



/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("./mail.js").Outcome} Outcome */

/**
 * @param {string} token
 * @returns {Promise<DeskClient>} as soon as a view is there: the server's, or the one kept on this phone
 */
export async function openDesk(token) {
  const client = new DeskClient(token);
  await client.arrive();
  return client;
}

export class DeskClient {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    this.clerk = new Clerk(token, () => this.#changed());
    /** Whether this page can be opened again with the server away. */
    this.reopens = false;
    this.telling = false;
    this.keptJudge = false;
    /** The rulebook whose catalogue has been asked for. */
    this.wanted = "";
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.deaf = onLang(() => void this.clerk.sayAgain().catch(() => {}));
    this.taken = (/** @type {StorageEvent} */ event) => {
      if (event.key === null || event.key.startsWith(this.clerk.memory.kept.prefix)) this.clerk.owns();
    };
  }

  get view() {
    return /** @type {View} */ (this.clerk.memory.view);
  }

  /** All that can be reported under the rulebook of this match, in the language of the page. */
  get catalogue() {
    const catalogue = this.clerk.memory.catalogues[lang()];
    return catalogue?.rulebook === this.view.rulebook ? catalogue : null;
  }

  get umpire() {
    return this.clerk.umpire;
  }

  get watch() {
    return this.clerk.memory.desk?.watch ?? "";
  }

  get place() {
    return this.clerk.memory.desk?.place ?? "";
  }

  /** The match that replays this one, and where it is watched. */
  get next() {
    return this.clerk.memory.desk?.next ?? null;
  }

  get link() {
    return this.clerk.link;
  }

  /** The server answers, but cannot keep anything; what is reported stays on this phone meanwhile. */
  get storeFailing() {
    return this.clerk.storeFailing;
  }

  /** @returns {"server" | "here" | "nobody"} who judges now */
  get judge() {
    if (this.link !== "offline") return "server";
    return this.clerk.judging.ready ? "here" : "nobody";
  }

  /** The judge in this page: off, not-prepared, starting, ready or failed. */
  get here() {
    return this.clerk.judging.state;
  }

  /** Why the judge in this page failed: `judge/timeout`, where the browser stops it without a word. */
  get hereCode() {
    return this.clerk.judging.code;
  }

  /** Reports that the server has not answered. */
  get pending() {
    return this.clerk.mail.pending;
  }

  /** What they are, in order. */
  get waiting() {
    return this.clerk.memory.outbox.waiting.map((item) => item.request);
  }

  /** The report that was refused after it had been kept; nothing is sent until that is resolved. */
  get trouble() {
    return this.clerk.mail.trouble;
  }

  /** Another window has taken this desk over. */
  get elsewhere() {
    return this.clerk.elsewhere;
  }

  /** Whether closing the page loses nothing. */
  get lasting() {
    return this.clerk.memory.kept.lasting;
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} takes it off again
   */
  on(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * @param {Request} request
   * @returns {Promise<Outcome>}
   */
  ask(request) {
    const { clerk } = this;
    if (clerk.closed) return Promise.reject(new ApiError(CLOSED));
    if (!clerk.owns()) return Promise.reject(new ApiError("desk/elsewhere"));
    if (this.trouble) return Promise.reject(new ApiError("desk/trouble"));
    const answer = clerk.mail.post(request, now());
    this.#changed();
    void clerk.work();
    return answer;
  }

  /**
   * @param {Request} request
   * @returns {Promise<import("../../desk").Preview>}
   */
  preview(request) {
    const at = now();
    return this.clerk.either(() => this.clerk.server.preview(at, request), "preview", { at, request });
  }

  /** @returns {Promise<import("../../desk").Line[]>} */
  async log() {
    return (await this.clerk.either(() => this.clerk.server.log(), "log")).log;
  }

  /**
   * The score sheet in words.
   * @param {string} lang
   * @returns {Promise<import("../../desk").SheetText>}
   */
  sheet(lang) {
    return this.clerk.either(() => this.clerk.server.sheet(lang), "sheet", { lang });
  }

  /**
   * A paragraph in our words, and where the other rulebooks have it.
   * @param {string} cite
   * @param {string} lang
   * @returns {Promise<import("../../wire").LawPage>}
   */
  law(cite, lang) {
    return this.clerk.either(() => this.clerk.server.law(cite, lang), "law", { cite, lang });
  }

  /**
   * An invitation for the phone that takes over.
   * @returns {Promise<string>} its code
   */
  async invite() {
    return (await this.clerk.server.invite()).code;
  }

  /** The report in trouble is given up; those after it are tried. */
  async dropFirst() {
    await this.#resolved(() => this.clerk.mail.dropFirst());
  }

  /** The report in trouble and all after it are given up. */
  async dropAll() {
    await this.#resolved(() => this.clerk.mail.dropAll());
  }

  /** The reports are entered after what others have entered meanwhile. */
  async retry() {
    await this.#resolved(() => this.clerk.mail.retry());
  }

  /** This window works on, and the other one stops. */
  async takeOver() {
    this.clerk.takeOver();
    await this.clerk.look();
  }

  close() {
    this.deaf();
    removeEventListener("storage", this.taken);
    this.clerk.close();
    this.listeners.clear();
  }

  async arrive() {
    await this.clerk.arrive();
    if (!this.umpire) return;
    addEventListener("storage", this.taken);
    // The page comes first; the judge and what is kept for later can wait until nobody waits.
    whenIdle(async () => {
      if (this.clerk.closed) return;
      this.reopens = await keepPage().catch(() => false);
      this.#changed();
      await this.clerk.startJudge();
    });
    this.#changed();
  }

  /** @param {() => void} how */
  async #resolved(how) {
    if (!this.trouble || !this.clerk.owns()) return;
    how();
    this.clerk.judging.restart();
    this.#changed();
    await this.clerk.work();
  }

  #changed() {
    void this.#wantCatalogue();
    this.#keepJudgeOnce();
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      for (const tell of [...this.listeners]) tell();
    });
  }

  #keepJudgeOnce() {
    if (this.keptJudge || this.here !== "ready" || this.link !== "online") return;
    this.keptJudge = true;
    void keepJudge().catch(() => {});
  }

  /**
   * Once for every rulebook and every opening of the page: what was kept may be of an older server. Both languages
   * are fetched, since the network may go before the other is asked for.
   */
  async #wantCatalogue() {
    const { memory, server } = this.clerk;
    const rulebook = memory.view?.rulebook;
    if (!this.umpire || !rulebook || this.wanted === rulebook || this.clerk.closed) return;
    this.wanted = rulebook;
    try {
      for (const lang of languages()) {
        memory.offer(lang, await this.clerk.either(() => server.catalogue(rulebook, lang), "catalogue", { rulebook, lang }));
        this.#changed();
      }
    } catch {
      this.wanted = "";
    }
  }
}

/** The time as entries have it: the hall's own, since a score sheet shows it. */
function now() {
  const time = new Date();
  const east = -time.getTimezoneOffset();
  const hall = new Date(time.getTime() + east * 60_000).toISOString().replace("Z", "");
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return `${hall}${east < 0 ? "-" : "+"}${two(Math.floor(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`;
}

/** @param {() => void} then */
function whenIdle(then) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(then, { timeout: 3_000 });
  else setTimeout(then, 500);
}
