import { isHttp, type Protocol, parseProtocol, type Service } from "../../core/index.ts";
import type { EgressScope } from "../../mesh/index.ts";
import { virtualHostName } from "../names.ts";
import type { Recall } from "../recall/recall.ts";
import { serviceAddresses } from "../service-addresses.ts";
import type { OutboundView } from "../view.ts";
import { connectionChains } from "./connection-chains.ts";
import { type EgressBinding, egressBinding } from "./egress-binding.ts";
import { type EgressCaller, egressCaller } from "./egress-caller.ts";
import type { ConnectionSource } from "./l4-match.ts";
import type { Binds, ListenerWish } from "./listener-table.ts";
import { networkOf } from "./network-of.ts";
import type { HttpChain } from "./outbound-chain.ts";
import {
  aliasesByHost,
  connectionRoutes,
  namesOf,
  type OutboundClient,
  outboundClient,
  routesTo,
  type Surroundings,
} from "./outbound-client.ts";
import { podAddresses } from "./pod-addresses.ts";
import { canListen } from "./port-claims.ts";

/** What the listeners of a service are planned with. */
interface EgressContext {
  readonly view: OutboundView;
  readonly binding: EgressBinding;
  readonly caller: EgressCaller;
  readonly client: OutboundClient;
}

/** Where nothing asks who calls. */
const anybody: ConnectionSource = { namespace: "", labels: {} };

/**
 * What services want of an egress entry, each service's wishes in a list of their own, the oldest service first. They are
 * given no more of the proxy than they need, so that they are the same for other namespaces.
 */
export function egressWishes(
  recall: Recall<OutboundView>,
  rank: number,
  ownAddress: string | undefined,
): readonly (readonly ListenerWish[])[] {
  const { scope } = recall.view;
  const { sidecar, proxy, labels } = scope;
  const egress = sidecar.egress[rank];
  if (!egress) return [];
  const redirected = proxy.metadata["INTERCEPTION_MODE"] !== "NONE";
  const { listener, services } = egress;
  const binding = egressBinding(listener, { redirected, families: proxy.families });
  const virtualServices = connectionRoutes(egress);
  const caller = egressCaller(scope, ownAddress);
  const own: ConnectionSource = { namespace: proxy.namespace, labels };
  const given = [services, virtualServices, listener, binding, caller, own, proxy.dnsDomain];
  return recall.group(` egress ${rank}`, given, (group) => {
    const aliases = aliasesByHost(services);
    return services.map((service) => {
      const unchanged = group.unchanged<readonly ListenerWish[]>(service.hostname);
      if (unchanged) return unchanged;
      const routes = routesTo(service.hostname, virtualServices);
      const called: CalledService = {
        service,
        listener,
        binding,
        caller,
        routes,
        source: routes.length > 0 ? own : anybody,
        aliasNames: namesOf(proxy.dnsDomain, aliases.get(service.hostname)),
      };
      return group.piece(service.hostname, Object.values(called), (view) => serviceWishes(view, called));
    });
  });
}

/** A port through which a service is called: its own, or one that a Sidecar gives it. */
interface CalledPort {
  readonly service: Service;
  readonly number: number;
  readonly protocol: Protocol;
  /** A forward proxy's port takes everything for HTTP. */
  readonly forwardProxy: boolean;
}

interface CalledService extends Surroundings {
  readonly service: Service;
  readonly listener: EgressScope["listener"];
  readonly binding: EgressBinding;
  readonly caller: EgressCaller;
}

function serviceWishes(view: OutboundView, called: CalledService): readonly ListenerWish[] {
  const { service, listener, binding, caller } = called;
  // An alias is called by the addresses of the service behind it.
  if (service.resolution === "alias") return [];
  const context = { view, binding, caller, client: outboundClient(view.scope, called) };
  return calledPorts(service, listener).flatMap((port) => {
    if (port.protocol === "udp" || !canListen(caller, binding, port)) return [];
    return [...portWishes(context, port)];
  });
}

function calledPorts(service: Service, listener: EgressScope["listener"]): readonly CalledPort[] {
  const given = listener?.port;
  if (!given) return service.ports.map(({ number, protocol }) => ({ service, number, protocol, forwardProxy: false }));
  const word = given.protocol ?? "";
  const forwardProxy = word.toUpperCase() === "HTTP_PROXY";
  const protocol = forwardProxy ? "http" : (parseProtocol(word) ?? "auto");
  return [{ service, number: given.number ?? 0, protocol, forwardProxy }];
}

function* portWishes(context: EgressContext, port: CalledPort): Generator<ListenerWish> {
  if (isHttp(port.protocol)) {
    const binds = context.binding.binds ?? context.caller.everywhere;
    yield wish(context, port, binds, [httpChain(context, port, binds)]);
    return;
  }
  if (context.binding.binds) {
    yield connections(context, port, context.binding.binds, []);
    return;
  }
  yield* addressWishes(context, port);
}

/** Connections are told apart by where they go: each address of a service has its listener, ranges are chains of one. */
function* addressWishes(context: EgressContext, port: CalledPort): Generator<ListenerWish> {
  const { view, caller } = context;
  const { service } = port;
  const addresses = serviceAddresses(service, caller.addresses).map(withoutFullPrefix);
  if (addresses.length === 0) {
    const pods = podAddresses(view.registry, caller.ownAddress, { service, port: port.number });
    if (!pods) yield connections(context, port, caller.everywhere, []);
    else for (const binds of pods) yield connections(context, port, binds, []);
    return;
  }
  const ranges = new Map(addresses.filter(isRange).map((range) => [networkOf(range), range]));
  const [first, ...others] = addresses.filter((address) => !isRange(address));
  if (first !== undefined && service.registry === "Kubernetes") {
    yield connections(context, port, [first, ...others], []);
  } else if (first !== undefined) {
    for (const address of [first, ...others]) yield connections(context, port, [address], []);
  }
  for (const range of ranges.values()) yield connections(context, port, caller.everywhere, [range]);
}

function connections(context: EgressContext, port: CalledPort, binds: Binds, subnets: readonly string[]): ListenerWish {
  const { service, number, protocol } = port;
  const shared = binds[0] === context.caller.everywhere[0] && subnets.length === 0;
  const target = { service, port: number, protocol, subnets, shared };
  return wish(context, port, binds, [
    ...connectionChains(target, context.client),
    ...(protocol === "auto" ? [httpChain(context, port, binds)] : []),
  ]);
}

function wish(
  { binding }: EgressContext,
  { service, number, protocol }: CalledPort,
  binds: Binds,
  chains: ListenerWish["chains"],
): ListenerWish {
  return { binds, port: number, bindsToPort: binding.bindsToPort, protocol, chains, subject: service.origin };
}

/** Requests of all services on a port share a table, but a service whose protocol is found out has one of its own. */
function httpChain(context: EgressContext, port: CalledPort, binds: Binds): HttpChain {
  const { service, number, protocol, forwardProxy } = port;
  const open = binds[0] === context.caller.everywhere[0];
  const own = protocol === "auto" && !open;
  return {
    kind: "http",
    routes: number === 0 ? binds[0] : own ? virtualHostName(service.hostname, number) : String(number),
    grpcWeb: protocol === "grpc-web",
    detected: !forwardProxy && (open || protocol === "auto"),
    sources: [service.origin],
  };
}

function isRange(address: string): boolean {
  return address.includes("/");
}

/** A range of one address is the address. */
function withoutFullPrefix(address: string): string {
  return address.replace(address.includes(":") ? /\/128$/ : /\/32$/, "");
}
