import type { Service } from "../core/index.ts";
import type { MeshSnapshot } from "../mesh/index.ts";

/** Services that the mesh knows, as they are used everywhere; sorted by host name and namespace. */
export function registryz({ registry }: MeshSnapshot): readonly object[] {
  return services(registry).map((service) => ({
    ...service,
    addressesByCluster: Object.fromEntries(service.addressesByCluster),
    visibility: service.visibility === "all" ? ["*"] : [...service.visibility].sort(),
    created: new Date(service.created).toISOString(),
  }));
}

/** Endpoints by host name, namespace and the cluster that told of them. */
export function endpointShardz({ registry }: MeshSnapshot): object {
  const hosts: { [hostname: string]: { [namespace: string]: object } } = {};
  for (const service of services(registry)) {
    const shards = registry.endpoints(service);
    if (shards.size === 0) continue;
    const ofHost = hosts[service.hostname] ?? {};
    ofHost[service.namespace] = {
      shards: Object.fromEntries([...shards].sort(([a], [b]) => (a < b ? -1 : 1))),
      serviceAccounts: registry.serviceAccounts(service),
    };
    hosts[service.hostname] = ofHost;
  }
  return hosts;
}

function services(registry: MeshSnapshot["registry"]): readonly Service[] {
  const key = ({ hostname, namespace }: Service) => `${hostname}/${namespace}`;
  return [...registry.services()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
