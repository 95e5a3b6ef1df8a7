import type { Endpoint, EndpointShards, Service } from "../core/index.ts";
import type { RegistryChange, SnapshotSource } from "./registry-change.ts";
import { RegistrySnapshot } from "./registry-snapshot.ts";
import { SnapshotDraft } from "./snapshot-draft.ts";
import { keyInCluster } from "./workload-key.ts";

/**
 * Several registries taken together, mostly one for each cluster. A host that several of them have in one namespace is
 * one service: as the first member has it, with the addresses of each cluster and the endpoints of all.
 */
export class AggregateRegistry implements SnapshotSource {
  #snapshot = RegistrySnapshot.empty;
  /** By name, in the order in which they came. */
  readonly #members = new Map<string, RegistrySnapshot>();

  get snapshot(): RegistrySnapshot {
    return this.#snapshot;
  }

  /**
   * Takes a member's new snapshot. `change` is how it differs from the one given before; without it all of both is
   * looked at.
   */
  set(name: string, snapshot: RegistrySnapshot, change?: RegistryChange): RegistryChange {
    const before = this.#members.get(name) ?? RegistrySnapshot.empty;
    this.#members.set(name, snapshot);
    return this.#publish(name, touched(before, snapshot, before === RegistrySnapshot.empty ? undefined : change));
  }

  /** A member goes, and with it all that nobody else tells of. */
  remove(name: string): RegistryChange {
    const before = this.#members.get(name) ?? RegistrySnapshot.empty;
    const wasFirst = this.#isFirst(name);
    this.#members.delete(name);
    if (wasFirst) return this.#publishAll(before);
    return this.#publish(name, touched(before, RegistrySnapshot.empty));
  }

  #isFirst(name: string): boolean {
    const [first] = this.#members.keys();
    return first === name;
  }

  /** Who comes after the first takes its place, and with it the plain keys of workloads. */
  #publishAll(gone: RegistrySnapshot): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    for (const key of gone.parts.workloads.keys()) draft.setWorkload(key, undefined);
    for (const key of gone.parts.services.keys()) this.#setService(key, draft);
    for (const key of gone.parts.gateways.keys()) this.#setGateways(key, draft);
    for (const id of gone.parts.nodes.keys()) this.#setNode(id, draft);
    const [next] = this.#members.keys();
    if (next !== undefined) {
      for (const [key, workload] of this.#members.get(next)?.parts.workloads ?? []) {
        draft.setWorkload(keyInCluster(key, next), undefined);
        draft.setWorkload(key, workload);
      }
    }
    return this.#finish(draft);
  }

  #publish(name: string, keys: Touched): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    const member = this.#members.get(name);
    for (const key of keys.services) this.#setService(key, draft);
    for (const key of keys.gateways) this.#setGateways(key, draft);
    for (const id of keys.nodes) this.#setNode(id, draft);
    for (const key of keys.workloads) {
      draft.setWorkload(this.#isFirst(name) ? key : keyInCluster(key, name), member?.parts.workloads.get(key));
    }
    return this.#finish(draft);
  }

  #finish(draft: SnapshotDraft): RegistryChange {
    const { snapshot, change } = draft.finish();
    this.#snapshot = snapshot;
    return change;
  }

  #setService(key: string, draft: SnapshotDraft): void {
    const members = [...this.#members.values()];
    const services = members.flatMap(({ parts }) => parts.services.get(key) ?? []);
    const shards = members.flatMap(({ parts }) => parts.endpoints.get(key) ?? []);
    draft.setService(key, joinServices(services), joinShards(shards));
  }

  #setNode(id: string, draft: SnapshotDraft): void {
    const teller = [...this.#members.values()].find(({ parts }) => parts.nodes.has(id));
    draft.setNode(id, teller?.nodeLabels(id));
  }

  #setGateways(key: string, draft: SnapshotDraft): void {
    const members = [...this.#members.values()];
    draft.setGateways(
      key,
      members.flatMap(({ parts }) => parts.gateways.get(key) ?? []),
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

function joinServices(services: readonly Service[]): Service | undefined {
  const [first, ...others] = services;
  if (first === undefined || others.length === 0) return first;
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
