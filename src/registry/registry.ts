import { isIP } from "node:net";
import {
  type KubernetesService,
  keyOf,
  type Pod,
  type Resource,
  type ResourceKey,
  type ServiceEntry,
  type WorkloadEntry,
  type WorkloadGroup,
} from "../api/index.ts";
import { isSuperset, type Labels } from "../base/labels.ts";
import type { ResourceChange, Service, Workload } from "../core/index.ts";
import { readTopologyRule, topologyKeysAnnotation } from "../topology/index.ts";
import { Dependents } from "./dependents.ts";
import { addressNote, DerivationContext } from "./derivation-context.ts";
import { addAll, addDirt, type Dirt, noDirt } from "./dirt.ts";
import { entryWorkload } from "./entry-workload.ts";
import { KeySets } from "./key-sets.ts";
import { kubernetesEndpoints, slicesOfEndpoints } from "./kubernetes-endpoints.ts";
import { kubernetesService } from "./kubernetes-service.ts";
import type { NetworkGateway } from "./network-gateway.ts";
import { NodePlaces } from "./node-places.ts";
import { ObjectIndex } from "./object-index.ts";
import type { Origin } from "./origin.ts";
import { podWorkload } from "./pod-workload.ts";
import type { RegistryChange, SnapshotSource } from "./registry-change.ts";
import { defaultRegistrySettings, type RegistrySettings } from "./registry-settings.ts";
import { RegistrySnapshot } from "./registry-snapshot.ts";
import { serviceEntryParts } from "./service-entry.ts";
import { configuredGateways, serviceGateways } from "./service-gateways.ts";
import { labelPlaces, selectorPlace } from "./service-key.ts";
import { ServiceTable } from "./service-table.ts";
import { SnapshotDraft } from "./snapshot-draft.ts";
import { hasSoundMetadata } from "./sound-metadata.ts";
import { isWatched } from "./watched-namespaces.ts";
import { WorkloadIndex } from "./workload-index.ts";

/** An object from which nothing could be made, and why. */
export interface RegistryProblem {
  readonly key: ResourceKey;
  readonly message: string;
}

export interface RegistryOptions {
  readonly settings?: RegistrySettings;
  /** Told of objects from which nothing can be made; everything else goes on without them. */
  readonly report?: (problem: RegistryProblem) => void;
  /** The addresses of a gateway's host name, as far as they are known. Default: they never are. */
  readonly addressesOf?: (host: string) => readonly string[] | undefined;
}

/** Where the gateways stand that the configuration gives by address. */
const configured = "configured";

/**
 * Services, endpoints and workloads of one cluster, derived from its objects. What a change costs depends on what it
 * touches, not on how much there is; the result is the same as if everything were derived anew.
 */
export class Registry implements SnapshotSource {
  #settings: RegistrySettings;
  #snapshot = RegistrySnapshot.empty;
  readonly #report: (problem: RegistryProblem) => void;
  readonly #addressesOf: NonNullable<RegistryOptions["addressesOf"]>;
  readonly #objects = new ObjectIndex();
  readonly #workloads = new WorkloadIndex();
  readonly #dependents = new Dependents();
  /** Ids of objects with a selector, by its place. */
  readonly #selectors = new KeySets();
  readonly #selectorOf = new Map<string, { readonly place: string; readonly labels: Labels }>();
  readonly #services = new ServiceTable();
  /** How many endpoints of a Service wait for their pods. */
  readonly #podless = new Map<string, number>();
  readonly #places = new NodePlaces();
  /** What Services are by the present settings: most changes are of what is behind them. */
  #made = new WeakMap<Resource, Service>();

  constructor({
    settings = defaultRegistrySettings,
    report = () => undefined,
    addressesOf = () => undefined,
  }: RegistryOptions = {}) {
    this.#settings = settings;
    this.#report = report;
    this.#addressesOf = addressesOf;
    this.applySettings(settings);
  }

  get snapshot(): RegistrySnapshot {
    return this.#snapshot;
  }

  /** Endpoints that are none yet because nothing is known of their pods. */
  get endpointsWithoutPod(): number {
    return this.#podless.values().reduce((sum, count) => sum + count, 0);
  }

  get settings(): RegistrySettings {
    return this.#settings;
  }

  /** Workload groups of a namespace or, without one, all. */
  workloadGroups(namespace?: string): readonly WorkloadGroup[] {
    const groups = this.#objects.all("WorkloadGroup") as readonly WorkloadGroup[];
    return namespace === undefined ? groups : groups.filter(({ metadata }) => metadata.namespace === namespace);
  }

  /** Takes a batch of changes; objects that came, changed or went. Later changes of an object count over earlier ones. */
  apply(changes: readonly ResourceChange[]): RegistryChange {
    const dirt = noDirt();
    const world = {
      objects: this.#objects,
      dependents: this.#dependents,
      rootNamespace: this.#settings.rootNamespace,
    };
    for (const { key, after } of changes) {
      const next = after && this.#sound(key, after);
      const old = this.#objects.replace(key, next);
      if (old !== next) addDirt(dirt, { key, old, next }, world);
    }
    return this.#derive(dirt);
  }

  /** Derives everything anew by other settings; what comes out the same stays the same object. */
  applySettings(settings: RegistrySettings): RegistryChange {
    this.#settings = settings;
    this.#made = new WeakMap();
    const dirt = noDirt();
    addAll(dirt, this.#objects);
    return this.#derive(dirt, true);
  }

  /** Looks the names of gateways up again. */
  applyNames(): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    for (const [key, gateways] of this.#snapshot.parts.gateways) this.#setGateways(key, gateways, draft);
    const { snapshot, change } = draft.finish();
    this.#snapshot = snapshot;
    return change;
  }

  #setGateways(key: string, gateways: readonly NetworkGateway[], draft: SnapshotDraft): void {
    const found = gateways.map(({ resolved: _, ...gateway }) => {
      const resolved = isIP(gateway.address) === 0 ? this.#addressesOf(gateway.address) : undefined;
      return { ...gateway, ...(resolved && { resolved }) };
    });
    draft.setGateways(key, found);
  }

  #derive({ workloads, origins, nodes }: Dirt, withSettings = false): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    const context = new DerivationContext({
      settings: this.#settings,
      objects: this.#objects,
      workloads: this.#workloads,
      draft,
      report: (key, message) => this.#report({ key, message }),
    });
    if (withSettings) this.#setGateways(configured, configuredGateways(this.#settings.networks), draft);
    for (const id of workloads) this.#deriveWorkload(id, context, draft, origins);
    const touched = new Set<string>();
    for (const id of origins) this.#deriveOrigin(id, context, draft, touched);
    this.#services.publish(touched, this.#settings.clusterId, draft);
    this.#places.publish(nodes, { cluster: this.#settings.clusterId, objects: this.#objects, draft });
    const { snapshot, change } = draft.finish();
    this.#snapshot = snapshot;
    return change;
  }

  #deriveWorkload(id: string, context: DerivationContext, draft: SnapshotDraft, origins: Set<string>): void {
    const object = this.#watched(id, context);
    const old = draft.workload(id);
    const next = object && context.fenced(object, () => toWorkload(object, context));
    if (!draft.setWorkload(id, next)) return;
    this.#workloads.replace(id, old, next);
    for (const workload of [old, next]) if (workload) this.#addReaders(id, workload, origins);
  }

  /** All that was made from a workload, or is to be made from it now. */
  #addReaders(id: string, { namespace, addresses, labels }: Workload, origins: Set<string>): void {
    const notes = [id, ...addresses.map((address) => addressNote(namespace, address))];
    for (const note of notes) for (const origin of this.#dependents.of(note)) origins.add(origin);
    for (const place of labelPlaces(namespace, labels)) {
      for (const origin of this.#selectors.get(place)) {
        if (isSuperset(labels, this.#selectorOf.get(origin)?.labels ?? {})) origins.add(origin);
      }
    }
  }

  #deriveOrigin(id: string, context: DerivationContext, draft: SnapshotDraft, touched: Set<string>): void {
    const object = this.#watched(id, context);
    context.read.clear();
    context.missingPods = 0;
    const origin = object && context.fenced(object, () => this.#toOrigin(object, context));
    this.#dependents.set(id, context.read);
    if (context.missingPods > 0) this.#podless.set(id, context.missingPods);
    else this.#podless.delete(id);
    this.#setSelector(id, origin);
    this.#places.setRule(id, origin?.parts[0]?.service.topology);
    this.#setGateways(id, origin?.gateways ?? [], draft);
    for (const key of this.#services.setParts(id, origin?.parts ?? [])) touched.add(key);
  }

  #toOrigin(object: Resource, context: DerivationContext): Origin {
    if (object.kind === "ServiceEntry") {
      return { parts: serviceEntryParts(object as ServiceEntry, context), gateways: [] };
    }
    const service = this.#toService(object as KubernetesService);
    const { namespace, name } = service;
    const slices = this.#objects.slicesOf(namespace, name);
    const old = slices.length === 0 ? this.#objects.endpointsOf(namespace, name) : undefined;
    const converted = old && context.fenced(old, () => slicesOfEndpoints(old));
    const endpoints = kubernetesEndpoints(service, converted ?? slices, context);
    return {
      parts: [{ service, endpoints, allocated: [], allocate: false }],
      gateways:
        context.fenced(object, () => serviceGateways(object as KubernetesService, service.hostname, context)) ?? [],
    };
  }

  #toService(object: KubernetesService): Service {
    const known = this.#made.get(object);
    if (known) return known;
    const service = kubernetesService(object, this.#settings);
    this.#made.set(object, service);
    const { fault } = readTopologyRule(object);
    if (fault)
      this.#report({ key: keyOf(object), message: `has an annotation ${topologyKeysAnnotation} that ${fault}` });
    return service;
  }

  #setSelector(id: string, origin: Origin | undefined): void {
    const { namespace = "", selector } = origin?.parts[0]?.service ?? {};
    const known = this.#selectorOf.get(id);
    // Most often it is an endpoint that changed.
    if (known?.labels === selector) return;
    const place = selector && selectorPlace(namespace, selector);
    this.#selectors.move(id, known?.place, place);
    if (place === undefined) this.#selectorOf.delete(id);
    else this.#selectorOf.set(id, { place, labels: selector ?? {} });
  }

  /** The object, if at least its metadata can be relied on. */
  #sound(key: ResourceKey, object: Resource): Resource | undefined {
    if (hasSoundMetadata(key, object)) return object;
    this.#report({ key, message: "has malformed metadata" });
    return undefined;
  }

  /** The object, if its namespace counts. */
  #watched(id: string, context: DerivationContext): Resource | undefined {
    const object = this.#objects.byId(id);
    const namespace = object?.metadata.namespace ?? "";
    return isWatched(this.#settings, namespace, context.namespaceLabels(namespace)) ? object : undefined;
  }
}

function toWorkload(object: Resource, context: DerivationContext): Workload | undefined {
  return object.kind === "Pod" ? podWorkload(object as Pod, context) : entryWorkload(object as WorkloadEntry, context);
}
