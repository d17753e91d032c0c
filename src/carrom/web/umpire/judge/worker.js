/**
 * The judge in a worker of its own: the Python of the server, run by Pyodide. The first message says where
 * the files are; then it answers questions in turn. It fetches from our own server only.
 */

/** @typedef {{ start: { index: string, files: string[], core: string } }} Start */
/** @typedef {{ id: number, question: string }} Question */

/** @type {{ answer(text: string): string } | null} */
let judge = null;

/** @param {MessageEvent<Start | Question>} event */
self.onmessage = async ({ data }) => {
  try {
    if ("start" in data) await start(data.start);
    else postMessage({ id: data.id, answer: judge?.answer(data.question) });
  } catch (error) {
    postMessage({ id: "id" in data ? data.id : 0, failed: String(error) });
  }
};

/** @param {Start["start"]} from */
async function start({ index, files, core }) {
  // Fetched first, one word about each: a network may be slow, but from here on nothing may take long.
  const archive = await Promise.all([fetched(core), ...files.map(fetched)]).then(([first]) => first);
  const { loadPyodide } = await import(`${index}pyodide.mjs`);
  const pyodide = await loadPyodide({ indexURL: index });
  postMessage({ step: "started" });
  pyodide.unpackArchive(archive, "zip", { extractDir: "/carrom" });
  pyodide.runPython(`import sys; sys.path.insert(0, "/carrom")`);
  judge = pyodide.pyimport("carrom.umpiring.page").OfflineJudge();
  postMessage({ ready: true });
}

/** @param {string} path */
async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const body = await answer.arrayBuffer();
  postMessage({ step: path });
  return body;
}
