import { coversHost, isWildcard, type MeshVirtualService } from "../../mesh/index.ts";
import type { PortServices } from "./port-services.ts";
import type { RoutedHosts } from "./routed-hosts.ts";
import type { VirtualHostKey } from "./virtual-host-key.ts";

/** A host that VirtualServices route but no service of the port has. */
export interface UnservedHost {
  readonly host: string;
  readonly port: number;
  /** Those that name it, in the order in which they win. */
  readonly virtualServices: readonly MeshVirtualService[];
}

/** The port of URLs that name none. */
const httpPort = 80;

/**
 * Hosts of VirtualServices that no service has. Nothing says on which port they are called, so that they are served on
 * port 80; and on the ports of services that the same VirtualService is for.
 */
export function unservedHosts(
  routed: RoutedHosts,
  services: PortServices,
  served: readonly VirtualHostKey[],
  port: number,
): readonly UnservedHost[] {
  if (port !== httpPort) return besideServed(services, served);
  const found: UnservedHost[] = [];
  for (const [host, virtualServices] of routed.exact) {
    if (!services.byHost.has(host)) found.push({ host, port, virtualServices });
  }
  for (const [host, virtualServices] of routed.wildcards) {
    if (!coversAny(host, services)) found.push({ host, port, virtualServices });
  }
  return found;
}

function besideServed(services: PortServices, served: readonly VirtualHostKey[]): readonly UnservedHost[] {
  const ports = new Map<MeshVirtualService, Set<number>>();
  for (const { virtualService, port } of served) {
    if (!virtualService || virtualService.hosts.length === 1) continue;
    ports.set(virtualService, (ports.get(virtualService) ?? new Set()).add(port));
  }
  const found = new Map<string, UnservedHost>();
  for (const [virtualService, itsPorts] of ports) {
    for (const host of virtualService.hosts) {
      if (services.byHost.has(host) || coversAny(host, services)) continue;
      for (const port of itsPorts) {
        const id = `${host} ${port}`;
        if (!found.has(id)) found.set(id, { host, port, virtualServices: [virtualService] });
      }
    }
  }
  return [...found.values()];
}

/** A wildcard is for the services that it covers, and for itself only if there are none. */
function coversAny(wildcard: string, { byHost }: PortServices): boolean {
  if (!isWildcard(wildcard)) return false;
  for (const host of byHost.keys()) if (coversHost(wildcard, host)) return true;
  return false;
}
