import type { Service } from "../../core/index.ts";
import { elsewhere, namespaceOfHost } from "../short-names.ts";
import { domainClaims } from "./domain-claims.ts";
import { hostDomains, withoutDot } from "./host-domains.ts";
import { firstWithRoutes, type HostPlanning, hashingRule, hostKey } from "./host-planning.ts";
import type { HostedPort, PortServices } from "./port-services.ts";
import type { RouteClient } from "./route-client.ts";
import type { VirtualHostKey } from "./virtual-host-key.ts";

/** The virtual hosts of services, in the order given. */
export function serviceHosts(planning: HostPlanning, hosted: readonly HostedPort[]): readonly VirtualHostKey[] {
  const plain = plainHosts(planning);
  const keys: VirtualHostKey[] = [];
  for (const each of hosted) {
    const key = isPlain(planning, each) ? plain(each) : serviceHost(planning, each);
    if (key) keys.push(key);
  }
  return keys;
}

const known = new WeakMap<PortServices, WeakMap<RouteClient, Map<HostedPort, VirtualHostKey | undefined>>>();

/**
 * Nearly all services are called from other namespaces, without routes or rules of their own. Their virtual hosts depend
 * on the services alone, so that all listeners with these services share them without looking at each again.
 */
function plainHosts(planning: HostPlanning): (hosted: HostedPort) => VirtualHostKey | undefined {
  const { ofPort, client } = planning;
  const byClient = known.get(ofPort) ?? new WeakMap<RouteClient, Map<HostedPort, VirtualHostKey | undefined>>();
  known.set(ofPort, byClient);
  const keys = byClient.get(client) ?? new Map<HostedPort, VirtualHostKey | undefined>();
  byClient.set(client, keys);
  return (hosted) => {
    const made = keys.get(hosted);
    if (made || keys.has(hosted)) return made;
    const key = serviceHost(planning, hosted);
    keys.set(hosted, key);
    return key;
  };
}

function isPlain(planning: HostPlanning, { service, namespace }: HostedPort): boolean {
  return (
    planning.among !== "host" &&
    planning.namespace !== undefined &&
    planning.namespace !== namespace &&
    !planning.services.aliases.has(service.hostname) &&
    planning.routed.find(service.hostname).length === 0 &&
    !hashingRule(planning, service)
  );
}

const none: readonly string[] = [];

/** An alias has a virtual host only for routes of its own; else it is but a name of the service behind it. */
function serviceHost(planning: HostPlanning, hosted: HostedPort): VirtualHostKey | undefined {
  const { service, port, name } = hosted;
  const { services, client, routed } = planning;
  const virtualService = firstWithRoutes(planning, routed.find(service.hostname), port);
  if (service.aliasOf !== undefined && !virtualService) return undefined;
  const aliases = services.aliases.get(service.hostname) ?? [];
  const dnsDomain = isNear(planning, hosted, aliases) ? planning.scope.proxy.dnsDomain : elsewhere;
  const claims = domainClaims(services, port, client, planning.namespace === undefined ? dnsDomain : elsewhere);
  const taken = claims.lost.get(service) ?? none;
  if (taken.length > 0) {
    const domains = hostDomains(service, aliases, client, dnsDomain);
    if (domains.every((domain) => taken.includes(withoutDot(domain)))) return undefined;
  }
  return hostKey(planning, { host: service.hostname, port, name, virtualService, service, dnsDomain, aliases, taken });
}

/** Whether the client's own domain makes a difference to the names of the service. */
function isNear({ namespace }: HostPlanning, hosted: HostedPort, aliases: readonly Service[]): boolean {
  if (namespace === undefined || namespace === hosted.namespace) return true;
  return aliases.some(({ hostname }) => namespaceOfHost(hostname) === namespace);
}
