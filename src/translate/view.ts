import type { Proxy as MeshProxy } from "../core/index.ts";
import {
  type MeshSnapshot,
  type OutboundScope,
  type ProxyScope,
  proxyScope,
  type ServiceSource,
} from "../mesh/index.ts";

/** What planning sees of the registry. */
export type EndpointSource = Pick<
  ServiceSource,
  "endpoints" | "endpointsNear" | "service" | "serviceAccounts" | "networkGateways"
>;

/** What planning sees of how proxies call others: the scope that they share, and the registry for endpoints. */
export interface OutboundView {
  readonly scope: OutboundScope;
  readonly registry: EndpointSource;
}

/** What planning sees of a proxy, and of every other with the same view. */
export interface View extends OutboundView {
  readonly scope: ProxyScope;
  readonly keySetAt: KeySetSource;
}

/** A view without what its proxies serve: all views of the same outbound key give the same one. */
export function outboundView({ scope, registry }: View): OutboundView {
  return { scope: scope.outbound, registry };
}

/** The same without what only the namespace of the callers decides: their names for services. */
export function commonView({ scope, registry }: View): OutboundView {
  return { scope: scope.common, registry };
}

/** Finds the text of a key set by its address; undefined as long as nobody fetched it. */
export type KeySetSource = (address: string) => string | undefined;

/** The view of a proxy. */
export function viewOf(snapshot: MeshSnapshot, proxy: MeshProxy, keySetAt: KeySetSource = () => undefined): View {
  const { registry } = snapshot;
  return { scope: proxyScope(snapshot, proxy), registry, keySetAt };
}
