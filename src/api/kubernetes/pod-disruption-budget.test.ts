import assert from "node:assert/strict";
import { test } from "node:test";
import { told } from "../testing/judge.ts";
import { podDisruptionBudgetKind } from "./pod-disruption-budget.ts";

type Fields = { readonly [name: string]: unknown };

const budget = (spec: Fields) => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name: "b" },
  spec: { selector: { matchLabels: { app: "w" } }, ...spec },
});

const cases: readonly [what: string, spec: Fields, ...expected: string[]][] = [
  ["some must be left", { minAvailable: 1 }],
  ["some may be missing", { maxUnavailable: "25%", unhealthyPodEvictionPolicy: "AlwaysAllow" }],
  ["neither", {}],
  ["both", { minAvailable: 1, maxUnavailable: 1 }, "FW0111 spec.maxUnavailable"],
  ["more than all", { minAvailable: "101%" }, "FW0619 spec.minAvailable"],
  ["no amount", { maxUnavailable: "a few" }, "FW0619 spec.maxUnavailable"],
  ["less than none", { maxUnavailable: -1 }, "FW0619 spec.maxUnavailable"],
  ["a policy that is none", { unhealthyPodEvictionPolicy: "Never" }, "FW0104 spec.unhealthyPodEvictionPolicy"],
];

test("rules of a PodDisruptionBudget", async (t) => {
  for (const [what, spec, ...expected] of cases) {
    await t.test(what, () => assert.deepEqual(told(podDisruptionBudgetKind, budget(spec)), expected));
  }
});

test("the columns of kubectl get poddisruptionbudgets", () => {
  const row = podDisruptionBudgetKind.columns.map((column) => column.cell(budget({ minAvailable: "50%" })));
  assert.deepEqual(row, ["50%", "N/A", 0]);
});
