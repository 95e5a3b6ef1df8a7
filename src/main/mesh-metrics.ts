import { formatKey } from "../api/index.ts";
import type { Gauge, Metrics } from "../base/metrics.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import { type ConfigProblem, type MeshSnapshot, meshProblems } from "../mesh/index.ts";
import type { PushStatus } from "./mesh-version.ts";

/** The metrics of what is configured. Where istiod has one of the same meaning it has istiod's name. */
export interface MeshMetrics {
  readonly virtualServices: Gauge;
  readonly withoutEndpoints: Gauge;
  readonly namesWithoutEndpoints: Gauge;
  readonly endpoints: Gauge;
  readonly unreadyEndpoints: Gauge;
  readonly endpointsWithoutPod: Gauge;
  readonly proxiesWithoutService: Gauge;
  readonly samePort: Gauge;
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
    namesWithoutEndpoints: metrics.gauge(
      "pilot_dns_cluster_without_endpoints",
      "Services of names that proxies resolve that have none.",
    ),
    endpoints: metrics.gauge("fairway_endpoints", "Endpoints that the mesh knows, one for each port of each service."),
    unreadyEndpoints: metrics.gauge("pilot_endpoint_not_ready", "Those of them that are not ready."),
    endpointsWithoutPod: metrics.gauge(
      "endpoint_no_pod",
      "Addresses of EndpointSlices that are no endpoints yet because nothing is known of their pods.",
    ),
    proxiesWithoutService: metrics.gauge("pilot_no_ip", "Connected sidecars that no service leads to."),
    samePort: metrics.gauge(
      "pilot_conflict_inbound_listener",
      "Ports of services that lead to a port of a connected sidecar for which another one decides.",
    ),
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

/** What is true at one moment. */
export interface MeshFacts {
  readonly snapshot: MeshSnapshot;
  /** What is wrong at proxies. */
  readonly status: PushStatus;
  /** Those that are connected. */
  readonly proxies: Iterable<MeshProxy>;
  readonly endpointsWithoutPod: number;
}

/** Brings the metrics to what is configured. */
export type RefreshMeshMetrics = (facts: MeshFacts) => void;

/** Looks through a snapshot once, however often the metrics are refreshed. */
export function meshMetricsRefresher(metrics: MeshMetrics): RefreshMeshMetrics {
  let last: { readonly snapshot: MeshSnapshot; readonly problems: readonly Told[] } | undefined;
  return ({ snapshot, status, proxies, endpointsWithoutPod }) => {
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
    metrics.endpointsWithoutPod.set(endpointsWithoutPod);
    countTargets(metrics, snapshot, proxies);
  };
}

interface Told {
  readonly code: string;
  readonly text: string;
}

function told({ code, key, message }: ConfigProblem): Told {
  return { code, text: `${formatKey(key)} ${message}` };
}

function countTargets(metrics: MeshMetrics, { registry }: MeshSnapshot, proxies: Iterable<MeshProxy>): void {
  let unserved = 0;
  let samePort = 0;
  for (const proxy of proxies) {
    if (proxy.type !== "sidecar") continue;
    const targets = registry.serviceTargets(proxy);
    if (targets.length === 0) unserved += 1;
    if (targets.length > 1) samePort += targets.length - new Set(targets.map(({ targetPort }) => targetPort)).size;
  }
  metrics.proxiesWithoutService.set(unserved);
  metrics.samePort.set(samePort);
}

function countObjects(metrics: MeshMetrics, { registry, virtualServices }: MeshSnapshot): void {
  const counts = { all: 0, unready: 0, withoutEndpoints: 0, namesWithoutEndpoints: 0 };
  for (const service of registry.services()) {
    let own = 0;
    for (const shard of registry.endpoints(service).values()) {
      own += shard.length;
      counts.unready += shard.filter(({ health }) => health === "unready").length;
    }
    counts.all += own;
    if (own > 0) continue;
    if (service.resolution === "endpoints") counts.withoutEndpoints += 1;
    else if (service.resolution === "dns") counts.namesWithoutEndpoints += 1;
  }
  metrics.endpoints.set(counts.all);
  metrics.unreadyEndpoints.set(counts.unready);
  metrics.withoutEndpoints.set(counts.withoutEndpoints);
  metrics.namesWithoutEndpoints.set(counts.namesWithoutEndpoints);
  metrics.virtualServices.set([...virtualServices.resolved.values()].reduce((sum, { size }) => sum + size, 0));
}
