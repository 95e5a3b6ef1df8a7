import type { PeerAuthentication, ResourceKey } from "../../api/index.ts";
import { wildcardAddresses } from "../../core/index.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { MtlsMode, Policy, ProxyScope } from "../../mesh/index.ts";
import { bufferLimitOf } from "../buffer-limit.ts";
import { distinctSources } from "../distinct-sources.ts";
import { filterSettings } from "../filter/filter-settings.ts";
import { listenerName, virtualInbound } from "../names.ts";
import { isTrue } from "../node-flag.ts";
import { type Built, type Plan, plan } from "../plan.ts";
import { protoDuration } from "../proto-duration.ts";
import { peerTls } from "../security/peer-tls.ts";
import { securityPolicies, securitySources } from "../security/security-policies.ts";
import { securityProblems } from "../security/security-problems.ts";
import { tlsEnvironment } from "../server-tls.ts";
import type { KeySetSource, View } from "../view.ts";
import { blackholeChain, type InboundEnvironment, passthroughChains, portChains } from "./inbound-chains.ts";
import { type Capture, inboundListenerFilters } from "./inbound-listener-filters.ts";
import { type InboundPort, inboundPorts, isBoundMode, isPortNumber } from "./inbound-port.ts";
import { listenerAddresses } from "./listener-address.ts";

/** What a listener of incoming traffic is made from. */
export interface InboundListenerKey extends InboundEnvironment {
  readonly name: string;
  readonly addresses: readonly [string, ...string[]];
  readonly port: number;
  readonly ports: readonly InboundPort[];
  /** What is taken on ports that are not named; absent: the listener has one port only. */
  readonly passthrough?: Passthrough;
  readonly transparent: boolean;
  readonly exactBalance: boolean;
  /** How long a connection is looked at. */
  readonly detectionTimeout: string;
  readonly peerAuthentications: readonly Policy<PeerAuthentication>[];
}

/** Which connections are taken on ports that nothing is known of. */
interface Passthrough {
  readonly mode: MtlsMode;
  readonly ports: readonly (readonly [port: number, mode: MtlsMode])[];
}

/** The listeners of connections to the workload. */
export function planInboundListeners({ scope, keySetAt }: View): readonly Plan<Listener>[] {
  const shared = sharedKey(scope, keySetAt);
  const addresses = wildcardAddresses(shared.families);
  const ports = inboundPorts(scope, addresses[0]);
  const bound = ports
    .filter((each) => each.bound)
    .map((each): InboundListenerKey => {
      const { bind, port } = each;
      return { ...shared, name: listenerName(bind, port), addresses: [bind], port, ports: [each], transparent: false };
    });
  const keys = isBoundMode(scope) ? bound : [...bound, virtualInboundKey(scope, shared, addresses, ports)];
  const subject = scope.sidecar.sidecar?.key;
  return keys.map((key) => plan(key.name, buildInboundListener, key, subject));
}

type SharedKey = Omit<InboundListenerKey, "name" | "addresses" | "port" | "ports" | "transparent" | "passthrough">;

function sharedKey(scope: ProxyScope, keySetAt: KeySetSource): SharedKey {
  const { proxy, settings, policies, sidecar } = scope;
  const { defaultInboundHttpRetryPolicy: retries, inboundClusterStatName, protocolDetectionTimeout } = settings.config;
  return {
    settings: filterSettings(scope, "inbound"),
    families: proxy.families,
    security: securityPolicies(scope, keySetAt),
    peerTls: peerTls(scope),
    userTls: tlsEnvironment(settings, proxy.dialect),
    ...(retries && { retries }),
    ...(inboundClusterStatName && { statPattern: inboundClusterStatName }),
    ...(sidecar.sidecar && { sidecar: sidecar.sidecar }),
    exactBalance: isTrue(proxy.metadata["INBOUND_LISTENER_EXACT_BALANCE"]),
    detectionTimeout: protoDuration(protocolDetectionTimeout) ?? "0s",
    peerAuthentications: policies.mtls.sources,
  };
}

function virtualInboundKey(
  scope: ProxyScope,
  shared: SharedKey,
  addresses: InboundListenerKey["addresses"],
  ports: readonly InboundPort[],
): InboundListenerKey {
  const { mtls } = scope.policies;
  const known = new Set(ports.map(({ port }) => port));
  const exceptions = [...mtls.ports]
    .filter(([port]) => isPortNumber(port) && !known.has(port))
    .sort(([a], [b]) => a - b);
  return {
    ...shared,
    name: virtualInbound,
    addresses,
    port: scope.settings.config.proxyInboundListenPort || 15006,
    ports: ports.filter((each) => !each.bound),
    passthrough: { mode: mtls.mode, ports: exceptions },
    transparent: scope.proxy.metadata["INTERCEPTION_MODE"] === "TPROXY",
  };
}

/** Builds a listener of incoming traffic: the one that all of it is redirected to, or one that has a port itself. */
export function buildInboundListener(key: InboundListenerKey): Built<Listener> {
  const { name, addresses, port, passthrough, transparent, settings } = key;
  const filterChains = [
    ...(passthrough ? catchAllChains(key, passthrough) : []),
    ...key.ports.flatMap((each) => portChains(key, each)),
  ];
  const capture: Capture = { redirected: passthrough !== undefined, transparent };
  const { listener: accessLog } = settings.accessLogs;
  const bufferLimit = bufferLimitOf(settings.proxyConfig.connectionSettings);
  const problems = securityProblems(key.security);
  return {
    message: {
      name,
      ...listenerAddresses(addresses, port),
      trafficDirection: "INBOUND",
      listenerFilters: inboundListenerFilters(filterChains, capture),
      listenerFiltersTimeout: key.detectionTimeout,
      continueOnListenerFiltersTimeout: true,
      filterChains,
      ...(transparent && { transparent: true }),
      ...(key.exactBalance && { connectionBalanceConfig: { exactBalance: {} } }),
      ...(accessLog.length > 0 && { accessLog }),
      maxConnectionsToAcceptPerSocketEvent: 1,
      ...(bufferLimit !== undefined && { perConnectionBufferLimitBytes: bufferLimit }),
    },
    sources: sourcesOf(key),
    ...(problems.length > 0 && { problems }),
  };
}

function catchAllChains(key: InboundListenerKey, { mode, ports }: Passthrough) {
  return [
    blackholeChain(key, key.port),
    ...passthroughChains(key, 0, mode),
    ...ports.flatMap(([port, itsMode]) => passthroughChains(key, port, itsMode)),
  ];
}

function sourcesOf(key: InboundListenerKey): readonly ResourceKey[] {
  const { ports, sidecar, peerAuthentications, security, settings } = key;
  return distinctSources([
    ...ports.flatMap(({ target }) => (target ? [target.service.origin] : [])),
    ...(sidecar ? [sidecar.key] : []),
    ...peerAuthentications.map((policy) => policy.key),
    ...securitySources(security),
    ...settings.sources,
  ]);
}
