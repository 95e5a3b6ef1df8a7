import {
  type GroupKind,
  groupOf,
  type KindCatalog,
  type KindDefinition,
  keyOf,
  type Resource,
  type ResourceKey,
} from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type {
  DeleteOptions,
  ResourceList,
  ResourceStore,
  Watch,
  WatchOptions,
  WriteOptions,
} from "../../core/index.ts";
import { notFound } from "../object-faults.ts";
import { writableKey } from "../object-identity.ts";
import { FollowedObjects, type FollowOptions } from "./followed-objects.ts";
import { KubeWriter, type WriteBase } from "./kube-writer.ts";
import { isEndOf, ObjectReader } from "./object-reader.ts";

export interface KubernetesStoreOptions extends FollowOptions {
  /** Gives up opening. Default: it takes as long as it takes. */
  readonly signal?: AbortSignal;
}

/**
 * The store's port on a Kubernetes API server. What is followed is read from memory, kept equal to the server by watches,
 * and stays as it was while the server is away. A write goes to the server, and is over when this store's readers see it.
 */
export class KubernetesStore implements ResourceStore {
  readonly #kinds: () => KindCatalog;
  readonly #objects: FollowedObjects;
  readonly #reader: ObjectReader;
  readonly #writer: KubeWriter;
  readonly #writes = new Set<Promise<unknown>>();
  #closed = false;

  private constructor(options: KubernetesStoreOptions) {
    const { kinds, manager, clock } = options;
    this.#kinds = kinds;
    this.#objects = new FollowedObjects(options);
    this.#reader = new ObjectReader(this.#objects, kinds, clock);
    this.#writer = new KubeWriter(this.#objects.client, manager);
  }

  /** Resolves when everything that is followed was read once. */
  static async open(options: KubernetesStoreOptions): Promise<KubernetesStore> {
    const store = new KubernetesStore(options);
    try {
      await store.#objects.open(options.signal);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  kinds(): KindCatalog {
    return this.#kinds();
  }

  /** An object as it was read last, if it is followed and there. */
  known(key: ResourceKey): Resource | undefined {
    return this.#objects.mirror.get(key);
  }

  async get(key: ResourceKey): Promise<Resource | undefined> {
    return this.#reader.get(this.#stored(key));
  }

  async list(type: GroupKind, namespace: string): Promise<ResourceList> {
    return this.#reader.list(this.#storedKind(type), namespace);
  }

  async create(resource: Resource, options: WriteOptions = {}): Promise<Resource> {
    const { input, kind } = this.#understand(resource);
    const { name, generateName } = input.metadata;
    const named = name || !generateName ? input : { ...input, metadata: { ...input.metadata, name: "generated" } };
    return this.#write(writableKey(kind, named), options, () =>
      this.#writer.create(kind, keyOf(named), input, options),
    );
  }

  async update(resource: Resource, options: WriteOptions = {}): Promise<Resource> {
    const { input, base } = this.#existing(resource);
    return this.#write(base.key, options, () => this.#writer.update(base, input, options));
  }

  async updateStatus(resource: Resource, options: WriteOptions = {}): Promise<Resource> {
    const { input, base } = this.#existing(resource);
    return this.#write(base.key, options, () => this.#writer.updateStatus(base, input, options));
  }

  async patch(original: Resource, change: (resource: Resource) => Resource): Promise<Resource> {
    const { input, base } = this.#existing(original);
    const { input: changed } = this.#understand(change(original));
    if (!jsonEqual(keyOf(changed), keyOf(input))) {
      throw new FairwayError("Invalid", "a patch must not change an object's kind, namespace or name");
    }
    return this.#write(base.key, {}, () => this.#writer.patch(base, input, changed));
  }

  async delete(given: ResourceKey, options: DeleteOptions = {}): Promise<Resource> {
    const key = this.#stored(given);
    const base = this.#base(this.#storedKind(key), key);
    return this.#tracked(async () => {
      const before = (await base.known(false)) ?? (await base.known(true));
      if (!before) throw notFound(key);
      const watch = this.#reader.watchFor(key, key.namespace);
      try {
        await this.#writer.delete(base, options);
        if (!watch || options.dryRun) return before;
        const left = await base.known(true);
        if (left?.metadata.uid === before.metadata.uid) return await this.#reader.visible(left as Resource);
        return (await this.#reader.waitFor(watch, (event) => isEndOf(before, event)))?.resource ?? before;
      } finally {
        watch?.close();
      }
    });
  }

  watch(options: WatchOptions = {}): Watch {
    const { types, ...others } = options;
    const { mirror } = this.#objects;
    return mirror.watch(types ? { ...others, types: types.map((type) => this.#stored(type)) } : options);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#writes]);
    await this.#objects.close();
  }

  /** Resolves to what readers see of an object when a write of it is over; undefined as its answer: nothing was written. */
  #write(
    key: ResourceKey,
    { dryRun = false }: WriteOptions,
    send: () => Promise<Resource | undefined>,
  ): Promise<Resource> {
    return this.#tracked(async () => {
      const answer = await send();
      if (answer) return dryRun ? this.#kinds().toStored(answer) : this.#reader.visible(answer);
      const found = await this.#reader.get(key);
      if (!found) throw notFound(key);
      return found;
    });
  }

  #tracked(run: () => Promise<Resource>): Promise<Resource> {
    if (this.#closed) {
      return Promise.reject(new FairwayError("Unavailable", "the store is closed and takes no more writes"));
    }
    const write = run().finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    return write;
  }

  #existing(resource: Resource): { readonly input: Resource; readonly base: WriteBase } {
    const { input, kind } = this.#understand(resource);
    return { input, base: this.#base(kind, writableKey(kind, input)) };
  }

  #base(kind: KindDefinition, key: ResourceKey): WriteBase {
    return { kind, key, known: (fresh) => (fresh ? this.#reader.fresh(key) : this.#reader.get(key)) };
  }

  /** The object in its stored version, with its kind. */
  #understand(resource: Resource): { readonly input: Resource; readonly kind: KindDefinition } {
    const input = this.#kinds().toStored(resource);
    return { input, kind: this.#kinds().get({ group: groupOf(input.apiVersion), kind: input.kind }) };
  }

  #storedKind(type: GroupKind): KindDefinition {
    return this.#kinds().storedKind(this.#kinds().get(type));
  }

  /** The key or type under which an object is kept. */
  #stored<T extends GroupKind>(type: T): T {
    const { storedAs } = this.#kinds().find(type) ?? {};
    return storedAs ? { ...type, group: storedAs.group, kind: storedAs.kind } : type;
  }
}
