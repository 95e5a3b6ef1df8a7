import { isHttp, type Service } from "../../core/index.ts";
import { virtualHostName } from "../names.ts";
import { namespaceOfHost } from "../short-names.ts";

/** A port of a service that takes requests. */
export interface HostedPort {
  readonly service: Service;
  readonly port: number;
  /** Of its virtual host. */
  readonly name: string;
  /** The namespace in its host's name; empty if none is. */
  readonly namespace: string;
}

/** The services of a listener that requests to one port can be for. Lookups may be kept by the identity of this object. */
export interface PortServices {
  /** Those whose requests can be told apart, aliases too, in the order of their virtual hosts. */
  readonly http: readonly HostedPort[];
  /** All of them by host, whatever they speak. */
  readonly byHost: ReadonlyMap<string, Service>;
}

/** The services of a listener, by port. */
export interface ServicesByPort {
  /** Of port 0: all services with all their ports. */
  get(port: number): PortServices;
  /** Services that are but names of others, by the others' hosts. */
  readonly aliases: ReadonlyMap<string, readonly Service[]>;
}

const known = new WeakMap<readonly Service[], ServicesByPort>();

/** The services by port. Lists of services are never changed, so that the answer is kept with the list. */
export function servicesByPort(services: readonly Service[]): ServicesByPort {
  const made = known.get(services) ?? indexByPort(services);
  known.set(services, made);
  return made;
}

function indexByPort(services: readonly Service[]): ServicesByPort {
  const ports = new Map<number, Service[]>();
  for (const service of services) {
    for (const { number } of service.ports) {
      const found = ports.get(number);
      if (found) found.push(service);
      else ports.set(number, [service]);
    }
  }
  const made = new Map<number, PortServices>();
  return {
    get: (port) => {
      const found = made.get(port) ?? portServices(port === 0 ? services : (ports.get(port) ?? []), port);
      made.set(port, found);
      return found;
    },
    aliases: aliasesByTarget(services),
  };
}

function portServices(services: readonly Service[], wanted: number): PortServices {
  const http: HostedPort[] = [];
  for (const service of services) {
    const namespace = namespaceOfHost(service.hostname);
    for (const { number: port, protocol } of service.ports) {
      if ((wanted !== 0 && port !== wanted) || !(isHttp(protocol) || protocol === "auto")) continue;
      http.push({ service, port, name: virtualHostName(service.hostname, port), namespace });
    }
  }
  return {
    http: http.sort((a, b) => (a.name < b.name ? -1 : 1)),
    byHost: new Map(services.map((service) => [service.hostname, service])),
  };
}

/** An alias of an alias is one of the service at the end of the chain. */
function aliasesByTarget(services: readonly Service[]): ReadonlyMap<string, readonly Service[]> {
  const aliases = services.filter(({ aliasOf }) => aliasOf !== undefined);
  const targets = new Map(aliases.map(({ hostname, aliasOf = "" }) => [hostname, aliasOf]));
  const byTarget = new Map<string, Service[]>();
  for (const alias of aliases) {
    let target = alias.aliasOf ?? "";
    for (let hops = 0; hops < targets.size && targets.has(target); hops++) target = targets.get(target) ?? "";
    // Aliases in a circle have nothing behind them.
    if (targets.has(target)) continue;
    byTarget.set(target, [...(byTarget.get(target) ?? []), alias]);
  }
  return byTarget;
}
