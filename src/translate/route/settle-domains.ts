import type { Service } from "../../core/index.ts";
import { virtualHostName } from "../names.ts";
import { elsewhere } from "../short-names.ts";
import { domainClaims } from "./domain-claims.ts";
import { hostDomains, inUrl, withoutDot } from "./host-domains.ts";
import type { HostPlanning } from "./host-planning.ts";
import { sameKeyAsBefore, type VirtualHostKey } from "./virtual-host-key.ts";

/**
 * The virtual hosts without domains that another has, and without those that have none left. What services have among
 * themselves is settled for all clients alike; here come the hosts that only VirtualServices name, aliases with routes
 * of their own, and the bare names of services in the client's namespace, in this order.
 */
export function settleDomains(
  planning: HostPlanning,
  served: readonly VirtualHostKey[],
  unserved: readonly VirtualHostKey[],
): readonly VirtualHostKey[] {
  const late = new LateClaims(planning);
  const named = unserved.filter((key) => late.takeHost(key));
  for (const key of served) if (key.service?.aliasOf !== undefined) late.takeFromBehind(key, key.service);
  for (const key of served) {
    if (key.dnsDomain !== elsewhere && key.service && key.service.aliasOf === undefined) late.take(key, key.service);
  }
  const left = late.lost.size === 0 ? served : served.flatMap((key) => withoutLost(key, late.lost.get(key.name)));
  return named.length === 0 ? left : [...left, ...named];
}

function withoutLost(key: VirtualHostKey, lost: readonly string[] | undefined): readonly VirtualHostKey[] {
  if (!lost) return [key];
  const taken = [...key.taken, ...lost];
  return namesOf(key).every((name) => taken.includes(name)) ? [] : [sameKeyAsBefore({ ...key, taken })];
}

/** The domains that a virtual host of a service has so far. */
function namesOf({ service, aliases, client, dnsDomain, taken }: VirtualHostKey): readonly string[] {
  const names = service ? hostDomains(service, aliases, client, dnsDomain).map(withoutDot) : [];
  return [...new Set(names)].filter((name) => !taken.includes(name));
}

/** Claims on domains after those of services among themselves. */
class LateClaims {
  /** By the name of the virtual host. */
  readonly lost = new Map<string, readonly string[]>();
  readonly #planning: HostPlanning;
  readonly #taken = new Set<string>();

  constructor(planning: HostPlanning) {
    this.#planning = planning;
  }

  /** Whether the host of a VirtualService is not another's already; a service gives it up. */
  takeHost({ host, port }: VirtualHostKey): boolean {
    const name = withoutDot(inUrl(host));
    if (!this.#enter(name, port)) return false;
    const owner = this.#owner(name, port);
    if (owner) this.#lose(virtualHostName(owner.hostname, port), name);
    return true;
  }

  /** An alias with routes of its own has its names instead of the service behind it. */
  takeFromBehind(key: VirtualHostKey, alias: Service): void {
    for (const name of namesOf(key)) {
      const owner = this.#owner(name, key.port);
      const behind = owner && this.#planning.services.aliases.get(owner.hostname)?.includes(alias);
      if ((owner && owner !== alias && !behind) || !this.#enter(name, key.port)) this.#lose(key.name, name);
      else if (owner && behind) this.#lose(virtualHostName(owner.hostname, key.port), name);
    }
  }

  /** A service has what is nobody's yet. */
  take(key: VirtualHostKey, service: Service): void {
    for (const name of namesOf(key)) {
      const owner = this.#owner(name, key.port);
      if (owner !== service && (owner || !this.#enter(name, key.port))) this.#lose(key.name, name);
    }
  }

  #owner(name: string, port: number): Service | undefined {
    const { services, client, namespace, scope } = this.#planning;
    const dnsDomain = namespace === undefined ? scope.proxy.dnsDomain : elsewhere;
    return domainClaims(services, port, client, dnsDomain).owner(name);
  }

  #enter(name: string, port: number): boolean {
    const id = `${name} ${port}`;
    if (this.#taken.has(id)) return false;
    this.#taken.add(id);
    return true;
  }

  #lose(host: string, name: string): void {
    this.lost.set(host, [...(this.lost.get(host) ?? []), name]);
  }
}
