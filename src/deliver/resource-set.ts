import { encodeHead } from "./encode-response.ts";
import { memoByPair } from "./memo-by-pair.ts";
import type { NameSet } from "./name-set.ts";
import { Parcel } from "./parcel.ts";
import { type Difference, noDifference, ResourceGroup } from "./resource-group.ts";
import { contentVersion, type XdsResource } from "./xds-resource.ts";

/**
 * The resources of one type that a client is to have, in groups that it may share with clients who are to have something
 * else besides. It never changes; who compares two of them compares their groups, by identity first.
 */
export class ResourceSet {
  readonly type: string;
  readonly groups: readonly ResourceGroup[];
  #version: string | undefined;
  #head: Uint8Array | undefined;

  private constructor(type: string, groups: readonly ResourceGroup[]) {
    this.type = type;
    this.groups = groups;
  }

  /** A set of groups. Of resources with one name the first is meant. */
  static ofGroups(type: string, groups: readonly ResourceGroup[]): ResourceSet {
    const apart = groups.map((group, i) => groups.slice(0, i).reduce(without, group));
    return new ResourceSet(type, apart);
  }

  /** A set of groups that have no name in common. */
  static ofDistinctGroups(type: string, groups: readonly ResourceGroup[]): ResourceSet {
    return new ResourceSet(type, groups);
  }

  /** A set that shares nothing with others. */
  static of(type: string, resources: Iterable<XdsResource>, version?: string): ResourceSet {
    return new ResourceSet(type, [new ResourceGroup(resources, version)]);
  }

  static empty(type: string): ResourceSet {
    return new ResourceSet(type, []);
  }

  get size(): number {
    return this.groups.reduce((sum, { resources }) => sum + resources.size, 0);
  }

  get(name: string): XdsResource | undefined {
    for (const { resources } of this.groups) {
      const found = resources.get(name);
      if (found) return found;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.groups.some(({ resources }) => resources.has(name));
  }

  *keys(): IterableIterator<string> {
    for (const { resources } of this.groups) yield* resources.keys();
  }

  *values(): IterableIterator<XdsResource> {
    for (const { resources } of this.groups) yield* resources.values();
  }

  /** Changes with the content of the set and only with it. */
  get version(): string {
    this.#version ??= versionOf(this.groups);
    return this.#version;
  }

  /** What a response begins with that brings the set. */
  get head(): Uint8Array {
    this.#head ??= encodeHead(this);
    return this.#head;
  }

  /** All of it, in parcels. */
  get whole(): readonly Parcel[] {
    return this.groups.filter(({ resources }) => resources.size > 0).map((group) => group.whole);
  }

  /** What makes this set of another. */
  differenceFrom(before: ResourceSet): Difference {
    if (before === this) return noDifference;
    if (before.groups.length === 0) return wholly(this);
    if (before.groups.length !== this.groups.length) return differenceByName(this, before);
    let found = noDifference;
    for (let i = 0; i < this.groups.length; i++) {
      const group = this.groups[i] as ResourceGroup;
      found = together(found, group.differenceFrom(before.groups[i] as ResourceGroup));
    }
    // A name may have gone from one group to another.
    return found.removed.some((name) => this.has(name)) ? differenceByName(this, before) : found;
  }
}

/** As many views as there are workloads have a set of two groups, of which one is theirs alone: they must cost little. */
const fewGroups = 3;

function versionOf(groups: readonly ResourceGroup[]): string {
  const versions = groups.map(({ version }) => version).join(".");
  return groups.length > 0 && groups.length <= fewGroups ? versions : contentVersion(versions);
}

function together(a: Difference, b: Difference): Difference {
  if (isNone(a)) return b;
  if (isNone(b)) return a;
  const parcels = [...a.parcels, ...b.parcels];
  return { parcels, removed: [...a.removed, ...b.removed], adds: a.adds || b.adds };
}

/** All of a set, for who has nothing. */
function wholly({ whole }: ResourceSet): Difference {
  return whole.length === 0 ? noDifference : { ...noDifference, parcels: whole, adds: true };
}

function isNone({ parcels, removed }: Difference): boolean {
  return parcels.length === 0 && removed.length === 0;
}

/** What differs, whatever groups the resources are in. */
const differenceByName = memoByPair((set: ResourceSet, before: ResourceSet): Difference => {
  const changed = Array.from(set.values()).filter(({ name, version }) => before.get(name)?.version !== version);
  const removed = Array.from(before.keys()).filter((name) => !set.has(name));
  const adds = changed.some(({ name }) => !before.has(name));
  return { parcels: changed.length > 0 ? [new Parcel(changed)] : [], removed, adds };
});

/** A group without the names of another; itself, as nearly always, if they have none in common. */
const without = memoByPair((group: ResourceGroup, other: ResourceGroup): ResourceGroup => {
  const [few, many] = [group.resources, other.resources].sort((a, b) => a.size - b.size) as [Named, Named];
  if (!few.keys().some((name) => many.has(name))) return group;
  return new ResourceGroup(group.resources.values().filter(({ name }) => !other.resources.has(name)));
});

type Named = ResourceGroup["resources"];

/** A set without all names but these; computed once for each pair. */
export const restrictedTo = memoByPair((set: ResourceSet, names: NameSet): ResourceSet => {
  const kept = Array.from(set.values()).filter(({ name }) => names.has(name));
  return kept.length === set.size ? set : ResourceSet.of(set.type, kept);
});

/** Names among these that are not in a set; computed once for each pair. */
export const missingFrom = memoByPair((set: ResourceSet, names: NameSet): readonly string[] =>
  Array.from(names).filter((name) => !set.has(name)),
);
