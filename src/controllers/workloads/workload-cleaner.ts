import { keyOf, type Resource, type ResourceKey, type WorkloadEntry } from "../../api/index.ts";
import { afterLong, type Clock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { repeat } from "../../base/repeat.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { StoreFollower } from "../store-follower.ts";
import { WorkQueue } from "../work-queue.ts";
import { asDisconnected, isConnected, markOf } from "./entry-marks.ts";
import { tellsHealth, withoutHealth } from "./health-condition.ts";
import { isReplicaId } from "./replica-id.ts";
import { type ReplicaSigns, ReplicaWatch } from "./replica-watch.ts";

export interface WorkloadCleanerOptions {
  readonly store: ResourceStore;
  /** What is written through. Default: the store. */
  readonly writer?: ResourceStore;
  /** The replica on which it runs. */
  readonly replica: string;
  readonly replicas: ReplicaSigns;
  /** Milliseconds for which an entry stays after its workload was marked as gone. */
  readonly grace: number;
  /** Milliseconds without a sign of life after which a replica is dead, and its workloads are marked as gone. */
  readonly silence: number;
  readonly events: CleanerEvents;
  readonly clock: Clock;
}

/** Who is told what was cleaned up. */
export interface CleanerEvents {
  /** An entry was deleted. */
  removed(key: ResourceKey): void;
  /** The health of an entry that a person made was taken back. */
  forgotten(key: ResourceKey): void;
  /** A replica was found dead. */
  died(replica: string, entries: number): void;
  /** Something failed, and is tried again. */
  failed(error: FairwayError): void;
}

const entries = { group: "networking.istio.io", kind: "WorkloadEntry" };

/** How often replicas are looked at within the time after which they are dead. */
const looks = 4;

/** An entry whose workload is gone. */
interface Leaving {
  /** What says so, and when. */
  readonly mark: string;
  readonly cancel: () => void;
  /** Its time is over. */
  over: boolean;
}

/**
 * Removes what is left of workloads that are gone: entries that were registered are deleted, of others only what is said of
 * their health. It runs once for all replicas. The grace begins when it sees the mark, and nothing is written onto another
 * version than the one that was looked at: a workload that came back keeps its entry.
 */
export class WorkloadCleaner {
  readonly #options: WorkloadCleanerOptions;
  readonly #watch: ReplicaWatch;
  readonly #queue: WorkQueue;
  readonly #follower: StoreFollower;
  readonly #leaving = new Map<string, Leaving>();
  /** Entries of workloads that are connected, by replica. */
  readonly #held = new Map<string, Set<string>>();
  #stopLooking = () => {};
  #looking: Promise<void> = Promise.resolve();

  constructor(options: WorkloadCleanerOptions) {
    const { store, replica, replicas, silence, events, clock } = options;
    this.#options = options;
    this.#watch = new ReplicaWatch({ self: replica, replicas, silence, clock });
    const report = (error: unknown) => events.failed(FairwayError.from(error));
    this.#queue = new WorkQueue({
      reconcile: (id) => this.#reconcile(id),
      failed: (_, error) => {
        // Who wrote first made it due again, if it still is.
        if (!isFault(error, "Conflict")) report(error);
      },
      clock,
    });
    this.#follower = new StoreFollower({
      store,
      types: [entries],
      reset: (objects) => {
        this.#forgetAll();
        for (const resource of objects) this.#heard({ type: "ADDED", resource });
      },
      apply: (event) => this.#heard(event),
      report,
      clock,
    });
  }

  async start(): Promise<void> {
    const { clock, silence } = this.#options;
    await this.#follower.start();
    this.#stopLooking = repeat(clock, silence / looks, () => this.#look());
    this.#look();
    await this.#looking;
  }

  /** Resolves when nothing is left to do but what waits for its time. */
  async idle(): Promise<void> {
    await this.#looking;
    await this.#queue.idle();
  }

  async close(): Promise<void> {
    this.#stopLooking();
    await this.#follower.close();
    this.#forgetAll();
    await this.#looking;
    await this.#queue.close();
  }

  #forgetAll(): void {
    for (const { cancel } of this.#leaving.values()) cancel();
    this.#leaving.clear();
    this.#held.clear();
  }

  #heard({ type, resource }: Pick<WatchEvent, "type" | "resource">): void {
    const { namespace = "", name = "" } = resource.metadata;
    const id = `${namespace}/${name}`;
    const entry = type === "DELETED" || !isTended(resource) ? undefined : (resource as WorkloadEntry);
    this.#noteHolder(id, entry && isConnected(entry) ? markOf(entry, "replica") : "");
    this.#noteLeaving(id, entry && !isConnected(entry) ? markOf(entry, "disconnectedAt") : "");
  }

  #noteHolder(id: string, holder: string): void {
    for (const [replica, held] of this.#held) {
      if (replica !== holder && held.delete(id) && held.size === 0) this.#held.delete(replica);
    }
    // What others than our replicas have registered is theirs to see to.
    if (!isReplicaId(holder)) return;
    const held = this.#held.get(holder) ?? new Set();
    // Nobody else writes its name: it lives.
    if (!held.has(id)) this.#watch.saw(holder);
    this.#held.set(holder, held.add(id));
  }

  #noteLeaving(id: string, mark: string): void {
    const known = this.#leaving.get(id);
    if (known?.mark === mark) return;
    known?.cancel();
    this.#leaving.delete(id);
    if (mark === "") return;
    const { clock, grace } = this.#options;
    const cancel = afterLong(clock, grace, () => {
      leaving.over = true;
      this.#queue.add(id);
    });
    const leaving: Leaving = { mark, cancel, over: false };
    this.#leaving.set(id, leaving);
  }

  #look(): void {
    const { events } = this.#options;
    this.#looking = this.#looking
      .then(() => this.#findDead())
      .catch((error: unknown) => events.failed(FairwayError.from(error)));
  }

  async #findDead(): Promise<void> {
    const { replicas, events } = this.#options;
    for (const replica of await this.#watch.look(this.#held.keys())) {
      const held = this.#held.get(replica) ?? new Set();
      events.died(replica, held.size);
      for (const id of held) this.#queue.add(id);
      await replicas.forget(replica);
    }
  }

  async #reconcile(id: string): Promise<void> {
    const { store, writer = store, clock } = this.#options;
    const [namespace = "", name = ""] = id.split("/");
    const entry = (await store.get({ ...entries, namespace, name })) as WorkloadEntry | undefined;
    if (!entry || !isTended(entry) || entry.metadata.deletionTimestamp !== undefined) return;
    if (isConnected(entry)) {
      if (this.#watch.isDead(markOf(entry, "replica"))) await writer.update(asDisconnected(entry, clock.now()));
      return;
    }
    const leaving = this.#leaving.get(id);
    if (leaving?.over && leaving.mark === markOf(entry, "disconnectedAt")) await this.#remove(entry);
  }

  async #remove(entry: WorkloadEntry): Promise<void> {
    const { store, writer = store, events } = this.#options;
    const key = keyOf(entry);
    const { resourceVersion, uid } = entry.metadata;
    if (markOf(entry, "group") === "") {
      await writer.updateStatus(withoutHealth(entry));
      return events.forgotten(key);
    }
    try {
      await writer.delete(key, { resourceVersion, uid });
    } catch (error) {
      if (!isFault(error, "NotFound")) throw error;
    }
    events.removed(key);
  }
}

/** Whether anything is to be done about an entry when its workload goes: it was registered, or has a health that was reported. */
function isTended(entry: Resource): boolean {
  return markOf(entry, "group") !== "" || (markOf(entry, "replica") !== "" && tellsHealth(entry as WorkloadEntry));
}
