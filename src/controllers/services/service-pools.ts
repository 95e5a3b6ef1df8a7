import { isIPv4 } from "node:net";
import type { KubernetesService, Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import type { AddressRange } from "./address-range.ts";
import type { Family } from "./choose-families.ts";
import { invalidService } from "./invalid-service.ts";
import { NumberPool } from "./number-pool.ts";

/** From where Services get their addresses and ports. */
export interface ServiceRanges {
  /** One or two, of different families; the first is the default. */
  readonly addresses: readonly AddressRange[];
  /** First and last node port. */
  readonly nodePorts: readonly [number, number];
}

/** Something of a pool that is taken, and can be given back. */
export interface Taken {
  readonly pool: NumberPool;
  readonly number: number;
}

/** How many numbers of a pool are kept for those that are asked for by name. */
function lowerPart(size: number, least: number, most: number): number {
  return size < 2 * least ? 0 : Math.min(Math.max(least, Math.floor(size / 16)), most);
}

/** All virtual addresses and node ports that there are, and which of them are taken. */
export class ServicePools {
  readonly #ranges: ServiceRanges;
  readonly #addresses: readonly { readonly range: AddressRange; readonly pool: NumberPool }[];
  readonly #nodePorts: NumberPool;

  constructor(ranges: ServiceRanges, random: () => number) {
    this.#ranges = ranges;
    this.#addresses = ranges.addresses.map((range) => ({
      range,
      pool: new NumberPool(range.size, lowerPart(range.size, 16, 256), random),
    }));
    // The first address is that of the API's own Service, wherever there is one.
    for (const { pool } of this.#addresses) pool.take(0);
    const [first, last] = ranges.nodePorts;
    const ports = last - first + 1;
    this.#nodePorts = new NumberPool(ports, lowerPart(ports, 16, 128), random);
  }

  get families(): readonly Family[] {
    return this.#ranges.addresses.map(({ family }) => family);
  }

  /** What a Service has of the pools. */
  *usesOf(service: Resource): Generator<Taken> {
    const { spec } = service as KubernetesService;
    if (!spec || spec.type === "ExternalName") return;
    const addresses = new Set([...(spec.clusterIPs ?? []), ...(spec.clusterIP ? [spec.clusterIP] : [])]);
    for (const address of addresses) yield* this.#addressOf(address);
    const ports = new Set(spec.ports?.map(({ nodePort }) => nodePort));
    for (const port of [...ports, spec.healthCheckNodePort]) if (port) yield* this.#portOf(port);
  }

  /** Takes an address: the wanted one, or any of the family. */
  takeAddress(name: string, family: Family, wanted: string | undefined): readonly [string, Taken] {
    const found = this.#addresses.find(({ range }) => range.family === family);
    if (!found) throw invalidService(name, "spec.ipFamilies", `there is no range of ${family} addresses`);
    const { range, pool } = found;
    if (wanted === undefined) {
      const number = pool.takeAny();
      if (number === undefined) throw exhausted(`no address of ${range} is free`);
      return [range.at(number), { pool, number }];
    }
    const number = range.indexOf(wanted);
    const field = "spec.clusterIPs";
    if (number === undefined) throw invalidService(name, field, `must be of the range ${range}, not ${wanted}`);
    if (pool.has(number)) throw invalidService(name, field, `the address ${wanted} is already allocated`);
    pool.take(number);
    return [wanted, { pool, number }];
  }

  /** Takes a node port: the wanted one, or any. `field` is where it stands. */
  takePort(name: string, field: string, wanted: number | undefined): readonly [number, Taken] {
    const [first, last] = this.#ranges.nodePorts;
    const pool = this.#nodePorts;
    if (!wanted) {
      const number = pool.takeAny();
      if (number === undefined) throw exhausted(`no node port of ${first}-${last} is free`);
      return [first + number, { pool, number }];
    }
    if (wanted < first || wanted > last)
      throw invalidService(name, field, `must be in ${first}-${last}, not ${wanted}`);
    const number = wanted - first;
    if (pool.has(number)) throw invalidService(name, field, `the port ${wanted} is already allocated`);
    pool.take(number);
    return [wanted, { pool, number }];
  }

  *#addressOf(address: string): Generator<Taken> {
    const family = isIPv4(address) ? "IPv4" : "IPv6";
    const found = this.#addresses.find(({ range }) => range.family === family);
    const number = found?.range.indexOf(address);
    if (found && number !== undefined) yield { pool: found.pool, number };
  }

  *#portOf(port: number): Generator<Taken> {
    const [first, last] = this.#ranges.nodePorts;
    if (port >= first && port <= last) yield { pool: this.#nodePorts, number: port - first };
  }
}

function exhausted(what: string): FairwayError {
  return new FairwayError("Unavailable", `${what}: delete Services, or widen the range`);
}
