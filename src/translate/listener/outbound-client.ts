import type { Service } from "../../core/index.ts";
import type { EgressScope, MergedDestinationRule, MeshVirtualService, OutboundScope } from "../../mesh/index.ts";
import { type AddressClient, addressClient } from "../service-addresses.ts";
import { shortNames } from "../short-names.ts";
import type { ConnectionSource } from "./l4-match.ts";

/** What planning outbound connections through one egress listener asks of a view. */
export interface OutboundClient extends ConnectionSource {
  readonly addresses: AddressClient;
  /** The mesh's pattern of metrics' names; undefined: clusters' own names. */
  readonly statPattern: string | undefined;
  /** The VirtualServices that route connections, in the order in which they win. */
  readonly connectionRoutes: readonly MeshVirtualService[];
  service(host: string): Service | undefined;
  rule(service: Service): MergedDestinationRule | undefined;
  /** The names of services that are but other names of a host. */
  aliasNames(host: string): readonly string[];
}

/** A view as the client of an egress listener's services. */
export function outboundClient(scope: OutboundScope, egress: EgressScope): OutboundClient {
  const { proxy, labels, sidecar, settings } = scope;
  const aliases = Map.groupBy(
    egress.services.filter(({ resolution }) => resolution === "alias"),
    ({ aliasOf = "" }) => aliasOf,
  );
  return {
    namespace: proxy.namespace,
    labels,
    addresses: addressClient(proxy),
    statPattern: settings.config.outboundClusterStatName,
    connectionRoutes: egress.virtualServices.filter(({ tls, tcp }) => tls.length + tcp.length > 0),
    service: (host) => sidecar.service(host),
    rule: (service) => sidecar.destinationRule(service, labels),
    aliasNames: (host) =>
      (aliases.get(host) ?? []).flatMap(({ hostname }) => [
        hostname,
        `${hostname}.`,
        ...shortNames(hostname, proxy.dnsDomain),
      ]),
  };
}
