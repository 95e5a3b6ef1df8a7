import { isObject } from "../base/json.ts";
import type { Any } from "../gen/any.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { FilterChain, Listener } from "../gen/envoy/config/listener/v3.ts";
import type { HttpConnectionManager } from "../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";

/** The names by which Envoy asks for the endpoints of clusters. */
export function endpointNames(clusters: readonly Cluster[]): readonly string[] {
  return clusters.flatMap(({ type, name = "", edsClusterConfig }) =>
    type === "EDS" ? [edsClusterConfig?.serviceName || name] : [],
  );
}

/**
 * The names of the secrets that resources have from the control plane, each once. They may be anywhere in a resource, in
 * whatever filter: what is looked for is the reference itself.
 */
export function secretNames(resources: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const { name, sdsConfig } = value;
    if (typeof name === "string" && isObject(sdsConfig) && "ads" in sdsConfig) names.add(name);
    else Object.values(value).forEach(visit);
  };
  visit(resources);
  return [...names];
}

/** The names of the route tables that listeners refer to, each once. */
export function routeNames(listeners: readonly Listener[]): readonly string[] {
  const names = new Set<string>();
  for (const { filterChains = [], defaultFilterChain, apiListener } of listeners) {
    for (const name of managerRoutes(apiListener?.apiListener)) names.add(name);
    for (const chain of defaultFilterChain ? [...filterChains, defaultFilterChain] : filterChains) {
      for (const name of chainRoutes(chain)) names.add(name);
    }
  }
  return [...names];
}

/** The names of filters whose configuration listeners do not hold, each once. */
export function extensionNames(listeners: readonly Listener[]): readonly string[] {
  const names = new Set<string>();
  const add = (filters: readonly Discovered[] = []) => {
    for (const { name = "", configDiscovery } of filters) if (configDiscovery) names.add(name);
  };
  for (const { filterChains = [], defaultFilterChain, listenerFilters } of listeners) {
    add(listenerFilters);
    for (const { filters = [] } of defaultFilterChain ? [...filterChains, defaultFilterChain] : filterChains) {
      add(filters);
      for (const { typedConfig } of filters) {
        if (typedConfig?.["@type"] === managerType) add((typedConfig as HttpConnectionManager).httpFilters);
      }
    }
  }
  return [...names];
}

interface Discovered {
  readonly name?: string | undefined;
  readonly configDiscovery?: object | undefined;
}

const managerType =
  "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager";

function chainRoutes({ filters = [] }: FilterChain): readonly string[] {
  return filters.flatMap(({ typedConfig }) => managerRoutes(typedConfig));
}

function managerRoutes(config: Any | undefined): readonly string[] {
  if (config?.["@type"] !== managerType) return [];
  const name = (config as HttpConnectionManager).rds?.routeConfigName;
  return name ? [name] : [];
}
