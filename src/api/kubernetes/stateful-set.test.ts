import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { told } from "../testing/judge.ts";
import { type StatefulSet, statefulSetKind } from "./stateful-set.ts";
import { containerWith, workloadWith } from "./testing/workloads.ts";

type Fields = { readonly [name: string]: unknown };

const claim = {
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};
const mounted = { containers: [containerWith({ volumeMounts: [{ name: "data", mountPath: "/data" }] })] };

const cases: readonly [what: string, spec: Fields, podSpec: Fields, ...expected: string[]][] = [
  ["plain", {}, {}],
  ["mount of a claim", { volumeClaimTemplates: [claim] }, mounted],
  ["mount of nothing", {}, mounted, "FW0612 spec.template.spec.containers[0].volumeMounts[0].name"],
  [
    "unknown access mode",
    { volumeClaimTemplates: [{ ...claim, spec: { accessModes: ["ReadWrite"] } }] },
    {},
    "FW0104 spec.volumeClaimTemplates[0].spec.accessModes[0]",
  ],
  ["other labels", { selector: { matchLabels: { app: "x" } } }, {}, "FW0616 spec.template.metadata.labels"],
  ["on delete", { updateStrategy: { type: "OnDelete" } }, {}],
  [
    "on delete bit by bit",
    { updateStrategy: { type: "OnDelete", rollingUpdate: {} } },
    {},
    "FW0111 spec.updateStrategy.rollingUpdate",
  ],
  [
    "none at a time",
    { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
    {},
    "FW0619 spec.updateStrategy.rollingUpdate.maxUnavailable",
  ],
  ["unknown policy", { podManagementPolicy: "Random" }, {}, "FW0104 spec.podManagementPolicy"],
];

test("rules of a StatefulSet", async (t) => {
  for (const [what, spec, podSpec, ...expected] of cases) {
    await t.test(what, () =>
      assert.deepEqual(told(statefulSetKind, workloadWith("StatefulSet", spec, podSpec)), expected),
    );
  }
});

test("a StatefulSet gets what the API server fills in", () => {
  const input = workloadWith("StatefulSet", { volumeClaimTemplates: [claim] }, mounted);
  const { spec } = admit(statefulSetKind, input).resource as StatefulSet;
  assert.equal(spec.replicas, 1);
  assert.equal(spec.podManagementPolicy, "OrderedReady");
  assert.deepEqual(spec.updateStrategy, { type: "RollingUpdate", rollingUpdate: { partition: 0 } });
  assert.deepEqual(spec.persistentVolumeClaimRetentionPolicy, { whenDeleted: "Retain", whenScaled: "Retain" });
  assert.deepEqual(spec.volumeClaimTemplates, [
    {
      ...claim,
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      spec: { ...claim.spec, volumeMode: "Filesystem" },
      status: { phase: "Pending" },
    },
  ]);
});

test("what makes the pods' names and volumes cannot change", () => {
  const old = admit(statefulSetKind, workloadWith("StatefulSet", { serviceName: "a" })).resource;
  const next = workloadWith("StatefulSet", {
    serviceName: "b",
    podManagementPolicy: "Parallel",
    volumeClaimTemplates: [claim],
    replicas: 3,
    minReadySeconds: 1,
  });
  assert.deepEqual(told(statefulSetKind, next, old), [
    "FW0116 spec.serviceName",
    "FW0116 spec.podManagementPolicy",
    "FW0116 spec.volumeClaimTemplates",
  ]);
});

test("the columns of kubectl get statefulsets", () => {
  const set = { ...workloadWith("StatefulSet"), status: { replicas: 1, readyReplicas: 1 } };
  assert.deepEqual(
    statefulSetKind.columns.map((column) => column.cell(set)),
    ["1/1", "app", "docker.io/example/app:1.0"],
  );
});
