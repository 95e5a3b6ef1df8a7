import type { Labels } from "../base/labels.ts";
import { wellKnown } from "./well-known.ts";
import type { WorkloadContext } from "./workload-context.ts";

/** The network of an address: by the workload's label, its namespace's, the root namespace's, else by configuration. */
export function networkOf(
  workload: { readonly address: string; readonly labels: Labels; readonly namespace: string },
  context: WorkloadContext,
): string {
  return (
    workload.labels[wellKnown.network] ||
    context.namespaceLabels(workload.namespace)[wellKnown.network] ||
    context.namespaceLabels(context.settings.rootNamespace)[wellKnown.network] ||
    context.ranges.networkOf(workload.address)
  );
}
