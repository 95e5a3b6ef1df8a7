import { coversHost } from "../host-map.ts";
import type { MeshVirtualService } from "../virtual-service/mesh-virtual-service.ts";
import { type VirtualServiceIndex, virtualServicesFor } from "../virtual-service/virtual-service-index.ts";
import type { GatewayServer } from "./gateway-server.ts";

/** A VirtualService at a server, for the hosts that both have. */
export interface BoundVirtualService {
  readonly virtualService: MeshVirtualService;
  readonly hosts: readonly string[];
}

/** The VirtualServices at a server that the proxy's namespace sees, in the order in which their routes are merged. */
export function boundVirtualServices(
  index: VirtualServiceIndex,
  namespace: string,
  server: GatewayServer,
): readonly BoundVirtualService[] {
  return virtualServicesFor(index, namespace, server.gateway).flatMap((virtualService) => {
    const hosts = sharedHosts(server, virtualService);
    return hosts.length > 0 ? [{ virtualService, hosts }] : [];
  });
}

/** The hosts of both; where one is wider, the narrower one counts. */
export function sharedHosts(server: GatewayServer, { namespace, hosts }: MeshVirtualService): readonly string[] {
  const allowed = server.hosts.filter((each) => each.namespace === "*" || each.namespace === namespace);
  const shared = hosts.flatMap((wanted) =>
    allowed.flatMap(({ host }) => (coversHost(host, wanted) ? [wanted] : coversHost(wanted, host) ? [host] : [])),
  );
  return [...new Set(shared)];
}
