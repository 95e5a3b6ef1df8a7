import type { LoadBalancerSettings } from "../../api/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { PortPolicy } from "../../mesh/index.ts";
import { circuitBreakers } from "../cluster/circuit-breakers.ts";
import { inAllTrustDomains } from "../cluster/identities.ts";
import { loadBalancing } from "../cluster/load-balancer.ts";
import type { OutboundClusterKey } from "../cluster/outbound-cluster-key.ts";
import { tlsSocket } from "../cluster/upstream-tls.ts";
import { distinctSources } from "../distinct-sources.ts";
import { addressOf } from "../endpoint/lb-endpoint.ts";
import { policyOfPort } from "../endpoint/policy-of-port.ts";
import { outboundCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { providedTls } from "./certificate-providers.ts";

/** All that a gRPC client's cluster depends on. */
export interface GrpcClusterKey
  extends Pick<OutboundClusterKey, "environment" | "service" | "port" | "rule" | "subset" | "identities"> {
  /** The host name that the client resolves; undefined: it is told of endpoints. */
  readonly resolved: { readonly address: string; readonly port: number } | undefined;
}

/** A cluster in as much as gRPC reads of one: whose endpoints, how to pick them, how many requests, and mutual TLS. */
export function buildGrpcCluster(key: GrpcClusterKey): Built<Cluster> {
  const { environment, service, port, rule, resolved } = key;
  const subset = key.subset?.name ?? "";
  const name = outboundCluster(port.number, subset, service.hostname);
  const policy = policyOfPort(rule, port.number, subset);
  const [limits] = circuitBreakers(policy.connectionPool ?? environment.pool).thresholds ?? [];
  return {
    message: {
      name,
      ...(resolved ? byName(name, resolved) : byEndpoints(name)),
      ...picking(policy.loadBalancer),
      // Unless it is told otherwise, gRPC fails requests beyond 1024 at a time.
      circuitBreakers: { thresholds: [{ maxRequests: limits?.maxRequests }] },
      ...mutualTls(key, policy),
    },
    sources: distinctSources([service.origin, ...(rule?.sources ?? [])]),
  };
}

function byEndpoints(name: string): Partial<Cluster> {
  return {
    type: "EDS",
    edsClusterConfig: { edsConfig: { ads: {}, resourceApiVersion: "V3" }, serviceName: name },
  };
}

function byName(clusterName: string, { address, port }: NonNullable<GrpcClusterKey["resolved"]>): Partial<Cluster> {
  const lbEndpoints = [{ endpoint: { address: addressOf(address, port) } }];
  return { type: "LOGICAL_DNS", loadAssignment: { clusterName, endpoints: [{ lbEndpoints }] } };
}

/** Not all of gRPC knows more than turns and a ring of hashes, and what it does not know it refuses. */
function picking(asked: LoadBalancerSettings | undefined): Partial<Cluster> {
  if (!asked?.consistentHash) return { lbPolicy: "ROUND_ROBIN" };
  const { maglev: _, ...hash } = asked.consistentHash;
  return loadBalancing({ consistentHash: hash });
}

/**
 * Only where a rule asks for it: nothing says whether a client takes its credentials from xDS, and one whose bootstrap
 * has no certificates would refuse the cluster.
 */
function mutualTls({ environment, identities }: GrpcClusterKey, { tls }: PortPolicy): Partial<Cluster> {
  if (tls?.mode !== "ISTIO_MUTUAL") return {};
  const names = tls.subjectAltNames?.length ? tls.subjectAltNames : identities;
  const commonTlsContext = providedTls(inAllTrustDomains(names, environment.trustDomains));
  return { transportSocket: tlsSocket({ commonTlsContext, ...(tls.sni && { sni: tls.sni }) }) };
}
