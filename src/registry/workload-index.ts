import { isSuperset, type Labels } from "../base/labels.ts";
import type { Workload } from "../core/index.ts";
import { KeySets } from "./key-sets.ts";
import type { WorkloadKind } from "./origin.ts";
import { labelPlaces, selectorPlace } from "./service-key.ts";

interface Members {
  readonly workloads: Map<string, Workload>;
  /** Made when the first selector asks: most namespaces have none that asks for pods. */
  byLabel?: KeySets;
}

/** Finds workloads by kind, namespace and labels. */
export class WorkloadIndex {
  readonly #members = new Map<string, Members>();

  /** All workloads of a namespace, by their keys. */
  inNamespace(namespace: string): readonly string[] {
    return ["Pod", "WorkloadEntry"].flatMap((kind) => [
      ...(this.#members.get(`${kind} ${namespace}`)?.workloads.keys() ?? []),
    ]);
  }

  replace(key: string, old: Workload | undefined, next: Workload | undefined): void {
    const { kind, namespace } = (next ?? old)?.origin ?? { kind: "", namespace: "" };
    const members = this.#membersOf(`${kind} ${namespace}`);
    if (old && members.byLabel) for (const place of labelPlaces("", old.labels)) members.byLabel.remove(place, key);
    if (next && members.byLabel) for (const place of labelPlaces("", next.labels)) members.byLabel.add(place, key);
    if (next) members.workloads.set(key, next);
    else members.workloads.delete(key);
    if (members.workloads.size === 0) this.#members.delete(`${kind} ${namespace}`);
  }

  /** Those that have all labels of the selector, sorted by key; an empty selector selects none. */
  selected(kind: WorkloadKind, namespace: string, selector: Labels): readonly Workload[] {
    const members = this.#members.get(`${kind} ${namespace}`);
    const place = selectorPlace("", selector);
    if (members === undefined || place === undefined) return [];
    members.byLabel ??= indexLabels(members.workloads);
    return [...members.byLabel.get(place)]
      .sort()
      .flatMap((key) => members.workloads.get(key) ?? [])
      .filter(({ labels }) => isSuperset(labels, selector));
  }

  #membersOf(place: string): Members {
    const members = this.#members.get(place) ?? { workloads: new Map() };
    this.#members.set(place, members);
    return members;
  }
}

function indexLabels(workloads: ReadonlyMap<string, Workload>): KeySets {
  const sets = new KeySets();
  for (const [key, { labels }] of workloads) for (const place of labelPlaces("", labels)) sets.add(place, key);
  return sets;
}
