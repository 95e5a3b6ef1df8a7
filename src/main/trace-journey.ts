import { FairwayError } from "../base/fault.ts";
import {
  type Call,
  type CallProtocol,
  type Destination,
  type Named,
  type Outcome,
  type ProxyConfig,
  type SocketPlace,
  type Sourced,
  type Trace,
  type UpstreamEndpoint,
  upstreamProtocol,
  walkCall,
} from "../trace/index.ts";
import { type Resource as Made, type Translation, translate, viewOf } from "../translate/index.ts";
import type { OfflineMesh } from "./offline-mesh.ts";
import { type Party, partyAt, partyName, proxyOf } from "./trace-party.ts";
import type { Target } from "./trace-target.ts";

/** A call at one proxy, and where it went from there. */
export interface Hop {
  /** The proxy's workload: `app/web-1`. */
  readonly at: string;
  readonly call: Call;
  readonly trace: Trace;
  readonly next: readonly Onward[];
}

/** One of the ways on from a proxy. */
export interface Onward {
  readonly cluster: string;
  /** From 0 to 1. */
  readonly share: number;
  /** The endpoint that is followed; there may be others. */
  readonly endpoint: Pick<UpstreamEndpoint, "address" | "port">;
  /** The workload there; empty if the files have none at the address. */
  readonly workload: string;
  /** Its proxy; absent if it has none, or if the workload itself is reached. */
  readonly hop?: Hop;
}

/** Calls that are handed on more often than this go in circles. */
const maxHops = 8;

/** The mesh, and what its proxies were told as far as it was asked for. */
interface Ground {
  readonly mesh: OfflineMesh;
  readonly configs: Map<string, ProxyConfig>;
}

/**
 * Follows a call from a workload, proxy by proxy, to the workloads that it reaches. The first is a way on if the client
 * has no proxy and connects by itself.
 */
export function followCall(mesh: OfflineMesh, from: Party, target: Target): Hop | Onward {
  const ground: Ground = { mesh, configs: new Map() };
  if (from.proxy === "gateway") return hopAt(ground, from, callToGateway(mesh, from, target), 0);
  const source = { address: from.address || "127.0.0.1", port: 0 };
  if (from.proxy === "sidecar") return hopAt(ground, from, { ...target.call, direction: "outbound", source }, 0);
  const endpoint = endpointOf(mesh, target);
  const call: Call = { ...target.call, destination: endpoint, direction: "inbound", source };
  return wayOn(ground, { cluster: "", share: 1 }, endpoint, call, 0);
}

/** Somebody outside calls the gateway's own port, which its Service may number otherwise. */
function callToGateway(mesh: OfflineMesh, gateway: Party, { call }: Target): Call {
  const { port } = call.destination;
  const targets = mesh.snapshot.registry.serviceTargets(proxyOf(mesh, gateway));
  const found = targets.find((each) => each.port.number === port);
  const destination = { address: gateway.address, port: found?.targetPort ?? port };
  return { ...call, destination, direction: "gateway" };
}

/** Where a connection without proxy ends up: at an endpoint, if the address is a service's. */
function endpointOf(mesh: OfflineMesh, { service, call }: Target): SocketPlace {
  const { destination } = call;
  const [first] = service ? mesh.snapshot.registry.endpointsOfPort(service, destination.port) : [];
  return first ? { address: first.addresses[0] ?? "", port: first.port } : destination;
}

function hopAt(ground: Ground, party: Party, call: Call, depth: number): Hop {
  const config = configFor(ground, party);
  const trace = walkCall(config, call);
  const destinations = trace.outcome.kind === "forwarded" ? trace.outcome.destinations : [];
  const next = destinations.flatMap((destination) => {
    const endpoint = destination.endpoints.find(({ healthy }) => healthy);
    if (endpoint === undefined || destination.problem !== undefined) return [];
    if (call.direction === "inbound") return [arrival(destination, endpoint, party)];
    const onward = nextCall({ config, destination, endpoint, call, outcome: trace.outcome, from: party });
    return [wayOn(ground, destination, endpoint, onward, depth + 1)];
  });
  return { at: partyName(party), call, trace, next };
}

function wayOn(
  ground: Ground,
  { cluster, share }: Pick<Destination, "cluster" | "share">,
  { address, port }: SocketPlace,
  call: Call,
  depth: number,
): Onward {
  const party = partyAt(ground.mesh, address);
  const onward = { cluster, share, endpoint: { address, port }, workload: party ? partyName(party) : "" };
  if (party === undefined || party.proxy === "none" || depth > maxHops) return onward;
  const direction = party.proxy === "gateway" ? "gateway" : "inbound";
  return { ...onward, hop: hopAt(ground, party, { ...call, direction }, depth) };
}

function configFor({ mesh, configs }: Ground, party: Party): ProxyConfig {
  const name = partyName(party);
  const known = configs.get(name);
  if (known) return known;
  const translation = translate(viewOf(mesh.snapshot, proxyOf(mesh, party)));
  const [failure] = translation.failures;
  if (failure) throw new FairwayError("Internal", `'${failure.plan.name}' could not be made: ${String(failure.error)}`);
  const config = configOf(translation);
  configs.set(name, config);
  return config;
}

function configOf({ listeners, routes, clusters, endpoints }: Translation): ProxyConfig {
  const byName = <M>(made: readonly Made<M>[]): Named<M> =>
    new Map(made.map((each): [string, Sourced<M>] => [each.name, each]));
  return {
    listeners: byName(listeners),
    routes: byName(routes),
    clusters: byName(clusters),
    endpoints: byName(endpoints),
  };
}

/** What a sidecar hands to its own workload. */
function arrival({ cluster, share }: Destination, { address, port }: UpstreamEndpoint, party: Party): Onward {
  return { cluster, share, endpoint: { address, port }, workload: partyName(party) };
}

interface Handover {
  readonly config: ProxyConfig;
  readonly destination: Destination;
  readonly endpoint: UpstreamEndpoint;
  readonly call: Call;
  readonly outcome: Outcome;
  readonly from: Party;
}

/** The call that a proxy makes to an endpoint. */
function nextCall({ config, destination, endpoint, call, outcome, from }: Handover): Call {
  const request = outcome.kind === "forwarded" ? outcome.request : undefined;
  const { address, port, tls } = endpoint;
  const source = { address: from.address || "127.0.0.1", port: 0 };
  const base: Call = { ...call, ...request, source, destination: { address, port } };
  if (request === undefined && tls === undefined) return base;
  const { serverName: _name, alpn: _alpn, identity: _identity, ...plain } = base;
  const protocol = protocolTo(config, destination, call, request !== undefined);
  if (tls === undefined) return { ...plain, protocol, tls: "plain" };
  const mutual = tls.certificates.length > 0;
  return {
    ...plain,
    protocol,
    tls: mutual ? "mtls" : "tls",
    alpn: tls.alpn,
    ...(tls.serverName !== "" && { serverName: tls.serverName }),
    ...(mutual && { identity: from.identity }),
  };
}

/** A client's own TLS that goes on inside of the proxy's is but bytes to the next. */
function protocolTo(config: ProxyConfig, { cluster }: Destination, call: Call, isRequest: boolean): CallProtocol {
  const message = config.clusters.get(cluster)?.message;
  if (isRequest) return message ? upstreamProtocol(message, call.protocol) : call.protocol;
  return call.tls === "plain" ? call.protocol : "tcp";
}
