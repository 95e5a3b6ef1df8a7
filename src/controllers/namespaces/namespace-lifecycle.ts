import { keyOf, type Namespace, type Resource } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { isObject, jsonEqual } from "../../base/json.ts";
import type { ResourceStore, Watch, WatchEvent } from "../../core/index.ts";
import { namespaceFinalizer } from "../cluster-store.ts";
import { StoreFollower } from "../store-follower.ts";
import { type Leftovers, namespaceConditions } from "./namespace-conditions.ts";

const namespaceType = { group: "", kind: "Namespace" };

export interface NamespaceLifecycleOptions {
  readonly store: ResourceStore;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/**
 * Empties namespaces that are being deleted and lets them go: deletes all that is in one, waits for what has finalizers,
 * then takes its own finalizer off. What stands in the way is told in the namespace's conditions.
 */
export class NamespaceLifecycle {
  readonly #options: NamespaceLifecycleOptions;
  readonly #follower: StoreFollower;
  /** Namespaces that are being emptied, by uid. */
  readonly #ending = new Map<string, { readonly watch: Watch; readonly done: Promise<void> }>();
  #closed = false;

  constructor(options: NamespaceLifecycleOptions) {
    this.#options = options;
    const { store, report } = options;
    this.#follower = new StoreFollower({
      store,
      types: [namespaceType],
      reset: (namespaces) => {
        for (const namespace of namespaces) this.#look(namespace);
      },
      apply: (event: WatchEvent) => {
        if (event.type !== "DELETED") this.#look(event.resource);
      },
      report,
    });
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#follower.close();
    for (const { watch } of this.#ending.values()) watch.close();
    await Promise.all([...this.#ending.values()].map(({ done }) => done));
  }

  #look(namespace: Namespace): void {
    const { uid = "", deletionTimestamp, name = "" } = namespace.metadata;
    const ours = namespace.spec?.finalizers?.includes(namespaceFinalizer);
    if (deletionTimestamp === undefined || !ours || this.#ending.has(uid) || this.#closed) return;
    // Begun before anything is looked at, so that no change of what is left is missed.
    const watch = this.#options.store.watch({ namespace: name });
    const done = this.#end(namespace, watch)
      .catch((error: unknown) => this.#options.report(error))
      .finally(() => {
        watch.close();
        this.#ending.delete(uid);
      });
    this.#ending.set(uid, { watch, done });
  }

  async #end(namespace: Namespace, watch: Watch): Promise<void> {
    const { name = "", uid } = namespace.metadata;
    const key = { ...namespaceType, namespace: "", name };
    for (;;) {
      const left = await this.#empty(name);
      const current = (await this.#options.store.get(key)) as Namespace | undefined;
      if (!current || current.metadata.uid !== uid || this.#closed) return;
      if (left.objects.length === 0) return this.#finalize(current);
      await this.#tell(current, left);
      if (!(await watch.next())) return;
    }
  }

  /** Deletes all that is in a namespace, and says what is left of it. */
  async #empty(namespace: string): Promise<Leftovers> {
    const { store } = this.#options;
    const faults = new Set<string>();
    for (const object of await this.#contents(namespace)) {
      if (object.metadata.deletionTimestamp !== undefined) continue;
      await store.delete(keyOf(object), { propagation: "Background" }).catch((error: unknown) => {
        if (!isFault(error, "NotFound")) faults.add(FairwayError.from(error).message);
      });
    }
    return { objects: await this.#contents(namespace), faults: [...faults].slice(0, 5) };
  }

  async #contents(namespace: string): Promise<Resource[]> {
    const { store } = this.#options;
    const kinds = store.kinds().all.filter((kind) => kind.namespaced && !kind.storedAs);
    return (await Promise.all(kinds.map((kind) => store.list(kind, namespace)))).flatMap(({ items }) => items);
  }

  async #finalize(namespace: Namespace): Promise<void> {
    const finalizers = namespace.spec?.finalizers?.filter((finalizer) => finalizer !== namespaceFinalizer);
    await this.#options.store
      .update({ ...namespace, spec: { ...namespace.spec, finalizers } })
      .catch((error: unknown) => {
        if (!isFault(error, "NotFound", "Conflict")) throw error;
        // Somebody changed it meanwhile: that change brings it back here.
      });
  }

  async #tell(namespace: Namespace, left: Leftovers): Promise<void> {
    const { store, clock } = this.#options;
    const now = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
    const old = namespace.status?.conditions ?? [];
    const conditions = namespaceConditions(left).map((condition) => {
      const same = old.find(({ type, status }) => type === condition.type && status === condition.status);
      return { ...condition, lastTransitionTime: same?.lastTransitionTime ?? now };
    });
    const status = { ...namespace.status, phase: "Terminating", conditions };
    if (isObject(namespace.status) && jsonEqual(status, namespace.status)) return;
    await store.updateStatus({ ...namespace, status }).catch((error: unknown) => {
      if (!isFault(error, "NotFound", "Conflict")) throw error;
    });
  }
}
