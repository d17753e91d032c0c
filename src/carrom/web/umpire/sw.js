/**
 * Keeps the umpire's page on the phone, so that it opens with the server away. For the page itself
 * the network comes first and the cache is the fallback. The judge and its runtime never change under their names:
 * the cache comes first. Requests to /api and sockets never pass here.
 */

const SHELL = "carrom-umpire-shell";
const LASTING = "carrom-umpire-lasting";
const PAGE = "/umpire";
const MARK = "/umpire/kept";
const PATIENCE = 3_000;
const AWAY_FOR = 10_000;

const scope = /** @type {any} */ (self);

/** When the server last did not answer: for a while it is not waited for again. */
let away = -AWAY_FOR;

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(netFirst(request, PAGE));
  else if (lasts(pathname)) event.respondWith(keptFirst(pathname));
  else if (isShell(pathname)) event.respondWith(netFirst(request, pathname));
});

scope.addEventListener("message", (/** @type {any} */ event) => {
  const [port] = event.ports;
  const work = event.data.t === "judge" ? keepJudge() : keepPage();
  event.waitUntil(
    work
      .catch(() => {})
      .then(isKept)
      .then((kept) => port?.postMessage({ kept })),
  );
});

/** @param {string} path */
const lasts = (path) => /^\/umpire\/(core-\w+\.zip|pyodide\/.+)$/.test(path);

/** @param {string} path */
const isShell = (path) => /^\/(static|i18n)\//.test(path) || path === "/umpire/worker.js";

/**
 * @param {Request} request
 * @param {string} name
 */
async function netFirst(request, name) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(name);
  if (kept && performance.now() - away < AWAY_FOR) {
    void refreshed(shell, request, name).catch(() => {});
    return kept;
  }
  try {
    return await (kept ? within(PATIENCE, refreshed(shell, request, name)) : refreshed(shell, request, name));
  } catch (error) {
    away = performance.now();
    if (kept) return kept;
    throw error;
  }
}

/**
 * @param {Cache} shell
 * @param {Request} request
 * @param {string} name
 */
async function refreshed(shell, request, name) {
  const answer = await fetch(request);
  away = -AWAY_FOR;
  // A proxy in front of a server that is away answers too, but not for us.
  if (answer.status >= 502 && (await shell.match(name))) throw new Error(String(answer.status));
  if (answer.ok && !answer.redirected) await shell.put(name, answer.clone());
  return answer;
}

/** @param {string} path */
async function keptFirst(path) {
  const lasting = await caches.open(LASTING);
  const kept = await lasting.match(path);
  if (kept) return kept;
  const answer = await fetch(path);
  if (answer.ok) await lasting.put(path, answer.clone());
  return answer;
}

/** @returns {Promise<{ prepared: boolean, core: string, files: string[], shell: string[] }>} */
const listed = async () => (await fetch("/api/offline")).json();

/** Everything that the page is made of, in both languages. */
async function keepPage() {
  const { shell } = await listed();
  const page = await caches.open(SHELL);
  await Promise.all(
    shell.map(async (path) => {
      const answer = await fetch(path, { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await page.put(path, answer);
    }),
  );
  await page.put(MARK, new Response());
}

/** The judge and its runtime, once the page has them: the browser need not fetch them again. */
async function keepJudge() {
  const { core, files } = await listed();
  await Promise.all([core, ...files].map(keptFirst));
  await onlyThese(LASTING, [core, ...files]);
}

/** Whether the whole page was kept once; a file may have changed since, none is missing. */
const isKept = async () => (await (await caches.open(SHELL)).match(MARK)) !== undefined;

/**
 * @param {string} name
 * @param {string[]} paths
 */
async function onlyThese(name, paths) {
  const cache = await caches.open(name);
  const old = (await cache.keys()).filter((request) => !paths.includes(new URL(request.url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/**
 * @template T
 * @param {number} milliseconds
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
function within(milliseconds, work) {
  return Promise.race([
    work,
    new Promise((_, reject) => setTimeout(() => reject(new Error("nobody answers")), milliseconds)),
  ]);
}
