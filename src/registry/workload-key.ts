import type { Workload } from "../core/index.ts";

/** A kind without its group, a namespace and a name, in one text: of the registry's kinds no two are alike. */
export function objectId(kind: string, namespace: string, name: string): string {
  // Joined it is one piece; as a template it would be kept as a tree of its parts, and many are kept.
  return [kind, namespace, name].join("/");
}

/** The key of a workload in snapshots and changes of its own cluster. */
export function workloadKey({ origin }: Workload): string {
  return objectId(origin.kind, origin.namespace, origin.name);
}

/** The key of a workload of a further cluster where several are taken together. */
export function keyInCluster(key: string, cluster: string): string {
  return `${key}@${cluster}`;
}
