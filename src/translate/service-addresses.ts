import type { AddressFamilies, Service } from "../core/index.ts";
import type { ProxyTraits } from "../mesh/index.ts";
import { isTrue } from "./node-flag.ts";

/** What of a proxy decides by which addresses it knows services. */
export interface AddressClient {
  readonly cluster: string;
  readonly families: AddressFamilies;
  /** It answers its workload's DNS queries, also with addresses that were allocated. */
  readonly usesAllocated: boolean;
}

/** What a proxy is, as far as services' addresses depend on it. */
export function addressClient({ cluster, families, metadata }: ProxyTraits): AddressClient {
  return {
    cluster,
    families,
    usesAllocated: isTrue(metadata["DNS_CAPTURE"]),
  };
}

/**
 * The addresses on which a proxy listens for a service; may hold ranges. Empty: any address on the service's ports. Of
 * several that mean the same, as a Kubernetes Service has them, those of the families that the proxy has itself; but never
 * none of them, since that would mean any.
 */
export function serviceAddresses(service: Service, client: AddressClient): readonly string[] {
  const fitting = callableAddresses(service, client);
  return fitting.length > 0 ? fitting : ownAddresses(service, client);
}

/** The addresses by which a proxy's workload can call a service: what stands in `Host` headers. */
export function callableAddresses(service: Service, client: AddressClient): readonly string[] {
  const own = ownAddresses(service, client);
  if (own.length === 0) return client.usesAllocated ? service.allocatedAddresses.filter(fits(client)) : [];
  return service.registry === "Kubernetes" ? own.filter(fits(client)) : own;
}

function ownAddresses({ addressesByCluster, addresses }: Service, { cluster }: AddressClient): readonly string[] {
  return addressesByCluster.get(cluster) ?? addresses;
}

function fits({ families }: AddressClient): (address: string) => boolean {
  return (address) => families === "" || families.includes(address.includes(":") ? "6" : "4");
}
