import type { Service } from "../../core/index.ts";
import type { MergedDestinationRule, MeshVirtualService } from "../../mesh/index.ts";
import type { RouteClient } from "./route-client.ts";
import type { RouteSource } from "./route-context.ts";

/** All that a virtual host depends on: its builder sees nothing else. */
export interface VirtualHostKey {
  readonly name: string;
  /** The host that it is for: a service's, or one that only VirtualServices know. */
  readonly host: string;
  readonly port: number;
  readonly client: RouteClient;
  /** Domain by which clients complete short names; `elsewhere` for all namespaces but the host's own. */
  readonly dnsDomain: string;
  /** Undefined: no service has the host on this port. */
  readonly service: Service | undefined;
  /** Other names of the service. */
  readonly aliases: readonly Service[];
  /** `port`: the configuration is for one port. `host`: for this host alone. `ports`: hosts are told apart by port. */
  readonly among: "port" | "host" | "ports";
  /** Domains that others have a better claim to, without final dots. */
  readonly taken: readonly string[];
  /** How requests are routed; undefined: all to the service. */
  readonly virtualService: MeshVirtualService | undefined;
  /** The workload, as far as the VirtualService reads it. */
  readonly source: RouteSource;
  /** The services that the VirtualService leads to, one for each of its `destinationHosts`. */
  readonly destinations: readonly (Service | undefined)[];
  /** Rules that hash requests to these destinations, or to the service itself; empty if none does. */
  readonly rules: readonly (MergedDestinationRule | undefined)[];
}

const hostsOf = new WeakMap<MeshVirtualService, readonly string[]>();

/** The hosts that a VirtualService leads to, each once. */
export function destinationHosts(virtualService: MeshVirtualService): readonly string[] {
  const hosts = hostsOf.get(virtualService) ?? [...new Set(virtualService.targets.map(({ host }) => host))];
  hostsOf.set(virtualService, hosts);
  return hosts;
}

/** Places of one host that are remembered. Clients say themselves what their domain is, and each is another place. */
const maxPlaces = 1000;

const lastKeys = new WeakMap<object, VirtualHostKey[]>();

/**
 * The same object as last time for an equal key, so that what was built from it can be found by its identity. Kept with
 * the service or VirtualService that the host is of, one for each place where the host stands.
 */
export function sameKeyAsBefore(key: VirtualHostKey): VirtualHostKey {
  const holder = key.service ?? key.virtualService ?? key.client;
  const keys = lastKeys.get(holder);
  if (!keys) {
    lastKeys.set(holder, [key]);
    return key;
  }
  const at = keys.findIndex(({ name, among, dnsDomain }) => {
    return name === key.name && among === key.among && dnsDomain === key.dnsDomain;
  });
  const last = keys[at];
  if (last && equalKeys(last, key)) return last;
  if (at < 0 && keys.length >= maxPlaces) keys.shift();
  keys[at < 0 ? keys.length : at] = key;
  return key;
}

function equalKeys(a: VirtualHostKey, b: VirtualHostKey): boolean {
  return (
    a.client === b.client &&
    a.service === b.service &&
    a.virtualService === b.virtualService &&
    equalLists(a.aliases, b.aliases) &&
    equalLists(a.taken, b.taken) &&
    equalLists(a.destinations, b.destinations) &&
    equalLists(a.rules, b.rules) &&
    equalSources(a.source, b.source)
  );
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, i) => item === b[i]));
}

function equalSources(a: RouteSource, b: RouteSource): boolean {
  if (a === b) return true;
  const [labels, others] = [Object.entries(a.labels), Object.entries(b.labels)];
  return (
    a.namespace === b.namespace &&
    labels.length === others.length &&
    labels.every(([key, value]) => Object.hasOwn(b.labels, key) && b.labels[key] === value)
  );
}
