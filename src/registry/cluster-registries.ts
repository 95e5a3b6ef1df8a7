import { formatGroupKind, type GroupKind, keyOf, type Resource, type ServiceEntry } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import type { ResourceChange } from "../core/index.ts";
import { AggregateRegistry } from "./aggregate-registry.ts";
import { registryKinds } from "./object-index.ts";
import { Registry, type RegistryOptions, type RegistryProblem } from "./registry.ts";
import { joinChanges, type RegistryChange, type SnapshotSource } from "./registry-change.ts";
import type { RegistrySettings } from "./registry-settings.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";

/** Kinds that only the own cluster has a say in: what a remote one has of them is not looked at. */
const ownKinds: ReadonlySet<string> = new Set([
  "networking.istio.io/ServiceEntry",
  "networking.istio.io/WorkloadGroup",
]);

/** The kinds that the registry of a remote cluster is derived from. */
export const remoteKinds: readonly GroupKind[] = registryKinds.filter((type) => !ownKinds.has(formatGroupKind(type)));

export interface ClusterRegistriesOptions extends RegistryOptions {
  /** Those of the own cluster; remote ones have all of them but its name. */
  readonly settings: RegistrySettings;
  /** As a registry's; `cluster` is the name of the remote cluster that the object is of, absent for the own one. */
  readonly report?: (problem: RegistryProblem & { readonly cluster?: string }) => void;
}

/** The registries of all clusters of a mesh: of the own one, whose configuration holds for all, and of remote ones. */
export class ClusterRegistries implements SnapshotSource {
  readonly #options: ClusterRegistriesOptions;
  readonly #own: Registry;
  readonly #remotes = new Map<string, Registry>();
  readonly #all = new AggregateRegistry();
  /** Entries of the own cluster that select workloads, which may be in any. */
  readonly #selecting = new Map<string, Resource>();
  #settings: RegistrySettings;

  constructor(options: ClusterRegistriesOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#own = new Registry(options);
    this.applySettings(options.settings);
  }

  get snapshot(): RegistrySnapshot {
    return this.#all.snapshot;
  }

  /** Endpoints that are none yet because nothing is known of their pods. */
  get endpointsWithoutPod(): number {
    return [this.#own, ...this.#remotes.values()].reduce((sum, each) => sum + each.endpointsWithoutPod, 0);
  }

  /** Takes changes of the own cluster's objects. */
  apply(changes: readonly ResourceChange[]): RegistryChange {
    const own = this.#all.setOwn(...applied(this.#own, (registry) => registry.apply(changes)));
    const entries = this.#selectingChanges(changes);
    return entries.length === 0 ? own : this.#eachRemote(own, (registry) => registry.apply(entries));
  }

  /** Everything by other settings. */
  applySettings(settings: RegistrySettings): RegistryChange {
    this.#settings = settings;
    const own = this.#all.setOwn(...applied(this.#own, (registry) => registry.applySettings(settings)));
    return this.#eachRemote(own, (registry, clusterId) => registry.applySettings({ ...settings, clusterId }));
  }

  /** Looks the names of gateways up again. */
  applyNames(): RegistryChange {
    const own = this.#all.setOwn(...applied(this.#own, (registry) => registry.applyNames()));
    return this.#eachRemote(own, (registry) => registry.applyNames());
  }

  /** An empty registry for a remote cluster. Nobody sees it before it joins. */
  remote(clusterId: string): Registry {
    const { report, addressesOf } = this.#options;
    return new Registry({
      settings: { ...this.#settings, clusterId },
      ...(report && { report: (problem: RegistryProblem) => report({ ...problem, cluster: clusterId }) }),
      ...(addressesOf && { addressesOf }),
    });
  }

  /** A remote cluster's registry becomes a part of the whole, in one step, in place of an earlier one of that name. */
  join(clusterId: string, registry: Registry): RegistryChange {
    this.#remotes.set(clusterId, registry);
    const settings = { ...this.#settings, clusterId };
    if (!jsonEqual(registry.settings, settings)) registry.applySettings(settings);
    registry.apply([...this.#selecting.values()].map((after) => ({ key: keyOf(after), after })));
    return this.#all.set(clusterId, registry.snapshot);
  }

  /** Takes changes of a remote cluster's objects; they make a difference only if its registry has joined. */
  applyRemote(clusterId: string, registry: Registry, changes: readonly ResourceChange[]): RegistryChange {
    const [snapshot, change] = applied(registry, () => registry.apply(changes));
    if (this.#remotes.get(clusterId) === registry) return this.#all.set(clusterId, snapshot, change);
    return this.#unchanged();
  }

  /** A remote cluster's registry leaves the whole, unless another has taken its place. */
  leave(clusterId: string, registry: Registry): RegistryChange {
    if (this.#remotes.get(clusterId) !== registry) return this.#unchanged();
    this.#remotes.delete(clusterId);
    return this.#all.remove(clusterId);
  }

  #eachRemote(
    before: RegistryChange,
    apply: (registry: Registry, clusterId: string) => RegistryChange,
  ): RegistryChange {
    let change = before;
    for (const [clusterId, registry] of this.#remotes) {
      const next = this.#all.set(clusterId, ...applied(registry, () => apply(registry, clusterId)));
      change = joinChanges(change, next);
    }
    return change;
  }

  #unchanged(): RegistryChange {
    const none: ReadonlySet<string> = new Set();
    const { version } = this.snapshot;
    return { version, services: none, endpoints: none, workloads: none, nodes: none, gateways: false };
  }

  /** Changes of the entries that select workloads, as remote clusters are to see them. */
  #selectingChanges(changes: readonly ResourceChange[]): readonly ResourceChange[] {
    return changes.flatMap(({ key, after }): readonly ResourceChange[] => {
      if (key.kind !== "ServiceEntry" || key.group !== "networking.istio.io") return [];
      const id = `${key.namespace}/${key.name}`;
      const known = this.#selecting.get(id);
      if (after && selectsWorkloads(after)) {
        this.#selecting.set(id, after);
        return [{ key, after }];
      }
      this.#selecting.delete(id);
      return known ? [{ key, before: known }] : [];
    });
  }
}

function selectsWorkloads(entry: Resource): boolean {
  const spec: Partial<ServiceEntry["spec"]> | undefined = (entry as Partial<ServiceEntry>).spec;
  return spec?.workloadSelector !== undefined;
}

function applied(
  registry: Registry,
  apply: (registry: Registry) => RegistryChange,
): [snapshot: RegistrySnapshot, change: RegistryChange] {
  const change = apply(registry);
  return [registry.snapshot, change];
}
