import { formatKey, type ResourceKey } from "../api/index.ts";
import type { ConfigSource, ConfigVersion, XdsResource } from "../deliver/index.ts";
import type { MeshSnapshot } from "../mesh/index.ts";
import type { CacheStatistics } from "../translate/index.ts";
import { MeshVersion, type PushStatus } from "./mesh-version.ts";
import { ResourceMaker, type ResourceMakerOptions } from "./resource-maker.ts";

/** What proxies are to be told, made from snapshots of the mesh as they are asked for. */
export class MeshConfigSource implements ConfigSource {
  readonly #maker: ResourceMaker;
  #current: MeshVersion | undefined;
  #snapshot: MeshSnapshot | undefined;
  #previousStatus: PushStatus = {};

  constructor(options: ResourceMakerOptions) {
    this.#maker = new ResourceMaker(options);
  }

  get current(): ConfigVersion | undefined {
    return this.#current;
  }

  /** The snapshot that the current version is made from. */
  get snapshot(): MeshSnapshot {
    if (!this.#snapshot) throw new Error("the mesh has no version yet");
    return this.#snapshot;
  }

  /** What was found out for the proxies that asked for the current version, and for the one before it. */
  get status(): { readonly current: PushStatus; readonly previous: PushStatus } {
    return { current: this.#current?.status() ?? {}, previous: this.#previousStatus };
  }

  /** The objects that a resource was made from. */
  sourcesOf(resource: XdsResource): readonly ResourceKey[] {
    return this.#maker.sourcesOf(resource);
  }

  /** What the caches of resources did so far, by type. */
  get cacheStatistics(): { readonly [type: string]: CacheStatistics } {
    return this.#maker.statistics;
  }

  /** How many objects are behind what is in the caches, and bytes that they hold, by type. */
  measureCaches(): { readonly objects: number; readonly bytes: { readonly [type: string]: number } } {
    const objects = new Set<string>();
    const bytes = Object.entries(this.#maker.contents()).map(([type, resources]) => {
      let sum = 0;
      for (const resource of resources) {
        sum += resource.field.length;
        for (const key of this.sourcesOf(resource)) objects.add(formatKey(key));
      }
      return [type, sum] as const;
    });
    return { objects: objects.size, bytes: Object.fromEntries(bytes) };
  }

  /** Forgets every resource that was made. What clients have, and what they are to have, stays as it is. */
  clearCaches(): void {
    this.#maker.clear();
  }

  /** Makes a snapshot the current version. */
  publish(snapshot: MeshSnapshot): void {
    this.#maker.teller.endRound();
    this.#previousStatus = this.status.current;
    this.#snapshot = snapshot;
    this.#current = new MeshVersion(snapshot, this.#maker, this.#current);
  }
}
