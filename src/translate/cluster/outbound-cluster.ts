import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import type { PortPolicy } from "../../mesh/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { AssignmentKey } from "../endpoint/assignment-key.ts";
import { buildAssignment } from "../endpoint/build-assignment.ts";
import { policyOfPort } from "../endpoint/policy-of-port.ts";
import { dnatCluster, outboundCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { balancingConditions } from "./balancing-conditions.ts";
import { circuitBreakers } from "./circuit-breakers.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { clusterMetadata, metadataExchange } from "./cluster-metadata.ts";
import { connectionOptions } from "./connection-options.ts";
import { discovery } from "./discovery.ts";
import { httpOptions } from "./http-options.ts";
import { balancingProblems } from "./load-balancer.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";
import { outlierDetection } from "./outlier-detection.ts";
import { statName } from "./stat-name.ts";
import { upstreamSecurity } from "./upstream-security.ts";

/** The cluster of a service's port, or of a subset of it. */
export function buildOutboundCluster(key: OutboundClusterKey): Built<Cluster> {
  return makeCluster(key, undefined);
}

/** The same for a service whose endpoints have names: the cluster itself carries them, and the proxy resolves them. */
export function buildResolvedCluster(key: OutboundClusterKey & AssignmentKey): Built<Cluster> {
  return makeCluster(key, buildAssignment(key).message);
}

function makeCluster(key: OutboundClusterKey, inline: ClusterLoadAssignment | undefined): Built<Cluster> {
  const { environment, service, port, rule, byServerName } = key;
  const subset = key.subset?.name ?? "";
  const name = (byServerName ? dnatCluster : outboundCluster)(port.number, subset, service.hostname);
  const policy = withMeshDefaults(policyOfPort(rule, port.number, subset), environment);
  const found = discovery({ environment, name, service, port, policy, inline });
  const security = upstreamSecurity(key, policy, found.type === "ORIGINAL_DST");
  const outliers = outlierDetection(policy.outlierDetection);
  const message: Cluster = {
    name,
    altStatName: statName(name, environment.mesh.outboundClusterStatName, { service, port, subset, targetPort: 0 }),
    ...connectionOptions(policy.connectionPool, environment),
    circuitBreakers: circuitBreakers(policy.connectionPool, policy.retryBudget),
    commonLbConfig: balancingConditions(key, policy),
    ...found,
    ...(outliers && { outlierDetection: outliers }),
    ...security.sockets,
    ...(environment.dialect === "istio" && { filters: [metadataExchange] }),
    metadata: clusterMetadata({
      services: [service],
      subset,
      rule: rule?.sources[0],
      external: service.external,
      ownTls: security.ownTls,
    }),
  };
  const http = httpOptions(httpChoice(key, policy, security));
  return {
    message: http ? { ...message, typedExtensionProtocolOptions: http } : message,
    sources: distinctSources([service.origin, ...(rule?.sources ?? []), ...key.policies.map((policy) => policy.key)]),
    problems: [...security.problems, ...balancingProblems(policy.loadBalancer, rule?.sources[0])],
  };
}

function withMeshDefaults(policy: PortPolicy, { pool, outliers }: ClusterEnvironment): PortPolicy {
  if (!pool && !outliers) return policy;
  return {
    ...policy,
    connectionPool: policy.connectionPool ?? pool,
    outlierDetection: policy.outlierDetection ?? outliers,
  };
}

function httpChoice(
  { environment, port }: OutboundClusterKey,
  policy: PortPolicy,
  security: { readonly autoSni: boolean; readonly autoSanValidation: boolean },
) {
  return {
    protocol: port.protocol,
    pool: policy.connectionPool,
    outliers: policy.outlierDetection,
    upgrades: environment.upgradesToHttp2,
    autoSni: security.autoSni,
    autoSanValidation: security.autoSanValidation,
    keepsHeaderCase: environment.keepsHeaderCase,
    // A gateway ends the client's protocol, so it has none to go on with.
    clientDecides: port.protocol === "auto" && !environment.router,
  };
}
