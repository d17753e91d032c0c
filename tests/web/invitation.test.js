/** Invitations: the exchange for a token that this browser makes, also when answers are lost or nothing is kept. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const around = /** @type {any} */ (globalThis);
/** @type {Map<string, string>} */
let drawer = new Map();
/** What was sent to /api/seat. @type {{ invitation: string, token: string }[]} */
let sent = [];
/** The token by which each invitation was used. @type {Map<string, string>} */
let used = new Map();
let lost = false;

around.localStorage = {
  getItem: (/** @type {string} */ key) => drawer.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ text) => void drawer.set(key, text),
};

/** The server as docs/protocol.md has it: used once, and answered again for the same token. */
around.fetch = async (/** @type {string} */ path, /** @type {any} */ { body }) => {
  assert.equal(path, "/api/seat");
  const { invitation, token } = JSON.parse(body);
  sent.push({ invitation, token });
  if (!used.has(invitation)) used.set(invitation, token);
  if (lost) throw new TypeError("no network");
  const taken = { room: "room", umpire: invitation.startsWith("umpire"), player: "Ben", watch: "watch", recovery: "r" };
  return used.get(invitation) === token
    ? { ok: true, status: 201, json: async () => taken }
    : { ok: false, status: 404, json: async () => ({ code: "invitation/unknown", args: {} }) };
};

beforeEach(() => {
  [drawer, sent, used, lost] = [new Map(), [], new Map(), false];
});

/** The module as a page that was just loaded has it. */
let loads = 0;
const page = () => import(`../../src/carrom/web/shared/invitation.js?load=${(loads += 1)}`);

test("an invitation is found after the # of an address, and nothing else is taken for one", async () => {
  const { invitationIn } = await import("../../src/carrom/web/shared/nav.js");

  assert.equal(invitationIn("join=Zx9_-aBcD0123456789abc"), "Zx9_-aBcD0123456789abc");
  assert.equal(invitationIn("Zx9_-aBcD0123456789abc"), "");
  assert.equal(invitationIn("key=abc"), "");
  assert.equal(invitationIn("join="), "");
});

test("the browser makes a token of sixteen bytes, a different one for every invitation", async () => {
  const { takeSeat } = await page();
  const [one, other] = [await takeSeat("one"), await takeSeat("other")];

  assert.match(one.token, /^[\w-]{22}$/);
  assert.notEqual(one.token, other.token);
  assert.deepEqual(sent.map(({ token }) => token), [one.token, other.token]);
});

test("after a lost answer and a reload the same token is sent again", async () => {
  lost = true;
  const first = await page();
  await assert.rejects(() => first.takeSeat("code"), { code: "page/offline" });
  lost = false;
  const second = await page();
  const seat = await second.takeSeat("code");

  assert.equal(sent.length, 2);
  assert.equal(sent[0].token, sent[1].token);
  assert.equal(seat.token, sent[0].token);
});

test("without a storage a lost answer is asked for again as long as the page is open", async () => {
  const { localStorage } = around;
  delete around.localStorage;
  lost = true;
  const { takeSeat } = await page();
  await assert.rejects(() => takeSeat("code"));
  lost = false;
  const seat = await takeSeat("code");
  around.localStorage = localStorage;

  assert.equal(seat.token, sent[0].token);
});

test("another browser with the same invitation is refused", async () => {
  const first = await page();
  await first.takeSeat("code");
  drawer = new Map();
  const second = await page();

  await assert.rejects(() => second.takeSeat("code"), { code: "invitation/unknown" });
});

test("the seat is remembered with its recovery link; an umpire's table is not", async () => {
  const { seatPath, takeSeat } = await page();
  const seat = await takeSeat("code");
  const umpire = await takeSeat("umpire-code");
  const rooms = JSON.parse(drawer.get("carrom.rooms") ?? "[]");

  assert.equal(seatPath(seat), `/table/room#${seat.token}`);
  assert.equal(seatPath(umpire), `/umpire/${umpire.token}`);
  assert.deepEqual(rooms.map((/** @type {any} */ { room, token, recovery }) => ({ room, token, recovery })),
    [{ room: "room", token: seat.token, recovery: "r" }]);
});
