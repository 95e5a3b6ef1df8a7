import {
  type GroupKind,
  groupOf,
  type KindCatalog,
  type KindDefinition,
  keyOf,
  type Resource,
  type ResourceKey,
} from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { Ids } from "../base/ids.ts";
import { jsonEqual } from "../base/json.ts";
import type {
  DeleteOptions,
  ResourceHistory,
  ResourceList,
  ResourceStore,
  Revision,
  RevisionFilter,
  Rollback,
  Watch,
  WatchOptions,
  WriteOptions,
} from "../core/index.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { CommittedState } from "./committed-state.ts";
import { deletedState } from "./deleted-state.ts";
import { changeFilter, FeedWatch } from "./feed-watch.ts";
import { readRevisions, rewind, statesAt } from "./history.ts";
import type { Journal } from "./journal.ts";
import { createdState, patchedState, type Step, type StepContext, statusState, updatedState } from "./next-state.ts";
import { alreadyExists, checkPrecondition, notFound } from "./object-faults.ts";
import { objectId, writableKey } from "./object-identity.ts";
import type { Retention } from "./retention.ts";
import { checkRevision, parseRevision } from "./revision.ts";
import { planRollback, restore } from "./rollback.ts";
import type { SharedOwners } from "./shared-owners.ts";
import { type Decide, WriteLane } from "./write-lane.ts";

/** How often a generated name that is taken is drawn anew. */
const nameAttempts = 8;

/** Longest prefix of a generated name: with its suffix of five it must fit a DNS label. */
const maxNamePrefix = 58;

/** What makes a store the kind of store it is. */
export interface StoreParts {
  /** The kinds that the store takes; asked again with each request. */
  readonly kinds: () => KindCatalog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: Journal;
  /** The state that the journal leads to. */
  readonly state: CommittedState;
  readonly retention: Retention;
  /** What the objects of `state` share. */
  readonly owners: SharedOwners;
}

/** Versioned resources over a journal. Memory and embedded store differ in their journal only. */
export class VersionedStore implements ResourceStore, ResourceHistory {
  readonly #parts: StoreParts;
  readonly #feed: ChangeFeed;
  readonly #lane: WriteLane;
  #closing: Promise<void> | undefined;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#feed = new ChangeFeed(parts.journal, parts.state.revision);
    this.#lane = new WriteLane({ ...parts, feed: this.#feed });
  }

  kinds(): KindCatalog {
    return this.#parts.kinds();
  }

  async get(key: ResourceKey): Promise<Resource | undefined> {
    return this.#parts.state.get(this.#stored(key));
  }

  async list(type: GroupKind, namespace: string): Promise<ResourceList> {
    const { state } = this.#parts;
    const items = state.list(this.#storedKind(type), namespace);
    return { items, resourceVersion: String(state.revision) };
  }

  async create(resource: Resource, options?: WriteOptions): Promise<Resource> {
    const { input, kind } = this.#understand(resource);
    const key = writableKey(kind, this.#named(kind, input));
    const decide: Decide = (current, context) => {
      if (current) throw alreadyExists(key);
      return createdState(input, key.name, this.#parts.ids.uuid(), context);
    };
    return this.#write(kind, key, decide, options);
  }

  async update(resource: Resource, options?: WriteOptions): Promise<Resource> {
    return this.#change(resource, updatedState, options);
  }

  async updateStatus(resource: Resource, options?: WriteOptions): Promise<Resource> {
    return this.#change(resource, statusState, options);
  }

  async patch(original: Resource, change: (resource: Resource) => Resource): Promise<Resource> {
    const { input: base, kind } = this.#understand(original);
    const { input: changed } = this.#understand(change(original));
    const key = writableKey(kind, base);
    if (!jsonEqual(keyOf(changed), keyOf(base))) {
      throw new FairwayError("Invalid", "a patch must not change an object's kind, namespace or name");
    }
    return this.#write(kind, key, (current, context) => {
      const { uid } = base.metadata;
      if (!current || (uid && current.metadata.uid !== uid)) throw notFound(key);
      return patchedState(current, base, changed, context);
    });
  }

  async delete(key: ResourceKey, options: DeleteOptions = {}): Promise<Resource> {
    const decide: Decide = (current, context) => {
      if (!current) throw notFound(key);
      checkPrecondition(current, options, "delete");
      return deletedState(current, options.propagation, context);
    };
    return this.#write(this.#storedKind(key), key, decide, options);
  }

  watch(options: WatchOptions = {}): Watch {
    const { types, ...others } = options;
    return new FeedWatch(this.#feed, types ? { ...others, types: types.map((type) => this.#stored(type)) } : options);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async revisions({ before, ...filter }: RevisionFilter = {}): Promise<readonly Revision[]> {
    const { journal, state } = this.#parts;
    const newest = before === undefined ? state.revision : Math.min(state.revision, parseRevision(before) - 1);
    return readRevisions(journal, newest, filter.key ? { ...filter, key: this.#stored(filter.key) } : filter);
  }

  async listAt(type: GroupKind, namespace: string, revision: string): Promise<ResourceList> {
    const kind = this.#storedKind(type);
    const { journal, state } = this.#parts;
    const now = state.list(kind, namespace);
    const changed = await statesAt(journal, this.#pastRevision(revision), changeFilter([kind], namespace));
    return { items: rewind(kind, now, changed), resourceVersion: revision };
  }

  async rollback(to: string, { dryRun = false }: WriteOptions = {}): Promise<Rollback> {
    const past = await statesAt(this.#parts.journal, this.#pastRevision(to), () => true);
    const newest = (key: ResourceKey) => this.#lane.newest(key, objectId(key.namespace, key.name));
    const { steps, leftOut } = planRollback(past.values(), newest, this.kinds());
    const uids = new Map<string, string>();
    for (const { key, target } of steps) {
      if (target && !newest(key)) uids.set(target.metadata.uid ?? "", this.#parts.ids.uuid());
    }
    const changes: Rollback["changes"][number][] = [];
    // Decided in one turn, so that all go into one commit and no other write comes between.
    const writes = steps.map((step) => {
      const decide: Decide = (current, context) => {
        const next = restore(step, uids)(current, context);
        if (next) changes.push({ key: step.key, change: next.change });
        return next;
      };
      const id = objectId(step.key.namespace, step.key.name);
      return dryRun ? this.#lane.rehearse(step.kind, id, decide) : this.#lane.write(step.kind, id, decide);
    });
    await Promise.all(writes);
    return { changes, leftOut };
  }

  async compact(upTo?: string): Promise<void> {
    const { journal, state, retention } = this.#parts;
    if (upTo === undefined) return journal.compact(retention.floor(state.revision));
    const revision = parseRevision(upTo);
    checkRevision(revision, 0, state.revision);
    return journal.compact(revision);
  }

  async #close(): Promise<void> {
    await this.#lane.close();
    this.#feed.close();
    await this.#parts.journal.close();
  }

  /** The kind under which objects of a kind are kept; one that is not known is a NotFound fault. */
  #storedKind(type: GroupKind): KindDefinition {
    const kinds = this.kinds();
    return kinds.storedKind(kinds.get(type));
  }

  /** The key or type under which an object is kept. */
  #stored<T extends GroupKind>(type: T): T {
    const { storedAs } = this.kinds().find(type) ?? {};
    return storedAs ? { ...type, group: storedAs.group, kind: storedAs.kind } : type;
  }

  /** The object in its stored version, with its kind. */
  #understand(resource: Resource): { input: Resource; kind: KindDefinition } {
    const kinds = this.kinds();
    const input = kinds.toStored(resource);
    return { input, kind: kinds.get({ group: groupOf(input.apiVersion), kind: input.kind }) };
  }

  #change(
    resource: Resource,
    next: (current: Resource, input: Resource, context: StepContext) => Step | undefined,
    options: WriteOptions | undefined,
  ): Promise<Resource> {
    const { input, kind } = this.#understand(resource);
    const key = writableKey(kind, input);
    const decide: Decide = (current, context) => {
      if (!current) throw notFound(key);
      checkPrecondition(current, input.metadata, "update");
      return next(current, input, context);
    };
    return this.#write(kind, key, decide, options);
  }

  async #write(
    kind: KindDefinition,
    key: ResourceKey,
    decide: Decide,
    { dryRun = false }: WriteOptions = {},
  ): Promise<Resource> {
    const id = objectId(key.namespace, key.name);
    const written = await (dryRun ? this.#lane.rehearse(kind, id, decide) : this.#lane.write(kind, id, decide));
    if (!written) throw notFound(key);
    return written;
  }

  /** The object with a name of its own where it asks for a generated one. */
  #named(kind: KindDefinition, input: Resource): Resource {
    const { name, generateName, namespace = "" } = input.metadata;
    if (name || !generateName) return input;
    let candidate = "";
    for (let i = 0; i < nameAttempts; i++) {
      candidate = generateName.slice(0, maxNamePrefix) + this.#parts.ids.suffix(5);
      if (!this.#lane.newest(kind, objectId(namespace, candidate))) break;
    }
    return { ...input, metadata: { ...input.metadata, name: candidate } };
  }

  #pastRevision(version: string): number {
    const revision = parseRevision(version);
    checkRevision(revision, this.#parts.journal.compacted, this.#parts.state.revision);
    return revision;
  }
}
