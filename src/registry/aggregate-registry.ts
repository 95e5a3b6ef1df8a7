import type { Endpoint, EndpointShards, Service } from "../core/index.ts";
import type { RegistryChange, SnapshotSource } from "./registry-change.ts";
import { RegistrySnapshot } from "./registry-snapshot.ts";
import { SnapshotDraft } from "./snapshot-draft.ts";
import { keyInCluster } from "./workload-key.ts";

/**
 * The registries of several clusters taken together: the own one, and remote ones by the names of their clusters. A host
 * that several of them have in one namespace is one service: as the own cluster has it, else the first by name, with the
 * addresses of each cluster and the endpoints of all. As long as there was no remote one, the own snapshot is handed on.
 */
export class AggregateRegistry implements SnapshotSource {
  #snapshot = RegistrySnapshot.empty;
  #own = RegistrySnapshot.empty;
  /** Sorted by name, so that it makes no difference who came first. */
  #remotes: ReadonlyMap<string, RegistrySnapshot> = new Map();
  #alone = true;

  get snapshot(): RegistrySnapshot {
    return this.#snapshot;
  }

  /** Takes the own cluster's new snapshot. `change` is how it differs from the one given before. */
  setOwn(snapshot: RegistrySnapshot, change: RegistryChange): RegistryChange {
    const before = this.#own;
    this.#own = snapshot;
    if (!this.#alone) return this.#publish(touched(before, snapshot, change), snapshot, (key) => key);
    this.#snapshot = snapshot;
    return change;
  }

  /**
   * Takes a remote cluster's new snapshot. `change` is how it differs from the one given before; without it all of both is
   * looked at.
   */
  set(cluster: string, snapshot: RegistrySnapshot, change?: RegistryChange): RegistryChange {
    this.#alone = false;
    const before = this.#remotes.get(cluster);
    const remotes = new Map(this.#remotes).set(cluster, snapshot);
    this.#remotes = before ? remotes : new Map([...remotes].sort(([a], [b]) => (a < b ? -1 : 1)));
    const keys = touched(before ?? RegistrySnapshot.empty, snapshot, before && change);
    return this.#publish(keys, snapshot, (key) => keyInCluster(key, cluster));
  }

  /** A remote cluster goes, and with it all that nobody else tells of. */
  remove(cluster: string): RegistryChange {
    const before = this.#remotes.get(cluster) ?? RegistrySnapshot.empty;
    this.#remotes = new Map([...this.#remotes].filter(([name]) => name !== cluster));
    const keys = touched(before, RegistrySnapshot.empty);
    return this.#publish(keys, RegistrySnapshot.empty, (key) => keyInCluster(key, cluster));
  }

  #publish(keys: Touched, member: RegistrySnapshot, workloadKey: (key: string) => string): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    for (const key of keys.services) this.#setService(key, draft);
    for (const key of keys.gateways) this.#setGateways(key, draft);
    for (const id of keys.nodes) this.#setNode(id, draft);
    for (const key of keys.workloads) draft.setWorkload(workloadKey(key), member.parts.workloads.get(key));
    const { snapshot, change } = draft.finish();
    this.#snapshot = snapshot;
    return change;
  }

  get #members(): readonly RegistrySnapshot[] {
    return [this.#own, ...this.#remotes.values()];
  }

  #setService(key: string, draft: SnapshotDraft): void {
    const members = this.#members;
    const services = members.flatMap(({ parts }) => parts.services.get(key) ?? []);
    const shards = members.flatMap(({ parts }) => parts.endpoints.get(key) ?? []);
    // Remote clusters have entries only from the own one: where that does not count one, nobody does.
    const isKnown = this.#own.parts.services.has(key) || services.some(({ registry }) => registry !== "External");
    draft.setService(key, isKnown ? joinServices(services) : undefined, joinShards(shards));
  }

  #setNode(id: string, draft: SnapshotDraft): void {
    const teller = this.#members.find(({ parts }) => parts.nodes.has(id));
    draft.setNode(id, teller?.nodeLabels(id));
  }

  #setGateways(key: string, draft: SnapshotDraft): void {
    draft.setGateways(
      key,
      this.#members.flatMap(({ parts }) => parts.gateways.get(key) ?? []),
    );
  }
}

interface Touched {
  readonly services: Iterable<string>;
  readonly workloads: Iterable<string>;
  readonly nodes: Iterable<string>;
  readonly gateways: Iterable<string>;
}

function touched(before: RegistrySnapshot, after: RegistrySnapshot, change?: RegistryChange): Touched {
  const all = [before.parts, after.parts];
  const keysOf = (name: keyof Touched) => new Set(all.flatMap((parts) => [...parts[name].keys()]));
  if (change === undefined) {
    return {
      services: keysOf("services"),
      workloads: keysOf("workloads"),
      nodes: keysOf("nodes"),
      gateways: keysOf("gateways"),
    };
  }
  return {
    services: new Set([...change.services, ...change.endpoints]),
    workloads: change.workloads,
    nodes: change.nodes,
    gateways: change.gateways ? keysOf("gateways") : [],
  };
}

/** Services of Kubernetes go before entries, in whichever cluster they are. */
function joinServices(services: readonly Service[]): Service | undefined {
  const first = services.find(({ registry }) => registry === "Kubernetes") ?? services[0];
  if (first === undefined || services.length === 1) return first;
  return {
    ...first,
    addressesByCluster: new Map(services.toReversed().flatMap(({ addressesByCluster }) => [...addressesByCluster])),
    subjectAltNames: [...new Set(services.flatMap(({ subjectAltNames }) => subjectAltNames))],
  };
}

function joinShards(all: readonly EndpointShards[]): EndpointShards | undefined {
  const [first, ...others] = all;
  if (others.length === 0) return first;
  const joined = new Map<string, readonly Endpoint[]>();
  for (const shards of all) {
    for (const [cluster, endpoints] of shards) {
      const before = joined.get(cluster);
      joined.set(cluster, before ? [...before, ...endpoints] : endpoints);
    }
  }
  return joined;
}
