/** What a phone keeps of its desk: the outbox and the record's lines, as they are written down. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DeskStorage } from "../../src/carrom/web/umpire/sync/desk_storage.js";
import { Outbox } from "../../src/carrom/web/umpire/sync/outbox.js";
import { RecordHere } from "../../src/carrom/web/umpire/sync/record_here.js";
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

test("reports keep their order and their numbers over any number of reloads, and no number comes again", () => {
  const { kept: here } = kept();
  const ids = [];
  for (let n = 0; n < 25; n += 1) {
    const outbox = new Outbox(here);
    ids.push(outbox.add(request, "now", n).id);
    if (n % 3 === 0) outbox.drop(outbox.items[0].id);
  }

  assert.deepEqual(ids, Array.from({ length: 25 }, (_, n) => n + 1));
  const { items, client } = new Outbox(here);
  assert.deepEqual(items.map(({ id }) => id), [...items.map(({ id }) => id)].sort((a, b) => a - b));
  assert.equal(items.length, 16);
  assert.equal(client, new Outbox(here).client);
});

test("a report that follows one without an answer says so, every other names the entry it was made at", () => {
  const outbox = new Outbox(kept().kept);
  const [first, second] = [outbox.add(request, "now", 4), outbox.add(request, "now", 4)];
  outbox.answered(first.id, 5);
  outbox.answered(second.id, 7);
  const third = outbox.add(request, "now", 7);

  assert.deepEqual([first.v, second.v, third.v], [4, null, 7]);
});

test("an answered report stays until its entries have come back", () => {
  const outbox = new Outbox(kept().kept);
  const { id } = outbox.add(request, "now", 0);
  outbox.answered(id, 2);

  assert.equal(outbox.waiting.length, 0);
  outbox.cover(1);
  assert.equal(outbox.items.length, 1);
  outbox.cover(2);
  assert.equal(outbox.items.length, 0);
});

test("lines come one by one or all at once, and read back the same from any page", () => {
  const { kept: here } = kept();
  const record = new RecordHere(here);
  assert.ok(record.add(lines(1, 49)));
  for (let seq = 50; seq <= 103; seq += 1) assert.ok(record.add(lines(seq, seq)));
  assert.ok(record.add(""));

  assert.equal(record.v, 103);
  assert.equal(new RecordHere(here).text(), lines(1, 103));
  assert.equal(record.text(100), lines(101, 103));
  assert.ok(record.add(lines(1, 120)));
  assert.equal(new RecordHere(here).v, 120);
});

test("one more line rewrites one chapter, not the whole record", () => {
  const { kept: here, drawer } = kept();
  const record = new RecordHere(here);
  record.add(lines(1, 500));
  const before = new Map(drawer);
  record.add(lines(501, 501));

  const changed = [...drawer].filter(([key, text]) => before.get(key) !== text);
  assert.equal(changed.length, 1);
  assert.ok(changed[0][1].length < 100);
});

test("lines that leave a gap are not taken", () => {
  const record = new RecordHere(kept().kept);
  record.add(lines(1, 3));

  assert.ok(!record.add(lines(5, 6)));
  assert.equal(record.v, 3);
});

test("what another program left under our names is no report and no line", () => {
  const { kept: here } = kept();
  here.write("out.000000000001", "{");
  here.write("client", "null");

  assert.deepEqual(new Outbox(here).items, []);
  assert.equal(new RecordHere(here).v, 0);
});
