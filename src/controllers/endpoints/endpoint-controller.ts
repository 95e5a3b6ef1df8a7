import {
  type EndpointSlice,
  type KubernetesEndpoints,
  type KubernetesService,
  keyOf,
  type Resource,
} from "../../api/index.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { sourceOf } from "../../store/index.ts";
import { StoreFollower } from "../store-follower.ts";
import { EndpointIndex, hasSelector, type ServiceId } from "./endpoint-index.ts";
import { headOfMirror, isMirrored, mirroredGroups, mirrorManager } from "./mirrored-slices.ts";
import { headOfService, managedByLabel, planSlices, type SlicePlan, sliceManager } from "./plan-slices.ts";
import { endpointsManager, endpointsManagerLabel, wantedEndpoints } from "./wanted-endpoints.ts";
import { wantedGroups } from "./wanted-groups.ts";

/** Milliseconds until something that failed is tried again. */
const retryAfter = 1000;

export interface EndpointControllerOptions {
  readonly store: ResourceStore;
  readonly report: (error: unknown) => void;
  readonly clock?: Clock;
}

/**
 * Keeps the EndpointSlices, and the old Endpoints, of Services with a selector as their pods are, in the form of
 * Kubernetes' own controllers, and mirrors into slices the Endpoints that somebody writes for Services without one.
 * Services whose endpoints come from files are left alone.
 */
export class EndpointController {
  readonly #store: ResourceStore;
  readonly #report: (error: unknown) => void;
  readonly #clock: Clock;
  readonly #follower: StoreFollower;
  #index = new EndpointIndex();
  readonly #due = new Set<ServiceId>();
  #working: Promise<void> | undefined;
  #closed = false;

  constructor({ store, report, clock = systemClock }: EndpointControllerOptions) {
    this.#store = store;
    this.#report = report;
    this.#clock = clock;
    this.#follower = new StoreFollower({
      store,
      types: [
        { group: "", kind: "Service" },
        { group: "", kind: "Node" },
        { group: "", kind: "Pod" },
        { group: "", kind: "Endpoints" },
        { group: "discovery.k8s.io", kind: "EndpointSlice" },
      ],
      reset: (objects) => {
        this.#index = new EndpointIndex();
        for (const resource of objects) this.#add(this.#index.apply({ type: "ADDED", resource }));
      },
      apply: (event) => this.#add(this.#index.apply(event)),
      report,
    });
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#follower.close();
    await this.#working;
  }

  #add(services: Iterable<ServiceId>): void {
    for (const id of services) this.#due.add(id);
    if (this.#due.size > 0 && !this.#closed) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    // What comes in one turn is done once.
    await undefined;
    for (let [id] = this.#due; id !== undefined && !this.#closed; [id] = this.#due) {
      this.#due.delete(id);
      await this.#reconcile(id).catch((error: unknown) => this.#retry(id, error));
    }
    this.#working = undefined;
  }

  #retry(id: ServiceId, error: unknown): void {
    // What was changed or is gone comes again by itself; what a rule forbids stays forbidden.
    if (isFault(error, "Conflict", "NotFound", "AlreadyExists", "Forbidden")) return;
    this.#report(error);
    this.#clock.after(retryAfter, () => this.#add([id]));
  }

  async #reconcile(id: ServiceId): Promise<void> {
    const service = this.#index.service(id);
    const slices = this.#index.slices(id);
    const endpoints = this.#index.endpoints(id);
    if ([...slices, ...(endpoints ? [endpoints] : [])].some((object) => sourceOf(object) !== undefined)) return;
    await this.#mirror(service, endpoints, slices.filter(isBy(mirrorManager)));
    if (service && (!hasSelector(service.spec) || service.metadata.deletionTimestamp !== undefined)) return;
    if (!service) return this.#forget(endpoints);
    const surroundings = { pods: this.#index.podsOf(service), node: (name: string) => this.#index.node(name) };
    const groups = wantedGroups(service, surroundings);
    await this.#write(planSlices(headOfService(service), groups, slices.filter(isBy(sliceManager))));
    await this.#writeEndpoints(service, endpoints);
  }

  /** Gives who reads slices only what somebody wrote as Endpoints, for as long as it is to be mirrored. */
  async #mirror(
    service: KubernetesService | undefined,
    endpoints: KubernetesEndpoints | undefined,
    mirrors: readonly EndpointSlice[],
  ): Promise<void> {
    if (isMirrored(endpoints, service)) {
      await this.#write(planSlices(headOfMirror(endpoints), mirroredGroups(endpoints), mirrors));
    } else await this.#write({ create: [], update: [], remove: mirrors });
  }

  async #write(plan: SlicePlan): Promise<void> {
    await Promise.all([
      ...plan.create.map(async (slice) => this.#wrote("ADDED", await this.#store.create(slice))),
      ...plan.update.map(async (slice) => this.#wrote("MODIFIED", await this.#store.update(slice))),
      ...plan.remove.map(async (slice) => this.#wrote("DELETED", await this.#store.delete(keyOf(slice)))),
    ]);
  }

  async #writeEndpoints(service: KubernetesService, old: Resource | undefined): Promise<void> {
    const wanted = wantedEndpoints(service, this.#index.podsOf(service), old);
    if (!old) this.#wrote("ADDED", await this.#store.create(wanted));
    else if (!jsonEqual(withoutEmpty(wanted), withoutEmpty(old))) {
      this.#wrote("MODIFIED", await this.#store.update(wanted));
    }
  }

  /** Takes an own write in at once: by the time the watch tells of it, the same might have been written again. */
  #wrote(type: WatchEvent["type"], resource: Resource): void {
    this.#index.apply({ type, resource });
  }

  /** Slices go with the Service that owns them; Endpoints have no owner. */
  async #forget(endpoints: Resource | undefined): Promise<void> {
    if (endpoints?.metadata.labels?.[endpointsManagerLabel] === endpointsManager) {
      await this.#store.delete(keyOf(endpoints), { uid: endpoints.metadata.uid });
    }
  }
}

const isBy =
  (manager: string) =>
  ({ metadata }: EndpointSlice): boolean =>
    metadata.labels?.[managedByLabel] === manager && metadata.deletionTimestamp === undefined;

/** A store keeps no empty annotations, and admission may leave out an empty list. */
function withoutEmpty({ metadata, subsets, ...rest }: Resource): object {
  const { annotations = {}, ...others } = metadata;
  const filled = Object.keys(annotations).length > 0 ? { annotations } : {};
  return { ...rest, metadata: { ...others, ...filled }, subsets: Array.isArray(subsets) ? subsets : [] };
}
