import type { EnvoyFilter } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import { serviceKey } from "../registry/index.ts";
import type { ProxyTraits } from "./outbound-scope.ts";
import { choosesByNode } from "./own-node.ts";
import { placeKeys } from "./own-place.ts";
import type { Placement } from "./placement.ts";
import { patchMetadata } from "./policy/patch-metadata.ts";
import type { Policy } from "./policy/policy.ts";
import { compareText } from "./precedence.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";

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

/** What proxies of one view have in common, and the texts by which they are told from others. */
export interface ViewIdentity {
  /** Of the metadata only what can make a difference. */
  readonly traits: ProxyTraits;
  /** The labels of the workload by which something in scope chooses. */
  readonly labels: Labels;
  /** The labels of its node by which services in scope keep clients in one place; absent if none does. */
  readonly place?: Labels;
  /**
   * One text for all proxies that call others alike. Objects are in it by name, since a snapshot has only one of each
   * name; who compares views of different snapshots compares the objects too.
   */
  readonly outboundKey: string;
  /** A proxy as far as its namespace makes no difference, and one text for all that then call others alike. */
  readonly common: { readonly traits: ProxyTraits; readonly key: string };
  /** One text for all proxies that are sent the same from one snapshot. */
  readonly key: string;
}

/** What a view depends on besides where its proxies are placed. */
export interface ViewConditions {
  /** Labels by which something in scope chooses. */
  readonly labelKeys: ReadonlySet<string>;
  readonly sidecar: SidecarScope;
  /** The proxy's own address, where its configuration names it: only then it keeps proxies from sharing a view. */
  readonly ownAddress: string | undefined;
}

interface Known {
  readonly identity: ViewIdentity;
  /** The namespace of the scope. */
  readonly seenFrom: string;
  readonly labelKeys: ReadonlySet<string>;
  readonly byNode: boolean;
  readonly placeKeys: ReadonlySet<string>;
  readonly ownAddress: string | undefined;
}

/** Few changes of a scope make a difference to whom a proxy shares its view with. */
const known = new WeakMap<Placement, Known>();

/** The identity of a proxy's view. */
export function viewIdentity(proxy: MeshProxy, placement: Placement, conditions: ViewConditions): ViewIdentity {
  const { labelKeys, sidecar, ownAddress } = conditions;
  const byNode = choosesByNode(sidecar, labelKeys);
  const asked = { seenFrom: sidecar.namespace, labelKeys, byNode, placeKeys: placeKeys(sidecar), ownAddress };
  const last = known.get(placement);
  if (last && isAskedAgain(last, asked)) return last.identity;
  const identity = makeIdentity(proxy, placement, asked);
  known.set(placement, { identity, ...asked });
  return identity;
}

function isAskedAgain(last: Known, asked: Omit<Known, "identity">): boolean {
  return (
    last.seenFrom === asked.seenFrom &&
    last.byNode === asked.byNode &&
    last.ownAddress === asked.ownAddress &&
    sameMembers(last.placeKeys, asked.placeKeys) &&
    sameMembers(last.labelKeys, asked.labelKeys)
  );
}

function makeIdentity(
  proxy: MeshProxy,
  placement: Placement,
  { seenFrom, labelKeys, byNode, placeKeys, ownAddress = "" }: Omit<Known, "identity">,
): ViewIdentity {
  const { policies, sidecar, gateways, targets, workloadNetwork, locality } = placement;
  const { envoyFilters, telemetries, extensions } = policies;
  const traits = proxyTraits({ ...proxy, locality }, { envoyFilters, byNode });
  const labels = viewLabels(proxy, placement.labels, labelKeys);
  const place = placeKeys.size > 0 ? pick(placement.place ?? {}, placeKeys) : undefined;
  const callingKey = (of: ProxyTraits) =>
    JSON.stringify([
      of,
      labels,
      workloadNetwork,
      sidecar ? `${sidecar.namespace}/${sidecar.name}` : "",
      [...envoyFilters, ...telemetries, ...extensions].map(policyId),
      ...(place ? [place] : []),
    ]);
  const outboundKey = callingKey(traits);
  const anywhere = { ...traits, namespace: seenFrom, dnsDomain: "" };
  const common = { traits: anywhere, key: callingKey(anywhere) };
  const key = JSON.stringify([
    outboundKey,
    placement.policySources.map(policyId),
    (gateways?.sources ?? []).map(policyId),
    targets.map(({ service, port, targetPort }) => `${serviceKey(service)} ${port.number} ${targetPort}`),
    ownAddress,
  ]);
  return { traits, labels, ...(place && { place }), outboundKey, common, key };
}

function sameMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a === b || (a.size === b.size && a.isSubsetOf(b));
}

function policyId({ key, namespace, name }: Policy): string {
  return `${key.kind} ${namespace}/${name}`;
}

/** What makes a difference of a proxy's metadata. */
interface MetadataReaders {
  /** Patches may choose proxies by any metadata. */
  readonly envoyFilters: readonly Policy<EnvoyFilter>[];
  /** Something in scope chooses endpoints by the node that the proxy runs on. */
  readonly byNode: boolean;
}

/** A proxy as far as views depend on it. */
function proxyTraits(proxy: MeshProxy, { envoyFilters, byNode }: MetadataReaders): ProxyTraits {
  const { id: _id, name: _name, addresses: _addresses, labels: _labels, serviceAccount: _account, ...traits } = proxy;
  const named = envoyFilters.flatMap(({ resource }) => patchMetadata(resource));
  const keys = new Set<string>([...viewMetadata, ...named, ...(byNode ? ["NODE_NAME"] : [])]);
  return { ...traits, metadata: pick(proxy.metadata, keys) };
}

/** Labels that always make a difference to who has asked for something by its metadata. */
function extraLabels({ metadata, dialect }: MeshProxy): readonly string[] {
  return [
    ...("ENABLE_SELF_DISCOVERY" in metadata ? ["pod-template-hash"] : []),
    // A gRPC server can take either TLS or plain text: by this label its workload tells which.
    ...(dialect === "grpc" ? ["security.istio.io/tlsMode"] : []),
  ];
}

/** The labels of a workload as far as views depend on them. */
function viewLabels(proxy: MeshProxy, labels: Labels, labelKeys: ReadonlySet<string>): Labels {
  return pick(labels, [...labelKeys, ...extraLabels(proxy)]);
}

/** Some members, sorted by name. */
function pick<V>(values: { readonly [key: string]: V }, keys: Iterable<string>): { readonly [key: string]: V } {
  const present = [...new Set(keys)].filter((key) => Object.hasOwn(values, key)).sort(compareText);
  return Object.fromEntries(present.map((key) => [key, values[key] as V]));
}
