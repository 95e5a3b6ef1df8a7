import { isIP } from "node:net";
import type { AddressFamilies, Endpoint } from "../../core/index.ts";
import type { NetworkGateway } from "./endpoint-client.ts";

/** How a client gets to endpoints of other networks. */
export interface NetworkWays {
  /** All gateways that it can use, in the order in which they are told. */
  readonly gateways: readonly NetworkGateway[];
  /**
   * By how much all weights grow, so that each gateway's share is a whole number. It is one for all services, so that the
   * weight of an endpoint does not change with where its peers run.
   */
  readonly scale: number;
  /**
   * The gateways to an endpoint, those of its own cluster if there are any; undefined: the client reaches it itself. None:
   * it cannot be reached, though its network has gateways.
   */
  to(endpoint: Pick<Endpoint, "network" | "cluster">): readonly NetworkGateway[] | undefined;
}

/** Who asks for the ways. */
export interface Traveller {
  /** Its network; empty if it does not know, and then only endpoints that name none are in its own. */
  readonly network: string;
  readonly families: AddressFamilies;
  /** It resolves names, so that a gateway may have one; else Envoy would refuse all of the endpoints. */
  readonly resolves: boolean;
}

/** The ways by which a client gets to other networks; undefined if no network has gateways. */
export function networkWays(all: readonly NetworkGateway[], traveller: Traveller): NetworkWays | undefined {
  if (all.length === 0) return undefined;
  const gateways = all.flatMap((gateway) => waysThrough(gateway, traveller)).sort(byAddress);
  const known = new Set(all.map(({ network }) => network));
  const byNetwork = Map.groupBy(gateways, ({ network }) => network);
  const byCluster = Map.groupBy(gateways, placeOf);
  const counts = [...byNetwork.values(), ...byCluster.values()].map(({ length }) => length);
  return {
    gateways,
    scale: counts.reduce(leastCommonMultiple, 1),
    to({ network, cluster }) {
      if (network === "" || network === traveller.network || !known.has(network)) return undefined;
      return byCluster.get(placeOf({ network, cluster })) ?? byNetwork.get(network) ?? [];
    },
  };
}

/** The gateway as the client can use it: by its name, or by each address that it is known to have. */
function waysThrough(gateway: NetworkGateway, { families, resolves }: Traveller): readonly NetworkGateway[] {
  const { resolved = [], ...named } = gateway;
  const isName = isIP(gateway.address) === 0;
  if (isName && resolves) return [named];
  const addresses = isName ? resolved : [gateway.address];
  const usable = addresses.filter((address) => families.length !== 1 || families === String(isIP(address)));
  return usable.map((address) => ({ ...named, address }));
}

function byAddress(a: NetworkGateway, b: NetworkGateway): number {
  if (a.address !== b.address) return a.address < b.address ? -1 : 1;
  return a.port - b.port;
}

function placeOf({ network, cluster }: Pick<NetworkGateway, "network" | "cluster">): string {
  return `${network} ${cluster}`;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
