import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { told } from "../testing/judge.ts";
import { type HorizontalPodAutoscaler, horizontalPodAutoscalerKind } from "./horizontal-pod-autoscaler.ts";

type Fields = { readonly [name: string]: unknown };

const autoscaler = (spec: Fields) => ({
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "a" },
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "w" }, maxReplicas: 3, ...spec },
});
const memory = {
  type: "Resource",
  resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
};

const cases: readonly [what: string, spec: Fields, ...expected: string[]][] = [
  ["plain", {}],
  ["by memory", { minReplicas: 2, metrics: [memory] }],
  ["no most", { maxReplicas: undefined }, "FW0103 spec.maxReplicas"],
  ["none at all", { minReplicas: 0 }, "FW0105 spec.minReplicas"],
  ["more at the least than at the most", { minReplicas: 5 }, "FW0105 spec.maxReplicas"],
  ["a metric of no kind", { metrics: [{ type: "Weather" }] }, "FW0104 spec.metrics[0].type"],
  [
    "a long period",
    { behavior: { scaleUp: { policies: [{ type: "Pods", value: 1, periodSeconds: 1801 }] } } },
    "FW0105 spec.behavior.scaleUp.policies[0].periodSeconds",
  ],
];

test("rules of a HorizontalPodAutoscaler", async (t) => {
  for (const [what, spec, ...expected] of cases) {
    await t.test(what, () => assert.deepEqual(told(horizontalPodAutoscalerKind, autoscaler(spec)), expected));
  }
});

test("a HorizontalPodAutoscaler gets what the API server fills in", () => {
  const { spec } = admit(horizontalPodAutoscalerKind, autoscaler({})).resource as HorizontalPodAutoscaler;
  assert.equal(spec.minReplicas, 1);
  assert.equal(spec.metrics?.[0]?.resource?.target.averageUtilization, 80);
  const own = admit(horizontalPodAutoscalerKind, autoscaler({ metrics: [memory] })).resource as HorizontalPodAutoscaler;
  assert.deepEqual(own.spec.metrics, [memory]);
});

test("the columns of kubectl get horizontalpodautoscalers", () => {
  const row = horizontalPodAutoscalerKind.columns.map((column) => column.cell(autoscaler({ minReplicas: 2 })));
  assert.deepEqual(row, ["Deployment/w", 2, 3, 0]);
});
