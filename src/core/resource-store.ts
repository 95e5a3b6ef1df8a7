import type { GroupKind, KindCatalog, Resource, ResourceKey } from "../api/index.ts";

/** All objects of a kind at one moment. */
export interface ResourceList {
  readonly items: readonly Resource[];
  /** Watch from here to see all that came after. */
  readonly resourceVersion: string;
}

export type Propagation = "Background" | "Foreground" | "Orphan";

/** How a write is made. */
export interface WriteOptions {
  /** Everything is checked and the result returned, but nothing is stored. Default: false. */
  readonly dryRun?: boolean | undefined;
}

export interface DeleteOptions extends WriteOptions {
  /** Delete only this version; any other is a Conflict. */
  readonly resourceVersion?: string | undefined;
  /** Delete only this incarnation; any other is a Conflict. */
  readonly uid?: string | undefined;
  /** What becomes of the objects this one owns. Background deletes them after it. */
  readonly propagation?: Propagation | undefined;
}

export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The new state; of a deletion the last one, with the deletion's resourceVersion. */
  readonly resource: Resource;
  /** The state before; absent for ADDED. */
  readonly previous?: Resource;
}

export interface WatchOptions {
  /** Only these kinds; absent means all. */
  readonly types?: readonly GroupKind[];
  /** Only this namespace; absent or empty means all. */
  readonly namespace?: string;
  /**
   * Start after this version; absent: from now on. The watch's first `next` fails with Expired if the version is no
   * longer kept, with Timeout if it is still to come, with BadRequest if it is none.
   */
  readonly from?: string;
}

/**
 * A running watch. Each change comes once, in the order of the store. Nothing is buffered per watcher: one that falls
 * behind the history that is kept is ended with an Expired fault.
 */
export interface Watch extends AsyncIterable<WatchEvent> {
  /** The version up to which all changes were handed out; with nothing pending, the store's newest. */
  readonly resourceVersion: string;
  /** The changes that are there now, waiting for the first if there is none; undefined once the watch is closed. */
  next(limit?: number): Promise<readonly WatchEvent[] | undefined>;
  close(): void;
}

/**
 * The port to versioned configuration. Objects given or returned are read-only: changing one never changes the store.
 * Objects come in any served version and are handed out in the stored one. There are no transactions; a write may
 * happen despite an error (a Timeout, say): callers read again.
 */
export interface ResourceStore {
  /** The kinds the store takes now. */
  kinds(): KindCatalog;
  get(key: ResourceKey): Promise<Resource | undefined>;
  /** Sorted by namespace and name. `namespace` "" means all. */
  list(type: GroupKind, namespace: string): Promise<ResourceList>;
  /** Fails with AlreadyExists, without side effect, if the key is taken. Returns the object with its metadata filled in. */
  create(resource: Resource, options?: WriteOptions): Promise<Resource>;
  /**
   * Replaces all but status. Fails with NotFound if there is none, and with Conflict if `metadata.resourceVersion` is
   * given and is not the stored one. An update that changes nothing makes no new version.
   */
  update(resource: Resource, options?: WriteOptions): Promise<Resource>;
  /** Replaces status only, else as update. */
  updateStatus(resource: Resource, options?: WriteOptions): Promise<Resource>;
  /**
   * Writes what `change` changed in `original`, and only that, onto the newest version, so that writers of different
   * fields do not conflict. Status can be among it; a list counts as one value. Fails with NotFound if the object is gone or was replaced by another of its name.
   */
  patch(original: Resource, change: (resource: Resource) => Resource): Promise<Resource>;
  /**
   * Deletes, or marks as being deleted where finalizers must run first; returns the last state. The object goes when
   * its last finalizer is removed.
   */
  delete(key: ResourceKey, options?: DeleteOptions): Promise<Resource>;
  watch(options?: WatchOptions): Watch;
  /** Stops taking writes, waits for those under way, and releases what it holds. Watches end. */
  close(): Promise<void>;
}

/** One change that the store remembers. */
export interface Revision {
  readonly revision: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly change: "created" | "updated" | "deleted";
  readonly key: ResourceKey;
  /** The object after the change; of a deletion the last state. */
  readonly resource: Resource;
}

/** Which revisions are wanted. */
export interface RevisionFilter {
  /** Only those of this object. Default: of all. */
  readonly key?: ResourceKey;
  /** Only older ones than this. Default: the newest are the first. */
  readonly before?: string;
  /** At most as many. Default: all that are kept. */
  readonly limit?: number;
}

/** What going back to a revision does. */
export interface Rollback {
  /** The objects that change, in the order in which they are written. */
  readonly changes: readonly { readonly key: ResourceKey; readonly change: Revision["change"] }[];
  /** Objects that were different then and stay as they are, with the reason. */
  readonly leftOut: readonly { readonly key: ResourceKey; readonly reason: string }[];
}

/** The past of a store, as far as it is kept. */
export interface ResourceHistory {
  /** The newest first. */
  revisions(filter?: RevisionFilter): Promise<readonly Revision[]>;
  /** All objects of a kind as they were at a revision; older than what is kept is an Expired fault. */
  listAt(type: GroupKind, namespace: string, revision: string): Promise<ResourceList>;
  /** Writes back the state of a revision, kind by kind, as new revisions. */
  rollback(to: string, options?: WriteOptions): Promise<Rollback>;
  /** Forgets superseded revisions up to and including this one; absent: all outside the configured window. */
  compact(upTo?: string): Promise<void>;
}
