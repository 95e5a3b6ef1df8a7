import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext } from "../analyzer.ts";
import { type KnownWorkload, selected } from "../known-workloads.ts";
import { formatLabels, isEmpty } from "../labels.ts";

/** The workloads that a Gateway configures, whatever their namespace. Where there are none, that is told. */
export function gatewayWorkloads(
  gateway: AnalyzedObject,
  { cluster, report }: Pick<AnalysisContext, "cluster" | "report">,
): readonly KnownWorkload[] {
  const selector = gateway.root.at("spec", "selector");
  const labels = selector.labels();
  const workloads = selected(cluster.workloads, labels);
  if (workloads.length === 0 && !isEmpty(labels)) {
    report("IST0101", gateway, selector, `must select a workload: there is none with ${formatLabels(labels)}`);
  }
  return workloads;
}
