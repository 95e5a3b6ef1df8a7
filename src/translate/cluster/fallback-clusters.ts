import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { blackHoleCluster, inboundPassthroughCluster, passthroughCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { circuitBreakers } from "./circuit-breakers.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { metadataExchange } from "./cluster-metadata.ts";
import { connectionOptions } from "./connection-options.ts";
import { httpOptions } from "./http-options.ts";
import { inboundSource } from "./inbound-source.ts";
import { statName } from "./stat-name.ts";

/** What the clusters that every proxy has depend on. */
export interface FallbackKey {
  readonly environment: ClusterEnvironment;
}

/** Where traffic ends that must go nowhere. */
export function buildBlackHole({ environment }: FallbackKey): Built<Cluster> {
  return {
    message: {
      name: blackHoleCluster,
      altStatName: statName(blackHoleCluster, undefined),
      type: "STATIC",
      connectTimeout: environment.connectTimeout,
    },
    sources: [],
  };
}

/** Where traffic to unknown destinations goes on as it was going. */
export function buildPassthrough({ environment }: FallbackKey): Built<Cluster> {
  return {
    message: {
      ...passthrough(passthroughCluster, environment),
      ...(environment.dialect === "istio" && { filters: [metadataExchange] }),
    },
    sources: [],
  };
}

/** The same for traffic to ports of the workload that no service has. */
export function buildInboundPassthrough({ environment }: FallbackKey): Built<Cluster> {
  return {
    message: {
      ...passthrough(inboundPassthroughCluster, environment),
      upstreamBindConfig: inboundSource(environment.families),
    },
    sources: [],
  };
}

/** Idle connections to unknown destinations would pile up. */
const idleTimeout = "5m";

function passthrough(name: string, environment: ClusterEnvironment): Cluster {
  const { pool } = environment;
  const http = httpOptions({
    protocol: "auto",
    pool: { ...pool, http: { idleTimeout, ...pool?.http } },
    upgrades: false,
    keepsHeaderCase: environment.keepsHeaderCase,
    clientDecides: true,
  });
  return {
    name,
    // Both directions are counted under one name; dashboards know no other.
    altStatName: statName(passthroughCluster, undefined),
    type: "ORIGINAL_DST",
    lbPolicy: "CLUSTER_PROVIDED",
    ...connectionOptions(pool, environment),
    circuitBreakers: circuitBreakers(pool),
    typedExtensionProtocolOptions: http,
  };
}
