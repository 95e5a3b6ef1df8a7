import { BlockList, isIP, isIPv4 } from "node:net";
import type { MeshNetworks } from "../api/index.ts";

interface Range {
  readonly network: string;
  readonly bits: number;
  readonly list: BlockList;
}

/** Finds the network of an address by the mesh's configuration: the narrowest range it is in, else its cluster's. */
export class NetworkRanges {
  readonly #ranges: readonly Range[];
  readonly #ofCluster: string;

  constructor(networks: MeshNetworks, clusterId: string) {
    const members = Object.entries(networks.networks ?? {}).flatMap(([network, { endpoints = [] }]) =>
      endpoints.map((endpoint) => ({ network, ...endpoint })),
    );
    this.#ranges = members
      .flatMap(({ network, fromCidr }) => (fromCidr === undefined ? [] : toRange(network, fromCidr)))
      .sort((a, b) => b.bits - a.bits);
    this.#ofCluster = members.find(({ fromRegistry }) => fromRegistry === clusterId)?.network ?? "";
  }

  /** Empty if no network is known. */
  networkOf(address: string): string {
    const family = this.#ranges.length === 0 ? 0 : isIP(address);
    if (family === 0) return this.#ofCluster;
    const type = family === 4 ? "ipv4" : "ipv6";
    return this.#ranges.find(({ list }) => list.check(address, type))?.network ?? this.#ofCluster;
  }
}

function toRange(network: string, cidr: string): Range[] {
  const [ip = "", length] = cidr.split("/");
  if (isIP(ip) === 0) return [];
  const whole = isIPv4(ip) ? 32 : 128;
  const bits = length === undefined ? whole : Number(length);
  if (!Number.isInteger(bits) || bits < 0 || bits > whole) return [];
  const list = new BlockList();
  list.addSubnet(ip, bits, isIPv4(ip) ? "ipv4" : "ipv6");
  return [{ network, bits: whole === 32 ? bits + 96 : bits, list }];
}
