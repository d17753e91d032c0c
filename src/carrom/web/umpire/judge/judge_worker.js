/** The judge that runs in this page: started in a worker when there is time for it, then kept ready. */
import { ApiError } from "../../shared/api.js";
import { lang } from "../../shared/words.js";

/** @typedef {{ version: string, core: string, files: string[] }} Runtime */
/** @typedef {"starting" | "ready" | "failed"} JudgeState */
/** @typedef {{ id?: number, answer?: string, failed?: string, step?: string, ready?: boolean }} Said */
/** @typedef {{ resolve: (answer: any) => void, reject: (error: ApiError) => void }} Asker */

const WORKER = "/umpire/worker.js";
const PATIENCE = 60_000;

export class JudgeWorker {
  /**
   * @param {Runtime} runtime
   * @param {() => void} onChange
   * @param {number} [patience] milliseconds without a sign of life, after which it will not start any more
   */
  constructor(runtime, onChange, patience = PATIENCE) {
    this.onChange = onChange;
    this.patience = patience;
    /** @type {JudgeState} */
    this.state = "starting";
    /** Why it failed: `judge/timeout` where the browser stops it without a word, `judge/failed`. */
    this.code = "";
    this.last = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Map<number, Asker>} */
    this.askers = new Map();
    // Named a module for its own sake: it is written so that a browser without such workers runs it too.
    this.worker = new Worker(WORKER, { type: "module", name: "judge" });
    this.worker.onmessage = (event) => this.#hear(event.data);
    this.worker.onerror = () => this.#fail("judge/failed");
    this.worker.postMessage({
      start: { index: `/umpire/pyodide/${runtime.version}/`, files: runtime.files, core: runtime.core },
    });
    this.#wait();
  }

  /**
   * A question to carrom.umpiring.page, answered in the language of the page unless another is named. What is
   * refused is an ApiError with its code, as from the server.
   * @param {string} ask
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<any>}
   */
  ask(ask, more = {}) {
    if (this.state !== "ready") return Promise.reject(new ApiError("judge/nobody"));
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.askers.set(id, { resolve, reject });
      this.worker.postMessage({ id, question: JSON.stringify({ ask, lang: lang(), ...more }) });
    });
  }

  close() {
    this.onChange = () => {};
    this.#fail("judge/failed");
  }

  /** @param {Said} said */
  #hear(said) {
    if (this.state === "failed") return;
    if (said.step) this.#wait();
    else if (said.ready) {
      clearTimeout(this.timer);
      this.state = "ready";
      this.onChange();
    } else if (!said.id) this.#fail("judge/failed");
    else this.#answer(said);
  }

  /** @param {Said} said */
  #answer({ id = 0, answer, failed }) {
    const asker = this.askers.get(id);
    this.askers.delete(id);
    if (answer === undefined) {
      // Our fault, in Python: the judge itself goes on.
      console.error(failed);
      asker?.reject(new ApiError("page/broken", { text: failed }));
      return;
    }
    const told = JSON.parse(answer);
    if (typeof told.code === "string" && told.args) asker?.reject(ApiError.told(told));
    else asker?.resolve(told);
  }

  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#fail("judge/timeout"), this.patience);
  }

  /** @param {string} code */
  #fail(code) {
    if (this.state === "failed") return;
    clearTimeout(this.timer);
    this.state = "failed";
    this.code = code;
    this.worker.terminate();
    for (const { reject } of this.askers.values()) reject(new ApiError("judge/nobody"));
    this.askers.clear();
    this.onChange();
  }
}
