import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { Retention } from "./retention.ts";

test("what is among the newest is kept, however old", () => {
  const clock = new ManualClock();
  const retention = new Retention({ revisions: 10, age: 1000 }, clock, 1);
  retention.observe(50);
  clock.advance(5000);
  assert.equal(retention.floor(50), 40);
});

test("what is young is kept, however many came after", () => {
  const clock = new ManualClock();
  const retention = new Retention({ revisions: 10, age: 1000 }, clock, 1);
  for (let revision = 2; revision <= 500; revision++) retention.observe(revision);
  assert.equal(retention.floor(500), 1);
  clock.advance(900);
  retention.observe(501);
  assert.equal(retention.floor(501), 1);
  clock.advance(101);
  assert.equal(retention.floor(501), 491);
});

test("under steady changes nothing young is dropped, and little that is old is kept", () => {
  const clock = new ManualClock();
  const retention = new Retention({ revisions: 10, age: 1600 }, clock, 1);
  for (let revision = 2; revision <= 10_000; revision++) {
    clock.advance(1);
    retention.observe(revision);
    const floor = retention.floor(revision);
    // One revision per millisecond: revision r is made at r - 1.
    assert.ok(revision - floor >= 1600 || floor <= 1);
    if (revision > 2000) assert.ok(revision - floor <= 1600 + 101);
  }
});
