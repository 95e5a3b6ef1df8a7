import { formatGroupKind, type GroupKind } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import { type AnalyzedObject, idOf } from "./analyzed-object.ts";
import { kindRefs } from "./kind-refs.ts";
import { knownServices, type ServiceDirectory } from "./known-services.ts";
import { type KnownWorkload, knownWorkloads } from "./known-workloads.ts";

/** The objects of one cluster, and ways to find them. */
export interface ClusterView {
  readonly name: string;
  /** All objects of a kind, in the order in which they were given. */
  all(kind: GroupKind): readonly AnalyzedObject[];
  find(kind: GroupKind, namespace: string, name: string): AnalyzedObject | undefined;
  /** Every definition of an object, in the order in which they were given: of one object there may be several. */
  readonly definitions: readonly AnalyzedObject[];
  /** Pods, and what pods are made from. */
  readonly workloads: readonly KnownWorkload[];
  workloadsIn(namespace: string): readonly KnownWorkload[];
  readonly services: ServiceDirectory;
  /** Names of all namespaces that are defined or that hold an object. */
  readonly namespaces: ReadonlySet<string>;
  /** Labels of a namespace; none if it is not defined. */
  namespaceLabels(name: string): Labels;
}

/** A view of the objects. Of two definitions of an object the later one counts. */
export function clusterView(name: string, given: readonly AnalyzedObject[]): ClusterView {
  const byId = new Map(given.map((object) => [idOf(object), object]));
  const objects = [...byId.values()];
  const byKind = Map.groupBy(objects, formatGroupKind);
  const all = (kind: GroupKind) => byKind.get(formatGroupKind(kind)) ?? [];
  const find = (kind: GroupKind, namespace: string, objectName: string) =>
    byId.get(`${formatGroupKind(kind)}/${namespace === "" ? "" : `${namespace}/`}${objectName}`);
  const namespaceLabels = (namespace: string) => find(kindRefs.namespace, "", namespace)?.labels ?? {};
  const workloads = knownWorkloads({ all, namespaceLabels });
  const byNamespace = Map.groupBy(workloads, ({ namespace }) => namespace);
  return {
    name,
    all,
    find,
    definitions: given,
    namespaceLabels,
    workloads,
    workloadsIn: (namespace) => byNamespace.get(namespace) ?? [],
    services: knownServices(all),
    namespaces: new Set([
      ...all(kindRefs.namespace).map((namespace) => namespace.name),
      ...objects.flatMap(({ namespace }) => namespace || []),
    ]),
  };
}
