/** Whether this page can be opened again with the server away: over https or on this machine, by a service worker. */

const SERVICE_WORKER = "/umpire/sw.js";

/** Browsers allow service workers in secure contexts only. */
export const canReopen = () => "serviceWorker" in navigator && isSecureContext;

/**
 * Has everything kept that the page is made of. Over plain http nothing happens, and an open page works on all
 * the same.
 * @returns {Promise<boolean>} whether it is all there
 */
export async function keepPage() {
  if (!canReopen()) return false;
  // Offline it cannot be registered again, but the one that served this page is there.
  await navigator.serviceWorker.register(SERVICE_WORKER, { scope: "/umpire" }).catch(() => {});
  return asked("page");
}

/** Has the judge kept too, once it has come. */
export async function keepJudge() {
  if (canReopen()) await asked("judge");
}

/**
 * @param {"page" | "judge"} what
 * @returns {Promise<boolean>}
 */
async function asked(what) {
  const workers = navigator.serviceWorker;
  if (!(await workers.getRegistration("/umpire"))) return false;
  const { active } = await workers.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event) => resolve(event.data.kept === true);
    active?.postMessage({ t: what }, [port2]);
  });
}
