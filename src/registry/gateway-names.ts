import { Resolver } from "node:dns/promises";
import type { Clock } from "../base/clock.ts";
import { type Fetched, KeptFresh } from "../base/kept-fresh.ts";

/** An address of a name, and for how many seconds that is so. */
export interface ResolvedAddress {
  readonly address: string;
  readonly ttl: number;
}

/** Finds the addresses of a name; a fault if nobody knows it. */
export type NameResolver = (name: string) => Promise<readonly ResolvedAddress[]>;

export interface GatewayNamesOptions {
  readonly resolve: NameResolver;
  /** Told when a name came to have other addresses. */
  readonly changed: () => void;
  /** Told when a name cannot be resolved, the first time in a row; the addresses it had stay. */
  readonly failed: (name: string, error: unknown) => void;
  /** Milliseconds for which addresses are kept at least, whatever DNS says. Default: 30 s. */
  readonly refresh?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Milliseconds after which a name is looked up again at the latest. */
const longest = 60 * 60_000;

/**
 * The addresses of gateways that have names, for clients that cannot resolve names themselves. Sorted: DNS gives them in
 * any order, and another order would be a change.
 */
export function gatewayNames(options: GatewayNamesOptions): KeptFresh<readonly string[]> {
  const { resolve, refresh = 30_000, ...others } = options;
  const fetch = async (name: string): Promise<Fetched<readonly string[]>> => {
    const found = await resolve(name);
    if (found.length === 0) throw new Error(`${name} has no address`);
    const ttl = Math.min(...found.map((each) => each.ttl * 1000), longest);
    return { value: [...new Set(found.map(({ address }) => address))].sort(), goodFor: Math.max(ttl, refresh) };
  };
  return new KeptFresh({ ...others, fetch, retry: { first: refresh, longest: Math.max(refresh, 5 * 60_000) } });
}

/** Asks DNS for IPv4 and IPv6 addresses; that there are none of one sort is no fault. */
export function dnsResolver(): NameResolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (name) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const [refused] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    if (found.length === 0) throw refused ?? new Error(`${name} has no address`);
    return found;
  };
}
