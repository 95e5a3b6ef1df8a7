import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { told } from "../testing/judge.ts";
import { type Deployment, deploymentKind } from "./deployment.ts";
import { containerWith, workloadWith } from "./testing/workloads.ts";

type Fields = { readonly [name: string]: unknown };

const rolling = (rollingUpdate: Fields) => ({ strategy: { rollingUpdate } });
const rollingPath = "spec.strategy.rollingUpdate";
const labelled = (labels: Fields) => ({ template: { metadata: { labels }, spec: { containers: [containerWith()] } } });

const cases: readonly [what: string, spec: Fields, podSpec: Fields, ...expected: string[]][] = [
  ["plain", {}, {}],
  ["no selector", { selector: undefined }, {}, "FW0103 spec.selector"],
  ["empty selector", { selector: {} }, {}, "FW0617 spec.selector"],
  ["other labels", labelled({ app: "x" }), {}, "FW0616 spec.template.metadata.labels"],
  ["more labels", labelled({ app: "w", version: "v1" }), {}],
  [
    "selector without values",
    { selector: { matchExpressions: [{ key: "app", operator: "In" }] } },
    {},
    "FW0112 spec.selector.matchExpressions[0].values",
    "FW0616 spec.template.metadata.labels",
  ],
  [
    "selector with a malformed label",
    { selector: { matchLabels: { "a b": "c" } } },
    {},
    'FW0213 spec.selector.matchLabels["a b"]',
    "FW0616 spec.template.metadata.labels",
  ],
  ["template without a spec", { template: { metadata: { labels: { app: "w" } } } }, {}, "FW0103 spec.template.spec"],
  ["template without containers", {}, { containers: [] }, "FW0106 spec.template.spec.containers"],
  ["pods that end", {}, { restartPolicy: "Never" }, "FW0618 spec.template.spec.restartPolicy"],
  ["pods with a deadline", {}, { activeDeadlineSeconds: 5 }, "FW0618 spec.template.spec.activeDeadlineSeconds"],
  [
    "debug containers",
    {},
    { ephemeralContainers: [containerWith({ name: "d" })] },
    "FW0615 spec.template.spec.ephemeralContainers",
  ],
  [
    "mount of nothing",
    {},
    { containers: [containerWith({ volumeMounts: [{ name: "v", mountPath: "/v" }] })] },
    "FW0612 spec.template.spec.containers[0].volumeMounts[0].name",
  ],
  ["negative replicas", { replicas: -1 }, {}, "FW0105 spec.replicas"],
  ["fewer pods by number", rolling({ maxUnavailable: 0, maxSurge: 1 }), {}],
  ["no progress", rolling({ maxUnavailable: "0%", maxSurge: 0 }), {}, `FW0619 ${rollingPath}.maxUnavailable`],
  ["more than all", rolling({ maxUnavailable: "101%" }), {}, `FW0619 ${rollingPath}.maxUnavailable`],
  ["twice as many", rolling({ maxSurge: "200%" }), {}],
  ["not an amount", rolling({ maxSurge: "a few" }), {}, `FW0619 ${rollingPath}.maxSurge`],
  ["recreate", { strategy: { type: "Recreate" } }, {}],
  ["recreate bit by bit", { strategy: { type: "Recreate", rollingUpdate: {} } }, {}, `FW0111 ${rollingPath}`],
  ["deadline before ready", { minReadySeconds: 600 }, {}, "FW0620 spec.progressDeadlineSeconds"],
];

test("rules of a Deployment", async (t) => {
  for (const [what, spec, podSpec, ...expected] of cases) {
    await t.test(what, () =>
      assert.deepEqual(told(deploymentKind, workloadWith("Deployment", spec, podSpec)), expected),
    );
  }
});

test("a Deployment gets what the API server fills in", () => {
  const { spec } = admit(deploymentKind, workloadWith("Deployment")).resource as Deployment;
  assert.equal(spec.replicas, 1);
  assert.equal(spec.revisionHistoryLimit, 10);
  assert.equal(spec.progressDeadlineSeconds, 600);
  assert.deepEqual(spec.strategy, {
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" },
  });
  assert.equal(spec.template.spec?.containers[0]?.imagePullPolicy, "IfNotPresent");
  assert.equal(spec.template.spec?.enableServiceLinks, undefined, "that is for pods only");
});

test("a strategy keeps what its author wrote", () => {
  const strategyOf = (strategy: Fields) =>
    (admit(deploymentKind, workloadWith("Deployment", { strategy })).resource as Deployment).spec.strategy;
  assert.deepEqual(strategyOf({ type: "Recreate" }), { type: "Recreate" });
  assert.deepEqual(strategyOf({ rollingUpdate: { maxSurge: 1 } }), {
    type: "RollingUpdate",
    rollingUpdate: { maxSurge: 1, maxUnavailable: "25%" },
  });
});

test("the selector cannot change", () => {
  const old = admit(deploymentKind, workloadWith("Deployment")).resource;
  const next = workloadWith("Deployment", { selector: { matchExpressions: [{ key: "app", operator: "Exists" }] } });
  assert.deepEqual(told(deploymentKind, next, old), ["FW0116 spec.selector"]);
  assert.deepEqual(told(deploymentKind, workloadWith("Deployment", { replicas: 5 }), old), []);
});

test("the columns of kubectl get deployments", () => {
  const status = { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 };
  const deployment = { ...workloadWith("Deployment", { replicas: 3 }), status };
  const row = deploymentKind.columns.map((column) => column.cell(deployment));
  assert.deepEqual(row, ["1/3", 2, 1, "app", "docker.io/example/app:1.0", "app=w"]);
});
