import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { told } from "../testing/judge.ts";
import { type DaemonSet, daemonSetKind } from "./daemon-set.ts";
import { workloadWith } from "./testing/workloads.ts";

type Fields = { readonly [name: string]: unknown };

const rolling = (rollingUpdate: Fields) => ({ updateStrategy: { rollingUpdate } });
const rollingPath = "spec.updateStrategy.rollingUpdate";

const cases: readonly [what: string, spec: Fields, podSpec: Fields, ...expected: string[]][] = [
  ["plain", {}, {}],
  ["no selector", { selector: undefined }, {}, "FW0103 spec.selector"],
  ["a pod that ends", {}, { restartPolicy: "Never" }, "FW0618 spec.template.spec.restartPolicy"],
  ["node by node", rolling({ maxUnavailable: "10%" }), {}],
  ["old beside new", rolling({ maxUnavailable: 0, maxSurge: 1 }), {}],
  ["no progress", rolling({ maxUnavailable: 0 }), {}, `FW0619 ${rollingPath}.maxUnavailable`],
  ["both ways", rolling({ maxUnavailable: 1, maxSurge: 1 }), {}, `FW0619 ${rollingPath}.maxSurge`],
  ["more than all", rolling({ maxUnavailable: "101%" }), {}, `FW0619 ${rollingPath}.maxUnavailable`],
  ["on delete", { updateStrategy: { type: "OnDelete" } }, {}],
  ["on delete, bit by bit", { updateStrategy: { type: "OnDelete", rollingUpdate: {} } }, {}, `FW0111 ${rollingPath}`],
];

test("rules of a DaemonSet", async (t) => {
  for (const [what, spec, podSpec, ...expected] of cases) {
    await t.test(what, () => assert.deepEqual(told(daemonSetKind, workloadWith("DaemonSet", spec, podSpec)), expected));
  }
});

test("a DaemonSet gets what the API server fills in", () => {
  const { spec } = admit(daemonSetKind, workloadWith("DaemonSet")).resource as DaemonSet;
  assert.equal(spec.revisionHistoryLimit, 10);
  assert.deepEqual(spec.updateStrategy, { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } });
  assert.equal(spec.template.spec?.dnsPolicy, "ClusterFirst");
});

test("the selector of a DaemonSet cannot change", () => {
  const old = admit(daemonSetKind, workloadWith("DaemonSet")).resource;
  const next = workloadWith("DaemonSet", { selector: { matchExpressions: [{ key: "app", operator: "Exists" }] } });
  assert.deepEqual(told(daemonSetKind, next, old), ["FW0116 spec.selector"]);
});

test("the columns of kubectl get daemonsets", () => {
  const status = { desiredNumberScheduled: 3, currentNumberScheduled: 2, numberReady: 1, numberMisscheduled: 0 };
  const set = { ...workloadWith("DaemonSet", {}, { nodeSelector: { edge: "yes" } }), status };
  const row = daemonSetKind.columns.map((column) => column.cell(set));
  assert.deepEqual(row, [3, 2, 1, 0, 0, "edge=yes", "app", "docker.io/example/app:1.0", "app=w"]);
});
