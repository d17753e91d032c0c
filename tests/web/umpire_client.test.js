/** An umpire's reports on a bad network: none is lost, none is entered twice, and the umpire always knows. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { aWhile, Judge, Phone, Server, until } from "./umpire_world.js";

const around = /** @type {any} */ (globalThis);
/** @type {Phone[]} */
let phones = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(console, "error", () => {});
});

afterEach(() => {
  phones.forEach((phone) => phone.switchOff());
  phones = [];
  delete around.Worker;
  mock.timers.reset();
  mock.restoreAll();
});

/** @param {Server} server @param {Map<string, string>} [drawer] @param {number} [stopsAt] */
function phoneAt(server, drawer, stopsAt) {
  const phone = new Phone(server, drawer, stopsAt);
  phones.push(phone);
  return phone;
}

/** A request with a name of its own, by which it is found again. @param {string} name */
const stroke = (name) => /** @type {any} */ ({ do: name.startsWith("two") ? "two" : name.startsWith("bad") ? "bad" : "one", name });

/** @param {Server} server @param {Map<string, string>} [drawer] */
async function desk(server, drawer) {
  const phone = phoneAt(server, drawer);
  return { phone, client: await phone.opens() };
}

/** A server that is prepared for halls without network. */
function prepared() {
  around.Worker = Judge;
  return Object.assign(new Server(), { prepared: true });
}

/** @param {any} client */
const judgeArrives = (client) => until(() => client.judging.state === "ready");

/** An evening: reports one by one and in a hurry, a while without the server, and its return. */
async function evening(/** @type {Phone} */ phone, /** @type {string[]} */ made) {
  const { server } = phone;
  const client = await phone.opens();
  /** @param {string} name */
  const report = (name) => {
    const answer = client.ask(stroke(name));
    if (!phone.off) made.push(name);
    return phone.orGone(answer);
  };
  if (phone.off) return;
  await report("1");
  if (around.Worker && !phone.off) await until(() => client.judging.state === "ready" || phone.off);
  if (phone.off) return;
  await Promise.all([report("two 2"), report("3")]);
  server.away = true;
  for (const name of ["4", "two 5", "6"]) {
    if (phone.off) return;
    const outcome = await report(name);
    if (!phone.off) assert.equal(outcome, around.Worker ? "judged" : "kept");
  }
  server.away = false;
  if (phone.off) return;
  await until(() => client.pending === 0 || phone.off);
  if (!phone.off) await report("7");
  if (!phone.off) await until(() => client.copy.record.v === server.v || phone.off);
}

for (const judged of [false, true]) {
  test(`a phone switched off at any moment has lost no report, ${judged ? "with" : "without"} a judge of its own`, async () => {
    if (judged) around.Worker = Judge;
    const whole = new Phone(Object.assign(new Server(), { prepared: judged }));
    phones.push(whole);
    await evening(whole, []);
    assert.deepEqual(whole.server.entered, ["1", "two 2", "3", "4", "two 5", "6", "7"]);
    assert.ok(whole.steps > 60, String(whole.steps));
    whole.switchOff();

    for (let stopsAt = 1; stopsAt <= whole.steps; stopsAt += 1) {
      const server = Object.assign(new Server(), { prepared: judged });
      const drawer = new Map();
      const first = phoneAt(server, drawer, stopsAt);
      /** @type {string[]} */
      const made = [];
      await evening(first, made);
      first.switchOff();
      server.away = false;

      const { phone, client } = await desk(server, drawer);
      await until(() => client.pending === 0);
      const all = ["1", "two 2", "3", "4", "two 5", "6", "7"];
      assert.deepEqual(server.entered, all.slice(0, server.entered.length), `stopped at ${stopsAt}`);
      assert.ok(server.entered.length >= made.length, `stopped at ${stopsAt}: ${made} but ${server.entered}`);
      assert.equal(client.trouble, null, `stopped at ${stopsAt}`);
      await client.ask(stroke("last"));
      assert.equal(server.entered.at(-1), "last");
      phone.switchOff();
    }
  });
}

test("away from the server reports are kept, counted, and sent in order when it is back", async () => {
  const server = new Server();
  const { client } = await desk(server);
  server.away = true;

  assert.equal(await client.ask(stroke("1")), "kept");
  assert.equal(await client.ask(stroke("2")), "kept");
  assert.deepEqual([client.link, client.judge, client.pending, client.view.v], ["offline", "nobody", 2, 0]);

  server.away = false;
  await until(() => client.pending === 0);
  assert.deepEqual([client.link, client.judge, client.view.v], ["online", "server", 2]);
  assert.deepEqual(server.entered, ["1", "2"]);
});

test("a server that takes so many reports a minute gets the rest later, in order, and is not pressed meanwhile", async () => {
  const server = new Server();
  const { client } = await desk(server);
  server.away = true;
  for (const name of ["a", "b", "two c", "d"]) await client.ask(stroke(name));
  server.away = false;
  server.takes = 2;
  await aWhile();
  mock.timers.tick(16_000);
  await aWhile();
  assert.deepEqual(server.entered, ["a", "b"]);
  assert.equal(client.pending, 2);
  assert.equal(client.trouble, null);

  const before = server.refusedAsTooMany;
  for (let whiles = 0; whiles < 5; whiles += 1) await aWhile(); // 20 s, in which it waits 5 to 15 s each time
  const tries = server.refusedAsTooMany - before;
  assert.ok(tries >= 1 && tries <= 4, `${tries} tries`);

  server.takes = Infinity;
  mock.timers.tick(16_000);
  await aWhile();
  assert.deepEqual(server.entered, ["a", "b", "two c", "d"]);
  assert.equal(client.pending, 0);
});

test("with a server that cannot keep anything reports stay on the phone, and nothing is tried over and over", async () => {
  const server = new Server();
  const { client } = await desk(server);
  /** @param {boolean} failing */
  const tells = (failing) => around.WebSocket.last.onmessage({ data: JSON.stringify({ t: "store", failing }) });
  server.full = true;
  tells(true);
  await until(() => client.link === "offline");
  const asked = mock.method(server, "ask");

  assert.equal(client.storeFailing, true);
  assert.equal(await client.ask(stroke("1")), "kept");
  await aWhile();
  assert.deepEqual([client.link, client.pending, client.storeFailing], ["offline", 1, true]);
  assert.equal(asked.mock.callCount(), 0);

  server.full = false;
  tells(false);
  await until(() => client.pending === 0);
  assert.deepEqual([client.link, client.storeFailing], ["online", false]);
  assert.deepEqual(server.entered, ["1"]);
});

test("a judge of one's own judges at once and stands where the server will stand", async () => {
  const server = prepared();
  const { client } = await desk(server);
  await judgeArrives(client);
  await client.ask(stroke("two 1"));
  server.away = true;

  assert.equal(await client.ask(stroke("two 2")), "judged");
  assert.deepEqual([client.judge, client.view.v, client.view.here, client.pending], ["here", 4, true, 1]);
  await assert.rejects(client.ask(stroke("bad 3")), { code: "case/impossible" });
  assert.equal(client.pending, 1);

  server.away = false;
  await until(() => client.pending === 0);
  assert.deepEqual([client.judge, client.view.v, client.view.here], ["server", 4, undefined]);
  assert.deepEqual(server.entered, ["two 1", "two 2"]);
});

test("away from the server the judge of one's own says everything again when the language changes", async () => {
  const server = prepared();
  const { client } = await desk(server);
  const { keepAll, loadWords, setLang } = await import("../../src/carrom/web/shared/words.js");
  await loadWords("en");
  await keepAll();
  await judgeArrives(client);
  server.away = true;
  await client.ask(stroke("1"));
  assert.equal(client.view.lang, "en");

  await setLang("fr");
  await until(() => client.view.lang === "fr");
  assert.equal(client.view.v, 1);
  await setLang("en");
});

test("a page opened again with the server away goes on from what the phone has kept", async () => {
  const server = prepared();
  const drawer = new Map();
  const { phone, client } = await desk(server, drawer);
  await judgeArrives(client);
  await client.ask(stroke("1"));
  await until(() => client.copy.record.v === 1);
  server.away = true;
  await client.ask(stroke("2"));
  await client.ask(stroke("3"));
  phone.switchOff();

  const again = (await desk(server, drawer)).client;
  assert.deepEqual([again.link, again.desk.umpire, again.pending, again.view.v], ["offline", true, 2, 3]);
  /** @type {Set<number>} */
  const seen = new Set();
  again.on(() => seen.add(again.view.v));
  await until(() => again.judge === "here");
  assert.deepEqual([...seen], [3]);
  assert.equal(await again.ask(stroke("4")), "judged");
  assert.equal(again.view.v, 4);
  server.away = false;
  await until(() => again.pending === 0);
  assert.deepEqual(server.entered, ["1", "2", "3", "4"]);
});

test("where another phone went on meanwhile nothing is judged here, and nothing is sent over it", async () => {
  const server = prepared();
  const { client } = await desk(server);
  await judgeArrives(client);
  await client.ask(stroke("1"));
  server.away = true;
  await client.ask(stroke("2"));
  server.enter(stroke("theirs"));
  await client.ask(stroke("3"));
  server.away = false;
  await until(() => client.trouble);

  const { error: { code }, request, rest } = client.trouble;
  assert.deepEqual([code, request.name, rest, client.pending, client.view.v], ["table/stale", "2", 1, 2, 2]);
  await assert.rejects(client.ask(stroke("4")), { code: "desk/trouble" });
  await aWhile();
  assert.deepEqual(server.entered, ["1", "theirs"]);

  await client.settleTrouble("retry");
  await until(() => client.pending === 0);
  assert.equal(client.trouble, null);
  assert.deepEqual(server.entered, ["1", "theirs", "2", "3"]);
});

test("with entries that were made elsewhere and have not come here, nobody judges here", async () => {
  const server = prepared();
  const { client } = await desk(server);
  await judgeArrives(client);
  await client.ask(stroke("1"));
  await until(() => client.copy.record.v === 1);
  server.enter(stroke("theirs"));
  server.breaks = /record/;
  await client.look();
  await until(() => client.link === "offline");
  server.away = true;

  assert.deepEqual([client.view.v, client.judge], [2, "nobody"]);
  assert.equal(await client.ask(stroke("2")), "kept");
  server.away = false;
  server.breaks = /^$/;
  await until(() => client.pending === 0);
  assert.deepEqual(server.entered, ["1", "theirs", "2"]);
});

test("a kept report that the server refuses stops those after it, until the umpire gives it up", async () => {
  const server = new Server();
  const { client } = await desk(server);
  server.away = true;
  for (const name of ["1", "bad 2", "3", "bad 4", "5"]) await client.ask(stroke(name));
  server.away = false;
  await until(() => client.trouble);

  assert.deepEqual([client.trouble.request.name, client.trouble.rest, client.pending], ["bad 2", 3, 4]);
  await client.settleTrouble("dropFirst");
  await until(() => client.trouble);
  assert.equal(client.trouble.request.name, "bad 4");
  await client.settleTrouble("dropAll");
  assert.deepEqual([client.trouble, client.pending], [null, 0]);
  assert.deepEqual(server.entered, ["1", "3"]);
  assert.equal(await client.ask(stroke("6")), "judged");
});

test("a kept report that the judge of one's own refuses is shown before the server is back", async () => {
  const server = new Server();
  const { client } = await desk(server);
  server.away = true;
  for (const name of ["1", "bad 2", "3"]) await client.ask(stroke(name));
  around.Worker = Judge;
  server.prepared = true;
  client.copy.storage.set("runtime", { prepared: true, version: "1", core: "/core", files: [] });
  await client.startJudge();
  await until(() => client.trouble);

  assert.deepEqual([client.trouble.request.name, client.view.v], ["bad 2", 1]);
  await client.settleTrouble("dropFirst");
  await until(() => client.view.v === 2);
  assert.deepEqual([client.trouble, client.pending], [null, 2]);
  server.away = false;
  await until(() => client.pending === 0);
  assert.deepEqual(server.entered, ["1", "3"]);
});

test("a report refused on the spot is nobody's any more, and neither is what was tapped after it", async () => {
  const server = new Server();
  const { client } = await desk(server);
  const [bad, next] = [client.ask(stroke("bad 1")), client.ask(stroke("2"))];

  await assert.rejects(bad, { code: "case/impossible" });
  await assert.rejects(next, { code: "table/stale" });
  assert.deepEqual([client.pending, client.trouble], [0, null]);
  assert.equal(await client.ask(stroke("3")), "judged");
  assert.deepEqual(server.entered, ["3"]);
});

test("the newest window works on and the older one only looks, until it takes over", async () => {
  const server = new Server();
  const drawer = new Map();
  const old = await desk(server, drawer);
  await old.client.ask(stroke("1"));
  const young = await desk(server, drawer);
  old.phone.heard.forEach((hear) => hear({ key: null }));

  assert.deepEqual([old.client.elsewhere, young.client.elsewhere], [true, false]);
  await assert.rejects(old.client.ask(stroke("no")), { code: "desk/elsewhere" });
  await young.client.ask(stroke("2"));

  old.phone.takesTheStage();
  await old.client.takeOver();
  young.phone.heard.forEach((hear) => hear({ key: null }));
  assert.deepEqual([old.client.elsewhere, young.client.elsewhere], [false, true]);
  assert.equal(await old.client.ask(stroke("3")), "judged");
  assert.deepEqual(server.entered, ["1", "2", "3"]);
});

test("a browser that keeps nothing works while the page is open, and says that it keeps nothing", async () => {
  const server = new Server();
  const phone = phoneAt(server);
  phone.storage = () => /** @type {any} */ (null);
  const client = await phone.opens();
  server.away = true;
  await client.ask(stroke("1"));
  server.away = false;
  await until(() => client.pending === 0);

  assert.equal(client.lasting, false);
  assert.equal((await desk(new Server())).client.lasting, true);
  assert.deepEqual(server.entered, ["1"]);
});

test("a full phone drops the records of other desks, never a report", async () => {
  const server = new Server();
  const drawer = new Map([
    ["carrom.umpire.done.record.0000", "x".repeat(800)],
    ["carrom.umpire.done.view", "x".repeat(100)],
    ["carrom.umpire.done.client", "{}"],
    ["carrom.umpire.open.record.0000", "y".repeat(900)],
    ["carrom.umpire.open.out.000000000001", "{}"],
  ]);
  const phone = phoneAt(server, drawer);
  const plain = phone.storage.bind(phone);
  phone.storage = () => {
    const storage = plain();
    const put = storage.setItem;
    storage.setItem = (key, text) => {
      const size = [...drawer].reduce((sum, [name, value]) => sum + (name === key ? 0 : value.length), text.length);
      if (size > 2000) throw new DOMException("full", "QuotaExceededError");
      put(key, text);
    };
    return storage;
  };
  const client = await phone.opens();
  server.away = true;
  await client.ask({ do: "one", name: "long".repeat(60) });

  assert.deepEqual([...drawer.keys()].filter((key) => key.includes(".done.")), ["carrom.umpire.done.client"]);
  assert.ok(drawer.has("carrom.umpire.open.record.0000"));
  assert.ok([...drawer.keys()].some((key) => key.startsWith("carrom.umpire.umpires-token.out.")));
  assert.equal(client.lasting, true);
});

test("a judge that never starts is given up after a minute, and the page says why", async () => {
  const server = prepared();
  around.Worker = class extends Judge {
    postMessage() {}
  };
  const { client } = await desk(server);
  await until(() => client.judging.state === "starting");
  for (let n = 0; n < 20; n += 1) await aWhile();

  assert.deepEqual([client.judging.state, client.judging.code], ["failed", "judge/timeout"]);
  server.away = true;
  assert.equal(await client.ask(stroke("1")), "kept");
  await assert.rejects(client.preview(stroke("2")), { code: "judge/nobody" });
});

test("a phone whose table was handed over hears so from the line, and keeps its last view", async () => {
  const server = new Server();
  const { client } = await desk(server);
  server.handedOver = true;
  const view = { ...server.view(), can: null };
  around.WebSocket.last.onmessage({ data: JSON.stringify({ t: "desk", token: client.token, v: view.v, view }) });
  await until(() => !client.desk.umpire);

  assert.equal(client.desk.watch, "watch");
  assert.equal(client.pending, 0);
});

test("a report that was refused because another phone took over is kept and can be read", async () => {
  const server = new Server();
  const { client, phone } = await desk(server);
  await client.ask(stroke("1"));
  server.handedOver = true;
  const outcome = await client.ask(stroke("2"));
  await until(() => !client.desk.umpire);
  phone.switchOff();
  const again = await desk(server, phone.drawer);

  assert.equal(outcome, "kept");
  assert.deepEqual(server.entered, ["1"]);
  assert.deepEqual(client.waiting.map((/** @type {any} */ each) => each.name), ["2"]);
  assert.deepEqual(again.client.waiting.map((/** @type {any} */ each) => each.name), ["2"]);
});

test("reports made without network stay on the phone when another one took over meanwhile", async () => {
  const server = new Server();
  const { client } = await desk(server);
  server.away = true;
  await client.ask(stroke("1"));
  await client.ask(stroke("2"));
  Object.assign(server, { away: false, handedOver: true });
  await until(() => client.link === "online" && !client.desk.umpire);
  await aWhile();

  assert.deepEqual(server.entered, []);
  assert.deepEqual(client.waiting.map((/** @type {any} */ each) => each.name), ["1", "2"]);
});
