import type { Service } from "../../core/index.ts";
import { type AddressClient, callableAddresses } from "../service-addresses.ts";
import { shortNames } from "../short-names.ts";

/** The domains of a service and its aliases, as clients of a domain use them: full names, short ones, pods, addresses. */
export function hostDomains(
  service: Service,
  aliases: readonly Service[],
  client: AddressClient,
  dnsDomain: string,
): readonly string[] {
  const names = [service, ...aliases].flatMap(({ hostname }) => [
    inUrl(hostname),
    ...(hostname.includes(":") ? [] : [`${hostname}.`]),
    ...shortNames(hostname, dnsDomain),
  ]);
  const pods = hasNamedPods(service) ? names.map(podsUnder) : [];
  // An entry's host may be its address.
  return [...new Set([...names, ...pods, ...callableAddresses(service, client).map(inUrl)])];
}

/** A domain without the final dot, which only says that it is not to be completed: both are one and the same. */
export function withoutDot(domain: string): string {
  return domain.endsWith(".") ? domain.slice(0, -1) : domain;
}

/** An address as URLs have it: of IPv6 in brackets. */
export function inUrl(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** Whether clients may call single pods by names under the service's. */
export function hasNamedPods({ headless, registry }: Service): boolean {
  return headless && registry === "Kubernetes";
}

/** All names under a service's. */
export function podsUnder(name: string): string {
  return `*.${name}`;
}
