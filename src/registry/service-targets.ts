import { isObject, setOwn } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import type { Proxy as MeshProxy, Service, ServicePort, Workload } from "../core/index.ts";
import { isForwarded, targetPortOf } from "./target-port.ts";

/** A port of a service that leads to a proxy's own workload. */
export interface ServiceTarget {
  readonly service: Service;
  readonly port: ServicePort;
  /** The workload's port. */
  readonly targetPort: number;
}

/** What finding targets asks of a snapshot. */
interface Lookups {
  workloadOf(proxy: MeshProxy): Workload | undefined;
  servicesSelecting(namespace: string, labels: Labels): readonly Service[];
  servicesAt(address: string): readonly Service[];
  endpointsOfPort(
    service: Service,
    port: number,
  ): readonly { readonly addresses: readonly string[]; readonly port: number; readonly cluster: string }[];
}

/**
 * What a proxy serves, also while it is not ready: the ports of the services that select its workload, and of those that
 * name its address. A sidecar that no registry knows yet is taken by its word; a router is not, since it may stand alone.
 */
export function serviceTargets(snapshot: Lookups, proxy: MeshProxy): readonly ServiceTarget[] {
  const workload = snapshot.workloadOf(proxy);
  const targets = [...selectedTargets(snapshot, proxy, workload), ...addressedTargets(snapshot, proxy, workload)];
  const seen = new Set<string>();
  return targets.filter(({ service, port, targetPort }) => {
    const key = `${service.namespace}/${service.hostname} ${port.number} ${targetPort}`;
    return !seen.has(key) && seen.add(key);
  });
}

function selectedTargets(snapshot: Lookups, proxy: MeshProxy, workload: Workload | undefined): ServiceTarget[] {
  if (workload === undefined && proxy.type === "router") return [];
  const { namespace, labels } = workload ?? proxy;
  const isEntry = workload !== undefined && workload.origin.kind !== "Pod";
  const ports = workload?.ports ?? toldPorts(proxy);
  return snapshot.servicesSelecting(namespace, labels).flatMap((service) =>
    service.ports.filter(isForwarded).flatMap((port): ServiceTarget[] => {
      const targetPort = targetPortOf(port, { ports, isEntry });
      return targetPort === undefined ? [] : [{ service, port, targetPort }];
    }),
  );
}

/** Clusters in networks of their own may give out the same addresses: an address is that of the workload's own cluster. */
function addressedTargets(
  snapshot: Lookups,
  { addresses }: MeshProxy,
  workload: Workload | undefined,
): ServiceTarget[] {
  const isNear = ({ registry }: Service, cluster: string) =>
    workload === undefined || registry === "External" || cluster === workload.cluster;
  return addresses.flatMap((address) =>
    snapshot.servicesAt(address).flatMap((service) =>
      service.ports.flatMap((port) =>
        snapshot
          .endpointsOfPort(service, port.number)
          .filter((endpoint) => endpoint.addresses.includes(address) && isNear(service, endpoint.cluster))
          .map((endpoint) => ({ service, port, targetPort: endpoint.port })),
      ),
    ),
  );
}

/** The container ports that a proxy tells of: a list in JSON within the metadata's text. */
function toldPorts({ metadata }: MeshProxy): { readonly [name: string]: number } {
  const ports = {};
  const text = metadata["POD_PORTS"];
  if (typeof text !== "string") return ports;
  try {
    const list: unknown = JSON.parse(text);
    for (const port of Array.isArray(list) ? list : []) {
      if (!isObject(port)) continue;
      const { name, containerPort } = port;
      if (typeof name === "string" && isPort(containerPort)) setOwn(ports, name, containerPort);
    }
  } catch {
    // What a client tells of itself may be anything; then nothing is known of its ports.
  }
  return ports;
}

function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65536;
}
