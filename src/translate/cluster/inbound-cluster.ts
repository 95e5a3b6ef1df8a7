import type { ConnectionPoolSettings } from "../../api/index.ts";
import type { Service, ServicePort } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { MergedDestinationRule } from "../../mesh/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import { addressOf } from "../endpoint/lb-endpoint.ts";
import { policyOfPort } from "../endpoint/policy-of-port.ts";
import { inboundCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { circuitBreakers } from "./circuit-breakers.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { clusterMetadata } from "./cluster-metadata.ts";
import { connectionOptions } from "./connection-options.ts";
import { httpOptions } from "./http-options.ts";
import { inboundSource } from "./inbound-source.ts";
import { statName } from "./stat-name.ts";

/** All that the cluster of a workload's own port depends on. */
export interface InboundClusterKey {
  readonly environment: ClusterEnvironment;
  /** The port that clients' connections arrive at. */
  readonly number: number;
  /** What is spoken there, and how metrics name it. */
  readonly port: ServicePort;
  /** The services that lead to it by the same port, the one that decides first; none if only a Sidecar names it. */
  readonly services: readonly Service[];
  /** Where the workload listens: an IP address or `unix://` path; empty: where the connection was going. */
  readonly address: string;
  readonly addressPort: number;
  /** The Sidecar's word on connections. */
  readonly pool: ConnectionPoolSettings | undefined;
  /** What the first service's rule says: limits of its clients are to be met on this side too. */
  readonly rule: MergedDestinationRule | undefined;
  readonly sources: Built<Cluster>["sources"];
}

/** Connections are to their end what they were: there is no endpoint that could go stale. */
const neverCleanUp = "9223372035s";

/** The cluster by which a sidecar reaches its own workload. */
export function buildInboundCluster(key: InboundClusterKey): Built<Cluster> {
  const { environment, number, port, services, address, rule } = key;
  const name = inboundCluster(number);
  const [service] = services;
  const policy = policyOfPort(rule, port.number, "");
  const pool = key.pool ?? policy.connectionPool ?? environment.pool;
  const pattern = environment.mesh.inboundClusterStatName;
  const http = httpOptions({
    protocol: port.protocol,
    pool,
    // Upgrades are between proxies: the workload is spoken to as it always was.
    upgrades: "never",
    keepsHeaderCase: environment.keepsHeaderCase,
    clientDecides: port.protocol === "auto",
  });
  const metadata = clusterMetadata({ services, rule: rule?.sources[0] });
  const isLocal = address === "127.0.0.1" || address === "::1";
  return {
    message: {
      name,
      altStatName: statName(name, pattern, service && { service, port, subset: "", targetPort: number }),
      ...connectionOptions(pool, environment),
      circuitBreakers: circuitBreakers(pool, policy.retryBudget),
      commonLbConfig: {},
      ...reaching(name, key),
      ...(http && { typedExtensionProtocolOptions: http }),
      ...(!isLocal && { upstreamBindConfig: inboundSource(environment.families) }),
      ...(metadata && { metadata }),
    },
    sources: distinctSources([...key.sources, ...services.map(({ origin }) => origin), ...(rule?.sources ?? [])]),
  };
}

function reaching(clusterName: string, { address, addressPort }: InboundClusterKey): Partial<Cluster> {
  if (address === "") return { type: "ORIGINAL_DST", lbPolicy: "CLUSTER_PROVIDED", cleanupInterval: neverCleanUp };
  const endpoint = { address: addressOf(address, addressPort) };
  return { type: "STATIC", loadAssignment: { clusterName, endpoints: [{ lbEndpoints: [{ endpoint }] }] } };
}
