import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import { any } from "../any.ts";
import { dnsCache } from "../dns-cache.ts";
import { networkExtensions } from "../filter/extension-filters.ts";
import { connectionMetrics } from "../filter/istio-filters.ts";
import type { TcpPolicy } from "../filter/tcp-policy.ts";
import { tcpProxy, type WeightedCluster } from "../filter/tcp-proxy.ts";
import type { NetworkSecurityFilters } from "../security/security-policies.ts";
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

/** What the filters around the one that forwards are made from. */
export interface ForwardingContext extends Pick<OutboundSettings, "filters" | "families"> {
  /** The port by which extensions choose: the listener's of outgoing traffic, else the workload's. */
  readonly port: number;
  readonly security?: NetworkSecurityFilters;
}

/** The filters that decide on connections and forward them. */
export function forwardingFilters(forwarding: Forwarding, settings: ForwardingContext): readonly Filter[] {
  const { statPrefix, cluster, policy, mongo, lookUp } = forwarding;
  const extensions = networkExtensions(settings.filters.extensions, settings.port);
  return [
    ...(settings.security?.custom ?? []),
    ...extensions.AUTHN,
    ...extensions.AUTHZ,
    ...(settings.security?.authorization ?? []),
    ...extensions.STATS,
    ...extensions.UNSPECIFIED,
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
