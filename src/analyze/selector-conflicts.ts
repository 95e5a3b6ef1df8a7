import { type AnalyzedObject, nameOf } from "./analyzed-object.ts";
import type { AnalysisContext } from "./analyzer.ts";
import { type KnownWorkload, selected } from "./known-workloads.ts";
import { formatLabels, isEmpty } from "./labels.ts";
import type { AnalysisCode } from "./messages.ts";
import type { Part } from "./part.ts";

/** Objects of a kind of which each workload should come under one at the most. */
export interface SelectingKind {
  readonly objects: readonly AnalyzedObject[];
  /** Where an object's labels stand. */
  readonly selectorOf: (object: AnalyzedObject) => Part;
  /** Codes for two that select a workload, and for two without a selector in a namespace. */
  readonly selectsTwice: AnalysisCode;
  readonly defaultsTwice: AnalysisCode;
}

/** Tells of selectors that select nothing, or what another object of the kind selects too. */
export function checkSelectors(kind: SelectingKind, { cluster, report }: AnalysisContext): void {
  const holders = new Map<KnownWorkload, AnalyzedObject[]>();
  const selecting = kind.objects.filter((object) => !isEmpty(kind.selectorOf(object).labels()));
  for (const object of selecting) {
    const selector = kind.selectorOf(object);
    const workloads = selected(cluster.workloadsIn(object.namespace), selector.labels());
    for (const workload of workloads) holders.set(workload, [...(holders.get(workload) ?? []), object]);
    if (workloads.length > 0) continue;
    const which = `namespace '${object.namespace}' has none with ${formatLabels(selector.labels())}`;
    report("IST0101", object, selector, `must select a workload: ${which}`);
  }
  const reported = new Set<AnalyzedObject>();
  for (const [workload, objects] of holders) {
    if (objects.length < 2) continue;
    for (const object of objects.filter((each) => !reported.has(each))) {
      reported.add(object);
      const others = objects.filter((other) => other !== object).map(nameOf);
      const message = `must not select '${workload.object.name}', which ${others.join(", ")} selects too`;
      report(kind.selectsTwice, object, kind.selectorOf(object), message);
    }
  }
}

/** Tells of objects without a selector that are not the only ones in their namespace. */
export function checkDefaults(kind: SelectingKind, { report }: AnalysisContext): void {
  const plain = kind.objects.filter((object) => isEmpty(kind.selectorOf(object).labels()));
  for (const group of Map.groupBy(plain, ({ namespace }) => namespace).values()) {
    if (group.length < 2) continue;
    for (const object of group) {
      const others = group.filter((other) => other !== object).map(nameOf);
      const message = `must be the only one without a selector in its namespace: ${others.join(", ")} has none either`;
      report(kind.defaultsTwice, object, object.root.at("spec"), message);
    }
  }
}
