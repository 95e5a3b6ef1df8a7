import type { HttpRetry } from "../../api/index.ts";
import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { effectiveProxyConfig } from "../proxy-config.ts";
import { type AddressClient, addressClient } from "../service-addresses.ts";

/** What the virtual hosts of a proxy depend on besides hosts and routes; the same object for all proxies alike. */
export interface RouteClient extends AddressClient {
  /** Servers are told which attempt a request is. */
  readonly countsAttempts: boolean;
  /** What the mesh says of retries; undefined: the built-in default. */
  readonly retries: HttpRetry | undefined;
}

const known = new WeakValueMap<string, RouteClient>();

/** The proxies of a scope as clients of virtual hosts. */
export function routeClient({ settings, proxy }: OutboundScope): RouteClient {
  const addresses = addressClient(proxy);
  const countsAttempts = effectiveProxyConfig(settings, proxy).proxyHeaders?.attemptCount?.disabled !== true;
  const retries = settings.config.defaultHttpRetryPolicy;
  // By what they say and not by the mesh's settings: most changes of these say nothing of virtual hosts.
  const id = JSON.stringify([addresses.cluster, addresses.families, addresses.usesAllocated, countsAttempts, retries]);
  const client = known.get(id) ?? { ...addresses, countsAttempts, retries };
  known.set(id, client);
  return client;
}
