import type { ClientTlsSettings } from "../../api/index.ts";
import { isHttp2 } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { any } from "../any.ts";
import { configPath, dnatCluster, outboundCluster } from "../names.ts";
import { circuitBreakers } from "./circuit-breakers.ts";
import { discovery } from "./discovery.ts";
import { httpOptions } from "./http-options.ts";
import { loadBalancing } from "./load-balancer.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";
import { outlierDetection } from "./outlier-detection.ts";
import { type SocketChoice, sockets } from "./sockets.ts";

/** The cluster of a service's port, or of a subset of it. */
export function buildOutboundCluster(key: OutboundClusterKey): Cluster {
  const { settings, service, port, subset, policy } = key;
  const name = outboundCluster(port.number, subset, service.hostname);
  const found = discovery(key, name);
  const socketChoice = socketsOf(key, found.type === "ORIGINAL_DST");
  const outliers = outlierDetection(policy.outlierDetection);
  const http = httpOptions({
    protocol: port.protocol,
    pool: policy.connectionPool,
    meshUpgrades: settings.upgradesToHttp2,
    followsRequest: followsRequest(policy.tls ?? undefined),
    clientDecides: port.protocol === "auto",
  });
  return {
    name,
    altStatName: `${name};`,
    connectTimeout: policy.connectionPool?.tcp?.connectTimeout ?? settings.connectTimeout,
    circuitBreakers: circuitBreakers(policy.connectionPool, policy.retryBudget),
    commonLbConfig: {
      healthyPanicThreshold: panicThreshold(policy),
      ...(key.localityWeighted && { localityWeightedLbConfig: {} }),
    },
    ...loadBalancing(policy.loadBalancer),
    ...found,
    ...(outliers && { outlierDetection: outliers }),
    ...(http && { typedExtensionProtocolOptions: http }),
    ...sockets(socketChoice),
    ...(key.dialect === "istio" && { filters: [metadataExchange] }),
    metadata: { filterMetadata: { istio: metadata(key) } },
  };
}

/** Below this share of healthy endpoints Envoy would use all of them; 0 unless the user asks, so that it never does. */
function panicThreshold(policy: OutboundClusterKey["policy"]): { value?: number } {
  const percent = policy.outlierDetection?.minHealthPercent;
  return percent ? { value: percent } : {};
}

/** The peers of a connection tell each other what they are. */
const metadataExchange = {
  name: "istio.metadata_exchange",
  typedConfig: any("udpa.type.v1.TypedStruct", {
    typeUrl: "type.googleapis.com/envoy.tcp.metadataexchange.config.MetadataExchange",
    value: { enable_discovery: true, protocol: "istio-peer-exchange" },
  }),
};

/** What tools and filters read of a cluster. */
function metadata({ service, subset, rule, policy }: OutboundClusterKey): { [key: string]: unknown } {
  const ownTls = policy.tls?.mode === "SIMPLE" || policy.tls?.mode === "MUTUAL";
  return {
    services: [{ host: service.hostname, name: service.name, namespace: service.namespace }],
    ...(subset !== "" && { subset }),
    ...(rule && { config: configPath(rule.apiVersion, rule.kind, rule.namespace, rule.name) }),
    ...(service.external && { external: true }),
    // The mesh's own names for protocols mean nothing to a server outside.
    ...(ownTls && { alpn_override: "false" }),
  };
}

/** Whether name and identity of the upstream are to be taken from each request: the user gave neither. */
function followsRequest(tls: ClientTlsSettings | undefined): boolean {
  if (tls?.mode !== "SIMPLE" && tls?.mode !== "MUTUAL") return false;
  return !tls.sni && (tls.subjectAltNames?.length ?? 0) === 0 && tls.insecureSkipVerify !== true;
}

function socketsOf(key: OutboundClusterKey, originalDestination: boolean): SocketChoice {
  const { service, port, subset, policy } = key;
  const mutual = {
    sni: policy.tls?.sni || dnatCluster(port.number, subset, service.hostname),
    identities: policy.tls?.subjectAltNames ?? key.identities,
    http2: isHttp2(port.protocol),
  };
  return {
    tls: policy.tls ?? undefined,
    mutual,
    automatic: key.automaticTls && !policy.tls,
    // Without endpoints there is nothing to tell by which of two sockets to use.
    single: originalDestination,
    proxyProtocol: policy.proxyProtocol ?? undefined,
  };
}
