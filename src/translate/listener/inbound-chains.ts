import type { ConnectionPoolSettings, HttpRetry } from "../../api/index.ts";
import { type AddressFamilies, isHttp2 } from "../../core/index.ts";
import type { TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import type { Filter, FilterChain } from "../../gen/envoy/config/listener/v3.ts";
import type { MtlsMode, SidecarScope } from "../../mesh/index.ts";
import { allPhases, networkExtensions } from "../filter/extension-filters.ts";
import type { FilterSettings } from "../filter/filter-settings.ts";
import { httpConnectionManager } from "../filter/http-connections.ts";
import { connectionMetadataExchange, connectionMetrics } from "../filter/istio-filters.ts";
import { blackHole } from "../filter/tcp-proxy.ts";
import { configPath, inboundCluster, inboundPassthroughCluster, listenerName, virtualInbound } from "../names.ts";
import { protoDuration } from "../proto-duration.ts";
import { type PeerTls, peerTlsContext } from "../security/peer-tls.ts";
import { httpSecurity, networkSecurity, type SecurityPolicies } from "../security/security-policies.ts";
import { downstreamTlsSocket, endsTls, serverTls, type TlsEnvironment } from "../server-tls.ts";
import { fillStatPattern } from "../stat-pattern.ts";
import { type Forwarding, forwardingFilters } from "./forwarding.ts";
import { type ChainShape, chainShapes, ownTlsShape } from "./inbound-chain-shapes.ts";
import { contentOf, type InboundPort } from "./inbound-port.ts";
import { inboundRoutes } from "./inbound-route.ts";

/** What all chains of a workload have in common. */
export interface InboundEnvironment {
  readonly settings: FilterSettings;
  readonly families: AddressFamilies;
  readonly security: SecurityPolicies;
  readonly peerTls: PeerTls;
  /** For certificates of the user's own. */
  readonly userTls: TlsEnvironment;
  /** Retries of all requests to workloads; absent: the usual ones. */
  readonly retries?: HttpRetry;
  /** The mesh's pattern for the names of metrics. */
  readonly statPattern?: string;
  /** The Sidecar of the workload. */
  readonly sidecar?: NonNullable<SidecarScope["sidecar"]>;
}

/** Where the connections of some chains go, and what things are called on the way. */
interface Way {
  /** The workload's port; 0: any that has no chains of its own. */
  readonly port: number;
  readonly cluster: string;
  readonly names: { readonly [C in "http" | "tcp"]: string };
  readonly stats: { readonly [C in "http" | "tcp"]: string };
  readonly called: Pick<InboundPort, "host" | "calledPort" | "protocol" | "ingress">;
  readonly metadata?: FilterChain["metadata"];
}

/** The chains of a port of the workload. */
export function portChains(environment: InboundEnvironment, port: InboundPort): readonly FilterChain[] {
  const { target, ingress, protocol, mode } = port;
  const { statPattern } = environment;
  const name = listenerName(port.bind, port.port);
  const cluster = inboundCluster(port.port);
  const subject = target && { ...target, subset: "", targetPort: port.port };
  const way: Way = {
    port: port.port,
    cluster,
    names: { http: name, tcp: name },
    stats: {
      http: `inbound_${name}`,
      tcp: statPattern && subject ? fillStatPattern(statPattern, subject) : cluster,
    },
    called: port,
    ...(ingress && metadataOf(environment)),
  };
  const own = mode === "DISABLE" && ingress?.tls && endsTls(ingress.tls) ? ingress.tls : undefined;
  if (!own) return chainsOf(environment, way, chainShapes(contentOf(protocol), mode));
  const content = protocol === "https" ? "http" : "tcp";
  const socket = downstreamTlsSocket(serverTls(own, content, environment.userTls));
  return chainsOf(environment, way, [ownTlsShape(content)], socket);
}

/** The chains of a port that nothing is known of, or of all such ports (0): the traffic goes on to where it was going. */
export function passthroughChains(
  environment: InboundEnvironment,
  port: number,
  mode: MtlsMode,
): readonly FilterChain[] {
  const cluster = inboundPassthroughCluster;
  const way: Way = {
    port,
    cluster,
    names: { http: `${virtualInbound}-catchall-http`, tcp: virtualInbound },
    stats: { http: cluster, tcp: cluster },
    called: { host: "", calledPort: 0, protocol: "auto" },
  };
  return chainsOf(environment, way, chainShapes("auto", mode));
}

/** Takes what was sent to the proxy's own port: passed on, it would come back for ever. */
export function blackholeChain({ settings }: InboundEnvironment, port: number): FilterChain {
  return {
    name: `${virtualInbound}-blackhole`,
    filterChainMatch: { destinationPort: port },
    filters: [...connectionMetadataExchange(settings), ...connectionMetrics(settings), blackHole],
  };
}

function chainsOf(
  environment: InboundEnvironment,
  way: Way,
  shapes: readonly ChainShape[],
  socket?: TransportSocket,
): readonly FilterChain[] {
  return shapes.map(({ match, content, endsTls: ends }) => ({
    name: way.names[content],
    filterChainMatch: { ...match, ...(way.port !== 0 && { destinationPort: way.port }) },
    filters: content === "http" ? httpChain(environment, way) : tcpChain(environment, way),
    ...(ends && {
      transportSocket: socket ?? downstreamTlsSocket(peerTlsContext(environment.peerTls, content)),
    }),
    ...(way.metadata && { metadata: way.metadata }),
  }));
}

function httpChain({ settings, security, retries }: InboundEnvironment, way: Way): readonly Filter[] {
  const { protocol } = way.called;
  return [
    ...connectionMetadataExchange(settings),
    ...allPhases(networkExtensions(settings.extensions, way.port)),
    httpConnectionManager({
      settings,
      port: way.port,
      security: httpSecurity(security),
      statPrefix: way.stats.http,
      routes: inboundRoutes(way.cluster, way.cluster, way.called, retries),
      http2: isHttp2(protocol),
      grpcWeb: protocol === "grpc-web",
    }),
  ];
}

function tcpChain(environment: InboundEnvironment, way: Way): readonly Filter[] {
  const { settings, security, sidecar, families } = environment;
  const pool = poolOf(way.called.ingress?.connectionPool, sidecar?.resource.spec.inboundConnectionPool);
  const idleTimeout = protoDuration(pool?.idleTimeout);
  const maxConnectionDuration = protoDuration(pool?.maxConnectionDuration);
  const forwarding: Forwarding = {
    statPrefix: way.stats.tcp,
    cluster: way.cluster,
    policy: { ...(idleTimeout && { idleTimeout }), ...(maxConnectionDuration && { maxConnectionDuration }) },
    mongo: way.called.protocol === "mongo",
  };
  return [
    ...connectionMetadataExchange(settings),
    ...forwardingFilters(forwarding, {
      filters: settings,
      families,
      port: way.port,
      security: networkSecurity(security),
    }),
  ];
}

/** The limits of a port's own connections count before those of all ports. */
function poolOf(own: ConnectionPoolSettings | undefined, all: ConnectionPoolSettings | undefined) {
  return own ? own.tcp : all?.tcp;
}

function metadataOf({ sidecar }: InboundEnvironment): Pick<FilterChain, "metadata"> {
  if (!sidecar) return {};
  const { resource, namespace, name } = sidecar;
  const config = configPath(resource.apiVersion, resource.kind, namespace, name);
  return { metadata: { filterMetadata: { istio: { config } } } };
}
