import { keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import type { ResourceChange, Service } from "../core/index.ts";
import type { Replacement } from "./buckets.ts";
import { labelKeys } from "./label-keys.ts";
import { memoisedFor } from "./lazy.ts";
import { changeIndexes, emptyIndexes, type MeshIndexes } from "./mesh-indexes.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import { allObjects, getObject } from "./objects.ts";
import { isUnusable } from "./resolve-object.ts";
import { diffServices } from "./service-index.ts";
import type { ServiceSource } from "./service-source.ts";
import { type ScopeCache, scopeCache } from "./sidecar/scope-cache.ts";
import { type Dependent, type ScopeChanges, scopeDependsOn } from "./sidecar/scope-dependencies.ts";
import { sidecarFor } from "./sidecar/sidecar-index.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";

/** All that the mesh decides at one moment. It never changes; a push works on one snapshot from its beginning to its end. */
export interface MeshSnapshot extends MeshIndexes {
  /** RFC 3339 time, a slash, and a number that rises with each snapshot. */
  readonly version: string;
  /** The store's version that it has everything up to; empty if it was not made from a store. */
  readonly ledgerVersion: string;
  readonly count: number;
  readonly settings: MeshSettings;
  readonly registry: ServiceSource;
  readonly scopes: ScopeCache;
  /** The labels of a proxy by which something in its scope chooses. */
  readonly labelKeys: (scope: SidecarScope) => ReadonlySet<string>;
}

/** What a snapshot is made from. */
export interface SnapshotInputs {
  readonly settings: MeshSettings;
  readonly registry: ServiceSource;
  /** Objects of any kinds; those that the mesh does not read are passed over. */
  readonly resources: Iterable<Resource>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What differs from a snapshot. */
export interface SnapshotChanges {
  readonly resources?: readonly ResourceChange[];
  /** Absent: the services and endpoints are the same. */
  readonly registry?: ServiceSource;
  /** Keys of the services that changed; absent: found out by comparing. */
  readonly changedServices?: ReadonlySet<string>;
  /** Absent: the same. Others mean that everything is decided anew. */
  readonly settings?: MeshSettings;
  /** Absent: the same. */
  readonly ledgerVersion?: string;
  readonly now: number;
}

/** Makes a snapshot from everything. */
export function buildSnapshot({ settings, registry, resources, now }: SnapshotInputs): MeshSnapshot {
  const created = Array.from(resources, (after) => ({ key: keyOf(after), after }));
  const services = Array.from(registry.services(), (after) => ({ after }));
  const { indexes } = changeIndexes(emptyIndexes, created, services, settings);
  return assemble(indexes, { settings, registry, now, count: 1, ledgerVersion: "" });
}

/** Makes a snapshot from the one before it; the same as one made from everything, at the cost of what changed. */
export function updateSnapshot(previous: MeshSnapshot, changes: SnapshotChanges): MeshSnapshot {
  const { registry = previous.registry, settings = previous.settings, resources = [], now } = changes;
  const { ledgerVersion = previous.ledgerVersion } = changes;
  const rest = { settings, registry, now, count: previous.count + 1, ledgerVersion };
  if (settings !== previous.settings) {
    const before = Array.from(resourcesOf(previous), (after): ResourceChange => ({ key: keyOf(after), after }));
    const services = Array.from(registry.services(), (after) => ({ after }));
    const { indexes } = changeIndexes(emptyIndexes, [...before, ...resources], services, settings);
    return assemble(indexes, rest);
  }
  const services = changedServices(previous.registry, registry, changes.changedServices);
  const changed = changeIndexes(previous, resources, services, settings);
  return assemble(changed.indexes, rest, { previous, changes: changed.changes });
}

/** The scope of a workload: by its Sidecar, or everything that its namespace sees. */
export function scopeOf(
  snapshot: MeshSnapshot,
  workload: { readonly namespace: string; readonly labels: Labels },
): SidecarScope {
  const sidecar = sidecarFor(snapshot.sidecars, workload, snapshot.settings.rootNamespace);
  return snapshot.scopes.get(workload.namespace, sidecar);
}

/** Everything that a namespace sees, whatever Sidecars say: the scope of gateways. */
export function openScope(snapshot: MeshSnapshot, namespace: string): SidecarScope {
  return snapshot.scopes.get(namespace, undefined);
}

/** Whether what is made for a client may depend on an object, of whatever kind. */
export function dependsOn(snapshot: MeshSnapshot, client: Dependent, key: ResourceKey): boolean {
  return scopeDependsOn(client, key, snapshot.settings.rootNamespace, ({ namespace, name }) => {
    const rule = getObject(snapshot.destinationRules.resolved, namespace, name);
    return rule && !isUnusable(rule) ? rule : undefined;
  });
}

/** The objects that a snapshot was made from. */
export function* resourcesOf(indexes: MeshIndexes): Generator<Resource> {
  for (const index of Object.values(indexes) as readonly Partial<MeshIndexes["gateways"]>[]) {
    if (index?.resolved) for (const { resource } of allObjects(index.resolved)) yield resource;
  }
}

type Rest = Pick<MeshSnapshot, "settings" | "registry" | "count" | "ledgerVersion"> & { readonly now: number };

interface Former {
  readonly previous: MeshSnapshot;
  readonly changes: ScopeChanges;
}

function assemble(indexes: MeshIndexes, rest: Rest, former?: Former): MeshSnapshot {
  const { settings, registry, count, ledgerVersion, now } = rest;
  const inputs = { ...indexes, settings };
  return {
    ...indexes,
    version: `${new Date(now).toISOString()}/${count}`,
    ledgerVersion,
    count,
    settings,
    registry,
    labelKeys: memoisedFor((scope) => labelKeys(indexes.destinationRules, settings, scope)),
    scopes: scopeCache(inputs, former && { cache: former.previous.scopes, changes: former.changes }),
  };
}

function changedServices(
  before: ServiceSource,
  after: ServiceSource,
  keys: ReadonlySet<string> | undefined,
): readonly Replacement<Service>[] {
  if (before === after) return [];
  if (keys === undefined) return diffServices(before.services(), after.services());
  return Array.from(keys, (key) => ({ before: before.serviceByKey(key), after: after.serviceByKey(key) }));
}
