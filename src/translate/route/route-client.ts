import type { HttpRetry } from "../../api/index.ts";
import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { MeshSettings, OutboundScope } from "../../mesh/index.ts";
import { effectiveProxyConfig } from "../proxy-config.ts";
import { type AddressClient, addressClient } from "../service-addresses.ts";

/** What the virtual hosts of a proxy depend on besides hosts and routes; the same object for all proxies alike. */
export interface RouteClient extends AddressClient {
  /** Servers are told which attempt a request is. */
  readonly countsAttempts: boolean;
  /** What the mesh says of retries; undefined: the built-in default. */
  readonly retries: HttpRetry | undefined;
}

const known = new WeakMap<MeshSettings, WeakValueMap<string, RouteClient>>();

/** The proxies of a scope as clients of virtual hosts. */
export function routeClient({ settings, proxy }: OutboundScope): RouteClient {
  const addresses = addressClient(proxy);
  const countsAttempts = effectiveProxyConfig(settings, proxy).proxyHeaders?.attemptCount?.disabled !== true;
  const id = JSON.stringify([addresses.cluster, addresses.families, addresses.usesAllocated, countsAttempts]);
  const clients = known.get(settings) ?? new WeakValueMap<string, RouteClient>();
  known.set(settings, clients);
  const client = clients.get(id) ?? {
    ...addresses,
    countsAttempts,
    retries: settings.config.defaultHttpRetryPolicy,
  };
  clients.set(id, client);
  return client;
}
