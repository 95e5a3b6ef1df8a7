import { findHost, type HostMap, hostMap, isWildcard, type MeshVirtualService } from "../../mesh/index.ts";

/** Which VirtualServices are for which hosts, among those of a listener. */
export interface RoutedHosts {
  /** In the order in which they win: all with exactly the host, else the one with the most specific wildcard. */
  find(host: string): readonly MeshVirtualService[];
  /** By exact host, in the order in which they win. */
  readonly exact: ReadonlyMap<string, readonly MeshVirtualService[]>;
  /** By wildcard. */
  readonly wildcards: ReadonlyMap<string, readonly MeshVirtualService[]>;
}

const known = new WeakMap<readonly MeshVirtualService[], RoutedHosts>();

/** The VirtualServices by host. Lists of them are never changed, so that the answer is kept with the list. */
export function routedHosts(virtualServices: readonly MeshVirtualService[]): RoutedHosts {
  const made = known.get(virtualServices) ?? indexHosts(virtualServices);
  known.set(virtualServices, made);
  return made;
}

const none: readonly MeshVirtualService[] = [];

function indexHosts(virtualServices: readonly MeshVirtualService[]): RoutedHosts {
  const exact = new Map<string, MeshVirtualService[]>();
  const wildcards = new Map<string, MeshVirtualService[]>();
  for (const virtualService of virtualServices) {
    for (const host of virtualService.hosts) {
      const into = isWildcard(host) ? wildcards : exact;
      const found = into.get(host);
      if (!found) into.set(host, [virtualService]);
      else if (!found.includes(virtualService)) found.push(virtualService);
    }
  }
  const covering: HostMap<MeshVirtualService[]> = hostMap(wildcards);
  return {
    find: (host) => exact.get(host) ?? (wildcards.size > 0 ? findHost(covering, host)?.slice(0, 1) : undefined) ?? none,
    exact,
    wildcards,
  };
}
