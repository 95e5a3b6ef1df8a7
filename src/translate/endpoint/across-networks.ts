import type { Endpoint } from "../../core/index.ts";
import type { LbEndpoint } from "../../gen/envoy/config/endpoint/v3.ts";
import type { NetworkGateway } from "./endpoint-client.ts";
import { addressOf, mutualTlsMatch } from "./lb-endpoint.ts";
import type { NetworkWays } from "./network-ways.ts";

/** Something that a client connects to: an endpoint itself, or a gateway that stands for endpoints behind it. */
export interface Reached {
  readonly message: LbEndpoint;
  readonly weight: number;
  /** Labels by which localities are preferred. */
  readonly labels: { readonly [key: string]: string };
}

/** What decides whether endpoints are reached through gateways. */
export interface Crossing {
  /** Undefined: no network has gateways. */
  readonly ways: NetworkWays | undefined;
  /** How an endpoint of the client's own reach is told. */
  readonly direct: (endpoint: Endpoint) => LbEndpoint;
  /** Whether connections to it are the mesh's mutual TLS: a gateway finds the way by its SNI only. */
  readonly crosses: (endpoint: Endpoint) => boolean;
}

/**
 * The endpoints of a locality as a client reaches them. Those of another network that has gateways are left to the
 * gateways, which share their weights; without any gateway they are taken to be reachable.
 */
export function acrossNetworks(endpoints: readonly Endpoint[], crossing: Crossing): readonly Reached[] {
  const { ways, direct, crosses } = crossing;
  if (ways === undefined) return directly(endpoints, crossing);
  const reached: Reached[] = [];
  const shares = new Map<NetworkGateway, number>();
  for (const endpoint of endpoints) {
    const weight = (endpoint.weight || 1) * ways.scale;
    const way = ways.to(endpoint);
    if (way === undefined) {
      if (endpoint.addresses.length === 0) continue;
      const message = direct(endpoint);
      reached.push({
        message: ways.scale === 1 ? message : { ...message, loadBalancingWeight: weight },
        weight,
        labels: endpoint.labels,
      });
    } else if (crosses(endpoint)) {
      for (const gateway of way) shares.set(gateway, (shares.get(gateway) ?? 0) + weight / way.length);
    }
  }
  for (const gateway of ways.gateways) {
    const weight = shares.get(gateway);
    if (weight !== undefined) reached.push(throughGateway(gateway, weight));
  }
  return reached;
}

/** A mesh of one network, or one whose networks need no gateways. */
function directly(endpoints: readonly Endpoint[], { direct }: Crossing): readonly Reached[] {
  const reached: Reached[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.addresses.length === 0) continue;
    reached.push({ message: direct(endpoint), weight: endpoint.weight || 1, labels: endpoint.labels });
  }
  return reached;
}

function throughGateway({ address, port, network, cluster }: NetworkGateway, weight: number): Reached {
  return {
    message: {
      endpoint: { address: addressOf(address, port) },
      loadBalancingWeight: weight,
      metadata: {
        filterMetadata: {
          "envoy.transport_socket_match": mutualTlsMatch,
          istio: { workload: `;;;;${cluster}` },
        },
      },
    },
    weight,
    labels: {
      ...(network !== "" && { "topology.istio.io/network": network }),
      ...(cluster !== "" && { "topology.istio.io/cluster": cluster }),
    },
  };
}
