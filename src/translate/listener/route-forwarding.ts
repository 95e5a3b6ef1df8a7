import type { ResourceKey, RouteDestination } from "../../api/index.ts";
import type { Protocol, Service } from "../../core/index.ts";
import type { MergedDestinationRule, MeshVirtualService } from "../../mesh/index.ts";
import { tcpPolicy } from "../filter/tcp-policy.ts";
import { resolveDestination } from "../resolve-destination.ts";
import type { Forwarding } from "./forwarding.ts";
import { statPrefixOf } from "./stat-prefix.ts";

/** What finding the destinations of connections asks of a view. */
export interface ForwardingClient {
  /** The mesh's pattern of metrics' names; undefined: clusters' own names. */
  readonly statPattern: string | undefined;
  service(host: string): Service | undefined;
  rule(service: Service): MergedDestinationRule | undefined;
}

/** A rule of a VirtualService for connections whose requests are not seen. */
export interface ConnectionRule {
  readonly virtualService: MeshVirtualService;
  readonly route: readonly RouteDestination[];
  /** The port that clients call. */
  readonly port: number;
  readonly protocol: Protocol;
  /** Connections show the name that they ask for: hosts of a service that is looked up are found by it. Default: no. */
  readonly byName?: boolean;
}

/** Where a rule's connections go, and the objects that say so. */
export interface RouteForwarding {
  readonly forwarding: Forwarding;
  readonly sources: readonly ResourceKey[];
}

/** Where a rule's connections go; undefined if it leads nowhere. Of several destinations those without weight get nothing. */
export function routeForwarding(rule: ConnectionRule, client: ForwardingClient): RouteForwarding | undefined {
  const { virtualService, route, port, protocol, byName = false } = rule;
  const several = route.length > 1;
  const weighted = several ? route.filter(({ weight = 0 }) => weight > 0) : route;
  const targets = weighted.map(({ destination, weight = 0 }) => {
    const service = client.service(destination.host);
    const known = { service, rule: service && client.rule(service) };
    return { destination, weight, ...known, ...resolveDestination(destination, known, port) };
  });
  const [first] = targets;
  if (!first) return undefined;
  const { name, namespace, sources } = virtualService;
  const subset = several ? "" : (first.destination.subset ?? "");
  const looked = byName && !several && first.service?.resolution === "dynamic-dns" ? first.service : undefined;
  return {
    forwarding: {
      statPrefix: several ? `${name}.${namespace}` : statPrefixOf(client.statPattern, first, subset),
      cluster: several ? targets.map(({ cluster, weight }) => ({ name: cluster, weight })) : first.cluster,
      // Only one policy can hold before the cluster is chosen, and it cannot be a subset's then.
      policy: tcpPolicy(first.rule, first.port, subset),
      mongo: protocol === "mongo",
      ...(looked && { lookUp: { host: looked.hostname, port: first.port } }),
    },
    sources: [...sources, ...targets.flatMap(destinationSources)],
  };
}

/** The objects that tell of a destination. */
export function destinationSources({
  service,
  rule,
}: {
  readonly service: Service | undefined;
  readonly rule: MergedDestinationRule | undefined;
}): readonly ResourceKey[] {
  return [...(service ? [service.origin] : []), ...(rule?.sources ?? [])];
}
