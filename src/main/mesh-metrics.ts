import { formatKey } from "../api/index.ts";
import type { Gauge, Metrics } from "../base/metrics.ts";
import type { Service } from "../core/index.ts";
import { type ConfigProblem, type MeshSnapshot, meshProblems } from "../mesh/index.ts";
import type { PushStatus } from "./mesh-version.ts";

/** The metrics of what is configured. Where istiod has one of the same meaning it has istiod's name. */
export interface MeshMetrics {
  readonly virtualServices: Gauge;
  readonly withoutEndpoints: Gauge;
  readonly sameHost: Gauge;
  readonly sameSubsets: Gauge;
  readonly sameListener: Gauge;
  readonly problems: Gauge;
}

/** Declares them, once. */
export function registerMeshMetrics(metrics: Metrics): MeshMetrics {
  return {
    virtualServices: metrics.gauge("pilot_virt_services", "VirtualServices that the mesh knows."),
    withoutEndpoints: metrics.gauge("pilot_eds_no_instances", "Services of endpoints that have none."),
    sameHost: metrics.gauge("pilot_vservice_dup_domain", "Hosts of VirtualServices that an older one has (FW1104)."),
    sameSubsets: metrics.gauge(
      "pilot_destrule_subsets",
      "Parts of DestinationRules that an older one decides (FW1105).",
    ),
    sameListener: metrics.gauge(
      "pilot_conflict_outbound_listener_tcp_over_current_tcp",
      "Services whose connections go to an older one at connected proxies (FW1212).",
    ),
    problems: metrics.gauge(
      "fairway_config_problems_current",
      "Problems that there are now, of the configuration as a whole and at connected proxies, by code.",
      ["code"],
    ),
  };
}

/** Brings the metrics to what is configured; what is wrong at proxies is in `status`. */
export type RefreshMeshMetrics = (snapshot: MeshSnapshot, status: PushStatus) => void;

/** Looks through a snapshot once, however often the metrics are refreshed. */
export function meshMetricsRefresher(metrics: MeshMetrics): RefreshMeshMetrics {
  let last: { readonly snapshot: MeshSnapshot; readonly problems: readonly Told[] } | undefined;
  return (snapshot, status) => {
    if (last?.snapshot !== snapshot) {
      last = { snapshot, problems: Array.from(meshProblems(snapshot), told) };
      countObjects(metrics, snapshot);
    }
    const atProxies = Object.entries(status).flatMap(([code, byProxy]) =>
      Object.values(byProxy).flatMap((messages) => messages.map((text) => ({ code, text }))),
    );
    const byCode = Map.groupBy([...last.problems, ...atProxies], ({ code }) => code);
    // Proxies that share a problem share its words.
    const counts = Array.from(byCode, ([code, all]) => [new Set(all.map(({ text }) => text)).size, code] as const);
    const count = (wanted: string) => counts.find(([, code]) => code === wanted)?.[0] ?? 0;
    metrics.sameHost.set(count("FW1104"));
    metrics.sameSubsets.set(count("FW1105"));
    metrics.sameListener.set(count("FW1212"));
    metrics.problems.replace(counts);
  };
}

interface Told {
  readonly code: string;
  readonly text: string;
}

function told({ code, key, message }: ConfigProblem): Told {
  return { code, text: `${formatKey(key)} ${message}` };
}

function countObjects(metrics: MeshMetrics, { registry, virtualServices }: MeshSnapshot): void {
  const isEmpty = (service: Service) =>
    service.resolution === "endpoints" && [...registry.endpoints(service).values()].every(({ length }) => length === 0);
  metrics.withoutEndpoints.set([...registry.services()].filter(isEmpty).length);
  metrics.virtualServices.set([...virtualServices.resolved.values()].reduce((sum, { size }) => sum + size, 0));
}
