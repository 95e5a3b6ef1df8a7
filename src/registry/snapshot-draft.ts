import { jsonEqual } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import type { PersistentMap } from "../base/persistent-map.ts";
import type { EndpointShards, Service, Workload } from "../core/index.ts";
import { ListIndexEdits } from "./list-index.ts";
import type { NetworkGateway } from "./network-gateway.ts";
import type { RegistryChange } from "./registry-change.ts";
import { RegistrySnapshot } from "./registry-snapshot.ts";
import { keepShards, sameService } from "./same-service.ts";
import { selectorPlace } from "./service-key.ts";

/** The next snapshot while it is made. What is set to what it already says stays the same object. */
export class SnapshotDraft {
  readonly #base: RegistrySnapshot;
  readonly #services = new Map<string, Service | undefined>();
  readonly #endpoints = new Map<string, EndpointShards | undefined>();
  readonly #workloads = new Map<string, Workload | undefined>();
  readonly #nodes = new Map<string, Labels | undefined>();
  readonly #gateways = new Map<string, readonly NetworkGateway[] | undefined>();
  readonly #byHost: ListIndexEdits;
  readonly #bySelector: ListIndexEdits;
  readonly #byAddress: ListIndexEdits;
  readonly #workloadsByAddress: ListIndexEdits;

  constructor(base: RegistrySnapshot) {
    this.#base = base;
    this.#byHost = new ListIndexEdits(base.parts.byHost);
    this.#bySelector = new ListIndexEdits(base.parts.bySelector);
    this.#byAddress = new ListIndexEdits(base.parts.byAddress);
    this.#workloadsByAddress = new ListIndexEdits(base.parts.workloadsByAddress);
  }

  workload(key: string): Workload | undefined {
    return current(this.#workloads, this.#base.parts.workloads, key);
  }

  /** The workloads at an address, as they are in the draft. */
  workloadsAt(address: string): readonly Workload[] {
    return this.#workloadsByAddress.get(address).flatMap((key) => this.workload(key) ?? []);
  }

  /** Sets a service and its endpoints; an undefined service removes both. */
  setService(key: string, service: Service | undefined, shards: EndpointShards | undefined): void {
    const { parts } = this.#base;
    const oldService = current(this.#services, parts.services, key);
    const oldShards = current(this.#endpoints, parts.endpoints, key);
    const next = oldService && service && sameService(oldService, service) ? oldService : service;
    const fresh = service === undefined || isEmpty(shards) ? undefined : shards;
    const nextShards = fresh && keepShards(oldShards, fresh);
    if (next !== oldService) this.#setService(key, oldService, next);
    if (nextShards !== oldShards) this.#endpoints.set(key, nextShards);
    if (next === oldService && nextShards === oldShards) return;
    this.#byAddress.move(key, indexedAddresses(oldService, oldShards), indexedAddresses(next, nextShards));
  }

  #setService(key: string, old: Service | undefined, next: Service | undefined): void {
    this.#services.set(key, next);
    this.#byHost.move(key, old ? [old.hostname] : [], next ? [next.hostname] : []);
    this.#bySelector.move(key, placeOf(old), placeOf(next));
  }

  /** Whether it changed anything. */
  setWorkload(key: string, workload: Workload | undefined): boolean {
    const old = this.workload(key);
    if (old === workload || (old && workload && jsonEqual(old, workload))) return false;
    this.#workloads.set(key, workload);
    this.#workloadsByAddress.move(key, old?.addresses ?? [], workload?.addresses ?? []);
    return true;
  }

  /** The labels that make a place of a node, by `nodeId`; undefined if it has none. */
  setNode(id: string, labels: Labels | undefined): void {
    const old = current(this.#nodes, this.#base.parts.nodes, id);
    if (!jsonEqual(old, labels)) this.#nodes.set(id, labels);
  }

  /** The gateways that an object is; none removes them. */
  setGateways(key: string, gateways: readonly NetworkGateway[]): void {
    const old = current(this.#gateways, this.#base.parts.gateways, key);
    if (jsonEqual(old ?? [], gateways)) return;
    this.#gateways.set(key, gateways.length === 0 ? undefined : gateways);
  }

  /** The snapshot, and how it differs from the one before: which it is itself if nothing does. */
  finish(): { readonly snapshot: RegistrySnapshot; readonly change: RegistryChange } {
    const { parts } = this.#base;
    const services = changedKeys(this.#services, parts.services);
    const endpoints = changedKeys(this.#endpoints, parts.endpoints);
    const workloads = changedKeys(this.#workloads, parts.workloads);
    const nodes = changedKeys(this.#nodes, parts.nodes);
    const gateways = changedKeys(this.#gateways, parts.gateways).size > 0;
    const change = { services, endpoints, workloads, nodes, gateways };
    if (services.size + endpoints.size + workloads.size + nodes.size === 0 && !gateways) {
      return { snapshot: this.#base, change: { version: parts.version, ...change } };
    }
    const version = parts.version + 1;
    const snapshot = new RegistrySnapshot({
      version,
      services: parts.services.with(this.#services),
      endpoints: parts.endpoints.with(this.#endpoints),
      workloads: parts.workloads.with(this.#workloads),
      nodes: parts.nodes.with(this.#nodes),
      gateways: parts.gateways.with(this.#gateways),
      byHost: this.#byHost.finish(),
      bySelector: this.#bySelector.finish(),
      byAddress: this.#byAddress.finish(),
      workloadsByAddress: this.#workloadsByAddress.finish(),
    });
    return { snapshot, change: { version, ...change } };
  }
}

function current<V>(edits: ReadonlyMap<string, V | undefined>, base: PersistentMap<V>, key: string): V | undefined {
  return edits.has(key) ? edits.get(key) : base.get(key);
}

/** What was set and set back did not change. */
function changedKeys<V>(edits: ReadonlyMap<string, V | undefined>, base: PersistentMap<V>): ReadonlySet<string> {
  return new Set([...edits].flatMap(([key, value]) => (base.get(key) === value ? [] : key)));
}

function isEmpty(shards: EndpointShards | undefined): boolean {
  return shards === undefined || [...shards.values()].every((endpoints) => endpoints.length === 0);
}

function placeOf(service: Service | undefined): readonly string[] {
  const place = service?.selector && selectorPlace(service.namespace, service.selector);
  return place === undefined ? [] : [place];
}

/** Services with a selector are found by it. */
function indexedAddresses(service: Service | undefined, shards: EndpointShards | undefined): readonly string[] {
  if (service === undefined || service.selector !== undefined || shards === undefined) return [];
  const all = [...shards.values()].flatMap((endpoints) => endpoints.flatMap(({ addresses }) => addresses));
  return [...new Set(all)];
}
