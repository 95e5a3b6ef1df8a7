import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Call } from "./call.ts";
import { type Lane, Tally } from "./tally.ts";

const lane = (version: string): Lane => ({ from: "web", to: "reviews", version, mirrored: false });
const call = (version: string, at: number, more: Partial<Call> = {}): Call => ({
  ...lane(version),
  ok: true,
  latency: 1,
  mark: "",
  at,
  ...more,
});

suite("a tally of calls", () => {
  test("tells rate, share, success and latency of each lane", () => {
    const tally = new Tally({ lanes: [lane("v1"), lane("v2")], start: 0, window: 2000 });
    for (let i = 1; i <= 8; i++) tally.add(call("v1", 1000 + i, { latency: i, ok: i !== 8 }));
    for (let i = 1; i <= 2; i++) tally.add(call("v2", 1000 + i, { latency: 20 }));
    const [one, two] = tally.figures(2000);
    assert.deepEqual(one, { ...lane("v1"), perSecond: 4, share: 0.8, success: 7 / 8, p50: 4, p99: 8 });
    assert.deepEqual(two, { ...lane("v2"), perSecond: 1, share: 0.2, success: 1, p50: 20, p99: 20 });
  });

  test("forgets what is older than its window, and shows known lanes without calls", () => {
    const tally = new Tally({ lanes: [lane("v1")], start: 0, window: 1000 });
    tally.add(call("v1", 100));
    assert.equal(tally.figures(1000)[0]?.perSecond, 1);
    const empty = { perSecond: 0, share: 0, success: undefined, p50: undefined, p99: undefined };
    assert.deepEqual(tally.figures(1100), [{ ...lane("v1"), ...empty }]);
  });

  test("takes a window that has only begun for as long as it is", () => {
    const tally = new Tally({ lanes: [lane("v1")], start: 5000, window: 10_000 });
    tally.add(call("v1", 5100));
    tally.add(call("v1", 5200));
    assert.equal(tally.figures(5500)[0]?.perSecond, 4);
  });

  test("shows lanes that turn up with their service, and counts copies in no share", () => {
    const ratings = { ...lane("v1"), to: "ratings" };
    const tally = new Tally({ lanes: [lane("v1"), ratings], start: 0 });
    tally.add(call("v1", 1));
    tally.add(call("v2", 1, { mirrored: true }));
    tally.add(call("", 1, { ok: false }));
    const shown = tally.figures(1000).map(({ to, version, mirrored, share }) => [to, version, mirrored, share]);
    assert.deepEqual(shown, [
      ["reviews", "v1", false, 0.5],
      ["reviews", "", false, 0.5],
      ["reviews", "v2", true, 0],
      ["ratings", "v1", false, 0],
    ]);
  });

  test("remembers no more calls than its limit", () => {
    const tally = new Tally({ lanes: [], start: 0, window: 1000, limit: 10 });
    for (let i = 0; i < 1000; i++) tally.add(call("v1", 1));
    const [figures] = tally.figures(1000);
    assert.ok(figures && figures.perSecond <= 10 && figures.perSecond >= 5, String(figures?.perSecond));
  });
});
