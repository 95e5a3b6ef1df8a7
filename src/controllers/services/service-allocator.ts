import { type KubernetesService, keyOf, type Resource } from "../../api/index.ts";
import { RecentMap } from "../../base/recent-map.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { StoreFollower } from "../store-follower.ts";
import { allocateService } from "./allocate-service.ts";
import { ServicePools, type ServiceRanges, type Taken } from "./service-pools.ts";

export interface ServiceAllocatorOptions {
  readonly store: ResourceStore;
  readonly ranges: ServiceRanges;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
  readonly report: (error: unknown) => void;
}

/**
 * Sees to it that no two Services get the same virtual address or node port. What Services have is learned from the
 * store; what was given out and is not in the store yet is held until it is, or until the write has failed.
 */
export class ServiceAllocator {
  readonly #pools: ServicePools;
  readonly #follower: StoreFollower;
  /** What each Service of the store has. */
  readonly #uses = new Map<string, readonly Taken[]>();
  /** Given out, written, and not yet seen in the store: by the version of the write. */
  readonly #unseen = new Map<string, readonly Taken[]>();
  /** Versions that were seen lately: a write may learn only later which one is its own. */
  readonly #seen = new RecentMap<string, true>(10_000);

  constructor({ store, ranges, random, report }: ServiceAllocatorOptions) {
    this.#pools = new ServicePools(ranges, random);
    this.#follower = new StoreFollower({
      store,
      types: [{ group: "", kind: "Service" }],
      reset: (services) => this.#reset(services),
      apply: (event) => this.#apply(event),
      report,
    });
  }

  /** Resolves when it knows what the Services of the store have. */
  start(): Promise<void> {
    return this.#follower.start();
  }

  close(): Promise<void> {
    return this.#follower.close();
  }

  /** Writes a Service with the addresses and ports that it lacks. `rehearsed`: nothing is written, only answered. */
  async write(
    service: Resource,
    old: Resource | undefined,
    write: (service: Resource) => Promise<Resource>,
    rehearsed = false,
  ): Promise<Resource> {
    const given = allocateService(this.#pools, service as KubernetesService, old as KubernetesService | undefined);
    let written: Resource | undefined;
    try {
      written = await write(given.service);
      return written;
    } finally {
      const version = written && versionOf(written);
      if (version === undefined || rehearsed || this.#seen.get(version)) release(given.taken);
      else if (given.taken.length > 0) this.#unseen.set(version, given.taken);
    }
  }

  #reset(services: readonly Resource[]): void {
    const before = [...this.#uses.values()];
    this.#uses.clear();
    for (const service of services) this.#take(service);
    for (const taken of before) release(taken);
    for (const service of services) this.#see(versionOf(service));
  }

  #apply({ type, resource }: WatchEvent): void {
    const id = idOf(resource);
    const before = this.#uses.get(id) ?? [];
    this.#uses.delete(id);
    if (type !== "DELETED") this.#take(resource);
    release(before);
    this.#see(versionOf(resource));
  }

  #take(service: Resource): void {
    const uses = [...this.#pools.usesOf(service)];
    for (const { pool, number } of uses) pool.take(number);
    this.#uses.set(idOf(service), uses);
  }

  #see(version: string): void {
    release(this.#unseen.get(version) ?? []);
    this.#unseen.delete(version);
    this.#seen.set(version, true);
  }
}

function release(taken: readonly Taken[]): void {
  for (const { pool, number } of taken) pool.release(number);
}

function idOf(service: Resource): string {
  const { namespace, name } = keyOf(service);
  return `${namespace}/${name}`;
}

function versionOf({ metadata }: Resource): string {
  return `${metadata.uid} ${metadata.resourceVersion}`;
}
