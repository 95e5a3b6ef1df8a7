import {
  encodeMcpResource,
  encodeMeshConfig,
  formatGroupKind,
  formatKey,
  type KindCatalog,
  type KindDefinition,
  type KindVersion,
  type MeshConfig,
  mcpName,
  mcpResourceMessage,
  type Resource,
} from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { FairwayError } from "../base/fault.ts";
import { PersistentMap } from "../base/persistent-map.ts";
import { isBookkeeping, type ResourceChange, type ResourceStore } from "../core/index.ts";
import { type ClientConfig, ResourceSet, type Wanted, type XdsResource, xdsResource } from "../deliver/index.ts";
import { followStore, type StoreFollower } from "../registry/index.ts";
import { isConfigKind } from "./config-kinds.ts";

export interface ObjectSourceOptions {
  readonly store: ResourceStore;
  /** Told of faults of the store. */
  readonly fault?: (fault: FairwayError) => void;
  readonly clock?: Clock;
}

/** The objects of one kind by namespace and name. Another map means that one of them changed. */
type Objects = PersistentMap<Resource>;

/** The mesh's settings are no object, but are asked for like one. */
const meshConfigType = "core/v1alpha1/MeshConfig";
const meshConfigMessage = "type.googleapis.com/istio.mesh.v1alpha1.MeshConfig";

/**
 * The mesh's configuration itself, as clients take it that translate on their own: a type is a kind, written
 * `group/version/kind`, and a resource is an object, named `namespace/name`.
 */
export class ObjectSource {
  readonly #kinds: KindCatalog;
  readonly #encode = memoByObject();
  readonly #sets = new WeakMap<Objects, Map<string, ResourceSet>>();
  readonly #settingsSets = new WeakMap<MeshConfig, ResourceSet>();
  readonly #handlers = new Set<(change: ObjectChange) => void>();
  #objects: ReadonlyMap<string, Objects> = new Map();
  #follower: StoreFollower | undefined;

  private constructor(kinds: KindCatalog) {
    this.#kinds = kinds;
  }

  /** Resolves when all objects were read once. */
  static async open({ store, fault, clock }: ObjectSourceOptions): Promise<ObjectSource> {
    const kinds = store.kinds();
    const source = new ObjectSource(kinds);
    source.#follower = await followStore({
      store,
      kinds: kinds.all.filter(isConfigKind),
      apply: (changes) => source.#apply(changes),
      ...(fault && { fault }),
      ...(clock && { clock }),
    });
    return source;
  }

  /** Runs `handler` when objects changed; the result ends that. */
  onChange(handler: (change: ObjectChange) => void): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  /** Whether a type is one that objects are served of, or the mesh's settings. */
  serves(type: string): boolean {
    return type === meshConfigType || this.#find(type) !== undefined;
  }

  /** The kind that a type is of, as changes name it; undefined if it is none. */
  kindOf(type: string): string | undefined {
    const found = this.#find(type);
    return found && formatGroupKind(found.kind);
  }

  /** All objects as they are now, beside these settings: the same for every client. */
  version(mesh: MeshConfig): ClientConfig {
    const objects = this.#objects;
    return {
      resources: (type, wanted) =>
        type === meshConfigType ? this.#settings(mesh) : this.#resources(objects, type, wanted),
    };
  }

  async close(): Promise<void> {
    await this.#follower?.close();
  }

  #resources(objects: ReadonlyMap<string, Objects>, type: string, wanted: Wanted): ResourceSet {
    const found = this.#find(type);
    const ofKind = found && objects.get(formatGroupKind(found.kind));
    if (!ofKind) return ResourceSet.empty(type);
    const make = (resource: Resource) => this.#encode(this.#kinds, found, resource);
    if (wanted !== "all") {
      const named = [...wanted].flatMap((name) => ofKind.get(name) ?? []);
      return ResourceSet.of(type, named.map(make));
    }
    const sets = this.#sets.get(ofKind) ?? new Map<string, ResourceSet>();
    this.#sets.set(ofKind, sets);
    const set = sets.get(type) ?? ResourceSet.of(type, Array.from(ofKind.values(), make));
    sets.set(type, set);
    return set;
  }

  #settings(mesh: MeshConfig): ResourceSet {
    const known = this.#settingsSets.get(mesh);
    if (known) return known;
    const resource = xdsResource(meshConfigMessage, "", encodeMeshConfig(mesh));
    const set = ResourceSet.of(meshConfigType, [resource]);
    this.#settingsSets.set(mesh, set);
    return set;
  }

  #find(type: string): Served | undefined {
    const [group, name, word, ...more] = type.split("/");
    if (group === undefined || word === undefined || more.length > 0) return undefined;
    const kind = this.#kinds.find({ group, kind: word });
    const version = kind?.versions.find((each) => each.name === name);
    return kind && version && isConfigKind(kind) ? { kind, version } : undefined;
  }

  #apply(changes: readonly ResourceChange[]): void {
    const edits = new Map<string, Map<string, Resource | undefined>>();
    const keys = new Set<string>();
    for (const change of changes) {
      if (isBookkeeping(change)) continue;
      const { key, after } = change;
      const kind = formatGroupKind(key);
      const ofKind = edits.get(kind) ?? new Map<string, Resource | undefined>();
      edits.set(kind, ofKind.set(`${key.namespace}/${key.name}`, after));
      keys.add(formatKey(key));
    }
    if (keys.size === 0) return;
    const objects = new Map(this.#objects);
    for (const [kind, ofKind] of edits) {
      objects.set(kind, (objects.get(kind) ?? PersistentMap.empty<Resource>()).with(ofKind));
    }
    this.#objects = objects;
    const kinds = new Set(edits.keys());
    for (const handler of this.#handlers) handler({ keys, kinds });
  }
}

/** What one batch of changes brought. */
export interface ObjectChange {
  /** Keys of the objects. */
  readonly keys: ReadonlySet<string>;
  /** Their kinds, as `kindOf` names them. */
  readonly kinds: ReadonlySet<string>;
}

interface Served {
  readonly kind: KindDefinition;
  readonly version: KindVersion;
}

/** Encodes each object once in each version, for as long as somebody has the object. */
function memoByObject(): (kinds: KindCatalog, served: Served, resource: Resource) => XdsResource {
  const known = new WeakMap<Resource, Map<KindVersion, XdsResource>>();
  return (kinds, { kind, version }, resource) => {
    const byVersion = known.get(resource) ?? new Map<KindVersion, XdsResource>();
    known.set(resource, byVersion);
    let made = byVersion.get(version);
    if (!made) {
      const bytes = encodeMcpResource(kind, kinds.fromStored(resource, version));
      made = xdsResource(`type.googleapis.com/${mcpResourceMessage}`, mcpName(resource), bytes);
      byVersion.set(version, made);
    }
    return made;
  };
}
