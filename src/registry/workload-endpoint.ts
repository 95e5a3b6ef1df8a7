import type { Endpoint, Health, Workload } from "../core/index.ts";
import { wellKnown } from "./well-known.ts";

/** The port of a service that an endpoint is behind, and its number there. */
export interface EndpointPort {
  readonly name: string;
  readonly number: number;
}

/** A workload as an endpoint of a service; at one of its addresses if that is given. */
export function workloadEndpoint(
  workload: Workload,
  port: EndpointPort,
  own: { readonly address?: string; readonly health?: Health; readonly hostname?: string } = {},
): Endpoint {
  const { address, hostname = "" } = own;
  if (!Number.isInteger(port.number)) throw new TypeError(`has the port ${port.name}, which is not a number`);
  if (address !== undefined && typeof address !== "string") throw new TypeError("has an address that is not text");
  return {
    addresses: address === undefined || isOnly(workload, address) ? workload.addresses : [address],
    port: port.number,
    portName: port.name,
    labels: workload.placedLabels,
    serviceAccount: workload.serviceAccount,
    network: workload.network,
    cluster: workload.cluster,
    locality: workload.locality,
    weight: workload.weight,
    mutualTls: workload.mutualTls,
    health: healthOf(workload, own.health),
    workload: workload.name,
    namespace: workload.namespace,
    node: workload.node,
    hostname,
  };
}

/** By its label a workload can be taken out of traffic while it still answers. */
function healthOf({ labels, health }: Workload, told = health): Health {
  return labels[wellKnown.draining] && told !== "terminating" ? "draining" : told;
}

function isOnly({ addresses }: Workload, address: string): boolean {
  return addresses.length === 1 && addresses[0] === address;
}
