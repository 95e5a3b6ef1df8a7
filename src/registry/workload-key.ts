import { flatText } from "../base/flat-text.ts";
import type { Workload } from "../core/index.ts";

/** A kind without its group, a namespace and a name, in one text: of the registry's kinds no two are alike. */
export function objectId(kind: string, namespace: string, name: string): string {
  return flatText("/", kind, namespace, name);
}

/** The key of a workload in snapshots and changes of its own cluster. */
export function workloadKey({ origin }: Workload): string {
  return objectId(origin.kind, origin.namespace, origin.name);
}

/** The key of a workload of a further cluster where several are taken together. */
export function keyInCluster(key: string, cluster: string): string {
  return `${key}@${cluster}`;
}
