import type { ResourceKey } from "../api/index.ts";
import type { ConfigSource, ConfigVersion, XdsResource } from "../deliver/index.ts";
import type { MeshSnapshot } from "../mesh/index.ts";
import type { CacheStatistics } from "../translate/index.ts";
import { MeshVersion, type PushStatus } from "./mesh-version.ts";
import { ResourceMaker, type ResourceMakerOptions } from "./resource-maker.ts";

/** What proxies are to be told, made from snapshots of the mesh as they are asked for. */
export class MeshConfigSource implements ConfigSource {
  readonly #maker: ResourceMaker;
  #current: MeshVersion | undefined;
  #previousStatus: PushStatus = {};

  constructor(options: ResourceMakerOptions) {
    this.#maker = new ResourceMaker(options);
  }

  get current(): ConfigVersion | undefined {
    return this.#current;
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

  /** Makes a snapshot the current version. */
  publish(snapshot: MeshSnapshot): void {
    this.#maker.teller.endRound();
    this.#previousStatus = this.status.current;
    this.#current = new MeshVersion(snapshot, this.#maker, this.#current);
  }
}
