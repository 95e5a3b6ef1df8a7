import { isObject } from "../base/json.ts";
import { columns } from "../cli/index.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { Address, TypedExtensionConfig } from "../gen/envoy/config/core/v3.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import type { FilterChain, FilterChainMatch, Listener } from "../gen/envoy/config/listener/v3.ts";
import type { Route, RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import type { Secret } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";

/** Clusters, with what their names say. */
export function clusterTable(clusters: readonly Cluster[]): string {
  const rows = clusters.map((cluster) => {
    const name = cluster.name ?? "";
    const type = cluster.type ?? cluster.clusterType?.name ?? "STATIC";
    const [direction = "", port, subset, host] = name.split("|");
    const told = host === undefined ? [name, "-", "-", "-"] : [host || "-", port || "-", subset || "-", direction];
    return [...told, type, configOf(cluster.metadata?.filterMetadata)];
  });
  return columns(["SERVICE FQDN", "PORT", "SUBSET", "DIRECTION", "TYPE", "DESTINATION RULE"], rows);
}

/** Listeners, a line for each filter chain. */
export function listenerTable(listeners: readonly Listener[]): string {
  const rows = listeners.flatMap((listener) => {
    const chains = [
      ...(listener.filterChains ?? []),
      ...(listener.defaultFilterChain ? [listener.defaultFilterChain] : []),
    ];
    const head = [listener.name ?? "", addressOf(listener.address)];
    if (chains.length === 0) return [[...head, "-", "-"]];
    return chains.map((chain) => [...head, matchOf(chain.filterChainMatch), destinationOf(chain)]);
  });
  return columns(["NAME", "ADDRESS", "MATCH", "DESTINATION"], rows);
}

/** Routes, a line for each. */
export function routeTable(configurations: readonly RouteConfiguration[]): string {
  const rows = configurations.flatMap(({ name = "", virtualHosts = [] }) =>
    virtualHosts.flatMap((host) => {
      const [domain = "", ...others] = host.domains ?? [];
      const head = [name, host.name ?? "", others.length === 0 ? domain : `${domain} + ${others.length} more`];
      return (host.routes ?? []).map((route) => [...head, pathOf(route), targetOf(route)]);
    }),
  );
  return columns(["NAME", "VHOST NAME", "DOMAINS", "MATCH", "TARGET"], rows);
}

/** Endpoints, a line for each. */
export function endpointTable(assignments: readonly ClusterLoadAssignment[]): string {
  const rows = assignments.flatMap(({ clusterName = "", endpoints = [] }) =>
    endpoints.flatMap(({ lbEndpoints = [], priority = 0 }) =>
      lbEndpoints.map(({ endpoint, healthStatus = "HEALTHY" }) => [
        addressOf(endpoint?.address),
        healthStatus,
        String(priority),
        clusterName,
      ]),
    ),
  );
  return columns(["ENDPOINT", "STATUS", "PRIORITY", "CLUSTER"], rows);
}

/** Secrets, without what is secret in them. */
export function secretTable(secrets: readonly Secret[]): string {
  const rows = secrets.map((secret) => {
    const kind = secret.tlsCertificate ? "Cert Chain" : secret.validationContext ? "CA" : "Other";
    return [secret.name ?? "", kind];
  });
  return columns(["RESOURCE NAME", "TYPE"], rows);
}

/** Filters that are delivered by themselves. */
export function extensionTable(extensions: readonly TypedExtensionConfig[]): string {
  const rows = extensions.map(({ name = "", typedConfig }) => [name, String(typedConfig?.["@type"] ?? "-")]);
  return columns(["NAME", "TYPE"], rows);
}

/** `name.namespace` of the object that a resource says it came from. */
function configOf(filterMetadata: { readonly [name: string]: unknown } | undefined): string {
  const istio = filterMetadata?.["istio"];
  const path = isObject(istio) && typeof istio["config"] === "string" ? istio["config"] : "";
  const [, namespace, name] = /\/namespaces\/([^/]+)\/[^/]+\/([^/]+)$/.exec(path) ?? [];
  return name === undefined ? "-" : `${name}.${namespace}`;
}

function addressOf(address: Address | undefined): string {
  const { socketAddress, pipe, envoyInternalAddress: internal } = address ?? {};
  if (socketAddress) {
    const host = socketAddress.address ?? "";
    return `${host.includes(":") ? `[${host}]` : host}:${socketAddress.portValue ?? socketAddress.namedPort ?? 0}`;
  }
  return pipe?.path ?? (internal ? `internal:${internal.serverListenerName ?? ""}` : "-");
}

function matchOf(match: FilterChainMatch | undefined): string {
  const ranges = (match?.prefixRanges ?? []).map(
    ({ addressPrefix = "", prefixLen = 0 }) => `${addressPrefix}/${prefixLen}`,
  );
  const parts = [
    ["port", match?.destinationPort],
    ["addr", ranges.join(",")],
    ["sni", match?.serverNames?.join(",")],
    ["transport", match?.transportProtocol],
    ["app", match?.applicationProtocols?.join(",")],
  ];
  const told = parts.filter(([, value]) => value !== undefined && value !== "");
  return told.length === 0 ? "ALL" : told.map(([name, value]) => `${name}=${value}`).join(" ");
}

/** Where a chain leads, by the last of its filters that says so. */
function destinationOf({ filters = [] }: FilterChain): string {
  for (const { typedConfig } of [...filters].reverse()) {
    if (!isObject(typedConfig)) continue;
    const { rds, routeConfig, cluster, weightedClusters } = typedConfig;
    if (isObject(rds)) return `Route: ${String(rds["routeConfigName"] ?? "")}`;
    if (isObject(routeConfig)) return `Inline route: ${String(routeConfig["name"] ?? "")}`;
    if (typeof cluster === "string") return `Cluster: ${cluster}`;
    if (isObject(weightedClusters) && Array.isArray(weightedClusters["clusters"])) {
      return `Clusters: ${weightedClusters["clusters"].map((each) => String(each?.name)).join(", ")}`;
    }
  }
  return "-";
}

function pathOf({ match = {} }: Route): string {
  const prefix = match.prefix ?? match.pathSeparatedPrefix;
  const path = prefix === undefined ? (match.path ?? `~${match.safeRegex?.regex ?? ""}`) : `${prefix}*`;
  const conditions = (match.headers?.length ?? 0) + (match.queryParameters?.length ?? 0);
  return `${path}${conditions === 0 ? "" : ` + ${conditions} conditions`}`;
}

function targetOf({ route, redirect, directResponse }: Route): string {
  if (route?.cluster) return route.cluster;
  const weighted = route?.weightedClusters?.clusters ?? [];
  if (weighted.length > 0) return weighted.map(({ name = "", weight = 0 }) => `${name} (${weight})`).join(", ");
  if (redirect) return "redirect";
  return directResponse ? `direct response ${directResponse.status ?? ""}` : "-";
}
