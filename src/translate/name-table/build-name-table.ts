import { isIP } from "node:net";
import type { ResourceKey } from "../../api/index.ts";
import type { Endpoint, EndpointShards, Service } from "../../core/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { Built } from "../plan.ts";
import { type AddressClient, callableAddresses } from "../service-addresses.ts";
import type { NameInfo, NameTable } from "./name-table.ts";
import { podNames } from "./pod-names.ts";

/** All that a table of names depends on. */
export interface NameTableKey {
  readonly client: AddressClient;
  /** The client's network; empty if it does not know. */
  readonly network: string;
  /** The services in scope, listener by listener. */
  readonly services: readonly (readonly Service[])[];
  /** The endpoints of those that are found by them. */
  readonly endpoints: readonly { readonly service: Service; readonly shards: EndpointShards }[];
  /** The Sidecar that says what is in scope; undefined if none does. */
  readonly sidecar: ResourceKey | undefined;
}

/** Whether DNS answers for a service with the addresses of its endpoints, having none of its own. */
export function isFoundByEndpoints(service: Service, client: AddressClient): boolean {
  return service.resolution === "passthrough" && callableAddresses(service, client).length === 0;
}

/** The table of names: services with their addresses, and the single pods of those that have none of their own. */
export function buildNameTable({ client, network, services, endpoints, sidecar }: NameTableKey): Built<NameTable> {
  const shardsOf = new Map(endpoints.map(({ service, shards }) => [service, shards]));
  const table = new Map<string, NameInfo>();
  const all = new Set(services.flat());
  for (const service of all) {
    const reached = reachable(service, shardsOf.get(service), network);
    for (const [host, info] of podNames(service, reached, client.cluster)) table.set(host, info);
    const ips = reached ? reached.flatMap(({ addresses }) => addresses) : addressesOf(service, client);
    if (ips.length > 0) enter(table, service, [...new Set(ips)]);
  }
  return {
    message: { table: Object.fromEntries(table) },
    sources: distinctSources([...(sidecar ? [sidecar] : []), ...Array.from(all, ({ origin }) => origin)]),
  };
}

/** Ranges are nothing that a name could stand for. */
function addressesOf(service: Service, client: AddressClient): readonly string[] {
  return callableAddresses(service, client).filter((address) => isIP(address) !== 0);
}

/** Of entries with the same host all addresses count; a Service of Kubernetes goes before them. */
function enter(table: Map<string, NameInfo>, service: Service, ips: readonly string[]): void {
  const { hostname, registry } = service;
  const known = table.get(hostname);
  if (known?.registry === "Kubernetes") return;
  const joined = known && registry !== "Kubernetes" ? [...new Set([...known.ips, ...ips])] : ips;
  // Hosts of a set of clusters would take the short names from the cluster's own services.
  const short = registry === "Kubernetes" && !hostname.endsWith(".clusterset.local");
  table.set(hostname, {
    ips: joined,
    registry,
    shortname: short ? service.name : "",
    namespace: short ? service.namespace : "",
  });
}

/** The endpoints that the workload reaches by their own addresses; undefined if the service has addresses instead. */
function reachable(
  { publishNotReady }: Service,
  shards: EndpointShards | undefined,
  network: string,
): readonly Endpoint[] | undefined {
  return (
    shards &&
    [...shards.values()].flat().filter((endpoint) => {
      const { addresses, health, network: its } = endpoint;
      if (addresses.length === 0 || addresses.some((address) => isIP(address) === 0)) return false;
      if (!publishNotReady && health !== "healthy" && health !== "unknown") return false;
      return network === "" || its === "" || its === network;
    })
  );
}
