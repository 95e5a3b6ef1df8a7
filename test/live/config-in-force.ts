import type { LiveProxy } from "./live-proxy.ts";

/** Names of what Envoy says that it has. */
export interface ConfigInForce {
  readonly clusters: readonly string[];
  readonly listeners: readonly string[];
  readonly routes: readonly string[];
  /** Clusters, listeners and secrets that are not ready yet. */
  readonly warming: readonly string[];
  /** Counters of refused updates that have counted any, by Envoy's own books. */
  readonly refused: readonly string[];
}

interface Entry {
  readonly name?: string;
  readonly active_state?: object;
  readonly warming_state?: object;
  readonly cluster?: { readonly name: string };
  readonly route_config?: { readonly name: string };
}

/** Asks Envoy what it has, by names alone: all of it would be a megabyte. */
export async function configInForce(proxy: LiveProxy): Promise<ConfigInForce> {
  const dump = async (resource: string, mask: string) => {
    const text = await proxy.admin(`/config_dump?resource=${resource}&mask=${mask}`);
    // The answer for no entry at all.
    if (/^\w+ not found in config dump/.test(text)) return [];
    return (JSON.parse(text) as { readonly configs?: readonly Entry[] }).configs ?? [];
  };
  const active = await dump("dynamic_active_clusters", "cluster.name");
  const warming = await dump("dynamic_warming_clusters", "cluster.name");
  const listeners = await dump("dynamic_listeners", "name,active_state.version_info,warming_state.version_info");
  const routes = await dump("dynamic_route_configs", "route_config.name");
  const secrets = await dump("dynamic_warming_secrets", "name");
  const counters = await proxy.admin("/stats?filter=update_rejected$");
  const names = (entries: readonly Entry[]) =>
    entries.map(({ name, cluster, route_config }) => name ?? cluster?.name ?? route_config?.name ?? "").sort();
  return {
    clusters: names(active),
    // Those that only drain are gone.
    listeners: names(listeners.filter(({ active_state }) => active_state)),
    routes: names(routes),
    warming: names([...warming, ...listeners.filter(({ warming_state }) => warming_state), ...secrets]),
    refused: counters.split("\n").filter((line) => /update_rejected: [1-9]/.test(line)),
  };
}
