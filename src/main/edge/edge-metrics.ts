import type { Counter, Gauge, Metrics } from "../../base/metrics.ts";
import type { FollowedState } from "../../edge/index.ts";
import { servedKinds } from "../../edge/index.ts";
import { registerProcessMetrics } from "../process-metrics.ts";

/** The metrics of `fairway edge` that are counted as things happen. */
export interface EdgeMetrics {
  readonly requests: Counter;
  readonly watches: Gauge;
  readonly cacheErrors: Counter;
  readonly oddObjects: Counter;
}

/** Declares every metric, once: the reference is made from this too. `followed` is asked when metrics are read. */
export function registerEdgeMetrics(metrics: Metrics, followed: () => FollowedState | undefined): EdgeMetrics {
  registerProcessMetrics(metrics);
  const gauge = (name: string, help: string, read: (state: FollowedState) => number) =>
    metrics.gauge(name, help, [], () => {
      const state = followed();
      return state ? read(state) : 0;
    });
  gauge(
    "fairway_edge_stale_seconds",
    "Seconds since what is served was last known to be what the API server has; 0 while it is.",
    (state) => state.stale() ?? 0,
  );
  gauge("fairway_edge_upstream_reachable", "Whether the API server answered when it was last asked: 1 or 0.", (state) =>
    Number(state.upstream.reachable),
  );
  gauge(
    "fairway_edge_kinds_followed",
    "Kinds whose changes are told by the API server as they come.",
    (state) => servedKinds.filter((kind) => state.upstream.follows(kind)).length,
  );
  gauge("fairway_edge_objects", "Objects of all kinds that are known.", ({ state }) =>
    servedKinds.reduce((sum, kind) => sum + state.count(kind), 0),
  );
  gauge(
    "fairway_edge_version",
    "The newest resource version that was given out.",
    ({ published }) => published.revision,
  );
  gauge(
    "fairway_edge_endpoints_judged",
    "Endpoints that were decided on since the start: grows with what changes, not with what there is.",
    ({ state }) => state.judged,
  );
  gauge("fairway_edge_cache_pending", "Objects that are not on disk yet.", ({ cache }) => cache.pending);
  return {
    requests: metrics.counter(
      "fairway_edge_requests_total",
      "Requests by who answered (served: the wrapper, passed: the API server), method and HTTP code.",
      ["way", "method", "code"],
    ),
    watches: metrics.gauge("fairway_edge_watches", "Watches that are open now, of those that the wrapper serves."),
    cacheErrors: metrics.counter(
      "fairway_edge_cache_errors_total",
      "Files of the cache that were damaged, and writes that failed.",
    ),
    oddObjects: metrics.counter(
      "fairway_edge_odd_objects_total",
      "Objects of the API server that could not be read, and changes that did not fit.",
      ["kind"],
    ),
  };
}
