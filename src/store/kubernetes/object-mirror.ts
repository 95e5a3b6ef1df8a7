import {
  type GroupKind,
  type KindCatalog,
  keyOf,
  type Problem,
  type Resource,
  type ResourceKey,
} from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Watch, WatchOptions } from "../../core/index.ts";
import { ChangeFeed } from "../change-feed.ts";
import { CommittedState } from "../committed-state.ts";
import { FeedWatch } from "../feed-watch.ts";
import type { Change } from "../journal.ts";
import { objectId, slotOf } from "../object-identity.ts";
import { firstRevision } from "../revision.ts";
import { type AdmittedRead, admitRead } from "./admit-read.ts";

/** An object that a server handed out and that cannot be used. */
export interface ReadProblem {
  readonly key: ResourceKey;
  readonly problems: readonly Problem[];
  /** Whether an earlier version of the object stays in force; else there is none. */
  readonly kept: boolean;
}

/** Objects of a kind in a namespace, or in all if that is empty; of one name only, if there is one. */
export interface MirrorScope {
  readonly type: GroupKind;
  readonly namespace: string;
  readonly name?: string;
}

export interface MirrorOptions {
  readonly kinds: () => KindCatalog;
  readonly clock: Clock;
  /** An object of the same server as somebody else has read it: it is shared where it is of the same version. Default: none. */
  readonly twin?: (key: ResourceKey) => Resource | undefined;
  /** Told once of each version of an object that cannot be used. */
  readonly report: (problem: ReadProblem) => void;
}

/**
 * The objects of a server as they were last seen, and what changed among them. Each kind comes by itself; the mirror puts
 * all changes into one order and counts them. A change's number is the version that the server gave it, unless a later
 * one has come already from another kind: then it is the next that is free.
 */
export class ObjectMirror {
  readonly #options: MirrorOptions;
  readonly #state = new CommittedState(firstRevision);
  /** Versions of objects that cannot be used. */
  readonly #refused = new Map<string, string>();
  #newest = firstRevision;
  /** Undefined until everything was read once: before, nobody may look. */
  #feed: ChangeFeed | undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  /** The number of the last change. */
  get revision(): number {
    return this.#newest;
  }

  get(key: ResourceKey): Resource | undefined {
    return this.#state.get(key);
  }

  list(type: GroupKind, namespace: string): readonly Resource[] {
    return this.#state.list(type, namespace);
  }

  watch(options: WatchOptions): Watch {
    return new FeedWatch(this.#opened(), options);
  }

  /** Everything was read once: from now on changes are told. */
  open(): void {
    this.#opened();
  }

  close(): void {
    this.#opened().close();
  }

  /** Takes all objects that there are in a scope. */
  replace({ type, namespace, name }: MirrorScope, items: readonly Resource[], version: string): void {
    const wanted = new Map(items.map((item) => [idOf(item), item]));
    const known = this.#state.list(type, namespace);
    const inScope = name === undefined ? known : known.filter(({ metadata }) => metadata.name === name);
    const gone = inScope.filter((each) => !wanted.has(idOf(each)));
    if (!this.#feed) this.#newest = Math.max(this.#newest, numberOf(version));
    this.#publish([
      ...gone.flatMap((each) => this.#removed(type, each, version)),
      ...items.flatMap((item) => this.#taken(type, item)),
    ]);
  }

  changed(type: GroupKind, event: "ADDED" | "MODIFIED" | "DELETED", resource: Resource): void {
    if (event !== "DELETED") return this.#publish(this.#taken(type, resource));
    const known = this.#state.find(type, idOf(resource));
    this.#refused.delete(slotOf(type, idOf(resource)));
    if (known) this.#publish(this.#removed(type, known, resource.metadata.resourceVersion ?? ""));
  }

  /** Whether the mirror has seen an object at a version, or a later one, or seen it go. */
  reached({ metadata }: Resource, key: ResourceKey): boolean {
    const known = this.get(key);
    const version = metadata.resourceVersion ?? "";
    if (this.#refused.get(slotOf(key, objectId(key.namespace, key.name))) === version) return true;
    return known?.metadata.resourceVersion === version || isLater(known?.metadata.resourceVersion, version);
  }

  #taken(type: GroupKind, given: Resource): readonly Change[] {
    const id = idOf(given);
    const known = this.#state.find(type, id);
    const { uid, resourceVersion: version } = given.metadata;
    const same = known?.metadata.uid === uid;
    if (known && isSameVersion(known, given)) return [];
    const before = same ? known : undefined;
    const { resource, problems } = this.#admitted(type, id, given, before);
    // Of an object in whose place another came nothing stays, good or not.
    const gone = known && !same ? this.#removed(type, known, version ?? "") : [];
    if (!resource) return problems ? gone : [];
    const change = before ? "updated" : "created";
    return [...gone, { ...this.#entry(type, id, version), change, resource, before }];
  }

  #admitted(type: GroupKind, id: string, given: Resource, before: Resource | undefined): AdmittedRead {
    const { kinds, report } = this.#options;
    const slot = slotOf(type, id);
    const twin = this.#options.twin?.(keyOf(given));
    const admitted = twin && isSameVersion(twin, given) ? { resource: twin } : admitRead(kinds(), given, before);
    const version = given.metadata.resourceVersion ?? "";
    if (!admitted.problems) this.#refused.delete(slot);
    else if (this.#refused.get(slot) !== version) {
      this.#refused.set(slot, version);
      report({ key: keyOf(given), problems: admitted.problems, kept: before !== undefined });
    }
    return admitted;
  }

  #removed(type: GroupKind, known: Resource, version: string): readonly Change[] {
    const resource = Object.freeze({
      ...known,
      metadata: Object.freeze({ ...known.metadata, ...(version && { resourceVersion: version }) }),
    });
    return [{ ...this.#entry(type, idOf(known), version), change: "deleted", resource, before: known }];
  }

  /** Changes are numbered where they are published: what comes of a list is not in the order of its versions. */
  #entry(type: GroupKind, id: string, version = "") {
    return { revision: numberOf(version), previous: 0, type, id, time: this.#options.clock.now() };
  }

  #publish(given: readonly Change[]): void {
    const changes = given.map((change): Change => {
      if (this.#feed) this.#newest = Math.max(this.#newest + 1, change.revision);
      return { ...change, revision: this.#newest };
    });
    for (const change of changes) this.#state.apply(change);
    if (changes.length > 0) this.#feed?.publish(changes);
  }

  #opened(): ChangeFeed {
    // Who falls behind what is in memory reads the mirror again, which costs the server nothing.
    this.#feed ??= ChangeFeed.inMemory(this.#newest);
    return this.#feed;
  }
}

function idOf({ metadata }: Resource): string {
  return objectId(metadata.namespace ?? "", metadata.name ?? "");
}

function isSameVersion({ metadata: a }: Resource, { metadata: b }: Resource): boolean {
  return a.uid === b.uid && a.resourceVersion === b.resourceVersion;
}

/** A server's version as a number; 0 if it is none. */
function numberOf(version: string): number {
  return /^\d{1,15}$/.test(version) ? Number(version) : 0;
}

function isLater(version: string | undefined, than: string): boolean {
  return version !== undefined && numberOf(than) > 0 && numberOf(version) > numberOf(than);
}
