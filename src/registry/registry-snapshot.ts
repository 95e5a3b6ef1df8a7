import { anyIsSubset, isSuperset, type Labels } from "../base/labels.ts";
import { PersistentMap } from "../base/persistent-map.ts";
import {
  type Endpoint,
  type EndpointShards,
  formatLocality,
  type Locality,
  type Proxy as MeshProxy,
  nodeId,
  nowhere,
  portEndpoints,
  type Service,
  type Workload,
} from "../core/index.ts";
import type { ListIndex } from "./list-index.ts";
import { nearEndpoints } from "./near-endpoints.ts";
import type { NetworkGateway } from "./network-gateway.ts";
import { labelPlaces, serviceKey } from "./service-key.ts";
import { byAge, byPrecedence } from "./service-order.ts";
import { type ServiceTarget, serviceTargets } from "./service-targets.ts";
import { portOf } from "./target-port.ts";
import { keyInCluster, objectId } from "./workload-key.ts";

/** What a snapshot is made of. */
export interface SnapshotParts {
  readonly version: number;
  readonly services: PersistentMap<Service>;
  readonly endpoints: PersistentMap<EndpointShards>;
  readonly workloads: PersistentMap<Workload>;
  /** The labels of nodes by which Services keep clients in their place, by `nodeId`; no others, and no node without any. */
  readonly nodes: PersistentMap<Labels>;
  readonly gateways: PersistentMap<readonly NetworkGateway[]>;
  /** Services by host name. */
  readonly byHost: ListIndex;
  /** Services with a selector, by `selectorPlace`. */
  readonly bySelector: ListIndex;
  /** Services without a selector, by their endpoints' addresses. */
  readonly byAddress: ListIndex;
  /** Workloads by their addresses. */
  readonly workloadsByAddress: ListIndex;
}

const noShards: EndpointShards = new Map();

/** What proxies serve, for as long as nothing changes by which it was found: most changes are of something else. */
const targetsOf = new WeakMap<
  MeshProxy,
  { readonly inputs: readonly unknown[]; readonly targets: readonly ServiceTarget[] }
>();

const gatewaysOf = new WeakMap<SnapshotParts["gateways"], ReadonlyMap<string, readonly NetworkGateway[]>>();

function sameTargets(a: readonly ServiceTarget[], b: readonly ServiceTarget[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ service, port, targetPort }, i) => {
      const other = b[i];
      return service === other?.service && port === other.port && targetPort === other.targetPort;
    })
  );
}

/** Whether a pod of a proxy's name is its own: clusters may have pods of the same name, also one that was not read yet. */
function mayBeOf({ cluster, addresses }: Workload, proxy: MeshProxy): boolean {
  return ["", cluster].includes(proxy.cluster) || addresses.some((address) => proxy.addresses.includes(address));
}

/**
 * Services, endpoints and workloads at one moment. It never changes; the next one shares with it all that stayed the
 * same, so that who keeps something made from a Service or a list of endpoints can compare them by identity.
 */
export class RegistrySnapshot {
  static readonly empty = new RegistrySnapshot({
    version: 0,
    services: PersistentMap.empty(),
    endpoints: PersistentMap.empty(),
    workloads: PersistentMap.empty(),
    nodes: PersistentMap.empty(),
    gateways: PersistentMap.empty(),
    byHost: PersistentMap.empty(),
    bySelector: PersistentMap.empty(),
    byAddress: PersistentMap.empty(),
    workloadsByAddress: PersistentMap.empty(),
  });

  readonly parts: SnapshotParts;

  constructor(parts: SnapshotParts) {
    this.parts = parts;
  }

  /** Counts the snapshots that differed from the one before. */
  get version(): number {
    return this.parts.version;
  }

  /** All services, in no particular order (`Services`). */
  services(): IterableIterator<Service> {
    return this.parts.services.values();
  }

  get serviceCount(): number {
    return this.parts.services.size;
  }

  /** A service by its key. */
  serviceByKey(key: string): Service | undefined {
    return this.parts.services.get(key);
  }

  /** A service by host name, of a namespace or of the first that goes before the others (`GetService`). */
  service(hostname: string, namespace?: string): Service | undefined {
    if (namespace !== undefined) return this.parts.services.get(serviceKey({ namespace, hostname }));
    return this.servicesOfHost(hostname)[0];
  }

  /** The services of a host name in all namespaces: Kubernetes' first, then the older. */
  servicesOfHost(hostname: string): readonly Service[] {
    const keys = this.parts.byHost.get(hostname) ?? [];
    return keys.flatMap((key) => this.parts.services.get(key) ?? []).sort(byPrecedence);
  }

  /** The endpoints of a service, apart for each cluster. */
  endpoints(service: Pick<Service, "namespace" | "hostname">): EndpointShards {
    return this.parts.endpoints.get(serviceKey(service)) ?? noShards;
  }

  /** Those of its endpoints that clients reach from a place, which is the labels of their node that Services name. */
  endpointsNear(service: Service, place: Labels | undefined): EndpointShards {
    const shards = this.endpoints(service);
    return service.topology ? nearEndpoints(shards, service.topology, place, this.parts.nodes) : shards;
  }

  /** The endpoints of one port that have one of the label sets; without any set all (`InstancesByPort`). */
  endpointsOfPort(service: Service, port: number, labelSets: readonly Labels[] = []): readonly Endpoint[] {
    const behind = portEndpoints(this.endpoints(service), service, port);
    return behind.filter(({ labels }) => anyIsSubset(labelSets, labels));
  }

  /** Identities that workloads behind a service may present (`GetIstioServiceAccounts`); of some ports only if given. */
  serviceAccounts(service: Service, ports?: readonly number[]): readonly string[] {
    const names = ports && new Set(ports.flatMap((port) => portOf(service, port)?.name ?? []));
    const accounts = new Set(service.subjectAltNames);
    for (const shard of this.endpoints(service).values()) {
      for (const { portName, serviceAccount } of shard) {
        if (serviceAccount !== "" && (names?.has(portName) ?? true)) accounts.add(serviceAccount);
      }
    }
    return [...accounts].sort();
  }

  /** Services of a namespace that select a workload with these labels, the oldest first. */
  servicesSelecting(namespace: string, labels: Labels): readonly Service[] {
    return labelPlaces(namespace, labels)
      .flatMap((place) => this.parts.bySelector.get(place) ?? [])
      .flatMap((key) => this.parts.services.get(key) ?? [])
      .filter(({ selector }) => selector !== undefined && isSuperset(labels, selector))
      .sort(byAge);
  }

  /** Services without a selector that have an endpoint at an address. */
  servicesAt(address: string): readonly Service[] {
    const keys = this.parts.byAddress.get(address) ?? [];
    return keys.flatMap((key) => this.parts.services.get(key) ?? []).sort(byAge);
  }

  workloads(): IterableIterator<Workload> {
    return this.parts.workloads.values();
  }

  /** Workloads at an address. */
  workloadsAt(address: string): readonly Workload[] {
    const keys = this.parts.workloadsByAddress.get(address) ?? [];
    return keys.flatMap((key) => this.parts.workloads.get(key) ?? []);
  }

  /** The workload that a proxy runs beside or is: by its name, else by its addresses within its namespace. */
  workloadOf(proxy: MeshProxy): Workload | undefined {
    const key = objectId("Pod", proxy.namespace, proxy.name);
    const named = this.parts.workloads.get(keyInCluster(key, proxy.cluster)) ?? this.parts.workloads.get(key);
    if (named !== undefined && mayBeOf(named, proxy)) return named;
    const found = proxy.addresses
      .flatMap((address) => this.workloadsAt(address))
      .filter(({ namespace, sharesAddress }) => namespace === proxy.namespace && !sharesAddress);
    // Clusters in networks of their own may give out the same addresses.
    return found.find(({ cluster }) => cluster === proxy.cluster) ?? found[0];
  }

  /** The labels of a proxy's workload: as the registry knows them, else as the proxy does (`GetProxyWorkloadLabels`). */
  workloadLabels(proxy: MeshProxy): Labels {
    return this.workloadOf(proxy)?.labels ?? proxy.labels;
  }

  /** Where a proxy runs: as the registry knows its workload, else as it says itself. */
  localityOf(proxy: MeshProxy): Locality {
    const { locality = nowhere } = this.workloadOf(proxy) ?? {};
    return formatLocality(locality) === "" ? proxy.locality : locality;
  }

  /** The network by which a proxy's workload is labelled: as the registry knows it, else as the proxy says. */
  workloadNetwork(proxy: MeshProxy): string {
    return this.workloadOf(proxy)?.network || proxy.network;
  }

  /** The labels of a node by which Services keep clients in their place; undefined if it has none, or is not known. */
  nodeLabels(id: string): Labels | undefined {
    return this.parts.nodes.get(id);
  }

  /** As `nodeLabels`, of the node that a proxy runs on: as the registry knows its workload, else as it says itself. */
  placeOf(proxy: MeshProxy): Labels | undefined {
    if (this.parts.nodes.size === 0) return undefined;
    const { NODE_NAME: said } = proxy.metadata;
    const workload = this.workloadOf(proxy);
    const own = { node: typeof said === "string" ? said : "", cluster: proxy.cluster };
    return this.nodeLabels(nodeId(workload?.node ? workload : own));
  }

  /** What a proxy serves: each service and port that lead to its workload (`GetProxyServiceInstances`). */
  serviceTargets(proxy: MeshProxy): readonly ServiceTarget[] {
    const { services, bySelector, workloads, byAddress, endpoints } = this.parts;
    const addressed = proxy.addresses.some((address) => byAddress.has(address));
    const inputs = [services, bySelector, workloads, byAddress, addressed ? endpoints : undefined];
    const last = targetsOf.get(proxy);
    if (last?.inputs.every((input, i) => input === inputs[i])) return last.targets;
    const found = serviceTargets(this, proxy);
    const targets = last && sameTargets(last.targets, found) ? last.targets : found;
    targetsOf.set(proxy, { inputs, targets });
    return targets;
  }

  /** The ways into each network from others, sorted (`NetworkGateways`). */
  networkGateways(): ReadonlyMap<string, readonly NetworkGateway[]> {
    const known = gatewaysOf.get(this.parts.gateways);
    if (known) return known;
    const byNetwork = new Map<string, NetworkGateway[]>();
    const all = [...this.parts.gateways.values()].flat();
    const textOf = ({ network, cluster, address, port }: NetworkGateway) => `${network} ${cluster} ${address} ${port}`;
    const unique = new Map(all.map((gateway) => [textOf(gateway), gateway]));
    for (const [, gateway] of [...unique].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const list = byNetwork.get(gateway.network);
      if (list) list.push(gateway);
      else byNetwork.set(gateway.network, [gateway]);
    }
    gatewaysOf.set(this.parts.gateways, byNetwork);
    return byNetwork;
  }
}
