import { isIP } from "node:net";
import type { Any } from "../../../gen/any.ts";
import type { Cluster } from "../../../gen/envoy/config/cluster/v3.ts";
import type { ClusterLoadAssignment } from "../../../gen/envoy/config/endpoint/v3.ts";
import type { Listener } from "../../../gen/envoy/config/listener/v3.ts";
import type { Permission, Principal } from "../../../gen/envoy/config/rbac/v3.ts";
import type { Route, RouteConfiguration } from "../../../gen/envoy/config/route/v3.ts";
import type { RBAC } from "../../../gen/envoy/extensions/filters/http/rbac/v3.ts";
import type { HttpConnectionManager } from "../../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { Translation } from "../../translate.ts";

/** Why a gRPC program would refuse what it is sent, by the rules that its implementations have in common. */
export function grpcRefusals({ clusters, endpoints, listeners, routes }: Translation): readonly string[] {
  return [
    ...clusters.flatMap(({ name, message }) => clusterFaults(message).map((fault) => `${name}: ${fault}`)),
    ...endpoints.flatMap(({ name, message }) => endpointFaults(message).map((fault) => `${name}: ${fault}`)),
    ...listeners.flatMap(({ name, message }) => listenerFaults(message).map((fault) => `${name}: ${fault}`)),
    ...routes.flatMap(({ name, message }) => routeFaults(message).map((fault) => `${name}: ${fault}`)),
  ];
}

/** Faults as a list of what is wrong, from what should hold. */
function faults(checks: { readonly [fault: string]: boolean }): readonly string[] {
  return Object.entries(checks).flatMap(([fault, wrong]) => (wrong ? [fault] : []));
}

function clusterFaults(cluster: Cluster): readonly string[] {
  const { type, lbPolicy = "ROUND_ROBIN", edsClusterConfig, loadAssignment } = cluster;
  const named = (loadAssignment?.endpoints ?? []).flatMap(({ lbEndpoints = [] }) => lbEndpoints);
  return faults({
    "discovery type": type !== "EDS" && type !== "LOGICAL_DNS",
    "source of endpoints": type === "EDS" && !edsClusterConfig?.edsConfig?.ads,
    "name to resolve": type === "LOGICAL_DNS" && (named.length !== 1 || !named[0]?.endpoint?.address?.socketAddress),
    "load balancing": lbPolicy !== "ROUND_ROBIN" && lbPolicy !== "RING_HASH",
    sockets: cluster.transportSocketMatches !== undefined,
  });
}

function endpointFaults({ endpoints = [] }: ClusterLoadAssignment): readonly string[] {
  const priorities = new Set(endpoints.map(({ priority = 0 }) => priority));
  const places = endpoints.map(({ locality, priority = 0 }) => JSON.stringify([locality, priority]));
  const sockets = endpoints
    .flatMap(({ lbEndpoints = [] }) => lbEndpoints)
    .map(({ endpoint }) => endpoint?.address?.socketAddress);
  const addresses = sockets.map((socket) => `${socket?.address} ${socket?.portValue}`);
  return faults({
    "locality without weight": endpoints.some(({ loadBalancingWeight = 0 }) => loadBalancingWeight === 0),
    "gap in priorities": [...priorities].some((priority) => priority > 0 && !priorities.has(priority - 1)),
    "locality twice": new Set(places).size < places.length,
    "address that is no IP": sockets.some((socket) => isIP(socket?.address ?? "") === 0),
    "address twice": new Set(addresses).size < addresses.length,
  });
}

function listenerFaults({
  apiListener,
  filterChains = [],
  listenerFilters = [],
  address,
}: Listener): readonly string[] {
  if (apiListener) return managerFaults(apiListener.apiListener, false);
  const filters = filterChains.flatMap((chain) => chain.filters ?? []);
  return [
    ...faults({ "listener filters": listenerFilters.length > 0, address: !address?.socketAddress }),
    ...faults({ "filters of a chain": filters.length !== filterChains.length || filters.length === 0 }),
    ...filters.flatMap(({ typedConfig }) => managerFaults(typedConfig, true)),
  ];
}

const filterTypes = /\.(fault\.v3\.HTTPFault|router\.v3\.Router|rbac\.v3\.RBAC)$/;

function managerFaults(config: Any | undefined, server: boolean): readonly string[] {
  const { httpFilters = [], rds, routeConfig } = (config ?? {}) as Partial<HttpConnectionManager>;
  const types = httpFilters.map(({ typedConfig }) => typedConfig?.["@type"] ?? "");
  return [
    ...faults({
      "no connection manager": !config?.["@type"].endsWith(".HttpConnectionManager"),
      "filter that is not known": types.some((type) => !filterTypes.test(type)),
      "filter twice": new Set(httpFilters.map(({ name }) => name)).size < httpFilters.length,
      "router not at the end": types.findIndex((type) => type.endsWith(".Router")) !== types.length - 1,
      "source of routes": server ? routeConfig === undefined : !rds?.configSource?.ads || !rds.routeConfigName,
    }),
    ...httpFilters.flatMap(({ typedConfig }) => rbacFaults(typedConfig)),
  ];
}

const permissions = /^(any|header|urlPath|destinationIp|destinationPort|metadata|requestedServerName)$/;
const principals = /^(any|authenticated|sourceIp|directRemoteIp|remoteIp|header|urlPath|metadata)$/;

function rbacFaults(config: Any | undefined): readonly string[] {
  if (!config?.["@type"].endsWith(".RBAC")) return [];
  const { rules, shadowRules } = config as RBAC;
  const policies = Object.values(rules?.policies ?? {});
  return faults({
    "shadow rules": shadowRules !== undefined,
    "no rules": rules === undefined,
    permissions: !policies.every(({ permissions: all = [] }) => all.every(isKnownPermission)),
    principals: !policies.every(({ principals: all = [] }) => all.every(isKnownPrincipal)),
  });
}

function isKnownPermission(permission: Permission): boolean {
  const { andRules, orRules, notRule } = permission;
  const inside = andRules?.rules ?? orRules?.rules ?? (notRule && [notRule]);
  return inside ? inside.every(isKnownPermission) : isKnownLeaf(permission, permissions);
}

function isKnownPrincipal(principal: Principal): boolean {
  const { andIds, orIds, notId } = principal;
  const inside = andIds?.ids ?? orIds?.ids ?? (notId && [notId]);
  return inside ? inside.every(isKnownPrincipal) : isKnownLeaf(principal, principals);
}

function isKnownLeaf(leaf: Permission | Principal, known: RegExp): boolean {
  const name = leaf.header?.name ?? "";
  return Object.keys(leaf).every((key) => known.test(key)) && name !== ":scheme" && !name.startsWith("grpc-");
}

function routeFaults({ virtualHosts = [] }: RouteConfiguration): readonly string[] {
  return virtualHosts.flatMap(({ routes = [] }) => routes.flatMap(oneRouteFaults));
}

function oneRouteFaults({ match = {}, route, typedPerFilterConfig = {} }: Route): readonly string[] {
  const clusters = route?.weightedClusters?.clusters;
  const total = (clusters ?? []).reduce((sum, { weight = 0 }) => sum + weight, 0);
  const { retryPolicy } = route ?? {};
  return faults({
    path: (match.prefix ?? match.path ?? match.safeRegex) === undefined,
    header: (match.headers ?? []).some(({ stringMatch, presentMatch }) => !stringMatch && !presentMatch),
    action: !route,
    cluster: !route?.cluster && !clusters,
    weights: clusters !== undefined && (total === 0 || total > 4294967295),
    retries: retryPolicy !== undefined && (retryPolicy.numRetries ?? 1) < 1,
    override: Object.keys(typedPerFilterConfig).some((name) => name !== "envoy.filters.http.fault"),
  });
}
