/** The line of a table: what it joins with, and what becomes of requests when it is left. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Line } from "./line.js";

const { TableSocket } = await import("../../src/carrom/web/shared/socket.js");

beforeEach(() => void (Line.all = []));

/** Somebody at a table of which entry `shown` is shown. */
function joined(shown = { v: 0 }) {
  /** @type {string[]} */
  const heard = [];
  const socket = new TableSocket({
    room: "room",
    token: "token",
    seen: () => shown.v,
    onMessage: (message) => void heard.push(message.t),
    onStatus: () => {},
    onOutdated: () => void heard.push("outdated"),
  });
  const [line] = Line.all;
  line.onopen();
  line.says({ t: "welcome", v: 7, version: "1.0" });
  return { socket, line, heard };
}

test("a return asks for what follows the entry that is shown, not the one that was heard of", async () => {
  const shown = { v: 0 };
  const { socket, line } = joined(shown);
  shown.v = 7;
  line.says({ t: "stroke", v: 8 });
  socket.connection.drop();
  await new Promise((resolve) => setTimeout(resolve, 500));
  Line.all[1].onopen();
  socket.close();

  assert.equal(line.sent[0].since, 0);
  assert.equal(Line.all[1].sent[0].since, 7);
});

test("the address of a line names its table, so that a proxy can choose the node that owns it", () => {
  const { socket, line } = joined();
  socket.close();

  assert.equal(line.url, "ws://localhost/ws?room=room");
});

test("whoever was sent away is back within a third of a second", async () => {
  const { socket, line } = joined();
  line.close();
  await new Promise((resolve) => setTimeout(resolve, 330));
  socket.close();

  assert.equal(Line.all.length, 2);
});

test("whoever leaves has every open request settled, and hears no more", async () => {
  const { socket, line, heard } = joined();
  const open = socket.ask({ t: "strike" });
  socket.close();
  line.says({ t: "stroke", v: 8 });

  await assert.rejects(open, { code: "page/closed" });
  await assert.rejects(socket.ask({ t: "say" }), { code: "page/closed" });
  assert.deepEqual(heard, ["welcome"]);
  assert.equal(line.sent.length, 2);
});

/** The line with which the socket comes back. @param {any} socket */
async function back(socket) {
  const lines = Line.all.length;
  socket.connection.drop();
  while (Line.all.length === lines) await new Promise((resolve) => setTimeout(resolve, 10));
  Line.all[lines].onopen();
  return Line.all[lines];
}

test("a server of another version makes the page outdated, the same version does not", async () => {
  const { socket, heard } = joined();
  (await back(socket)).says({ t: "welcome", v: 7, version: "1.0" });
  assert.deepEqual(heard, ["welcome", "welcome"]);

  (await back(socket)).says({ t: "welcome", v: 7, version: "1.1" });
  socket.close();

  assert.deepEqual(heard, ["welcome", "welcome", "outdated"], "what it says now is not read by the page of before");
});

test("an outdated page stays until what it asked for is answered", async () => {
  const { socket, heard } = joined();
  const open = socket.ask({ t: "strike" });
  const line = await back(socket);
  line.says({ t: "welcome", v: 7, version: "1.1" });
  assert.ok(!heard.includes("outdated"));

  line.says({ t: "ack", id: line.sent.at(-1)?.id, v: 8 });
  await open;
  socket.close();

  assert.equal(heard.at(-1), "outdated");
});
