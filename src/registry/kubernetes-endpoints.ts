import type { EndpointSlice, KubernetesEndpoints, SliceEndpoint } from "../api/index.ts";
import type { Endpoint, Health, Service, Workload } from "../core/index.ts";
import { nowhere } from "../core/index.ts";
import { isConcrete } from "./entry-workload.ts";
import { networkOf } from "./network-of.ts";
import type { OriginContext } from "./origin.ts";
import { placedLabels } from "./place.ts";
import { isForwarded, targetPortOf } from "./target-port.ts";
import { type EndpointPort, workloadEndpoint } from "./workload-endpoint.ts";

/**
 * The endpoints of a Kubernetes Service: those of its slices, in the order of the slices' names, then the workload
 * entries that it selects. An address counts once for each port and its number.
 */
export function kubernetesEndpoints(
  service: Service,
  slices: readonly EndpointSlice[],
  context: OriginContext,
): readonly Endpoint[] {
  if (service.resolution === "alias") return [];
  const found = new Map<string, Endpoint>();
  const ports = new Map(service.ports.filter(isForwarded).map((port) => [port.name, port]));
  for (const slice of slices) {
    if (slice.addressType === "FQDN") continue;
    context.fenced(slice, () => {
      const open = (slice.ports ?? []).flatMap(({ name = "", port, protocol = "TCP" }): EndpointPort[] =>
        port !== undefined && protocol === "TCP" && ports.has(name) ? [{ name, number: port }] : [],
      );
      for (const endpoint of slice.endpoints ?? []) addEndpoints({ service, endpoint, ports: open }, context, found);
    });
  }
  addEntries(service, context, found);
  return [...found.values()];
}

/** An old Endpoints object in the form of a slice for each of its subsets. */
export function slicesOfEndpoints({ apiVersion, kind, metadata, subsets = [] }: KubernetesEndpoints): EndpointSlice[] {
  return subsets.map(({ addresses = [], notReadyAddresses = [], ports = [] }) => ({
    apiVersion,
    kind,
    metadata,
    addressType: "IPv4",
    ports: ports.map(({ name = "", port, protocol = "TCP" }) => ({ name, port, protocol })),
    endpoints: [
      ...addresses.map((address) => ({ ...address, addresses: [address.ip] })),
      ...notReadyAddresses.map((address) => ({ ...address, addresses: [address.ip], conditions: notReady })),
    ],
  }));
}

const notReady = { ready: false, serving: false, terminating: false } as const;

interface Found {
  readonly service: Service;
  readonly endpoint: SliceEndpoint;
  readonly ports: readonly EndpointPort[];
}

function addEndpoints({ service, endpoint, ports }: Found, context: OriginContext, found: Map<string, Endpoint>): void {
  const { addresses, targetRef } = endpoint;
  const health = healthOf(endpoint.conditions);
  for (const address of addresses) {
    const isPod = targetRef?.kind === "Pod" && targetRef.name !== undefined;
    const workload = isPod
      ? context.pod(targetRef.namespace ?? service.namespace, targetRef.name ?? "")
      : (context.workloadAt(service.namespace, address) ?? bareAddress(service, { ...endpoint, address }, context));
    // The pod is not known yet: without it neither identity nor locality is, and it comes soon.
    if (workload === undefined) continue;
    const named = workload.subdomain === service.name ? workload.hostname : "";
    const hostname = endpoint.hostname ?? named;
    for (const port of ports) {
      const key = keyOf(address, port);
      if (!found.has(key)) found.set(key, workloadEndpoint(workload, port, { address, health, hostname }));
    }
  }
}

function addEntries(service: Service, context: OriginContext, found: Map<string, Endpoint>): void {
  if (service.selector === undefined) return;
  for (const workload of context.selected(service.namespace, service.selector, ["WorkloadEntry"])) {
    const [address] = workload.addresses;
    if (workload.health === "unready" || address === undefined || !isConcrete(address)) continue;
    for (const port of service.ports.filter(isForwarded)) {
      const number = targetPortOf(port, { ports: workload.ports, isEntry: true });
      if (number === undefined) continue;
      const open = { name: port.name, number };
      const key = keyOf(address, open);
      if (!found.has(key)) found.set(key, workloadEndpoint(workload, open));
    }
  }
}

/** Several workloads may share an address and serve the same port of a Service, each on a number of its own. */
function keyOf(address: string, { name, number }: EndpointPort): string {
  return `${address} ${number} ${name}`;
}

/** An address of which nothing is known but that it was written down, and perhaps on which node it is. */
function bareAddress(
  { namespace, origin }: Service,
  { address, nodeName: node = "" }: Pick<SliceEndpoint, "nodeName"> & { readonly address: string },
  context: OriginContext,
): Workload {
  const { clusterId: cluster } = context.settings;
  const network = networkOf({ address, labels: {}, namespace }, context);
  return {
    origin,
    namespace: "",
    name: "",
    cluster,
    addresses: [address],
    sharesAddress: false,
    labels: {},
    placedLabels: placedLabels({}, { cluster, network, locality: nowhere, node }),
    serviceAccount: "",
    network,
    locality: nowhere,
    node,
    weight: 0,
    mutualTls: false,
    health: "healthy",
    ports: {},
    hostname: "",
    subdomain: "",
  };
}

/**
 * Absent conditions count as true: who is not ready, and of whom nothing else is said, is taken to end. Who ends and still
 * answers is draining.
 */
function healthOf(conditions: SliceEndpoint["conditions"]): Health {
  if (conditions?.ready ?? true) return "healthy";
  if (!(conditions?.terminating ?? true)) return "unready";
  return (conditions?.serving ?? true) ? "draining" : "terminating";
}
