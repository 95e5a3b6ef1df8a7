import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { WorkloadEntry } from "../../api/index.ts";
import { tellsHealth, withHealth, withoutHealth } from "./health-condition.ts";
import { workloadEntry } from "./testing/workload-objects.ts";

suite("the health of a workload's entry", () => {
  const other = { type: "Reconciled", status: "True" };
  const entry: WorkloadEntry = { ...workloadEntry("vm"), status: { conditions: [other] } };
  const sick = withHealth(entry, { healthy: false, message: "no answer", at: 0 });

  test("is a condition beside others, with the time of its last change", () => {
    const condition = { type: "Healthy", status: "False", message: "no answer" };
    const times = { lastProbeTime: "1970-01-01T00:00:00.000Z", lastTransitionTime: "1970-01-01T00:00:00.000Z" };
    assert.deepEqual(sick.status?.conditions, [other, { ...condition, ...times }]);
    const worse = withHealth(sick, { healthy: false, message: "gone", at: 1000 }).status?.conditions?.[1];
    assert.deepEqual(
      [worse?.message, worse?.lastProbeTime, worse?.lastTransitionTime],
      ["gone", "1970-01-01T00:00:01.000Z", "1970-01-01T00:00:00.000Z"],
    );
    const well = withHealth(sick, { healthy: true, message: "", at: 1000 }).status?.conditions?.[1];
    assert.deepEqual([well?.status, well?.lastTransitionTime], ["True", "1970-01-01T00:00:01.000Z"]);
  });

  test("is not written again, and can be taken back", () => {
    assert.equal(withHealth(sick, { healthy: false, message: "no answer", at: 5000 }), sick);
    assert.deepEqual([tellsHealth(entry), tellsHealth(sick)], [false, true]);
    assert.deepEqual(withoutHealth(sick).status?.conditions, [other]);
  });
});
