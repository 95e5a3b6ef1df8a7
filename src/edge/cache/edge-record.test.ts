import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, suite, test } from "node:test";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { EdgeRecord } from "./edge-record.ts";

suite("the wrapper's record", () => {
  let directory: string;
  let failures: number;
  const made = (clock: ManualClock, place = directory) =>
    new EdgeRecord({ directory: place, clock, failing: () => (failures += 1) });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "fairway-test-"));
    failures = 0;
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("makes versions grow over restarts, also where the clock goes back", async () => {
    let last = 0;
    for (const [i, used] of [5, 700_000, 3_000_000, 0].entries()) {
      const record = made(new ManualClock(Date.UTC(2030 - 10 * i)));
      const first = await record.open();
      assert.ok(first >= last, `${first} after ${last}`);
      for (let n = 0; n < used; n += 10_000) record.used(first + n);
      last = first + used;
      // Whatever was given out is on disk by then, however the process ends.
      await record.close();
    }
    assert.ok(last < 1e15);
  });

  test("makes them grow by the clock where it is lost or damaged", async () => {
    const clock = new ManualClock();
    const before = await made(clock).open();
    clock.advance(1000);
    rmSync(join(directory, "record"));
    const lost = await made(clock).open();
    assert.ok(lost >= before + 1000 * 100);
    writeFileSync(join(directory, "record"), "fairway-edge/1 00000000\n{}");
    clock.advance(1000);
    assert.ok((await made(clock).open()) >= lost + 1000 * 100);
  });

  test("does not believe a clock that would make versions too long", async () => {
    const first = await made(new ManualClock(Date.UTC(9000))).open();
    assert.ok(first < 1e15, String(first));
  });

  test("remembers when the server was heard, and that everything was kept once", async () => {
    const clock = new ManualClock();
    const record = made(clock);
    await record.open();
    assert.deepEqual([record.whole, record.heard], [false, 0]);
    record.hear();
    record.markWhole();
    await record.close();
    const again = made(new ManualClock(Date.UTC(2031)));
    await again.open();
    assert.deepEqual([again.whole, again.heard], [true, clock.now()]);
  });

  test("that cannot be written is told of, and no reason to stop", async () => {
    const record = made(new ManualClock(), join(directory, "nowhere"));
    assert.ok((await record.open()) > 0);
    assert.equal(failures, 1);
  });
});
