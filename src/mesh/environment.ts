import { formatGroupKind, type MeshConfig, type Resource, type ResourceKey } from "../api/index.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import type { FairwayError } from "../base/fault.ts";
import type { KeptFresh } from "../base/kept-fresh.ts";
import { isBookkeeping, type ResourceChange, type ResourceStore } from "../core/index.ts";
import {
  ClusterRegistries,
  type ClusterRegistriesOptions,
  followStore,
  type GatewayNamesOptions,
  gatewayNames,
  type MeshProblem,
  type MeshSource,
  MeshWatcher,
  type RegistryChange,
  type RegistrySettings,
  registryKinds,
  registrySettings,
  type StoreFollower,
  watchMeshConfigMap,
  watchMeshFile,
} from "../registry/index.ts";
import { type EnvironmentChange, environmentChange, globalChange } from "./environment-change.ts";
import { meshKinds } from "./mesh-indexes.ts";
import { type MeshSettings, meshSettings } from "./mesh-settings.ts";
import { buildSnapshot, type MeshSnapshot, updateSnapshot } from "./mesh-snapshot.ts";
import { type JoinedCluster, type RemoteStore, RemoteStores } from "./remote-stores.ts";

/** An object from which nothing can be made; with its cluster if that is a remote one. */
type ObjectProblem = Parameters<NonNullable<ClusterRegistriesOptions["report"]>>[0];

/** What an environment is made from. */
export interface EnvironmentOptions {
  readonly store: ResourceStore;
  /** File with the MeshConfig; absent: the ConfigMap `istio` of the root namespace is watched. */
  readonly meshConfigFile?: string;
  /** File with the MeshNetworks; absent: as with the MeshConfig. */
  readonly networksFile?: string;
  /** Stands over the MeshConfig's. */
  readonly rootNamespace?: string;
  /** Default: `cluster.local`. */
  readonly domainSuffix?: string;
  /** Name of the cluster that the objects are of. Default: `Kubernetes`. */
  readonly clusterId?: string;
  /** Namespaces whose services count; default: all. */
  readonly watchedNamespaces?: readonly string[];
  /** Whether health that is reported of workload entries counts; default: true. */
  readonly workloadHealth?: boolean;
  readonly clock?: Clock;
  /** Told of what cannot be used; everything else goes on. */
  readonly report?: (problem: ObjectProblem | MeshProblem) => void;
  /** Told of faults of the store. */
  readonly fault?: (fault: FairwayError) => void;
  /** Told of all objects that come, change or go, in remote clusters too. */
  readonly taken?: (changes: readonly ResourceChange[]) => void;
  /** Told of changes of objects that make no difference to anybody: their status, or notes that are not read. */
  readonly passedOver?: (key: ResourceKey) => void;
  /** How gateways that have host names are found for clients that resolve none. Default: they are not. */
  readonly gatewayNames?: Pick<GatewayNamesOptions, "resolve" | "failed" | "refresh">;
}

/**
 * All that the control plane knows: objects, services and the mesh's settings, followed as they change. A snapshot of the
 * mesh is made of it when one is asked for, from the last one and what came in since.
 */
export class Environment {
  readonly #options: EnvironmentOptions;
  readonly #clock: Clock;
  readonly #watcher: MeshWatcher;
  readonly #registry: ClusterRegistries;
  readonly #remotes: RemoteStores;
  readonly #names: KeptFresh<readonly string[]> | undefined;
  readonly #handlers = new Set<(change: EnvironmentChange) => void>();
  readonly #sources: { close(): Promise<void> }[] = [];
  #follower: StoreFollower | undefined;
  #settings: MeshSettings;
  #snapshot: MeshSnapshot;
  #resources: ResourceChange[] = [];
  #services = new Set<string>();
  #ledger = "";
  #stale = false;

  private constructor(options: EnvironmentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#watcher = new MeshWatcher(options.report);
    const { gatewayNames: names, clock } = options;
    this.#names = names && gatewayNames({ ...names, ...(clock && { clock }), changed: () => this.#takeNames() });
    this.#registry = new ClusterRegistries({
      addressesOf: (host) => this.#names?.at(host),
      settings: this.#registrySettings(),
      ...(options.report && { report: options.report }),
    });
    const { taken, fault } = options;
    this.#remotes = new RemoteStores({
      registries: this.#registry,
      change: (apply) => this.#change([], apply),
      ...(taken && { taken }),
      ...(fault && { fault }),
      ...(clock && { clock }),
    });
    this.#settings = this.#meshSettings();
    this.#snapshot = buildSnapshot({
      settings: this.#settings,
      registry: this.#registry.snapshot,
      resources: [],
      now: this.#clock.now(),
    });
  }

  /** Resolves when everything there is has been read once. */
  static async open(options: EnvironmentOptions): Promise<Environment> {
    const environment = new Environment(options);
    try {
      await environment.#start();
      return environment;
    } catch (error) {
      await environment.close();
      throw error;
    }
  }

  /** The mesh as it is now. What a push works on is the snapshot that it took at its start. */
  get snapshot(): MeshSnapshot {
    if (!this.#stale) return this.#snapshot;
    this.#snapshot = updateSnapshot(this.#snapshot, {
      resources: this.#resources,
      registry: this.#registry.snapshot,
      changedServices: this.#services,
      settings: this.#settings,
      ledgerVersion: this.#ledger,
      now: this.#clock.now(),
    });
    this.#resources = [];
    this.#services = new Set();
    this.#stale = false;
    return this.#snapshot;
  }

  /** Endpoints that are told to nobody yet because nothing is known of their pods. */
  get endpointsWithoutPod(): number {
    return this.#registry.endpointsWithoutPod;
  }

  /** An object as it was read last; undefined if it was not there, or is of a kind that is not read. */
  known(key: ResourceKey): Resource | undefined {
    return this.#follower?.known(key);
  }

  /** Runs `handler` whenever the next snapshot would differ; the returned function ends that. */
  onChange(handler: (change: EnvironmentChange) => void): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  /**
   * Makes the services and workloads of a remote cluster a part of the mesh. Resolves when all that is in its store was
   * taken, in one step; one of the same name that joined earlier counts until then. Its own configuration never counts.
   */
  join(cluster: string, store: RemoteStore): Promise<JoinedCluster> {
    return this.#remotes.join(cluster, store);
  }

  async close(): Promise<void> {
    this.#names?.close();
    await this.#remotes.close();
    for (const source of this.#sources.splice(0).reverse()) await source.close();
  }

  async #start(): Promise<void> {
    for (const source of await this.#meshSources()) this.#sources.push(source);
    this.#takeSettings();
    this.#watcher.onMesh(() => this.#takeSettings());
    this.#watcher.onNetworks(() => this.#takeSettings());
    const { store, clock, fault } = this.#options;
    const follower = await followStore({
      store,
      kinds: [...registryKinds, ...meshKinds],
      apply: (changes, resourceVersion) => {
        this.#ledger = resourceVersion;
        this.#take(changes);
      },
      ...(fault && { fault }),
      ...(clock && { clock }),
    });
    this.#follower = follower;
    this.#sources.push(follower);
  }

  async #meshSources(): Promise<readonly MeshSource[]> {
    const { store, meshConfigFile, networksFile, fault } = this.#options;
    const watcher = this.#watcher;
    const sources: MeshSource[] = [];
    if (meshConfigFile !== undefined) {
      sources.push(await watchMeshFile({ watcher, document: "mesh", file: meshConfigFile }));
    }
    if (networksFile !== undefined) {
      sources.push(await watchMeshFile({ watcher, document: "networks", file: networksFile }));
    }
    const fromStore = [
      ...(meshConfigFile === undefined ? (["mesh"] as const) : []),
      ...(networksFile === undefined ? (["networks"] as const) : []),
    ];
    if (fromStore.length > 0) {
      const namespace = this.#meshSettings().rootNamespace;
      const documents = new Set(fromStore);
      sources.push(await watchMeshConfigMap({ watcher, store, namespace, documents, ...(fault && { fault }) }));
    }
    return sources;
  }

  #take(changes: readonly ResourceChange[]): void {
    this.#options.taken?.(changes);
    const isOfMesh = ({ key }: ResourceChange) => ofMesh.has(formatGroupKind(key));
    const counted = changes.filter((change) => !isOfMesh(change) || !this.#isPassedOver(change));
    const objects = counted.filter(isOfMesh);
    this.#resources.push(...objects);
    this.#change(counted, () => this.#registry.apply(changes), objects);
  }

  /** Notes what comes of a change of the registry, and of the objects that brought it. */
  #change(
    changes: readonly ResourceChange[],
    apply: () => RegistryChange,
    objects: readonly ResourceChange[] = [],
  ): void {
    const before = this.#registry.snapshot;
    const registry = apply();
    if (registry.gateways) this.#forgetNames();
    const { destinationRules } = this.#snapshot;
    const after = this.#registry.snapshot;
    const change = environmentChange({ changes, objects, registry, before, after, destinationRules });
    if (change) this.#note(change, registry.services);
  }

  #isPassedOver(change: ResourceChange): boolean {
    const passed = isBookkeeping(change, (annotation) => readAnnotations.has(annotation));
    if (passed) this.#options.passedOver?.(change.key);
    return passed;
  }

  #takeSettings(): void {
    this.#settings = this.#meshSettings();
    const { services } = this.#registry.applySettings(this.#registrySettings());
    this.#forgetNames();
    this.#note(globalChange, services);
  }

  #takeNames(): void {
    if (this.#registry.applyNames().gateways) this.#note(globalChange);
  }

  /** Names of gateways that are no more need not be looked up again. */
  #forgetNames(): void {
    const gateways = [...this.#registry.snapshot.networkGateways().values()].flat();
    this.#names?.keepOnly(new Set(gateways.map(({ address }) => address)));
  }

  #note(change: EnvironmentChange, services: ReadonlySet<string> = new Set()): void {
    for (const key of services) this.#services.add(key);
    this.#stale = true;
    for (const handler of this.#handlers) handler(change);
  }

  #mesh(): MeshConfig {
    const { rootNamespace } = this.#options;
    return rootNamespace === undefined ? this.#watcher.mesh : { ...this.#watcher.mesh, rootNamespace };
  }

  #meshSettings(): MeshSettings {
    const { domainSuffix } = this.#options;
    return meshSettings({
      config: this.#mesh(),
      networks: this.#watcher.networks,
      ...(domainSuffix !== undefined && { domainSuffix }),
    });
  }

  #registrySettings(): RegistrySettings {
    const { domainSuffix, clusterId, watchedNamespaces, workloadHealth } = this.#options;
    return registrySettings(this.#mesh(), {
      networks: this.#watcher.networks,
      ...(domainSuffix !== undefined && { domainSuffix }),
      ...(clusterId !== undefined && { clusterId }),
      ...(watchedNamespaces && { watchedNamespaces }),
      ...(workloadHealth !== undefined && { workloadHealth }),
    });
  }
}

const ofMesh = new Set(meshKinds.map(formatGroupKind));

/** The annotations of the mesh's own kinds that anybody reads. */
const readAnnotations: ReadonlySet<string> = new Set(["istio.io/dry-run"]);
