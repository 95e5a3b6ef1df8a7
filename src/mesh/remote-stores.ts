import type { Clock } from "../base/clock.ts";
import type { FairwayError } from "../base/fault.ts";
import type { ResourceChange, ResourceStore } from "../core/index.ts";
import {
  type ClusterRegistries,
  followStore,
  type RegistryChange,
  remoteKinds,
  type StoreFollower,
} from "../registry/index.ts";

/** What is asked of a remote cluster's store. */
export type RemoteStore = Pick<ResourceStore, "list" | "watch" | "kinds">;

/** A remote cluster that is a part of the mesh. */
export interface JoinedCluster {
  /** Ends that, unless another of its name has taken its place. To be called before its store is closed. */
  leave(): Promise<void>;
}

export interface RemoteStoresOptions {
  readonly registries: ClusterRegistries;
  /** Does what changes the registries, and tells who must know what came of it. */
  readonly change: (apply: () => RegistryChange) => void;
  /** Told of all objects that come, change or go. */
  readonly taken?: (changes: readonly ResourceChange[]) => void;
  /** Told of faults of a store; it is tried again. */
  readonly fault?: (fault: FairwayError) => void;
  readonly clock?: Clock;
}

/** Follows the stores of remote clusters, each into a registry of its own. */
export class RemoteStores {
  readonly #options: RemoteStoresOptions;
  readonly #followers = new Set<StoreFollower>();

  constructor(options: RemoteStoresOptions) {
    this.#options = options;
  }

  /** Resolves when all that there is has been taken and is seen. */
  async join(cluster: string, store: RemoteStore): Promise<JoinedCluster> {
    const { registries, change, taken, fault, clock } = this.#options;
    const registry = registries.remote(cluster);
    const follower = await followStore({
      store,
      kinds: remoteKinds,
      apply: (changes) => {
        taken?.(changes);
        change(() => registries.applyRemote(cluster, registry, changes));
      },
      ...(fault && { fault }),
      ...(clock && { clock }),
    });
    this.#followers.add(follower);
    change(() => registries.join(cluster, registry));
    return {
      leave: async () => {
        this.#followers.delete(follower);
        await follower.close();
        change(() => registries.leave(cluster, registry));
      },
    };
  }

  /** Follows none of them any more. */
  async close(): Promise<void> {
    for (const follower of this.#followers) await follower.close();
    this.#followers.clear();
  }
}
