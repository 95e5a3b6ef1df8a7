import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { ClusterLoadAssignment, LbEndpoint, LocalityLbEndpoints } from "../gen/envoy/config/endpoint/v3.ts";
import type { SocketPlace } from "./call.ts";
import { isOriginalDestination, originalDestination } from "./original-destination.ts";
import type { ProxyConfig } from "./proxy-config.ts";
import { type UpstreamTls, upstreamTls } from "./transport-socket.ts";
import { isType } from "./typed-config.ts";
import { type UpstreamCall, upstreamAlpn, upstreamServerName } from "./upstream-call.ts";

/** An address behind a cluster. */
export interface UpstreamEndpoint {
  /** IP address, host name, or path of a Unix socket. */
  readonly address: string;
  /** 0 for a Unix socket. */
  readonly port: number;
  /** 0 is preferred. */
  readonly priority: number;
  readonly weight: number;
  readonly healthy: boolean;
  /** `region/zone/subzone`, as far as it is known. */
  readonly locality: string;
  /** Workload, as Istio's metadata names it; empty if it does not. */
  readonly workload: string;
  /** TLS that the proxy adds; absent: none. */
  readonly tls?: UpstreamTls;
}

/** What is wrong with a destination. */
export type DestinationProblem = "no-cluster" | "no-endpoints" | "black-hole";

/** A cluster that calls go to. */
export interface Destination {
  readonly cluster: string;
  /** From 0 to 1. */
  readonly share: number;
  /** How its endpoints are found: `EDS`, `ORIGINAL_DST` …; empty if there is no such cluster. */
  readonly type: string;
  /** Those of the lowest priority first. */
  readonly endpoints: readonly UpstreamEndpoint[];
  readonly problem?: DestinationProblem;
}

/** Istio's name for a cluster that exists to lead nowhere. */
const blackHole = "BlackHoleCluster";

/** The cluster of a name, with its endpoints and how they are spoken to. */
export function resolveDestination(config: ProxyConfig, name: string, share: number, call: UpstreamCall): Destination {
  const cluster = config.clusters.get(name)?.message;
  if (cluster === undefined) return { cluster: name, share, type: "", endpoints: [], problem: "no-cluster" };
  const type = typeOfCluster(cluster);
  const endpoints = endpointsOf(config, cluster, call);
  if (endpoints.some(({ healthy }) => healthy)) return { cluster: name, share, type, endpoints };
  return { cluster: name, share, type, endpoints, problem: name === blackHole ? "black-hole" : "no-endpoints" };
}

function typeOfCluster({ type, clusterType }: Cluster): string {
  return type ?? clusterType?.name ?? "STATIC";
}

function endpointsOf(config: ProxyConfig, cluster: Cluster, call: UpstreamCall): readonly UpstreamEndpoint[] {
  if (isOriginalDestination(cluster)) return [single(cluster, call, originalDestination(cluster, call))];
  const { clusterType } = cluster;
  if (isType(clusterType, "envoy.extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig")) {
    const [, address = "", port] = /^(.*?)(?::(\d+))?$/.exec(call.host) ?? [];
    return [single(cluster, call, { address, port: port === undefined ? call.destination.port : Number(port) })];
  }
  return [...assignmentOf(config, cluster)]
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
    .flatMap((locality) => localityEndpoints(cluster, call, locality));
}

function assignmentOf(config: ProxyConfig, cluster: Cluster): NonNullable<ClusterLoadAssignment["endpoints"]> {
  if (cluster.type !== "EDS") return cluster.loadAssignment?.endpoints ?? [];
  const name = cluster.edsClusterConfig?.serviceName || cluster.name || "";
  return config.endpoints.get(name)?.message.endpoints ?? [];
}

/** An endpoint that is found at the time of the call. */
function single(cluster: Cluster, call: UpstreamCall, place: SocketPlace): UpstreamEndpoint {
  const known = { ...place, priority: 0, weight: 1, healthy: true, locality: "", workload: "" };
  return { ...known, ...tlsOf(cluster, call, {}) };
}

function localityEndpoints(cluster: Cluster, call: UpstreamCall, group: LocalityLbEndpoints): UpstreamEndpoint[] {
  const { region = "", zone = "", subZone = "" } = group.locality ?? {};
  return (group.lbEndpoints ?? []).map((each) => {
    const socket = each.endpoint?.address?.socketAddress;
    const workload = each.metadata?.filterMetadata?.["istio"]?.["workload"];
    return {
      address: socket?.address ?? each.endpoint?.address?.pipe?.path ?? "",
      port: socket?.portValue ?? 0,
      priority: group.priority ?? 0,
      weight: each.loadBalancingWeight ?? 1,
      healthy: ["UNKNOWN", "HEALTHY", "DEGRADED"].includes(each.healthStatus ?? "UNKNOWN"),
      locality: [region, zone, subZone].join("/").replace(/\/+$/, ""),
      workload: typeof workload === "string" ? workload : "",
      ...tlsOf(cluster, call, each),
    };
  });
}

function tlsOf(cluster: Cluster, call: UpstreamCall, { metadata, endpoint }: LbEndpoint): { tls?: UpstreamTls } {
  const tls = upstreamTls(cluster, metadata);
  if (tls === undefined) return {};
  const serverName = tls.serverName || upstreamServerName(cluster, call, endpoint?.hostname ?? "");
  return { tls: { ...tls, serverName, alpn: upstreamAlpn(cluster, call) ?? tls.alpn } };
}
