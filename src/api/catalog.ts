import { FairwayError } from "../base/fault.ts";
import type { KindDefinition, KindVersion } from "./kind.ts";
import { apiVersionOf, formatGroupKind, type GroupKind, groupOf, type Resource, versionOf } from "./resource.ts";

/** The kinds that are known at one time: an immutable set with the lookups that readers need. */
export class KindCatalog {
  readonly all: readonly KindDefinition[];
  readonly #byKind: ReadonlyMap<string, KindDefinition>;
  readonly #byPlural: ReadonlyMap<string, KindDefinition>;

  constructor(kinds: readonly KindDefinition[]) {
    this.all = kinds;
    this.#byKind = new Map(kinds.map((k) => [formatGroupKind(k), k]));
    this.#byPlural = new Map(kinds.map((k) => [`${k.group}/${k.plural}`, k]));
  }

  /** This catalogue with `kinds` added; one of the same group and kind takes the place of the former. */
  with(kinds: readonly KindDefinition[]): KindCatalog {
    const merged = new Map(this.#byKind);
    for (const kind of kinds) merged.set(formatGroupKind(kind), kind);
    return new KindCatalog([...merged.values()]);
  }

  find(type: GroupKind): KindDefinition | undefined {
    return this.#byKind.get(formatGroupKind(type));
  }

  /** As `find`, but a kind that is not known is a NotFound fault. */
  get(type: GroupKind): KindDefinition {
    const kind = this.find(type);
    if (!kind) throw new FairwayError("NotFound", `the kind ${formatGroupKind(type)} is not known`);
    return kind;
  }

  /** By the names in URLs. */
  findPlural(group: string, plural: string): KindDefinition | undefined {
    return this.#byPlural.get(`${group}/${plural}`);
  }

  /** The kind of an object, if it and the object's version are known. */
  findFor(resource: Resource): { kind: KindDefinition; version: KindVersion } | undefined {
    const kind = this.find({ group: groupOf(resource.apiVersion), kind: resource.kind });
    const version = kind?.versions.find((v) => v.name === versionOf(resource.apiVersion));
    return kind && version ? { kind, version } : undefined;
  }

  /** The kind under which objects of `kind` are kept: mostly itself. */
  storedKind(kind: KindDefinition): KindDefinition {
    return kind.storedAs ? this.get(kind.storedAs) : kind;
  }

  /** The object in the form in which it is stored. */
  toStored(resource: Resource): Resource {
    const found = this.findFor(resource);
    if (!found) throw new FairwayError("NotFound", `the kind ${resource.apiVersion} ${resource.kind} is not known`);
    const stored = this.storedKind(found.kind);
    const apiVersion = apiVersionOf(stored.group, stored.versions[0].name);
    if (apiVersion === resource.apiVersion) return resource;
    return { ...(found.version.toStored?.(resource) ?? resource), apiVersion, kind: stored.kind };
  }

  /** A stored object in another version: one of its own kind, or one of `as`, a kind that is stored as this one. */
  fromStored(resource: Resource, version: KindVersion, as?: GroupKind): Resource {
    const { group, kind } = as ?? { group: groupOf(resource.apiVersion), kind: resource.kind };
    const apiVersion = apiVersionOf(group, version.name);
    if (apiVersion === resource.apiVersion) return resource;
    return { ...(version.fromStored?.(resource) ?? resource), apiVersion, kind };
  }
}
