import { isIP } from "node:net";
import type { Endpoint } from "../../core/index.ts";
import type { LbEndpoint } from "../../gen/envoy/config/endpoint/v3.ts";
import type { NetworkGateway } from "./endpoint-client.ts";
import { addressOf, mutualTlsMatch } from "./lb-endpoint.ts";

/** Something that a client connects to: an endpoint itself, or a gateway that stands for endpoints behind it. */
export interface Reached {
  readonly message: LbEndpoint;
  readonly weight: number;
  /** Labels by which localities are preferred. */
  readonly labels: { readonly [key: string]: string };
}

/** What decides whether endpoints are reached through gateways. */
export interface Crossing {
  readonly network: string;
  readonly gateways: readonly NetworkGateway[];
  /** The proxy resolves names, so that a gateway may have one; else Envoy would refuse all of the endpoints. */
  readonly resolves: boolean;
  /** How an endpoint of the client's own reach is told. */
  readonly direct: (endpoint: Endpoint) => LbEndpoint;
  /** Whether connections to it are the mesh's mutual TLS: a gateway finds the way by its SNI only. */
  readonly crosses: (endpoint: Endpoint) => boolean;
}

/**
 * The endpoints of a locality as a client reaches them. Those of another network that has gateways are left to the
 * gateways, which share their weights; without any gateway they are taken to be reachable.
 */
export function acrossNetworks(
  endpoints: readonly Endpoint[],
  crossing: Crossing,
  scale = weightScale(endpoints, crossing),
): readonly Reached[] {
  if (crossing.gateways.length === 0) return directly(endpoints, crossing);
  const reached: Reached[] = [];
  const shares = new Map<NetworkGateway, number>();
  for (const endpoint of endpoints) {
    const weight = (endpoint.weight || 1) * scale;
    const way = waysTo(endpoint, crossing);
    if (way === undefined) {
      if (endpoint.addresses.length === 0) continue;
      const message = crossing.direct(endpoint);
      reached.push({
        message: scale === 1 ? message : { ...message, loadBalancingWeight: weight },
        weight,
        labels: endpoint.labels,
      });
    } else if (crossing.crosses(endpoint)) {
      for (const gateway of way) shares.set(gateway, (shares.get(gateway) ?? 0) + weight / way.length);
    }
  }
  for (const gateway of crossing.gateways) {
    const weight = shares.get(gateway);
    if (weight !== undefined) reached.push(throughGateway(gateway, weight));
  }
  return reached;
}

/**
 * By how much all weights of a service grow, so that each gateway's share is a whole number. It is one for all localities,
 * which are weighed against each other.
 */
export function weightScale(endpoints: readonly Endpoint[], crossing: Crossing): number {
  if (crossing.gateways.length === 0) return 1;
  return endpoints.reduce((least, each) => leastCommonMultiple(least, waysTo(each, crossing)?.length || 1), 1);
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

/**
 * The gateways to an endpoint, those of its own cluster if there are any; undefined: the client reaches it itself. None: it
 * cannot be reached, though there are gateways.
 */
function waysTo(
  { network, cluster }: Endpoint,
  { network: own, gateways, resolves }: Crossing,
): readonly NetworkGateway[] | undefined {
  if (network === "" || own === "" || network === own) return undefined;
  const there = gateways.filter((gateway) => gateway.network === network);
  if (there.length === 0) return undefined;
  const usable = resolves ? there : there.filter(({ address }) => isIP(address) !== 0);
  const inCluster = usable.filter((gateway) => gateway.cluster === cluster);
  return inCluster.length > 0 ? inCluster : usable;
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

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
