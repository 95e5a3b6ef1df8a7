import type { Resource, WorkloadEntry } from "../../api/index.ts";

/** Annotations of a WorkloadEntry by which replicas tell each other who its workload is connected to; istiod's names. */
export const entryMarks = {
  /** The WorkloadGroup that the entry was made from; absent: a person made it. */
  group: "istio.io/autoRegistrationGroup",
  /** The replica that the workload is connected to, or was last. */
  replica: "istio.io/workloadController",
  /** Since when it is connected, RFC 3339; absent while it is not. */
  connectedAt: "istio.io/connectedAt",
  /** When it was found to be gone, RFC 3339; absent while it is connected. */
  disconnectedAt: "istio.io/disconnectedAt",
  /** Whether the workload's health is reported, and counts if this is true. */
  healthChecked: "proxy.istio.io/health-checks-enabled",
} as const;

/** The value of a mark; empty if there is none. */
export function markOf({ metadata }: Resource, mark: keyof typeof entryMarks): string {
  return metadata.annotations?.[entryMarks[mark]] ?? "";
}

/** Whether the entry says that its workload is connected to somebody. */
export function isConnected(entry: Resource): boolean {
  return markOf(entry, "connectedAt") !== "";
}

/** Milliseconds since the epoch since when it is connected; 0 if that is not said, or not in a way that can be read. */
export function connectedSince(entry: Resource): number {
  return Date.parse(markOf(entry, "connectedAt")) || 0;
}

/** The entry of a workload that is connected to a replica since a time in milliseconds. */
export function asConnected<E extends Resource>(entry: E, replica: string, since: number): E {
  const { disconnectedAt, connectedAt, replica: owner } = entryMarks;
  const { [disconnectedAt]: _, ...others } = entry.metadata.annotations ?? {};
  return annotated(entry, { ...others, [owner]: replica, [connectedAt]: new Date(since).toISOString() });
}

/** The entry of a workload that was found to be gone at a time in milliseconds. */
export function asDisconnected(entry: WorkloadEntry, at: number): WorkloadEntry {
  const { disconnectedAt, connectedAt } = entryMarks;
  const { [connectedAt]: _, ...others } = entry.metadata.annotations ?? {};
  return annotated(entry, { ...others, [disconnectedAt]: new Date(at).toISOString() });
}

function annotated<E extends Resource>(entry: E, annotations: { readonly [name: string]: string }): E {
  return { ...entry, metadata: { ...entry.metadata, annotations } };
}
