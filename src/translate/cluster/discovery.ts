import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { any } from "../any.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";

type Discovery = Pick<
  Cluster,
  | "type"
  | "edsClusterConfig"
  | "loadAssignment"
  | "lbPolicy"
  | "dnsLookupFamily"
  | "dnsRefreshRate"
  | "dnsJitter"
  | "respectDnsTtl"
  | "typedDnsResolverConfig"
>;

/** How Envoy learns the endpoints of a cluster. */
export function discovery(key: OutboundClusterKey, name: string): Discovery {
  const { service, policy, forGateway } = key;
  const passes =
    service.resolution === "passthrough" || policy.loadBalancer?.simple === "PASSTHROUGH" || service.headless;
  // A gateway has no original destination to pass connections on to.
  if (passes && !forGateway) return { type: "ORIGINAL_DST", lbPolicy: "CLUSTER_PROVIDED" };
  if (service.resolution === "dns") return { type: "STRICT_DNS", ...dns(key, name) };
  if (service.resolution === "dns-round-robin") return { type: "LOGICAL_DNS", ...dns(key, name) };
  return {
    type: "EDS",
    // Envoy must not start without its endpoints: it waits for them as long as it takes.
    edsClusterConfig: {
      edsConfig: { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" },
      serviceName: name,
    },
  };
}

function dns({ settings, endpoints }: OutboundClusterKey, name: string): Discovery {
  return {
    dnsLookupFamily: "V4_ONLY",
    dnsRefreshRate: settings.dnsRefreshRate,
    // So that many proxies do not ask the resolver at the same moment.
    dnsJitter: "0.100s",
    respectDnsTtl: true,
    typedDnsResolverConfig: {
      name: "envoy.network.dns_resolver.cares",
      // Envoy would send all its questions over one socket, and resolvers balance by socket.
      typedConfig: any("envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig", { udpMaxQueries: 100 }),
    },
    loadAssignment: { clusterName: name, endpoints },
  };
}
