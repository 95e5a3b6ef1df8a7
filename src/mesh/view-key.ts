import type { EnvoyFilter } from "../api/index.ts";
import { getOwn } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import { familiesOf, formatLocality, type Proxy as MeshProxy } from "../core/index.ts";
import type { ServiceTarget } from "../registry/index.ts";
import { serviceKey } from "../registry/index.ts";
import { patchMetadata } from "./policy/patch-metadata.ts";
import type { Policy } from "./policy/policy.ts";
import { compareText } from "./precedence.ts";

/** Metadata that changes what a proxy is sent. What is not named here cannot make a difference. */
const viewMetadata = [
  "INTERCEPTION_MODE",
  "PROXY_CONFIG",
  "HTTP10",
  "HTTP_PROXY_PORT",
  "IDLE_TIMEOUT",
  "DNS_CAPTURE",
  "DNS_AUTO_ALLOCATE",
  "UNPRIVILEGED_POD",
  "ENABLE_SELF_DISCOVERY",
  "REQUESTED_NETWORK_VIEW",
  "INBOUND_LISTENER_EXACT_BALANCE",
  "OUTBOUND_LISTENER_EXACT_BALANCE",
  "ROUTER_MODE",
  "MESH_ID",
  "ENVOY_STATUS_PORT",
  "ENVOY_PROMETHEUS_PORT",
  "APP_CONTAINERS",
  "OUTLIER_LOG_PATH",
  "PROVISIONED_CERT",
  "TLS_CLIENT_CERT_CHAIN",
  "TLS_CLIENT_KEY",
  "TLS_CLIENT_ROOT_CERT",
  "TLS_SERVER_CERT_CHAIN",
  "TLS_SERVER_KEY",
  "TLS_SERVER_ROOT_CERT",
  "credential",
] as const;

/** What a view depends on, besides the snapshot. */
export interface ViewParts {
  readonly proxy: MeshProxy;
  readonly labels: Labels;
  readonly workloadNetwork: string;
  /** Labels by which something in scope chooses. */
  readonly labelKeys: ReadonlySet<string>;
  readonly sidecar: string;
  readonly policies: readonly Policy[];
  readonly gateways: readonly Policy[];
  readonly targets: readonly ServiceTarget[];
  /** The proxy's own address, where its configuration names it: only then it keeps proxies from sharing a view. */
  readonly ownAddress: string | undefined;
  /** The node it runs on, where something in scope chooses endpoints by it. */
  readonly ownNode: string | undefined;
  readonly envoyFilters: readonly Policy<EnvoyFilter>[];
}

/**
 * One text for all proxies that are sent the same from one snapshot. Objects are in it by name, since a snapshot has
 * only one of each name; who compares views of different snapshots compares the objects too.
 */
export function viewKey(parts: ViewParts): string {
  const { proxy, labels, labelKeys, policies, gateways, targets } = parts;
  return JSON.stringify([
    proxy.type,
    proxy.dialect,
    proxy.istioVersion,
    proxy.namespace,
    proxy.dnsDomain,
    proxy.cluster,
    proxy.network,
    parts.workloadNetwork,
    formatLocality(proxy.locality),
    familiesOf(proxy.addresses),
    parts.sidecar,
    ids(policies),
    ids(gateways),
    targets.map(({ service, port, targetPort }) => `${serviceKey(service)} ${port.number} ${targetPort}`),
    [...labelKeys].sort(compareText).map((key) => getOwn(labels, key) ?? null),
    metadataOf(parts),
    parts.ownAddress ?? "",
    parts.ownNode ?? "",
    "ENABLE_SELF_DISCOVERY" in proxy.metadata ? (labels["pod-template-hash"] ?? "") : "",
    // A gRPC server can take either TLS or plain text: by this label its workload tells which.
    proxy.dialect === "grpc" ? (labels["security.istio.io/tlsMode"] ?? "") : "",
  ]);
}

function ids(policies: readonly Policy[]): readonly string[] {
  return policies.map(({ key, namespace, name }) => `${key.kind} ${namespace}/${name}`);
}

/** Patches may choose proxies by any metadata, so what the patches in force name counts too. */
function metadataOf({ proxy, envoyFilters }: ViewParts): readonly unknown[] {
  const named = envoyFilters.flatMap(({ resource }) => patchMetadata(resource));
  const keys = [...new Set<string>([...viewMetadata, ...named])];
  return keys.flatMap((key) => (Object.hasOwn(proxy.metadata, key) ? [[key, proxy.metadata[key]]] : []));
}
