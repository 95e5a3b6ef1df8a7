import type { Service } from "../../core/index.ts";
import { isVisible } from "../../core/index.ts";
import { byAge } from "../../registry/index.ts";
import { type ServiceIndex, visibleServices } from "../service-index.ts";
import { allImports, type HostImports, importsHost } from "./host-imports.ts";

/** Who imports, and what. */
export interface ServiceImport {
  readonly namespace: string;
  readonly imports: HostImports;
  /** Only services with this port, and of them only this port; 0: all. */
  readonly port: number;
}

/** The services that are visible and imported, each host once, the oldest first. */
export function importServices(index: ServiceIndex, wanted: ServiceImport): readonly Service[] {
  const { namespace, imports, port } = wanted;
  const found = imports === allImports ? visibleServices(index, namespace) : candidates(index, namespace, imports);
  const matching = imports === allImports ? found : found.filter((service) => isImported(service, wanted));
  const repeated = index.repeatedHosts();
  const chosen =
    repeated.size === 0
      ? matching
      : matching.filter((each) => !repeated.has(each.hostname) || importService(index, wanted, each.hostname) === each);
  return port === 0 ? chosen : chosen.flatMap((service) => withPorts(service, new Set([port])) ?? []);
}

/**
 * The service of one host, with all its ports. Where several namespaces define it: the importing namespace's own counts,
 * else a Service of the cluster before entries, else the oldest, so that nobody takes over a host by defining it again.
 */
export function importService(index: ServiceIndex, wanted: ServiceImport, host: string): Service | undefined {
  const rank = ({ namespace, registry }: Service) =>
    namespace === wanted.namespace ? 0 : registry === "Kubernetes" ? 1 : 2;
  let best: Service | undefined;
  for (const service of index.byHost.get(host) ?? []) {
    if (isImported(service, wanted) && (!best || rank(service) < rank(best))) best = service;
  }
  return best;
}

function isImported({ visibility, namespace, hostname }: Service, wanted: ServiceImport): boolean {
  return isVisible(visibility, wanted.namespace) && importsHost(wanted.imports, namespace, hostname);
}

/** Exact hosts and whole namespaces are looked up; only what is left open needs a look at everything. */
function candidates(index: ServiceIndex, namespace: string, { included }: HostImports): readonly Service[] {
  const open = included.get("*");
  if (open?.all || open?.wildcards.length) return visibleServices(index, namespace);
  const found = new Set<Service>();
  for (const [from, { all, exact, wildcards }] of included) {
    if (all || wildcards.length > 0) for (const service of index.byNamespace.get(from) ?? []) found.add(service);
    for (const host of exact) for (const service of index.byHost.get(host) ?? []) found.add(service);
  }
  return [...found].sort(byAge);
}

/** The service with these ports only; undefined if it has none of them, and all of it if none or 0 is asked for. */
export function withPorts(service: Service, ports: ReadonlySet<number>): Service | undefined {
  if (ports.size === 0 || ports.has(0)) return service;
  const kept = service.ports.filter(({ number }) => ports.has(number));
  if (kept.length === 0) return undefined;
  return kept.length === service.ports.length ? service : { ...service, ports: kept };
}

/** The service that a route of a namespace means by a host: its own namespace's, else the first visible by namespace. */
export function routedService(index: ServiceIndex, namespace: string, host: string): Service | undefined {
  const found = index.byHost.get(host) ?? [];
  const own = found.find((service) => service.namespace === namespace);
  if (own) return own;
  const visible = found.filter(({ visibility }) => isVisible(visibility, namespace));
  return visible.length < 2 ? visible[0] : visible.reduce((a, b) => (b.namespace < a.namespace ? b : a));
}

/** Services of several listeners and routes as one list; a host that is there already only gains ports. */
export function joinServices(lists: readonly (readonly Service[])[]): readonly Service[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byHost = new Map<string, Service>();
  for (const service of filled.flat()) {
    const known = byHost.get(service.hostname);
    if (!known) byHost.set(service.hostname, service);
    else if (known.namespace === service.namespace) byHost.set(service.hostname, joinPorts(known, service));
  }
  return [...byHost.values()].sort(byAge);
}

/** A service with the ports of both. */
export function joinPorts(a: Service, b: Service): Service {
  const added = b.ports.filter(({ number }) => a.ports.every((port) => port.number !== number));
  if (added.length === 0) return a;
  return b.ports.length === a.ports.length + added.length ? b : { ...a, ports: [...a.ports, ...added] };
}
