import type { Counter, Gauge, Metrics } from "../../base/metrics.ts";
import type { ClusterInfo } from "./remote-clusters.ts";

/** The metrics of remote clusters. But for the last they have istiod's names. */
export interface RemoteMetrics {
  readonly managed: Gauge;
  readonly timeouts: Counter;
  readonly status: Gauge;
  readonly away: Gauge;
}

/** Declares them, once. */
export function registerRemoteMetrics(metrics: Metrics): RemoteMetrics {
  return {
    managed: metrics.gauge("istiod_managed_clusters", "Clusters that the mesh is made of, local and remote.", [
      "cluster_type",
    ]),
    timeouts: metrics.counter(
      "remote_cluster_sync_timeouts_total",
      "Times that a remote cluster was not read in time, so that others no longer waited for it.",
      ["cluster"],
    ),
    status: metrics.gauge(
      "istiod_remote_cluster_sync_status",
      "1 for the state that a remote cluster is in: syncing, synced, timeout or closed.",
      ["cluster", "cluster_type", "status"],
    ),
    away: metrics.gauge(
      "fairway_remote_cluster_away_seconds",
      "Time since a remote cluster's API server could no longer be followed; what was read last stays in use.",
      ["cluster"],
    ),
  };
}

const statuses = ["syncing", "synced", "timeout", "closed"] as const;

/** Brings the gauges up to date. */
export function measureRemotes(metrics: RemoteMetrics, clusters: readonly ClusterInfo[]): void {
  const remote = clusters.filter(({ secretName }) => secretName !== "");
  metrics.managed.set(clusters.length - remote.length, "local");
  metrics.managed.set(remote.length, "remote");
  metrics.away.replace(remote.map(({ id, awaySeconds = 0 }) => [awaySeconds, id]));
  metrics.status.replace(
    remote.flatMap(({ id, syncStatus }) =>
      statuses.map((status) => [status === syncStatus ? 1 : 0, id, "remote", status] as const),
    ),
  );
}
