import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { isAmbient, selected } from "../known-workloads.ts";
import { isEmpty } from "../labels.ts";
import { checkDefaults, checkSelectors } from "../selector-conflicts.ts";

const selectorOf = (sidecar: AnalyzedObject) => sidecar.root.at("spec", "workloadSelector", "labels");

/** Finds Sidecars that select nothing, contradict each other, or have no effect. */
export const sidecarSelectors: Analyzer = {
  name: "sidecar.SelectorAnalyzer",
  doc: "Each workload comes under one Sidecar at the most, and every Sidecar has an effect.",
  codes: ["IST0101", "IST0110", "IST0111", "IST0167"],
  run(context) {
    const objects = context.cluster.all(kindRefs.sidecar);
    const effective = objects.filter((sidecar) => !tellIneffective(sidecar, context));
    const kind = { objects: effective, selectorOf, selectsTwice: "IST0110", defaultsTwice: "IST0111" } as const;
    checkSelectors(kind, context);
    checkDefaults(kind, context);
  },
};

/** In ambient mode there are no sidecars to configure. Returns whether that is so here. */
function tellIneffective(sidecar: AnalyzedObject, { cluster, report }: AnalysisContext): boolean {
  const selector = selectorOf(sidecar);
  const labels = selector.labels();
  if (isEmpty(labels)) {
    if (!isAmbient(cluster.namespaceLabels(sidecar.namespace))) return false;
    const at = sidecar.root.at("spec");
    report("IST0167", sidecar, at, `should be removed: namespace '${sidecar.namespace}' is in ambient mode`);
    return true;
  }
  const found = selected(cluster.workloadsIn(sidecar.namespace), labels).find(({ ambient }) => ambient);
  if (!found) return false;
  report("IST0167", sidecar, selector, `should be removed: workload '${found.object.name}' is in ambient mode`);
  return true;
}
