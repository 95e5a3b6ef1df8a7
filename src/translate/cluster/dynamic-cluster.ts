import type { ClientTlsSettings } from "../../api/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { any } from "../any.ts";
import { distinctSources } from "../distinct-sources.ts";
import { anyHostCluster, dnsCache } from "../dns-cache.ts";
import { policyOfPort } from "../endpoint/policy-of-port.ts";
import { outboundCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { circuitBreakers } from "./circuit-breakers.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { clusterMetadata, metadataExchange } from "./cluster-metadata.ts";
import { connectionOptions } from "./connection-options.ts";
import { httpOptions } from "./http-options.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";
import { sockets } from "./sockets.ts";
import { statName } from "./stat-name.ts";
import { upstreamSecurity } from "./upstream-security.ts";

/** The cluster of a service whose hosts are resolved as requests for them come. */
export function buildDynamicCluster(key: OutboundClusterKey): Built<Cluster> {
  const { environment, service, port, rule } = key;
  const subset = key.subset?.name ?? "";
  const name = outboundCluster(port.number, subset, service.hostname);
  const policy = policyOfPort(rule, port.number, subset);
  const pool = policy.connectionPool ?? environment.pool;
  const security = upstreamSecurity(key, policy, true);
  const http = httpOptions({
    protocol: port.protocol,
    pool,
    upgrades: environment.upgradesToHttp2,
    autoSni: security.autoSni,
    autoSanValidation: security.autoSanValidation,
    keepsHeaderCase: environment.keepsHeaderCase,
    clientDecides: false,
  });
  return {
    message: {
      name,
      altStatName: statName(name, environment.mesh.outboundClusterStatName, { service, port, subset, targetPort: 0 }),
      ...connectionOptions(pool, environment),
      circuitBreakers: circuitBreakers(pool, policy.retryBudget),
      ...forwarding(
        service.hostname,
        environment,
        (security.ownTls || http !== undefined) && !security.autoSanValidation,
      ),
      ...security.sockets,
      ...(http && { typedExtensionProtocolOptions: http }),
      metadata: clusterMetadata({
        services: [],
        subset,
        rule: rule?.sources[0],
        external: service.external,
        ownTls: security.ownTls,
      }),
    },
    sources: distinctSources([service.origin, ...(rule?.sources ?? []), ...key.policies.map((policy) => policy.key)]),
    problems: security.problems,
  };
}

/** What the cluster of unknown hosts depends on. */
export interface AnyHostKey {
  readonly environment: ClusterEnvironment;
  /** TLS towards them; undefined: plain text. */
  readonly tls: ClientTlsSettings | undefined;
}

/** The cluster of hosts that no registry knows. */
export function buildAnyHostCluster({ environment, tls }: AnyHostKey): Built<Cluster> {
  const { pool } = environment;
  const ownTls = tls?.mode === "SIMPLE" || tls?.mode === "MUTUAL";
  const autoSni = ownTls && !tls?.sni;
  const autoSanValidation = autoSni && !tls?.subjectAltNames?.length && !tls?.insecureSkipVerify;
  const mutual = { sni: "", identities: [], http2: false };
  const http = httpOptions({
    protocol: "auto",
    pool,
    upgrades: false,
    autoSni,
    autoSanValidation,
    keepsHeaderCase: environment.keepsHeaderCase,
    clientDecides: true,
  });
  return {
    message: {
      name: anyHostCluster,
      altStatName: statName(anyHostCluster, undefined),
      ...connectionOptions(pool, environment),
      circuitBreakers: circuitBreakers(pool),
      ...forwarding(anyHostCluster, environment, !autoSanValidation),
      ...sockets({ tls, mutual, automatic: false, single: true, proxyProtocol: undefined }, environment),
      ...(http && { typedExtensionProtocolOptions: http }),
      metadata: clusterMetadata({ services: [], external: true, ownTls }),
    },
    sources: [],
  };
}

/** `unverified`: Envoy wants to be told that it is meant so, where it does not verify whom each request asked for. */
function forwarding(owner: string, { families, dialect }: ClusterEnvironment, unverified: boolean): Partial<Cluster> {
  return {
    lbPolicy: "CLUSTER_PROVIDED",
    clusterType: {
      name: "envoy.clusters.dynamic_forward_proxy",
      typedConfig: any("envoy.extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig", {
        dnsCacheConfig: dnsCache(owner, families),
        ...(unverified && { allowInsecureClusterOptions: true }),
      }),
    },
    ...(dialect === "istio" && { filters: [metadataExchange] }),
  };
}
