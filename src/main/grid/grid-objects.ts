import type { EndpointSlice, KubernetesEndpoints, KubernetesService, Node, Resource } from "../../api/index.ts";

/** What grids of all kinds have in common. */
export interface Grid extends Resource {
  readonly spec?: { readonly gridUniqKey?: string };
  readonly status?: { readonly conditions?: readonly unknown[] };
}

/** The objects that places and what is reached in them depend on, each kind sorted by namespace and name. */
export interface GridObjects {
  readonly nodes: readonly Node[];
  readonly services: readonly KubernetesService[];
  readonly slices: readonly EndpointSlice[];
  readonly endpoints: readonly KubernetesEndpoints[];
  readonly grids: readonly Grid[];
  /** What grids may have made, Services aside. */
  readonly workloads: readonly Resource[];
}

/** The kinds of these objects, as `formatGroupKind` has them. */
export const gridObjectKinds: ReadonlySet<string> = new Set([
  "Node",
  "Service",
  "Endpoints",
  "discovery.k8s.io/EndpointSlice",
  "apps/Deployment",
  "apps/StatefulSet",
  "superedge.io/ServiceGrid",
  "superedge.io/DeploymentGrid",
  "superedge.io/StatefulSetGrid",
]);

/** `namespace/name`, or the name of what is in no namespace. */
export function nameOf({ metadata }: Resource): string {
  return [metadata.namespace, metadata.name].filter(Boolean).join("/");
}

/** Sorts objects by what they are. */
export function gridObjects(resources: readonly Resource[]): GridObjects {
  const sorted = [...resources].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  const of = <T extends Resource>(...kinds: readonly string[]) =>
    sorted.filter((each): each is T => kinds.includes(each.kind));
  return {
    nodes: of("Node"),
    services: of("Service"),
    slices: of("EndpointSlice"),
    endpoints: of("Endpoints"),
    grids: of("DeploymentGrid", "ServiceGrid", "StatefulSetGrid"),
    workloads: of("Deployment", "StatefulSet"),
  };
}
