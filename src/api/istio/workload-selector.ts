import type { Report } from "../problem.ts";
import { map, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

const noWildcard: Check<string> = (value, report) => {
  if (value.includes("*")) report("FW0302", `must not contain a wildcard, as '${value}' does`);
};

const plainKeys: Check<{ readonly [key: string]: string }> = (labels, report) => {
  for (const key of Object.keys(labels)) {
    if (key === "") report("FW0302", "must not have an empty key");
    else if (key.includes("*")) report("FW0302", `must not contain a wildcard, as the key '${key}' does`, key);
  }
};

/** Which workloads a policy is for: those that have all the labels (`istio.type.v1beta1.WorkloadSelector`). */
export const workloadSelector = obj({
  matchLabels: opt(
    1,
    map(str({ maxLength: 63, checks: [noWildcard] }), { maxProperties: 4096, checks: [plainKeys] }),
    "Labels a workload must have, all of them, to be selected; without any, all workloads are.",
  ),
});

/** As `workloadSelector`, in the form of the older networking kinds (`istio.networking.v1alpha3.WorkloadSelector`). */
export const networkingWorkloadSelector = obj({
  labels: opt(
    1,
    map(str({ maxLength: 63, checks: [noWildcard] }), { maxProperties: 256, checks: [plainKeys] }),
    "Labels a workload must have, all of them, to be selected; without any, all workloads are.",
  ),
});

export interface WorkloadSelector extends Infer<typeof workloadSelector> {}
export interface NetworkingWorkloadSelector extends Infer<typeof networkingWorkloadSelector> {}

/** Warns of a selector that selects nothing in particular, which is seldom meant. */
export function warnOfNoLabels(
  selector: WorkloadSelector | NetworkingWorkloadSelector | undefined,
  report: Report,
): void {
  if (selector === undefined) return;
  const labels = "labels" in selector ? selector.labels : "matchLabels" in selector ? selector.matchLabels : undefined;
  if (Object.keys(labels ?? {}).length === 0)
    report("FW0304", "should have labels: without any it selects all workloads");
}
