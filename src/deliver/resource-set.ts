import { contentVersion, type XdsResource } from "./xds-resource.ts";

/**
 * The resources of one type that a client is to have. It never changes: clients that are to have the same share it, and
 * whoever compares two of them may begin with their identity.
 */
export class ResourceSet {
  readonly type: string;
  readonly resources: ReadonlyMap<string, XdsResource>;
  #version: string | undefined;
  /** What differs from sets that clients had before. */
  readonly #changes = new WeakMap<ResourceSet, SetChange>();

  /** `version` is for who knows a shorter one than the hash of everything. */
  constructor(type: string, resources: Iterable<XdsResource>, version?: string) {
    this.type = type;
    this.#version = version;
    this.resources = new Map(Array.from(resources, (each) => [each.name, each]));
  }

  static empty(type: string): ResourceSet {
    return new ResourceSet(type, []);
  }

  /** Changes with the content of the set and only with it. */
  get version(): string {
    this.#version ??= contentVersion(
      Array.from(this.resources.values(), ({ name, version }) => `${name}\0${version}`)
        .sort()
        .join("\n"),
    );
    return this.#version;
  }

  /** What makes this set of another; computed once for all clients that had the other. */
  changesSince(before: ResourceSet): SetChange {
    const known = this.#changes.get(before);
    if (known) return known;
    const change = difference(before, this);
    this.#changes.set(before, change);
    return change;
  }
}

/** What differs between two sets. */
export interface SetChange {
  /** Resources that came or changed. */
  readonly changed: readonly XdsResource[];
  /** Names that are no longer there. */
  readonly removed: readonly string[];
}

const nothing: SetChange = { changed: [], removed: [] };

function difference(before: ResourceSet, after: ResourceSet): SetChange {
  if (before === after) return nothing;
  const changed: XdsResource[] = [];
  for (const resource of after.resources.values()) {
    if (before.resources.get(resource.name)?.version !== resource.version) changed.push(resource);
  }
  const removed = [...before.resources.keys()].filter((name) => !after.resources.has(name));
  return changed.length === 0 && removed.length === 0 ? nothing : { changed, removed };
}
