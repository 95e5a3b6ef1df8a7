import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Change } from "./change-watch.ts";
import { demoSummary, demoTable } from "./demo-table.ts";
import type { LaneFigures } from "./tally.ts";

const lane = (to: string, version: string, more: Partial<LaneFigures> = {}): LaneFigures => ({
  ...{ from: "web", to, version, mirrored: false, perSecond: 10, share: 0.5, success: 1, p50: 3.14, p99: 27.5 },
  ...more,
});
const change: Change = {
  objects: ["networking.istio.io/VirtualService/default/reviews"],
  at: 0,
  proxies: ["web"],
  acknowledged: 104.4,
  refused: undefined,
  seen: 110,
};
const idle = { perSecond: 0, share: 0, success: undefined, p50: undefined, p99: undefined };
const figures = [
  lane("reviews", "v1"),
  lane("reviews", "v3", idle),
  lane("reviews", "", { share: 0.25, success: 0 }),
  lane("reviews", "v2", { mirrored: true, share: 0 }),
];
const texts = (...args: Parameters<typeof demoTable>) => demoTable(...args).map(({ text }) => text);

suite("the demo's table", () => {
  test("has a row for each lane and tells how the last change went", () => {
    assert.deepEqual(texts({ figures, last: { change, age: 7000 }, leftOut: 0 }, ""), [
      "FROM   TO        VERSION      REQ/S   SHARE   SUCCESS   P50      P99",
      "web    reviews   v1           10.0    50 %    100 %     3.1 ms   28 ms",
      "web    reviews   v3           0.0     0 %     –         –        –",
      "web    reviews   (by Envoy)   10.0    25 %    0 %       3.1 ms   28 ms",
      "web    reviews   v2 mirror    10.0    –       100 %     3.1 ms   28 ms",
      "",
      "last change: VirtualService/default/reviews, 7s ago",
      "             acknowledged by web after 104 ms, first seen by a request after 110 ms",
    ]);
    const styles = demoTable({ figures, last: undefined, leftOut: 0 }, "").map(({ style }) => style);
    assert.deepEqual(styles.slice(0, 5), ["bold", undefined, "dim", "red", "dim"]);
  });

  test("tells what is under way, refused, left out and complained about, without control characters", () => {
    const open = { ...change, acknowledged: undefined, seen: undefined };
    const below = (next: Change, leftOut = 0, notice = "") =>
      texts({ figures: [], last: { change: next, age: 0 }, leftOut }, notice).slice(3);
    assert.deepEqual(below(open), ["             sent to web"]);
    assert.deepEqual(below({ ...open, proxies: [] }), ["             not sent to any proxy yet"]);
    assert.deepEqual(below({ ...open, refused: "bad\x1b[2J" }), ["             refused by a proxy: bad\\u001b[2J"]);
    assert.deepEqual(below(open, 3, "a\nb").slice(1), ["3 requests left out: too many were under way", "a\\u000ab"]);
    assert.match(texts({ figures: [], last: undefined, leftOut: 0 }, "")[2] ?? "", /^no change yet/);
  });

  test("fits into a line", () => {
    const expected =
      "reviews v1 50 %, (by Envoy) 25 % (0 % ok), v2 mirror 10.0/s; " +
      "last change: VirtualService/default/reviews and 1 more " +
      "acknowledged by web after 104 ms, first seen by a request after 110 ms";
    const two = { ...change, objects: [...change.objects, "other"] };
    assert.equal(demoSummary({ figures, last: { change: two, age: 1 }, leftOut: 0 }), expected);
  });
});
