/** What a phone keeps of its desk: the outbox and the record's lines, as they are written down. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DeskStorage } from "../../src/carrom/web/umpire/sync/desk_storage.js";
import { ApiError } from "../../src/carrom/web/shared/api.js";
import { DeskCopy } from "../../src/carrom/web/umpire/sync/desk_copy.js";
import { Outbox } from "../../src/carrom/web/umpire/sync/outbox.js";
import { RecordCopy } from "../../src/carrom/web/umpire/sync/record_copy.js";
import { Phone, Server } from "./umpire_world.js";

/** A drawer, and what lies in it for one desk. */
function kept() {
  const drawer = new Map();
  return { drawer, kept: new DeskStorage("token", /** @type {any} */ (new Phone(new Server(), drawer).storage())) };
}

/** @param {number} from @param {number} to */
const lines = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, n) => JSON.stringify({ seq: from + n, text: "a\u2028b" })).join("\n");

const request = /** @type {any} */ ({ do: "play" });

/**
 * The outbox of a page. The server that it sends to has entered up to the given entry, one at a time, and sends no
 * lines back.
 * @param {any} storage @param {number} [v]
 */
function outboxAt(storage, v = 0) {
  let entered = v;
  const copy = new DeskCopy(storage);
  copy.show(/** @type {any} */ ({ v }));
  const send = async () => ({ v: (entered += 1), view: { v: entered }, lines: "" });
  return new Outbox(copy, /** @type {any} */ (send));
}

/** @param {Outbox} outbox */
function post(outbox) {
  outbox.post(request, "now").catch(() => {});
  return outbox.items[outbox.items.length - 1];
}

test("reports keep their order and their numbers over any number of reloads, and no number comes again", () => {
  const { kept: here } = kept();
  const ids = [];
  for (let n = 0; n < 25; n += 1) {
    const outbox = outboxAt(here);
    ids.push(post(outbox).id);
    if (n % 3) continue;
    outbox.refuse(outbox.items[0], new ApiError("case/impossible"));
    outbox.dropFirst();
  }

  assert.deepEqual(ids, Array.from({ length: 25 }, (_, n) => n + 1));
  const { items, client } = outboxAt(here);
  assert.deepEqual(items.map(({ id }) => id), [...items.map(({ id }) => id)].sort((a, b) => a - b));
  assert.equal(items.length, 16);
  assert.equal(client, outboxAt(here).client);
});

test("a report that follows one without an answer says so, every other names the entry it was made at", async () => {
  const outbox = outboxAt(kept().kept, 4);
  const [first, second] = [post(outbox), post(outbox)];
  await outbox.send();
  await outbox.send();
  const third = post(outbox);

  assert.deepEqual([first.v, second.v, third.v], [4, null, 6]);
});

test("an answered report stays until its entries have come back", async () => {
  const outbox = outboxAt(kept().kept, 1);
  post(outbox);
  await outbox.send();

  assert.equal(outbox.waiting.length, 0);
  outbox.hold(lines(1, 1));
  assert.equal(outbox.items.length, 1);
  outbox.hold(lines(2, 2));
  assert.equal(outbox.items.length, 0);
});

test("lines come one by one or all at once, and read back the same from any page", () => {
  const { kept: here } = kept();
  const record = new RecordCopy(here);
  assert.ok(record.add(lines(1, 49)));
  for (let seq = 50; seq <= 103; seq += 1) assert.ok(record.add(lines(seq, seq)));
  assert.ok(record.add(""));

  assert.equal(record.v, 103);
  assert.equal(new RecordCopy(here).text(), lines(1, 103));
  assert.equal(record.text(100), lines(101, 103));
  assert.ok(record.add(lines(1, 120)));
  assert.equal(new RecordCopy(here).v, 120);
});

test("one more line rewrites one chapter, not the whole record", () => {
  const { kept: here, drawer } = kept();
  const record = new RecordCopy(here);
  record.add(lines(1, 500));
  const before = new Map(drawer);
  record.add(lines(501, 501));

  const changed = [...drawer].filter(([key, text]) => before.get(key) !== text);
  assert.equal(changed.length, 1);
  assert.ok(changed[0][1].length < 100);
});

test("lines that leave a gap are not taken", () => {
  const record = new RecordCopy(kept().kept);
  record.add(lines(1, 3));

  assert.ok(!record.add(lines(5, 6)));
  assert.equal(record.v, 3);
});

test("what another program left under our names is no report and no line", () => {
  const { kept: here } = kept();
  here.write("out.000000000001", "{");
  here.write("client", "null");

  assert.deepEqual(outboxAt(here).items, []);
  assert.equal(new RecordCopy(here).v, 0);
});
