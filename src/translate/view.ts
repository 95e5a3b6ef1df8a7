import type { Proxy as MeshProxy } from "../core/index.ts";
import { type MeshSnapshot, type ProxyScope, proxyScope, type ServiceSource } from "../mesh/index.ts";

/** What planning sees: the scope that a proxy shares with others, and the registry for endpoints. */
export interface View {
  readonly scope: ProxyScope;
  readonly registry: ServiceSource;
}

/** The view of a proxy. Where it runs the registry may know better than it does. */
export function viewOf(snapshot: MeshSnapshot, proxy: MeshProxy): View {
  const { registry } = snapshot;
  const placed = { ...proxy, locality: registry.localityOf(proxy) };
  return { scope: proxyScope(snapshot, placed), registry };
}
