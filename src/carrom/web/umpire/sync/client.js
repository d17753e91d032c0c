/**
 * One desk as its screens talk with it. A report is written down and sent to the server; where that is out of
 * reach it is judged in this page or, where that cannot be, kept and judged later. One thing at a time, so that no
 * report is counted twice.
 */
import { ApiError, CLOSED } from "../../shared/api.js";
import { lang, languages, onLang } from "../../shared/words.js";
import { Judging } from "../judge/judging.js";
import { DeskCopy } from "./desk_copy.js";
import { DeskStorage } from "./desk_storage.js";
import { Outbox } from "./outbox.js";
import { Reachability } from "./reachability.js";
import { keepJudge, keepPage } from "./reopen.js";
import { isAway, requestJson, requestRecord } from "./requests.js";
import { SingleFlight } from "./single_flight.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Request} Request */
/** @typedef {import("./outbox.js").Outcome} Outcome */

/** Before the server has told. @type {import("./desk_copy.js").Desk} */
const UNKNOWN = { umpire: false, desk: "", watch: "", place: "", next: null, v: 0 };

/** Not a refusal: the judge in this page has gone, or has failed. */
const JUDGE_FAILED = ["judge/nobody", "page/broken"];

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
    this.path = `/api/desk/${encodeURIComponent(token)}`;
    this.copy = new DeskCopy(new DeskStorage(token));
    this.outbox = new Outbox(this.copy, (report) => requestJson(this.path, report));
    this.judging = new Judging(this.copy, this.outbox, () => this.#judgeChanged());
    /** @type {Reachability | null} */
    this.reachability = null;
    /** Another window has taken this desk over. */
    this.elsewhere = false;
    /** Whether this page can be opened again with the server away. */
    this.reopens = false;
    this.closed = false;
    /** Whether to fetch the desk again: a report was refused. */
    this.behind = false;
    this.wantsJudge = false;
    this.judgeKept = false;
    /** So many reports have been answered. */
    this.answers = 0;
    /** The rulebook whose catalogue was requested. */
    this.wantedCatalogue = "";
    this.sending = new SingleFlight(() => this.#sendAll());
    this.judgingAll = new SingleFlight(() => this.#judgeAll());
    this.telling = false;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.unheard = onLang(() => void this.#sayAgain().catch(() => {}));
    this.onStorage = (/** @type {StorageEvent} */ event) => {
      if (event.key === null || event.key.startsWith(this.copy.storage.prefix)) this.#owns();
    };
  }

  get view() {
    return /** @type {View} */ (this.copy.view);
  }

  /** All that can be reported under the rulebook of this match, in the language of the page. */
  get catalogue() {
    const catalogue = this.copy.catalogues[lang()];
    return catalogue?.rulebook === this.view.rulebook ? catalogue : null;
  }

  /** Its links and its place; whether this phone umpires; the match that replays this one. */
  get desk() {
    return this.copy.desk ?? UNKNOWN;
  }

  get link() {
    return this.reachability?.link ?? "connecting";
  }

  /** The server answers, but cannot store anything; what is reported stays on this phone meanwhile. */
  get storeFailing() {
    return this.reachability?.storeFailing ?? false;
  }

  /** @returns {"server" | "here" | "nobody"} who judges now */
  get judge() {
    if (this.link !== "offline") return "server";
    return this.judging.ready ? "here" : "nobody";
  }

  /** How many reports the server has not answered. */
  get pending() {
    return this.outbox.waiting.length;
  }

  /** What they are, in order. */
  get waiting() {
    return this.outbox.waiting.map((item) => item.request);
  }

  /** The report that was refused after it had been kept; nothing is sent until that is resolved. */
  get trouble() {
    return this.outbox.trouble;
  }

  /** Whether closing the page loses nothing. */
  get lasting() {
    return this.copy.storage.lasting;
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} takes it off again
   */
  on(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The first look; with the server away, what was kept is shown. */
  async arrive() {
    const { copy } = this;
    const first = await this.#lookOnce().catch((error) => error);
    const usable = copy.view && copy.desk && (isAway(first) || this.pending > 0);
    if (first && !usable) throw first;
    this.reachability = new Reachability(this.token,
      { look: () => this.look(), onView: (view) => this.#hear(view), onChange: () => this.#changed() }, copy.page);
    if (first) this.reachability.lost();
    else this.reachability.met();
    if (this.desk.umpire) copy.own();
    void this.#work();
    if (!this.desk.umpire) return;
    addEventListener("storage", this.onStorage);
    // The page comes first: start the judge and store the page when the browser is idle.
    whenIdle(async () => {
      if (this.closed) return;
      this.reopens = await keepPage().catch(() => false);
      this.#changed();
      await this.startJudge();
    });
    this.#changed();
  }

  close() {
    this.closed = true;
    this.unheard();
    removeEventListener("storage", this.onStorage);
    this.listeners.clear();
    this.reachability?.close();
    this.judging.close();
    this.outbox.close();
  }

  /**
   * @param {Request} request
   * @returns {Promise<Outcome>}
   */
  ask(request) {
    if (this.closed) return Promise.reject(new ApiError(CLOSED));
    if (!this.#owns()) return Promise.reject(new ApiError("desk/elsewhere"));
    if (this.trouble) return Promise.reject(new ApiError("desk/trouble"));
    const answer = this.outbox.post(request, now());
    this.#changed();
    void this.#work();
    return answer;
  }

  /**
   * @param {Request} request
   * @returns {Promise<import("../../desk").Preview>}
   */
  preview(request) {
    const at = now();
    return this.#either(() => requestJson(`${this.path}/preview`, { at, request }), "preview", { at, request });
  }

  /** @returns {Promise<import("../../desk").Line[]>} */
  async log() {
    return (await this.#either(() => requestJson(`${this.path}/log`), "log")).log;
  }

  /**
   * The score sheet in words.
   * @returns {Promise<import("../../desk").SheetText>}
   */
  sheet() {
    return this.#either(() => requestJson(`${this.path}/sheet/text?lang=${lang()}`), "sheet");
  }

  /**
   * A paragraph in our words, and where the other rulebooks have it.
   * @param {string} cite
   * @returns {Promise<import("../../wire").LawPage>}
   */
  law(cite) {
    return this.#either(() => requestJson(`/api/law?cite=${encodeURIComponent(cite)}&lang=${lang()}`), "law", { cite });
  }

  /**
   * An invitation for the phone that takes over.
   * @returns {Promise<string>} its code
   */
  async invite() {
    return (await requestJson(`${this.path}/invitation`, {})).code;
  }

  /**
   * Settles the report in trouble: it is given up and those after it are tried, it and all after it are given up, or
   * it is entered after what others have entered meanwhile.
   * @param {"dropFirst" | "dropAll" | "retry"} how
   */
  async settleTrouble(how) {
    if (!this.trouble || !this.#owns()) return;
    this.outbox[how]();
    this.judging.restart();
    this.#changed();
    await this.#work();
  }

  /** This window works on, and the other one stops. */
  async takeOver() {
    this.copy.own();
    this.outbox.reload();
    this.copy.record.reload();
    this.judging.fed = 0;
    this.judging.restart();
    this.elsewhere = false;
    await this.look();
  }

  /** Checks whether the server answers, and if so sends everything that waits. */
  async look() {
    try {
      await this.#lookOnce();
    } catch (error) {
      return this.#lost(error);
    }
    if (this.storeFailing) return this.#lost();
    this.#met();
    await this.#work();
  }

  async startJudge() {
    this.wantsJudge = true;
    await this.judging.start(() => requestJson("/api/offline"));
  }

  #changed() {
    if (this.closed) return;
    void this.#wantCatalogue();
    if (!this.judgeKept && this.judging.state === "ready" && this.link === "online") {
      this.judgeKept = true;
      void keepJudge().catch(() => {});
    }
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      for (const tell of [...this.listeners]) tell();
    });
  }

  /**
   * Once for every rulebook and every opening of the page: what was kept may be of an older server. All languages
   * are fetched, since the network may go before the reader changes the language.
   */
  async #wantCatalogue() {
    const rulebook = this.copy.view?.rulebook;
    if (!this.desk.umpire || !rulebook || this.wantedCatalogue === rulebook) return;
    this.wantedCatalogue = rulebook;
    try {
      for (const lang of languages()) {
        const path = `/api/catalogue/${encodeURIComponent(rulebook)}?lang=${lang}`;
        this.copy.keepCatalogue(lang, await this.#either(() => requestJson(path), "catalogue", { rulebook, lang }));
        this.#changed();
      }
    } catch {
      this.wantedCatalogue = "";
    }
  }

  /** Whether this window works for the desk; once another has taken over, no more. */
  #owns() {
    if (this.desk.umpire && !this.copy.owned && !this.elsewhere) {
      this.elsewhere = true;
      this.outbox.settle("kept");
      this.#changed();
    }
    return !this.elsewhere;
  }

  /** Does whatever there is to do with what waits. */
  #work() {
    return this.link === "offline" ? this.judgingAll.go() : this.sending.go();
  }

  /** Fetches the view in the new language from the local judge; the server sends its own over the socket. */
  async #sayAgain() {
    await this.judgingAll.rest();
    if (this.link !== "offline" || !this.judging.ready) return;
    const { view } = await this.judging.ask("view");
    this.copy.show(view);
    this.#changed();
  }

  /**
   * Asks the server, or the judge in this page.
   * @template T
   * @param {() => Promise<T>} fromServer
   * @param {string} question
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<T>}
   */
  async #either(fromServer, question, more = {}) {
    if (this.link !== "offline") {
      await this.sending.rest();
      try {
        return await fromServer();
      } catch (error) {
        if (!isAway(error)) throw error;
        this.#lost(error);
      }
    }
    await this.judgingAll.rest();
    const anywhere = question === "law" || question === "catalogue";
    if (anywhere ? this.judging.state !== "ready" : !this.judging.ready) throw new ApiError("judge/nobody");
    return this.judging.ask(question, more);
  }

  async #lookOnce() {
    const { copy, answers } = this;
    /** @type {import("./requests.js").Shown} */
    const shown = await requestJson(this.path);
    // A report has been answered meanwhile, and that answer is the newer one.
    if (answers !== this.answers) return;
    copy.meet(shown);
    this.behind = false;
    if (!copy.view || this.#showsOthers) copy.show(shown.view);
    this.#changed();
  }

  /** Whether to show the server's view: no report of this window is on its way. */
  get #showsOthers() {
    return !this.pending || this.trouble !== null || this.elsewhere;
  }

  #met() {
    if (this.link === "offline") {
      // What the judge here found wrong, the server decides.
      this.outbox.trouble = null;
      if (this.wantsJudge) void this.startJudge();
    }
    this.reachability?.met();
  }

  /** @param {unknown} [error] why, unless the server itself says that it cannot store anything */
  #lost(error) {
    if (error && !(error instanceof ApiError)) console.error(error);
    if (this.closed) return;
    this.reachability?.lost(error instanceof ApiError && error.code === "frame/too-many");
    void this.judgingAll.go();
  }

  /** @param {View} view */
  #hear(view) {
    const { copy } = this;
    if (this.closed || this.link !== "online" || view.v < copy.known) return;
    // Only an umpire's view says what can be entered: another phone has taken over.
    if (this.desk.umpire && !view.can) return void this.look();
    copy.learn(view.v);
    if (this.#showsOthers) copy.show(view);
    this.#changed();
    void this.sending.go();
  }

  #judgeChanged() {
    this.#changed();
    if (this.link === "offline") void this.judgingAll.go();
    else if (this.judging.state === "ready") void this.judging.feed().catch(() => {});
  }

  async #sendAll() {
    try {
      while (!this.closed && this.link !== "offline" && this.desk.umpire && this.#owns()) {
        if (!(await this.#step())) return;
      }
    } catch (error) {
      this.#lost(error);
    }
  }

  /** Does one thing with the server; false, where nothing is left to do. */
  async #step() {
    const { copy } = this;
    if (this.pending && !this.trouble) {
      const entered = await this.outbox.send();
      this.answers += 1;
      // The judge here reads what came with the answer while there is time.
      if (entered) void this.judging.feed().catch(() => {});
      this.behind = !entered || (copy.view?.stage === "replayed" && !this.desk.next);
      this.#met();
      this.#changed();
      return true;
    }
    if (this.behind) {
      await this.#lookOnce();
      return true;
    }
    // Fetch what others have entered only now: while a report is under way, these lines may hold it or not.
    return copy.record.v < copy.known && this.#fetchLines();
  }

  async #fetchLines() {
    const { record } = this.copy;
    const before = record.v;
    const text = await requestRecord(`${this.path}/record?after=${before}`).catch((error) => {
      if (isAway(error)) throw error;
      return "";
    });
    this.outbox.hold(text);
    await this.judging.feed().catch(() => {});
    return record.v !== before;
  }

  /** Judges the waiting reports in this page as far as possible; the rest are answered as kept. */
  async #judgeAll() {
    while (this.link === "offline" && !this.closed && !this.trouble && this.#owns()) {
      if (!(await this.#judgeNext())) break;
      this.#changed();
    }
    // Where it stands ready, what has been asked meanwhile has its turn.
    if (this.link === "offline" && (this.trouble || !this.judging.ready)) this.outbox.settle("kept");
    this.#changed();
  }

  /** Judges the next report; false after the last one, or without a judge. */
  async #judgeNext() {
    const { judging, outbox, copy } = this;
    if (!judging.begun && !(await judging.begin())) return false;
    const item = judging.next;
    let refused = null;
    try {
      if (item) await judging.enter(item);
    } catch (error) {
      refused = error;
    }
    if (this.link !== "offline") return false;
    if (item && refused instanceof ApiError && !JUDGE_FAILED.includes(refused.code)) outbox.refuse(item, refused);
    else if (refused) {
      judging.restart();
      return false;
    }
    // Of many that were kept only the last is shown, as it was before the page was closed.
    const last = this.trouble !== null || !judging.next;
    if (judging.view && (last || (item && outbox.askers.has(item.id)))) copy.show(judging.view);
    judging.caughtUp ||= last;
    if (item && !refused) outbox.settle("judged", item.id);
    return !last;
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
