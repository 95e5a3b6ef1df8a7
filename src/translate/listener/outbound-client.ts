import type { Service } from "../../core/index.ts";
import {
  type EgressScope,
  hostsOverlap,
  type MergedDestinationRule,
  type MeshVirtualService,
  type OutboundScope,
} from "../../mesh/index.ts";
import { shortNames } from "../short-names.ts";
import type { ConnectionSource } from "./l4-match.ts";

/** What planning outbound connections to a service asks of a view. */
export interface OutboundClient extends Surroundings {
  /** The mesh's pattern of metrics' names; undefined: clusters' own names. */
  readonly statPattern: string | undefined;
  service(host: string): Service | undefined;
  rule(service: Service): MergedDestinationRule | undefined;
}

/** What an egress listener has for a service besides it. */
export interface Surroundings {
  /** The VirtualServices that route connections to it, in the order in which they win. */
  readonly routes: readonly MeshVirtualService[];
  /** Who makes the connections, as far as the routes may ask. */
  readonly source: ConnectionSource;
  /** Other names of the service. */
  readonly aliasNames: readonly string[];
}

/** The VirtualServices of an egress listener that route connections. */
export function connectionRoutes({ virtualServices }: EgressScope): readonly MeshVirtualService[] {
  return virtualServices.filter(({ tls, tcp }) => tls.length + tcp.length > 0);
}

/** Those of them that are for a host. */
export function routesTo(host: string, routes: readonly MeshVirtualService[]): readonly MeshVirtualService[] {
  return routes.filter(({ hosts }) => hosts.some((each) => hostsOverlap(each, host)));
}

/** Services that are but other names of a host. */
export function aliasesByHost(services: readonly Service[]): ReadonlyMap<string, readonly Service[]> {
  return Map.groupBy(
    services.filter(({ resolution }) => resolution === "alias"),
    ({ aliasOf = "" }) => aliasOf,
  );
}

/** The names by which workloads of a domain call such services. */
export function namesOf(dnsDomain: string, aliases: readonly Service[] = []): readonly string[] {
  return aliases.flatMap(({ hostname }) => [hostname, `${hostname}.`, ...shortNames(hostname, dnsDomain)]);
}

/** A view as the client of a service. */
export function outboundClient(
  { labels, sidecar, settings }: OutboundScope,
  { routes, source, aliasNames }: Surroundings,
): OutboundClient {
  return {
    routes,
    source,
    aliasNames,
    statPattern: settings.config.outboundClusterStatName,
    service: (host) => sidecar.service(host),
    rule: (service) => sidecar.destinationRule(service, labels),
  };
}
