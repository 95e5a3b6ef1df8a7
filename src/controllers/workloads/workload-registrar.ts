import type { Resource, ResourceKey, WorkloadEntry, WorkloadGroup } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { StoreFollower } from "../store-follower.ts";
import { WorkQueue } from "../work-queue.ts";
import { checkIdentity } from "./check-identity.ts";
import { type ClaimedEntry, claimedEntry } from "./claimed-entry.ts";
import { asConnected, asDisconnected, connectedSince, isConnected, markOf } from "./entry-marks.ts";
import { entryOfGroup } from "./entry-of-group.ts";
import { withHealth } from "./health-condition.ts";
import { type ConnectingWorkload, WorkloadSession } from "./workload-session.ts";

/** Who is told what became of WorkloadEntries. */
export interface RegistrarEvents {
  /** An entry was made. */
  registered(key: ResourceKey): void;
  /** An entry that was there is now this replica's. */
  taken(key: ResourceKey): void;
  /** The workload of an entry is gone. */
  unregistered(key: ResourceKey): void;
  /** An entry could not be written; unless its proxy was refused for it, it is tried again. */
  failed(key: string, error: FairwayError): void;
}

export interface WorkloadRegistrarOptions {
  readonly store: ResourceStore;
  /** This replica, unlike all others and all before it. */
  readonly replica: string;
  /** Lets others know that this replica lives: before it is named in any entry. */
  readonly announce: () => Promise<void>;
  /** Whether entries are made of WorkloadGroups. */
  readonly autoRegistration: boolean;
  /** Whether health is reported to entries. */
  readonly healthChecks: boolean;
  /** Whether a proxy must have proven that it is of the entry's namespace and service account. */
  readonly checkIdentity: boolean;
  readonly events: RegistrarEvents;
  readonly clock: Clock;
  /** From 0 up to 1, by which waiting is spread. Default: at random. */
  readonly random?: () => number;
}

const entries = { group: "networking.istio.io", kind: "WorkloadEntry" };
const groups = { group: "networking.istio.io", kind: "WorkloadGroup" };

/** Milliseconds for which a proxy waits until its entry is written; then it is served all the same. */
const patience = 5000;

/** Writes under way at the same time. */
const workers = 16;

/** Characters that are kept of why a workload is not healthy. */
const maxMessage = 1024;

/**
 * Keeps the WorkloadEntries of the proxies that are connected to this replica: made of their groups, marked with who has
 * the proxy, with the health that was reported. An entry that another replica has is left to it if the proxy came there
 * later; one that was let go, or deleted, is taken again for as long as the proxy is here. All marks of an entry are
 * written onto the version that they were decided by.
 */
export class WorkloadRegistrar {
  readonly #options: WorkloadRegistrarOptions;
  readonly #sessions = new Map<string, WorkloadSession>();
  readonly #sessionOf = new Map<string, WorkloadSession>();
  readonly #queue: WorkQueue;
  readonly #follower: StoreFollower;
  #closed = false;

  constructor(options: WorkloadRegistrarOptions) {
    const { store, events, clock, random } = options;
    this.#options = options;
    this.#queue = new WorkQueue({
      reconcile: (id) => this.#reconcile(id),
      failed: (id, error) => {
        // Somebody else wrote first: what was written is looked at.
        if (!isFault(error, "Conflict", "AlreadyExists")) events.failed(id, FairwayError.from(error));
      },
      workers,
      clock,
      ...(random && { random }),
    });
    this.#follower = new StoreFollower({
      store,
      types: [entries, groups],
      reset: () => {
        for (const id of this.#sessions.keys()) this.#queue.add(id);
      },
      apply: (event) => this.#heard(event),
      report: (error) => events.failed("", FairwayError.from(error)),
      clock,
    });
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  /** Resolves when nothing is left to do but what waits for another attempt. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Entries stay as they are: their proxies go to another replica, or the one that leads sees that they do not. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const session of this.#sessions.values()) session.settle();
    await this.#follower.close();
    await this.#queue.close();
  }

  /**
   * A proxy has come, on a stream of that name. Resolves when its entry is written, if it is to have one; who may not have it
   * is refused by a fault. If writing fails for other reasons the proxy is taken, and the entry is written later.
   */
  async connect(stream: string, workload: ConnectingWorkload): Promise<void> {
    const claim = await this.#claim(workload);
    if (!claim || this.#closed) return;
    const id = `${claim.namespace}/${claim.name}`;
    const session = this.#sessions.get(id) ?? new WorkloadSession(claim);
    this.#sessions.set(id, session);
    this.#sessionOf.set(stream, session);
    const cancel = this.#options.clock.after(patience, () => session.settle());
    const written = session.join(stream, workload);
    this.#queue.add(id);
    await written;
    cancel();
  }

  /** A stream has ended. */
  disconnect(stream: string): void {
    const session = this.#sessionOf.get(stream);
    this.#sessionOf.delete(stream);
    if (session?.leave(stream)) this.#queue.add(`${session.claim.namespace}/${session.claim.name}`);
  }

  /** Takes what a proxy reports of its workload's health; `problem` undefined: it is well. Whether it has an entry to say it of. */
  reportHealth(stream: string, problem: string | undefined): boolean {
    const session = this.#options.healthChecks ? this.#sessionOf.get(stream) : undefined;
    if (!session) return false;
    const message = (problem ?? "").slice(0, maxMessage);
    session.health = { healthy: problem === undefined, message, at: this.#options.clock.now() };
    this.#queue.add(`${session.claim.namespace}/${session.claim.name}`);
    return true;
  }

  /** The entry that a proxy is to have; undefined if none. */
  async #claim(workload: ConnectingWorkload): Promise<ClaimedEntry | undefined> {
    const { autoRegistration, healthChecks } = this.#options;
    const claim = claimedEntry(workload.proxy);
    if (!claim || !(claim.group === "" ? healthChecks : autoRegistration)) return undefined;
    const entry = await this.#find(claim);
    if (claim.group === "") {
      const place = `${claim.namespace}/${claim.name}`;
      if (!entry)
        throw new FairwayError("NotFound", `there is no WorkloadEntry ${place}, which the node names as its own`);
      if (markOf(entry, "healthChecked") === "") return undefined;
    }
    this.#check(workload, entry ?? (await this.#make(claim, workload)));
    return claim;
  }

  #check({ identity }: ConnectingWorkload, entry: WorkloadEntry): void {
    if (this.#options.checkIdentity) checkIdentity(identity, entry);
  }

  async #find({ namespace, name }: ClaimedEntry): Promise<WorkloadEntry | undefined> {
    return (await this.#options.store.get({ ...entries, namespace, name })) as WorkloadEntry | undefined;
  }

  /** The entry as the group has it, if that is there. */
  async #make(claim: ClaimedEntry, { proxy }: ConnectingWorkload): Promise<WorkloadEntry> {
    const { store } = this.#options;
    const { namespace, group: name } = claim;
    const group = await store.get({ ...groups, namespace, name });
    if (!group) {
      throw new FairwayError(
        "NotFound",
        `${proxy.id} cannot be registered: there is no WorkloadGroup ${namespace}/${name}`,
      );
    }
    return entryOfGroup(claim, proxy, group as WorkloadGroup, store.kinds());
  }

  #heard({ resource }: Pick<WatchEvent, "resource">): void {
    const { namespace = "", name = "" } = resource.metadata;
    if (resource.kind === entries.kind) {
      const id = `${namespace}/${name}`;
      if (this.#sessions.has(id)) this.#queue.add(id);
      return;
    }
    for (const [id, { claim }] of this.#sessions) {
      if (claim.namespace === namespace && claim.group === name) this.#queue.add(id);
    }
  }

  async #reconcile(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (!session || this.#closed) return;
    try {
      const { newest } = session;
      if (!newest) return await this.#release(id, session);
      const entry = await this.#own(session, newest);
      const said = entry && session.health ? withHealth(entry, session.health) : entry;
      if (said && said !== entry) await this.#options.store.updateStatus(said);
    } finally {
      session.settle();
    }
  }

  /** The entry with this replica's marks; undefined if there is none to be had now: an event will tell when there is. */
  async #own(session: WorkloadSession, newest: ConnectingWorkload): Promise<WorkloadEntry | undefined> {
    const { store, replica, announce, events } = this.#options;
    const entry = await this.#find(session.claim);
    if (!entry) return this.#create(session.claim, newest);
    if (entry.metadata.deletionTimestamp !== undefined || isLaterAt(entry, replica, newest.connectedAt))
      return undefined;
    this.#check(newest, entry);
    const marked = asConnected(entry, replica, newest.connectedAt);
    if (isSameMark(marked, entry)) return entry;
    await announce();
    const written = (await store.update(marked)) as WorkloadEntry;
    events.taken({ ...entries, namespace: session.claim.namespace, name: session.claim.name });
    return written;
  }

  async #create(claim: ClaimedEntry, newest: ConnectingWorkload): Promise<WorkloadEntry | undefined> {
    const { store, replica, announce, events } = this.#options;
    const { namespace, name, group } = claim;
    // Deleted by whoever made it.
    if (group === "") return undefined;
    const entry = await this.#make(claim, newest).catch((error: unknown) => {
      if (isFault(error, "NotFound")) return undefined;
      throw error;
    });
    // The group went, and its entries with it.
    if (!entry) return undefined;
    this.#check(newest, entry);
    await announce();
    const created = await store.create(asConnected(entry, replica, newest.connectedAt));
    events.registered({ ...entries, namespace, name });
    return created as WorkloadEntry;
  }

  /** The last stream is gone: the entry is marked so, unless another replica has it by now. */
  async #release(id: string, session: WorkloadSession): Promise<void> {
    const { store, replica, clock, events } = this.#options;
    const { namespace, name } = session.claim;
    const entry = await this.#find(session.claim);
    if (entry && isConnected(entry) && markOf(entry, "replica") === replica) {
      await store.update(asDisconnected(entry, clock.now())).catch((error: unknown) => {
        if (!isFault(error, "NotFound")) throw error;
      });
      events.unregistered({ ...entries, namespace, name });
    }
    if (!session.newest) this.#sessions.delete(id);
  }
}

/** Whether another replica has the workload since later than this; of two at the same time one is, for both, the later. */
function isLaterAt(entry: Resource, replica: string, since: number): boolean {
  const other = markOf(entry, "replica");
  if (!isConnected(entry) || other === replica) return false;
  const theirs = connectedSince(entry);
  return theirs > since || (theirs === since && other > replica);
}

function isSameMark(a: Resource, b: Resource): boolean {
  const marks = ["replica", "connectedAt", "disconnectedAt"] as const;
  return marks.every((mark) => markOf(a, mark) === markOf(b, mark));
}
