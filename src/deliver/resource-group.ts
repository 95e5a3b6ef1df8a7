import { Parcel } from "./parcel.ts";
import { contentVersion, type XdsResource } from "./xds-resource.ts";

/** What differs between two groups, or two sets. */
export interface Difference {
  /** Resources that came or changed. */
  readonly parcels: readonly Parcel[];
  /** Names that are no longer there. */
  readonly removed: readonly string[];
  /** Some of the resources have names that were not there before. */
  readonly adds: boolean;
}

export const noDifference: Difference = { parcels: [], removed: [], adds: false };

/**
 * Resources of one type that belong together because the same proxies are to have all of them. It never changes, and
 * whatever is made from it (its version, its bytes, what differs from another) is made once for all who share it.
 */
export class ResourceGroup {
  readonly resources: ReadonlyMap<string, XdsResource>;
  #version: string | undefined;
  #whole: Parcel | undefined;
  readonly #differences = new WeakMap<ResourceGroup, Difference>();

  /** Of resources with one name the first is meant. `version` is for who knows a shorter one than the hash of everything. */
  constructor(resources: Iterable<XdsResource>, version?: string) {
    this.#version = version;
    const byName = new Map<string, XdsResource>();
    for (const each of resources) if (!byName.has(each.name)) byName.set(each.name, each);
    this.resources = byName;
  }

  /** Changes with the content of the group and only with it. */
  get version(): string {
    this.#version ??= contentVersion(
      Array.from(this.resources.values(), ({ name, version }) => `${name}\0${version}`)
        .sort()
        .join("\n"),
    );
    return this.#version;
  }

  /** All of it. */
  get whole(): Parcel {
    this.#whole ??= new Parcel([...this.resources.values()]);
    return this.#whole;
  }

  /** What makes this group of another. */
  differenceFrom(before: ResourceGroup): Difference {
    if (before === this || this.resources.size + before.resources.size === 0) return noDifference;
    if (before.resources.size === 0) return { ...noDifference, parcels: [this.whole], adds: true };
    let known = this.#differences.get(before);
    if (!known) {
      known = difference(before.resources, this.resources);
      this.#differences.set(before, known);
    }
    return known;
  }
}

function difference(before: ReadonlyMap<string, XdsResource>, after: ReadonlyMap<string, XdsResource>): Difference {
  const changed: XdsResource[] = [];
  for (const resource of after.values()) {
    const known = before.get(resource.name);
    if (known !== resource && known?.version !== resource.version) changed.push(resource);
  }
  const adds = changed.some(({ name }) => !before.has(name));
  // As many as before and nothing new: then nothing is gone either.
  const removed =
    after.size === before.size && !adds ? [] : Array.from(before.keys()).filter((name) => !after.has(name));
  if (changed.length === 0 && removed.length === 0) return noDifference;
  return { parcels: changed.length > 0 ? [new Parcel(changed)] : [], removed, adds };
}
