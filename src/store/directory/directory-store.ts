import { type GroupKind, type KindCatalog, keyOf, type Resource, type ResourceKey } from "../../api/index.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import type {
  DeleteOptions,
  ResourceList,
  ResourceStore,
  Watch,
  WatchOptions,
  WriteOptions,
} from "../../core/index.ts";
import { sameContent } from "../next-state.ts";
import { describeKey } from "../object-identity.ts";
import { DirectorySync, type DirectorySyncOptions } from "./directory-sync.ts";
import { sourceAnnotation, sourceOf } from "./source-annotation.ts";
import type { FileReader } from "./wanted-objects.ts";

/** Which directory, how its files are read, and who is told of problems. */
export interface DirectoryStoreOptions {
  /** The store that holds the objects, those of files and all others. It is closed with this one. */
  readonly inner: ResourceStore;
  readonly directory: string;
  readonly read: FileReader;
  readonly report?: DirectorySyncOptions["report"];
  readonly fault?: DirectorySyncOptions["fault"];
  /** Milliseconds without a further change after which files are read; default 50. */
  readonly quiet?: number;
  /** Milliseconds after which files are looked at although no change was noticed; default 10,000. */
  readonly poll?: number;
  readonly clock?: Clock;
}

/**
 * A store with a directory of files in it. Objects that a file defines are kept as the file has them, and only their
 * status can be written otherwise; all other objects are as in the store within.
 *
 * A file that cannot be read keeps its last good objects, and so does the whole directory when it goes away: an unmounted
 * disk must not empty the mesh. Deleting a file deletes its objects.
 */
export class DirectoryStore implements ResourceStore {
  readonly #inner: ResourceStore;
  readonly #sync: DirectorySync;

  private constructor(options: DirectoryStoreOptions) {
    const { inner, directory, read, clock = systemClock, quiet = 50, poll = 10_000 } = options;
    const { report = () => undefined, fault = () => undefined } = options;
    this.#inner = inner;
    this.#sync = new DirectorySync({ store: inner, directory, read, clock, quiet, poll, report, fault });
  }

  /** Resolves when the store equals the files. */
  static async open(options: DirectoryStoreOptions): Promise<DirectoryStore> {
    const store = new DirectoryStore(options);
    await store.#sync.start();
    return store;
  }

  /** Looks at the files now instead of when a change is noticed. */
  sync(): Promise<void> {
    return this.#sync.sync();
  }

  kinds(): KindCatalog {
    return this.#inner.kinds();
  }

  get(key: ResourceKey): Promise<Resource | undefined> {
    return this.#inner.get(key);
  }

  list(type: GroupKind, namespace: string): Promise<ResourceList> {
    return this.#inner.list(type, namespace);
  }

  async create(resource: Resource, options?: WriteOptions): Promise<Resource> {
    if (sourceOf(resource) !== undefined) throw reserved();
    return this.#inner.create(resource, options);
  }

  async update(resource: Resource, options?: WriteOptions): Promise<Resource> {
    const stored = this.kinds().toStored(resource);
    const current = await this.#inner.get(keyOf(stored));
    const owned = ownerFile(current);
    if (current && owned !== undefined) {
      if (!sameContent(current, keepManaged(stored, current))) throw ownedByFile(keyOf(current), owned);
    } else if (current && sourceOf(stored) !== sourceOf(current)) throw reserved();
    return this.#inner.update(resource, options);
  }

  updateStatus(resource: Resource, options?: WriteOptions): Promise<Resource> {
    return this.#inner.updateStatus(resource, options);
  }

  async patch(original: Resource, change: (resource: Resource) => Resource): Promise<Resource> {
    const changed = change(original);
    const key = keyOf(this.kinds().toStored(original));
    const owned = ownerFile(await this.#inner.get(key));
    if (owned !== undefined && !sameContent(original, changed)) throw ownedByFile(key, owned);
    if (sourceOf(changed) !== sourceOf(original)) throw reserved();
    return this.#inner.patch(original, () => changed);
  }

  async delete(key: ResourceKey, options?: DeleteOptions): Promise<Resource> {
    const owned = ownerFile(await this.#inner.get(key));
    if (owned !== undefined) throw ownedByFile(key, owned);
    return this.#inner.delete(key, options);
  }

  watch(options?: WatchOptions): Watch {
    return this.#inner.watch(options);
  }

  async close(): Promise<void> {
    await this.#sync.close();
    await this.#inner.close();
  }
}

/** The file that has the say on an object. Of one that is being deleted the file is gone; its finalizers go on. */
function ownerFile(current: Resource | undefined): string | undefined {
  return current?.metadata.deletionTimestamp === undefined ? current && sourceOf(current) : undefined;
}

function keepManaged(resource: Resource, { metadata }: Resource): Resource {
  const { managedFields = metadata.managedFields } = resource.metadata;
  return { ...resource, metadata: { ...resource.metadata, managedFields } };
}

function ownedByFile(key: ResourceKey, file: string): FairwayError {
  const message = `${describeKey(key)} comes from the file ${file} of the watched directory: edit that file instead`;
  return new FairwayError("Forbidden", message, { details: { group: key.group, kind: key.kind, name: key.name } });
}

function reserved(): FairwayError {
  const message = `the annotation ${sourceAnnotation} is set by Fairway on objects that come from files, and by nobody else`;
  return new FairwayError("Forbidden", message);
}
