import type { EgressListener } from "../../api/index.ts";
import { meshGateway } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import type { ServiceIndex } from "../service-index.ts";
import type { MeshVirtualService } from "../virtual-service/mesh-virtual-service.ts";
import { type VirtualServiceIndex, virtualServicesFor } from "../virtual-service/virtual-service-index.ts";
import { allImports, type HostImports, importsRoutes, parseImports } from "./host-imports.ts";
import { importService, importServices, routedService, type ServiceImport, withPorts } from "./import-services.ts";

/** One egress listener of a Sidecar with what is seen through it. */
export interface EgressScope {
  /** Port, bind and capture mode as the Sidecar gives them; undefined for the listener that sees everything. */
  readonly listener?: EgressListener | undefined;
  readonly imports: HostImports;
  /** The services called through it, the oldest first. */
  readonly services: readonly Service[];
  service(host: string): Service | undefined;
  /** The VirtualServices that apply to it, in the order in which they win. */
  readonly virtualServices: readonly MeshVirtualService[];
}

/** The indexes that scopes read. */
export interface ScopeIndexes {
  readonly services: ServiceIndex;
  readonly virtualServices: VirtualServiceIndex;
}

/** What a namespace sees through a listener; the services of `previous` are taken over instead of being looked up. */
export function egressScope(
  indexes: ScopeIndexes,
  namespace: string,
  listener?: EgressListener,
  previous?: EgressScope,
): EgressScope {
  const imports = listener ? parseImports(listener.hosts, namespace) : allImports;
  const port = importedPort(listener);
  const visible = virtualServicesFor(indexes.virtualServices, namespace, meshGateway);
  const wanted = { namespace, imports, port };
  const services = previous?.services ?? importServices(indexes.services, wanted);
  return {
    ...(listener && { listener }),
    imports,
    services,
    service: previous?.service ?? lookup(indexes.services, wanted, services),
    virtualServices: listener ? visible.filter((each) => importsVirtualService(imports, each)) : visible,
  };
}

/** The port that services must have to be called through a listener; 0 for all. A forward proxy's own port says nothing. */
function importedPort(listener: EgressListener | undefined): number {
  const { number = 0, protocol = "" } = listener?.port ?? {};
  return protocol.toUpperCase() === "HTTP_PROXY" ? 0 : number;
}

/** Services of a single port are made for the listener, so they are found among those it has. */
function lookup(index: ServiceIndex, wanted: ServiceImport, services: readonly Service[]): EgressScope["service"] {
  if (wanted.port === 0) return found((host) => importService(index, wanted, host));
  const byHost = new Map(services.map((service) => [service.hostname, service]));
  return (host) => byHost.get(host);
}

/** Remembers what is found; of what is not, clients can ask for ever new names. */
function found(find: EgressScope["service"]): EgressScope["service"] {
  const known = new Map<string, Service>();
  return (host) => {
    const service = known.get(host) ?? find(host);
    if (service) known.set(host, service);
    return service;
  };
}

/** Whether routes for one of its hosts are imported. */
export function importsVirtualService(imports: HostImports, { namespace, hosts }: MeshVirtualService): boolean {
  return hosts.some((host) => importsRoutes(imports, namespace, host));
}

/** The services that the routes of a listener lead to, though they may not be imported themselves. */
export function routedServices(
  indexes: ScopeIndexes,
  namespace: string,
  virtualServices: readonly MeshVirtualService[],
): readonly Service[] {
  const ports = new Map<string, Set<number>>();
  for (const { targets } of virtualServices) {
    for (const { host, port, callers } of targets) {
      if (callers && !callers.has(namespace)) continue;
      const wanted = ports.get(host) ?? new Set();
      ports.set(host, wanted.add(port));
    }
  }
  return [...ports].flatMap(([host, wanted]) => {
    const service = routedService(indexes.services, namespace, host);
    return (service && withPorts(service, wanted)) ?? [];
  });
}
