import assert from "node:assert/strict";
import { test } from "node:test";
import { tortureStore } from "./store-cycles.ts";

test("a store whose process is killed 25 times loses nothing that it acknowledged", async () => {
  const report = await tortureStore(25, 20260101);
  const { lost, resurrected, revisionRegressions, watchDivergences } = report;
  assert.deepEqual([lost, resurrected, revisionRegressions, watchDivergences], [0, 0, 0, 0], JSON.stringify(report));
  assert.ok(report.acked > 100, `only ${report.acked} writes were acknowledged: the test does not test`);
});
