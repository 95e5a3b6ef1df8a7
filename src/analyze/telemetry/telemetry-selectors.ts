import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { checkDefaults, checkSelectors, type SelectingKind } from "../selector-conflicts.ts";

/** Telemetries that are attached by name neither select nor are defaults. */
function telemetries({ cluster }: AnalysisContext): SelectingKind {
  const attached = ({ root }: AnalyzedObject) =>
    root.at("spec", "targetRef").exists || root.at("spec", "targetRefs").items().length > 0;
  return {
    objects: cluster.all(kindRefs.telemetry).filter((telemetry) => !attached(telemetry)),
    selectorOf: (telemetry) => telemetry.root.at("spec", "selector", "matchLabels"),
    selectsTwice: "IST0159",
    defaultsTwice: "IST0160",
  };
}

/** Finds Telemetries that select nothing, or what others select too. */
export const telemetrySelectors: Analyzer = {
  name: "telemetry.SelectorAnalyzer",
  doc: "Selectors of Telemetries select workloads, and no workload twice.",
  codes: ["IST0101", "IST0159"],
  run: (context) => checkSelectors(telemetries(context), context),
};

/** Finds namespaces with several Telemetries for all of their workloads. */
export const telemetryDefaults: Analyzer = {
  name: "telemetry.DefaultSelectorAnalyzer",
  doc: "A namespace has one Telemetry without a selector at the most.",
  codes: ["IST0160"],
  run: (context) => checkDefaults(telemetries(context), context),
};
