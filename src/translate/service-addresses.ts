import { type AddressFamilies, familiesOf, type Proxy as MeshProxy, type Service } from "../core/index.ts";
import { isTrue } from "./node-flag.ts";

/** What of a proxy decides by which addresses it knows services. */
export interface AddressClient {
  readonly cluster: string;
  readonly families: AddressFamilies;
  /** It answers its workload's DNS queries, also with addresses that were allocated. */
  readonly usesAllocated: boolean;
}

/** What a proxy is, as far as services' addresses depend on it. */
export function addressClient({ cluster, addresses, metadata }: MeshProxy): AddressClient {
  return {
    cluster,
    families: familiesOf(addresses),
    usesAllocated: isTrue(metadata["DNS_CAPTURE"]),
  };
}

/**
 * The addresses by which a proxy's workload calls a service; may hold ranges. Empty: any address on the service's ports. Of
 * several that mean the same, as a Kubernetes Service has them, those of the families that the proxy has itself.
 */
export function serviceAddresses(service: Service, client: AddressClient): readonly string[] {
  const own = service.addressesByCluster.get(client.cluster) ?? service.addresses;
  if (own.length === 0) return client.usesAllocated ? service.allocatedAddresses.filter(fits(client)) : [];
  const fitting = service.registry === "Kubernetes" ? own.filter(fits(client)) : own;
  return fitting.length > 0 ? fitting : own;
}

function fits({ families }: AddressClient): (address: string) => boolean {
  return (address) => families.includes(address.includes(":") ? "6" : "4");
}
