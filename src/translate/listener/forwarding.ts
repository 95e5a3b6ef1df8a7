import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import { any } from "../any.ts";
import { dnsCache } from "../dns-cache.ts";
import { connectionMetrics } from "../filter/istio-filters.ts";
import type { TcpPolicy } from "../filter/tcp-policy.ts";
import { tcpProxy, type WeightedCluster } from "../filter/tcp-proxy.ts";
import type { OutboundSettings } from "./outbound-settings.ts";

/** Where connections go, and how. */
export interface Forwarding {
  readonly statPrefix: string;
  readonly cluster: string | readonly WeightedCluster[];
  readonly policy: TcpPolicy;
  /** The bytes are MongoDB's protocol, of which metrics are made. */
  readonly mongo: boolean;
  /** The name that a connection asks for is looked up as one of this host's, and called on the port. */
  readonly lookUp?: { readonly host: string; readonly port: number };
}

/** The filters that forward connections. */
export function forwardingFilters(
  forwarding: Forwarding,
  settings: Pick<OutboundSettings, "filters" | "families">,
): readonly Filter[] {
  const { statPrefix, cluster, policy, mongo, lookUp } = forwarding;
  return [
    ...connectionMetrics(settings.filters),
    ...(mongo ? [mongoProxy(statPrefix)] : []),
    ...(lookUp ? [lookUpServerName(lookUp, settings)] : []),
    tcpProxy({ settings: settings.filters, statPrefix, cluster, ...policy }),
  ];
}

function mongoProxy(statPrefix: string): Filter {
  return {
    name: "envoy.filters.network.mongo_proxy",
    typedConfig: any("envoy.extensions.filters.network.mongo_proxy.v3.MongoProxy", { statPrefix }),
  };
}

function lookUpServerName(
  { host, port }: NonNullable<Forwarding["lookUp"]>,
  { families }: Pick<OutboundSettings, "families">,
): Filter {
  const config = { dnsCacheConfig: dnsCache(host, families), portValue: port };
  return {
    name: "envoy.extensions.filters.network.sni_dynamic_forward_proxy",
    typedConfig: any("envoy.extensions.filters.network.sni_dynamic_forward_proxy.v3.FilterConfig", config),
  };
}
