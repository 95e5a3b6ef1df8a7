import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContainerStatus } from "./container-status.ts";
import type { Pod } from "./pod.ts";
import { podColumns, summarizePod } from "./pod-columns.ts";
import type { PodStatus } from "./pod-status.ts";
import { containerWith, podWith } from "./testing/workloads.ts";

const started = "2026-01-31T12:00:00Z";

function state(name: string, fields: Partial<ContainerStatus> = {}): ContainerStatus {
  return {
    name,
    ready: true,
    restartCount: 0,
    image: "i",
    imageID: "d",
    state: { running: { startedAt: started } },
    ...fields,
  };
}

const initContainers = [containerWith({ name: "one" }), containerWith({ name: "proxy", restartPolicy: "Always" })];

function podOf(status: PodStatus, spec: { readonly [field: string]: unknown } = {}, metadata = {}): Pod {
  const pod = podWith(spec);
  return { ...pod, metadata: { ...pod.metadata, ...metadata }, status } as unknown as Pod;
}

const done = { terminated: { exitCode: 0, reason: "Completed" } };

const cases: readonly [what: string, pod: Pod, ready: string, status: string, restarts: number][] = [
  ["new", podOf({}), "0/1", "Pending", 0],
  ["running", podOf({ phase: "Running", containerStatuses: [state("app", { restartCount: 2 })] }), "1/1", "Running", 2],
  [
    "crashing",
    podOf({
      phase: "Running",
      containerStatuses: [
        state("app", { ready: false, restartCount: 3, state: { waiting: { reason: "CrashLoopBackOff" } } }),
      ],
    }),
    "0/1",
    "CrashLoopBackOff",
    3,
  ],
  [
    "ended with a code",
    podOf({
      phase: "Failed",
      containerStatuses: [state("app", { ready: false, state: { terminated: { exitCode: 3 } } })],
    }),
    "0/1",
    "ExitCode:3",
    0,
  ],
  [
    "ended by a signal",
    podOf({
      phase: "Failed",
      containerStatuses: [state("app", { ready: false, state: { terminated: { exitCode: 137, signal: 9 } } })],
    }),
    "0/1",
    "Signal:9",
    0,
  ],
  ["evicted", podOf({ phase: "Failed", reason: "Evicted" }), "0/1", "Evicted", 0],
  [
    "first init container",
    podOf(
      { phase: "Pending", initContainerStatuses: [state("one", { ready: false }), state("proxy", { ready: false })] },
      { initContainers },
    ),
    "0/2",
    "Init:0/2",
    0,
  ],
  [
    "failing init container",
    podOf(
      {
        phase: "Pending",
        initContainerStatuses: [
          state("one", { restartCount: 4, state: { terminated: { exitCode: 1, reason: "Error" } } }),
        ],
      },
      { initContainers },
    ),
    "0/2",
    "Init:Error",
    4,
  ],
  [
    "with a sidecar",
    podOf(
      {
        phase: "Running",
        initContainerStatuses: [
          state("one", { restartCount: 5, state: done }),
          state("proxy", { started: true, restartCount: 1 }),
        ],
        containerStatuses: [state("app")],
      },
      { initContainers },
    ),
    "2/2",
    "Running",
    1,
  ],
  [
    "half done",
    podOf(
      {
        phase: "Running",
        conditions: [{ type: "Ready", status: "False" }],
        containerStatuses: [state("app", { ready: false, state: done }), state("other")],
      },
      { containers: [containerWith(), containerWith({ name: "other" })] },
    ),
    "1/2",
    "NotReady",
    0,
  ],
  [
    "going",
    podOf({ phase: "Running", containerStatuses: [state("app")] }, {}, { deletionTimestamp: started }),
    "1/1",
    "Terminating",
    0,
  ],
  [
    "on a lost node",
    podOf({ phase: "Running", reason: "NodeLost" }, {}, { deletionTimestamp: started }),
    "0/1",
    "Unknown",
    0,
  ],
  [
    "held back",
    podOf({ phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] }),
    "0/1",
    "SchedulingGated",
    0,
  ],
];

test("a pod is summed up as kubectl does", async (t) => {
  for (const [what, pod, ready, status, restarts] of cases) {
    await t.test(what, () => {
      const summary = summarizePod(pod);
      assert.equal(`${summary.ready}/${summary.total}`, ready);
      assert.equal(summary.status, status);
      assert.equal(summary.restarts, restarts);
    });
  }
});

test("the columns of kubectl get pods", () => {
  const pod = podOf(
    {
      phase: "Running",
      podIP: "10.0.0.1",
      podIPs: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }],
      conditions: [{ type: "a/gate", status: "True" }],
      containerStatuses: [state("app")],
    },
    { nodeName: "n1", readinessGates: [{ conditionType: "a/gate" }, { conditionType: "b/gate" }] },
  );
  const row = Object.fromEntries(podColumns.map((column) => [column.name, column.cell(pod)]));
  assert.deepEqual(row, {
    Ready: "1/1",
    Status: "Running",
    Restarts: "0",
    IP: "10.0.0.1",
    Node: "n1",
    "Nominated Node": "<none>",
    "Readiness Gates": "1/2",
  });
  const bare = podColumns.filter((column) => column.priority === 1).map((column) => column.cell(podOf({})));
  assert.deepEqual(bare, ["<none>", "<none>", "<none>", "<none>"]);
});
