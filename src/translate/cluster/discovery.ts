import type { Service, ServicePort } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import type { PortPolicy } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { lookupFamily } from "../dns-cache.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { loadBalancing } from "./load-balancer.ts";

/** What decides how Envoy learns the endpoints of a cluster, and how it picks among them. */
export interface DiscoveryChoice {
  readonly environment: ClusterEnvironment;
  readonly name: string;
  readonly service: Service;
  readonly port: ServicePort;
  readonly policy: PortPolicy;
  /** The endpoints that the cluster itself carries, where the proxy resolves their names. */
  readonly inline: ClusterLoadAssignment | undefined;
}

/** How Envoy learns the endpoints of a cluster, and how it picks among them. */
export function discovery(choice: DiscoveryChoice): Partial<Cluster> {
  const { service, policy, environment, name } = choice;
  if (goesWhereItWas(choice)) return originalDestination(choice);
  const picks = loadBalancing(policy.loadBalancer);
  const { resolution } = service;
  if (resolution === "dns") {
    return { type: "STRICT_DNS", ...picks, ...resolving(environment), loadAssignment: choice.inline };
  }
  if (resolution === "dns-round-robin") {
    return { type: "LOGICAL_DNS", ...picks, ...resolving(environment), loadAssignment: firstOf(choice.inline) };
  }
  return {
    type: "EDS",
    ...picks,
    // Envoy must not start without its endpoints: it waits for them as long as it takes.
    edsClusterConfig: {
      edsConfig: { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" },
      serviceName: name,
    },
  };
}

/** Envoy takes a single name where it uses whatever address that has at the moment. */
function firstOf(assignment: ClusterLoadAssignment | undefined): ClusterLoadAssignment | undefined {
  const [first] = assignment?.endpoints ?? [];
  if (!first) return assignment;
  return { ...assignment, endpoints: [{ ...first, lbEndpoints: first.lbEndpoints?.slice(0, 1) }] };
}

/** A gateway has no original destination to go on to, unless it is told to take the client's word. */
function goesWhereItWas({ service, policy, environment }: DiscoveryChoice): boolean {
  if (policy.loadBalancer?.simple === "PASSTHROUGH") return true;
  return service.resolution === "passthrough" && !environment.router;
}

function originalDestination({ service, port }: DiscoveryChoice): Partial<Cluster> {
  const { targetPort } = port;
  const moved = service.registry === "External" && typeof targetPort === "number" && targetPort !== 0;
  return {
    type: "ORIGINAL_DST",
    lbPolicy: "CLUSTER_PROVIDED",
    ...(moved && targetPort !== port.number && { originalDstLbConfig: { upstreamPortOverride: targetPort } }),
  };
}

function resolving({ dnsRefreshRate, families }: ClusterEnvironment): Partial<Cluster> {
  return {
    dnsLookupFamily: lookupFamily(families),
    dnsRefreshRate,
    // So that many proxies do not ask the resolver at the same moment.
    dnsJitter: "0.1s",
    respectDnsTtl: true,
    typedDnsResolverConfig: {
      name: "envoy.network.dns_resolver.cares",
      // Envoy would send all its questions over one socket, and resolvers balance by socket.
      typedConfig: any("envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig", { udpMaxQueries: 100 }),
    },
  };
}
