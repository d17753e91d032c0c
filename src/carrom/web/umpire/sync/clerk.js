/**
 * The clerk of a desk: brings reports to the server and the record's lines back; where the server is out of
 * reach, has the reports judged in this page. One thing at a time, so that no report is counted twice.
 */
import { ApiError } from "../../shared/api.js";
import { InTurn } from "./in_turn.js";
import { Judging } from "../judge/judging.js";
import { Reachability } from "./reachability.js";
import { Mail } from "./mail.js";
import { Memory } from "./memory.js";
import { isAway, Server } from "./server.js";

/** @typedef {import("../../desk").View} View */

/** Not a refusal: the judge has gone, or has failed us. */
const OURS = ["judge/nobody", "page/broken"];

export class Clerk {
  /**
   * @param {string} token
   * @param {() => void} onChange
   */
  constructor(token, onChange) {
    this.token = token;
    this.onChange = onChange;
    this.server = new Server(token);
    this.memory = new Memory(token);
    this.mail = new Mail(this.memory, this.server);
    this.judging = new Judging(this.memory, () => this.#judgeChanged());
    /** @type {Reachability | null} */
    this.line = null;
    this.elsewhere = false;
    this.closed = false;
    /** The desk is to be looked at again: a report was refused. */
    this.behind = false;
    this.wantsJudge = false;
    /** So many reports have been answered. */
    this.answers = 0;
    this.sending = new InTurn(() => this.#sendAll());
    this.bench = new InTurn(() => this.#judgeAll());
  }

  get link() {
    return this.line?.link ?? "connecting";
  }

  get storeFailing() {
    return this.line?.storeFailing ?? false;
  }

  get umpire() {
    return this.memory.desk?.umpire ?? false;
  }

  /** The first look; with the server away, what was kept is shown. */
  async arrive() {
    const { memory, mail } = this;
    const first = await this.#asked().catch((error) => error);
    const usable = memory.view && memory.desk && (isAway(first) || mail.pending > 0);
    if (first && !usable) throw first;
    const calls = {
      look: () => this.look(),
      onView: (/** @type {View} */ view) => this.#hear(view),
      onChange: () => this.onChange(),
    };
    const line = new Reachability(this.token, calls, memory.me);
    this.line = line;
    if (first) line.lost();
    else line.met();
    if (this.umpire) memory.own();
    void this.work();
  }

  close() {
    this.closed = true;
    this.onChange = () => {};
    this.line?.close();
    this.judging.close();
    this.mail.close();
  }

  /** Whether this window works for the desk; once another has taken over, no more. */
  owns() {
    if (this.umpire && !this.memory.owned && !this.elsewhere) {
      this.elsewhere = true;
      this.mail.settle("kept");
      this.onChange();
    }
    return !this.elsewhere;
  }

  /** Whatever there is to do with what waits. */
  work() {
    return this.link === "offline" ? this.bench.go() : this.sending.go();
  }

  /** Is the server there? If so, everything that waits goes to it. */
  async look() {
    try {
      await this.#asked();
    } catch (error) {
      this.#lost(error);
      return;
    }
    if (this.line?.storeFailing) {
      this.#lost();
      return;
    }
    this.#met();
    await this.work();
  }

  /** The language has changed. The server is told by who follows the desk; away from it the judge here is asked. */
  async sayAgain() {
    await this.bench.rest();
    if (this.link !== "offline" || !this.judging.ready) return;
    const { view } = await this.judging.ask("view");
    this.memory.show(view);
    this.onChange();
  }

  async startJudge() {
    this.wantsJudge = true;
    await this.judging.start(() => this.server.runtime());
  }

  takeOver() {
    this.memory.own();
    this.memory.reload();
    this.judging.fed = 0;
    this.judging.restart();
    this.elsewhere = false;
  }

  /**
   * From the server, or from the judge in this page.
   * @template T
   * @param {() => Promise<T>} fromServer
   * @param {string} question
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<T>}
   */
  async either(fromServer, question, more = {}) {
    if (this.link !== "offline") {
      await this.sending.rest();
      try {
        return await fromServer();
      } catch (error) {
        if (!isAway(error)) throw error;
        this.#lost(error);
      }
    }
    await this.bench.rest();
    const anywhere = question === "law" || question === "catalogue";
    if (anywhere ? this.judging.state !== "ready" : !this.judging.ready) throw new ApiError("judge/nobody");
    return this.judging.ask(question, more);
  }

  async #asked() {
    const { memory, mail, answers } = this;
    const shown = await this.server.show();
    // A report has been answered meanwhile, and that answer is the newer one.
    if (answers !== this.answers) return;
    memory.meet(shown);
    this.behind = false;
    if (!memory.view || !mail.pending || mail.trouble || this.elsewhere) memory.show(shown.view);
    this.onChange();
  }

  #met() {
    if (this.link === "offline") {
      // What the judge here found wrong, the server decides.
      this.mail.trouble = null;
      if (this.wantsJudge) void this.startJudge();
    }
    this.line?.met();
  }

  /** @param {unknown} [error] why, unless the server itself says that it cannot keep anything */
  #lost(error) {
    if (error && !(error instanceof ApiError)) console.error(error);
    if (this.closed) return;
    this.line?.lost(error instanceof ApiError && error.code === "frame/too-many");
    void this.bench.go();
  }

  /** @param {View} view */
  #hear(view) {
    const { memory, mail } = this;
    if (this.closed || this.link !== "online" || view.v < memory.known) return;
    // Only an umpire's view says what can be entered: another phone has taken over.
    if (this.umpire && !view.can) return void this.look();
    memory.learn(view.v);
    if (!mail.pending || mail.trouble || this.elsewhere) memory.show(view);
    this.onChange();
    void this.sending.go();
  }

  #judgeChanged() {
    this.onChange();
    if (this.link === "offline") void this.bench.go();
    else if (this.judging.state === "ready") void this.judging.feed().catch(() => {});
  }

  async #sendAll() {
    try {
      while (!this.closed && this.link !== "offline" && this.umpire && this.owns()) {
        if (!(await this.#step())) return;
      }
    } catch (error) {
      this.#lost(error);
    }
  }

  /** One thing with the server; false, where nothing is left to do. */
  async #step() {
    const { memory, mail } = this;
    if (mail.pending && !mail.trouble) {
      const entered = await mail.send();
      this.answers += 1;
      // The judge here reads what came with the answer while there is time.
      if (entered) void this.judging.feed().catch(() => {});
      this.behind = !entered || (memory.view?.stage === "replayed" && !memory.desk?.next);
      this.#met();
      this.onChange();
      return true;
    }
    if (this.behind) {
      await this.#asked();
      return true;
    }
    // What others have entered. Only now: while a report is under way, nobody knows whether these lines hold it.
    return memory.record.v < memory.known && this.#fetchLines();
  }

  async #fetchLines() {
    const { record } = this.memory;
    const before = record.v;
    const text = await this.server.record(before).catch((error) => {
      if (isAway(error)) throw error;
      return "";
    });
    this.memory.hold(text);
    await this.judging.feed().catch(() => {});
    return record.v !== before;
  }

  /** Every waiting report is judged here, as far as that can be; whoever waits for the rest hears that it is kept. */
  async #judgeAll() {
    const { mail } = this;
    while (this.link === "offline" && !this.closed && !mail.trouble && this.owns()) {
      if (!(await this.#judgeNext())) break;
      this.onChange();
    }
    // Where it stands ready, what has been asked meanwhile has its turn.
    if (this.link === "offline" && (mail.trouble || !this.judging.ready)) mail.settle("kept");
    this.onChange();
  }

  /** The next report; false, where it was the last, or nobody can judge it. */
  async #judgeNext() {
    const { judging, mail, memory } = this;
    if (!judging.begun && !(await judging.begin())) return false;
    const item = judging.next;
    let refused = null;
    try {
      if (item) await judging.enter(item);
    } catch (error) {
      refused = error;
    }
    if (this.link !== "offline") return false;
    if (item && refused instanceof ApiError && !OURS.includes(refused.code)) mail.refuse(item, refused);
    else if (refused) {
      judging.restart();
      return false;
    }
    // Of many that were kept only the last is shown, as it was before the page was closed.
    const last = mail.trouble !== null || !judging.next;
    if (judging.view && (last || (item && mail.askers.has(item.id)))) memory.show(judging.view);
    judging.caughtUp ||= last;
    if (item && !refused) mail.settle("judged", item.id);
    return !last;
  }
}
