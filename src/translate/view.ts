import type { Proxy as MeshProxy } from "../core/index.ts";
import { type MeshSnapshot, type ProxyScope, proxyScope, type ServiceSource } from "../mesh/index.ts";

/** What planning sees: the scope that a proxy shares with others, and the registry for endpoints. */
export interface View {
  readonly scope: ProxyScope;
  readonly registry: ServiceSource;
  readonly keySetAt: KeySetSource;
}

/** Finds the text of a key set by its address; undefined as long as nobody fetched it. */
export type KeySetSource = (address: string) => string | undefined;

/** The view of a proxy. Where it runs the registry may know better than it does. */
export function viewOf(snapshot: MeshSnapshot, proxy: MeshProxy, keySetAt: KeySetSource = () => undefined): View {
  const { registry } = snapshot;
  const placed = { ...proxy, locality: registry.localityOf(proxy) };
  return { scope: proxyScope(snapshot, placed), registry, keySetAt };
}
