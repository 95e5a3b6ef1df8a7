import { RecentMap } from "../../base/recent-map.ts";
import type { Service } from "../../core/index.ts";
import { callableAddresses } from "../service-addresses.ts";
import { shortNames } from "../short-names.ts";
import { hasNamedPods, inUrl, podsUnder, withoutDot } from "./host-domains.ts";
import type { PortServices, ServicesByPort } from "./port-services.ts";
import type { RouteClient } from "./route-client.ts";

/**
 * Who has which domain among the services of a port: a configuration in which two have the same is refused whole. All
 * domains are without final dots.
 */
export interface DomainClaims {
  /** The service that has a domain; of the names of an alias the service behind it. */
  owner(domain: string): Service | undefined;
  /** Domains that a service would have, were they not another's. */
  readonly lost: ReadonlyMap<Service, readonly string[]>;
}

const known = new WeakMap<PortServices, WeakMap<RouteClient, RecentMap<string, DomainClaims>>>();

/** As many as a large mesh has namespaces. */
const maxDomains = 1000;

/** Full names are their services' own; of short names and addresses the oldest service has each. */
export function domainClaims(
  services: ServicesByPort,
  port: number,
  client: RouteClient,
  dnsDomain: string,
): DomainClaims {
  const ofPort = services.get(port);
  const byClient = known.get(ofPort) ?? new WeakMap<RouteClient, RecentMap<string, DomainClaims>>();
  known.set(ofPort, byClient);
  const byDomain = byClient.get(client) ?? new RecentMap<string, DomainClaims>(maxDomains);
  byClient.set(client, byDomain);
  const claims = byDomain.get(dnsDomain) ?? settle(ofPort, services.aliases, client, dnsDomain);
  byDomain.set(dnsDomain, claims);
  return claims;
}

const noServices: readonly Service[] = [];

/** Aliases of services that are not there come last: most of them have no virtual host. */
function settle(
  { http }: PortServices,
  aliases: ServicesByPort["aliases"],
  client: RouteClient,
  dnsDomain: string,
): DomainClaims {
  const book = new ClaimBook();
  const real = http.filter(({ service }) => service.aliasOf === undefined);
  const names = real.map(({ service }) => ({ service, others: aliases.get(service.hostname) ?? noServices }));
  for (const { service } of names) book.reserve(service, service.hostname);
  const represented = new Map<Service, Service>();
  for (const { service, others } of names) {
    for (const alias of others) {
      represented.set(alias, service);
      book.reserve(service, alias.hostname);
    }
  }
  const orphans = http.filter(({ service }) => service.aliasOf !== undefined && !represented.has(service));
  for (const { service } of orphans) book.reserve(service, service.hostname);
  for (const { service, others } of [...names, ...orphans.map(({ service }) => ({ service, others: noServices }))]) {
    for (const { hostname } of [service, ...others]) claimNames(book, service, hostname, dnsDomain);
    for (const address of callableAddresses(service, client)) book.claim(service, inUrl(address));
  }
  return book;
}

function claimNames(book: ClaimBook, service: Service, hostname: string, dnsDomain: string): void {
  const short = shortNames(hostname, dnsDomain);
  for (const name of short) book.claim(service, name);
  if (!hasNamedPods(service)) return;
  for (const name of [hostname, ...short]) book.claim(service, podsUnder(name));
}

/** Where claims are entered one after the other. */
class ClaimBook implements DomainClaims {
  readonly lost = new Map<Service, readonly string[]>();
  readonly #reserved = new Map<string, Service>();
  readonly #claimed = new Map<string, Service>();

  owner(domain: string): Service | undefined {
    return this.#reserved.get(domain) ?? this.#claimed.get(domain);
  }

  /** Enters a full name, of which nobody else can have a better claim. */
  reserve(service: Service, hostname: string): void {
    const name = withoutDot(inUrl(hostname));
    if (this.#reserved.has(name)) this.#lose(service, name);
    else this.#reserved.set(name, service);
  }

  claim(service: Service, domain: string): void {
    const name = withoutDot(domain);
    const owner = this.owner(name);
    if (!owner) this.#claimed.set(name, service);
    else if (owner !== service) {
      const older = !this.#reserved.has(name) && service.created < owner.created;
      if (older) this.#claimed.set(name, service);
      this.#lose(older ? owner : service, name);
    }
  }

  #lose(service: Service, name: string): void {
    this.lost.set(service, [...(this.lost.get(service) ?? []), name]);
  }
}
