import type { GroupKind, Resource, ResourceKey } from "../api/index.ts";
import { groupOf } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { ResourceList, Watch, WatchEvent, WatchOptions } from "../core/index.ts";
import { ChangeFeed } from "./change-feed.ts";
import { CommittedState } from "./committed-state.ts";
import { FeedWatch } from "./feed-watch.ts";
import type { Change } from "./journal.ts";
import { objectId } from "./object-identity.ts";

/** What is to become of an object. */
export type Publication = Pick<WatchEvent, "type" | "resource">;

export interface PublishedStateOptions {
  /** All versions that are given are larger. */
  readonly after: number;
  /** Changes that watches can go back to at the least; never fewer than twice as many as there are objects. */
  readonly kept: number;
  readonly clock: Clock;
}

const sizeChanges = { created: 1, updated: 0, deleted: -1 } as const;

/**
 * Objects on which somebody else decides, with versions of their own: lists and watches as a store has them, from memory.
 * What is published is seen at once.
 */
export class PublishedState {
  readonly #options: PublishedStateOptions;
  readonly #state: CommittedState;
  readonly #feed: ChangeFeed;
  /** The kinds that were met, each once for all changes. */
  readonly #kinds = new Map<string, GroupKind>();
  #size = 0;

  constructor(options: PublishedStateOptions) {
    this.#options = options;
    this.#state = new CommittedState(options.after);
    // One change of what all depend on may change every object: a watch must live through that.
    this.#feed = ChangeFeed.inMemory(options.after, () => Math.max(options.kept, 2 * this.#size));
  }

  /** The version of the newest change. */
  get revision(): number {
    return this.#state.revision;
  }

  async get(key: ResourceKey): Promise<Resource | undefined> {
    return this.#state.get(key);
  }

  async list(type: GroupKind, namespace: string): Promise<ResourceList> {
    return { items: this.#state.list(type, namespace), resourceVersion: String(this.#state.revision) };
  }

  watch(options: WatchOptions = {}): Watch {
    return new FeedWatch(this.#feed, options);
  }

  /**
   * Makes changes known, each with a version of its own, which takes the place of the one that the object came with. Whether
   * an object is new or changed is told by what is there; the deletion of one that is not there is none.
   */
  publish(publications: readonly Publication[]): void {
    const time = this.#options.clock.now();
    const changes: Change[] = [];
    for (const publication of publications) {
      const change = this.#changeOf(publication, time);
      if (!change) continue;
      this.#state.apply(change);
      this.#size += sizeChanges[change.change];
      changes.push(change);
    }
    if (changes.length > 0) this.#feed.publish(changes);
  }

  /** Ends all watches. */
  close(): void {
    this.#feed.close();
  }

  #changeOf({ type, resource }: Publication, time: number): Change | undefined {
    const { namespace = "", name = "" } = resource.metadata;
    const kind = this.#kindOf(resource);
    const id = objectId(namespace, name);
    const before = this.#state.find(kind, id);
    if (type === "DELETED" && !before) return undefined;
    const revision = this.revision + 1;
    return {
      revision,
      previous: Number(before?.metadata.resourceVersion ?? 0),
      change: type === "DELETED" ? "deleted" : before ? "updated" : "created",
      type: kind,
      id,
      time,
      resource: { ...resource, metadata: { ...resource.metadata, resourceVersion: String(revision) } },
      before,
    };
  }

  #kindOf({ apiVersion, kind }: Resource): GroupKind {
    const name = `${apiVersion} ${kind}`;
    const known = this.#kinds.get(name) ?? { group: groupOf(apiVersion), kind };
    this.#kinds.set(name, known);
    return known;
  }
}
