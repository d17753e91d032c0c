/** A stroke as it is tapped in: only what can be, and sent in the words of the desk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { limitsOf, PIECES, Report, UNKNOWN } from "../../src/carrom/web/umpire/desk/report.js";

/** @param {number} white @param {number} black @param {boolean} queen */
const can = (white, black, queen) => /** @type {any} */ ({ most: { white, black }, queen });

test("an empty report is a stroke that touched a coin and pocketed nothing", () => {
  assert.ok(new Report().empty);
  assert.deepEqual(new Report().toRequest(), { do: "stroke" });
});

test("repeated taps count, and what fell is told piece by piece", () => {
  const report = new Report().tap("striker").tap("white").tap("white").tap("black", UNKNOWN, "off");

  assert.deepEqual(report.toRequest(), {
    do: "stroke", pocketed: ["white", "white", "striker"], off: ["black"],
  });
});

test("no more can be tapped in than the judge says can have moved, on whichever way", () => {
  const limits = limitsOf(can(2, 0, false));
  const report = new Report().tap("white", limits).tap("white", limits, "off");

  assert.ok(!report.room("white", limits));
  assert.equal(report.tap("white", limits), report);
  assert.equal(report.tap("white", limits, "off"), report);
  assert.equal(report.tap("black", limits), report);
  assert.equal(report.tap("queen", limits), report);
});

test("where nobody knows how the board stands there are nine of a colour, a queen and a striker", () => {
  assert.deepEqual(limitsOf(null), UNKNOWN);
  for (const piece of PIECES) {
    let report = new Report();
    for (let n = 0; n < 12; n += 1) report = report.tap(piece);
    const most = piece === "white" || piece === "black" ? 9 : 1;
    assert.equal(report.facts.pocketed[piece], most);
    assert.equal(report.toRequest().pocketed?.length, most);
  }
});

test("the striker falls or flies once, whatever the limits", () => {
  const report = new Report().tap("striker", can(9, 9, true));

  assert.equal(report.tap("striker", UNKNOWN, "off"), report);
  assert.deepEqual(report.toRequest(), { do: "stroke", pocketed: ["striker"] });
});

test("taking off gives back what was before, and nothing below nothing", () => {
  const one = new Report().tap("black");

  assert.ok(one.less("black").empty);
  assert.equal(one.less("white"), one);
  assert.deepEqual(one.tap("black", UNKNOWN, "off").less("black", "off").toRequest(), one.toRequest());
});

test("a stroke that moved a coin touched one", () => {
  const missed = new Report().missed(true);

  assert.deepEqual(missed.toRequest(), { do: "stroke", touched: false });
  assert.equal(missed.tap("white").toRequest().touched, undefined);
  assert.equal(missed.tap("queen", UNKNOWN, "off").toRequest().touched, undefined);
  assert.deepEqual(missed.tap("striker").toRequest(), { do: "stroke", pocketed: ["striker"], touched: false });
  assert.equal(new Report().tap("white").missed(true).toRequest().touched, undefined);
});

test("an improper stroke may name the law it broke, and a proper one names none", () => {
  const report = new Report().improper(true, "3.1 c");

  assert.ok(!report.empty);
  assert.deepEqual(report.toRequest(), { do: "stroke", improper: true, breach: "3.1 c" });
  assert.deepEqual(new Report().improper(true).toRequest(), { do: "stroke", improper: true });
  assert.ok(report.improper(false, "3.1 c").empty);
});

test("each way to lie is told once, and can be taken off again", () => {
  const report = new Report().lies("on-edge").lies("stacked").lies("on-edge");

  assert.deepEqual(report.toRequest().at_rest, ["on-edge", "stacked"]);
  assert.ok(report.liesNot("on-edge").liesNot("stacked").empty);
});

test("a value does not change under who holds it", () => {
  const before = new Report().tap("white");
  const told = JSON.stringify(before.toRequest());

  before.tap("white").tap("black", UNKNOWN, "off").improper(true).missed(true).lies("teetered");

  assert.equal(JSON.stringify(before.toRequest()), told);
});

test("a stroke of the log is reported again as it was", () => {
  /** @type {any} */
  const seen = {
    pocketed: ["striker", "white", "white"], off: ["black"], touched: true, improper: true, breach: "3.1 c",
    at_rest: ["on-edge"], seconds: null,
  };
  const missed = { do: "stroke", pocketed: ["striker"], touched: false };

  assert.deepEqual(Report.of(seen).toRequest(), {
    do: "stroke", pocketed: ["white", "white", "striker"], off: ["black"], improper: true, breach: "3.1 c",
    at_rest: ["on-edge"],
  });
  assert.ok(Report.of().empty);
  assert.deepEqual(Report.of(/** @type {any} */ (missed)).toRequest(), missed);
});
