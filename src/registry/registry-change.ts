import type { RegistrySnapshot } from "./registry-snapshot.ts";

/** What a batch of changes did to what is derived. */
export interface RegistryChange {
  /** The version that it led to; the one before if nothing changed. */
  readonly version: number;
  /** Services that came, changed or went, by `serviceKey`. */
  readonly services: ReadonlySet<string>;
  /** Services whose endpoints changed. */
  readonly endpoints: ReadonlySet<string>;
  /** Workloads that came, changed or went, by `workloadKey`. */
  readonly workloads: ReadonlySet<string>;
  /** Nodes that are another place to Services now, by `nodeId`. */
  readonly nodes: ReadonlySet<string>;
  /** Whether the ways into networks changed. */
  readonly gateways: boolean;
}

/** Something that publishes snapshots: one cluster's registry, one in memory, or several taken together. */
export interface SnapshotSource {
  readonly snapshot: RegistrySnapshot;
}

/** Whether nothing came of it. */
export function isEmptyChange({ services, endpoints, workloads, nodes, gateways }: RegistryChange): boolean {
  return services.size + endpoints.size + workloads.size + nodes.size === 0 && !gateways;
}

/** Two changes, one after the other, as one. */
export function joinChanges(first: RegistryChange, second: RegistryChange): RegistryChange {
  return {
    version: second.version,
    services: first.services.union(second.services),
    endpoints: first.endpoints.union(second.endpoints),
    workloads: first.workloads.union(second.workloads),
    nodes: first.nodes.union(second.nodes),
    gateways: first.gateways || second.gateways,
  };
}
