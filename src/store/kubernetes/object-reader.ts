import {
  type GroupKind,
  type KindCatalog,
  type KindDefinition,
  keyOf,
  type Resource,
  type ResourceKey,
} from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { ResourceList, Watch, WatchEvent } from "../../core/index.ts";
import { admitRead, readState } from "./admit-read.ts";
import type { FollowedObjects } from "./followed-objects.ts";

/** Milliseconds that a write waits until the store's own readers see it. */
const visibleWithin = 5000;
/** Objects on one page of a list. */
const pageSize = 500;

/** Reads objects: those that are followed from memory, the others from the server. */
export class ObjectReader {
  readonly #objects: FollowedObjects;
  readonly #kinds: () => KindCatalog;
  readonly #clock: Clock;

  constructor(objects: FollowedObjects, kinds: () => KindCatalog, clock: Clock) {
    this.#objects = objects;
    this.#kinds = kinds;
    this.#clock = clock;
  }

  /** An object as readers see it. */
  async get(key: ResourceKey): Promise<Resource | undefined> {
    if (!this.#kinds().find(key)) return undefined;
    const { mirror } = this.#objects;
    return this.#objects.follows(key, key.namespace) ? mirror.get(key) : this.fresh(key);
  }

  /** An object as the server has it now, in the form in which readers would see it. */
  async fresh(key: ResourceKey): Promise<Resource | undefined> {
    const { client, mirror } = this.#objects;
    const found = await client.get(key);
    if (!found) return undefined;
    const followed = this.#objects.follows(key, key.namespace);
    // What is not followed is nobody's configuration: it is taken as it is.
    const { resource } = followed ? admitRead(this.#kinds(), found, mirror.get(key)) : {};
    return resource ?? readState(this.#kinds().toStored(found), undefined);
  }

  async list(kind: KindDefinition, namespace: string): Promise<ResourceList> {
    const { mirror, client } = this.#objects;
    const resourceVersion = String(mirror.revision);
    if (this.#objects.follows(kind, namespace)) return { items: mirror.list(kind, namespace), resourceVersion };
    const items: Resource[] = [];
    for (let next: string | undefined; next !== ""; ) {
      const page = await client.page(kind, namespace, { limit: pageSize, continue: next });
      items.push(...page.items.map((item) => readState(this.#kinds().toStored(item), undefined)));
      next = page.continue;
    }
    return { items: Object.freeze(items), resourceVersion };
  }

  /** A watch that sees what becomes of an object's kind; undefined where that is not followed. */
  watchFor(type: GroupKind, namespace: string): Watch | undefined {
    if (!this.#objects.follows(type, namespace)) return undefined;
    return this.#objects.mirror.watch({ types: [type], namespace });
  }

  /** What a write's answer is to readers, when they see it; the answer itself if that takes too long. */
  async visible(answer: Resource): Promise<Resource> {
    const written = readState(this.#kinds().toStored(answer), undefined);
    const key = keyOf(written);
    const watch = this.watchFor(key, key.namespace);
    if (!watch) return written;
    const { mirror } = this.#objects;
    const leaving = isLeaving(written);
    const seen = () =>
      leaving ? mirror.get(key)?.metadata.uid !== written.metadata.uid : mirror.reached(written, key);
    if (!seen()) await this.waitFor(watch, (event) => seen() || isEndOf(written, event));
    watch.close();
    return leaving ? written : (mirror.get(key) ?? written);
  }

  /** The first event of a watch that is the one; undefined if it does not come in time. */
  async waitFor(watch: Watch, wanted: (event: WatchEvent) => boolean): Promise<WatchEvent | undefined> {
    const cancel = this.#clock.after(visibleWithin, () => watch.close());
    try {
      for await (const event of watch) if (wanted(event)) return event;
      return undefined;
    } finally {
      cancel();
    }
  }
}

/** Whether an event is the end of an object. */
export function isEndOf({ metadata }: Resource, { type, resource }: WatchEvent): boolean {
  return type === "DELETED" && resource.metadata.uid === metadata.uid;
}

/** Whether an object goes now: it is being deleted, and nothing keeps it. */
function isLeaving({ metadata }: Resource): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}
