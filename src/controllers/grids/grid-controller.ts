import type { Resource } from "../../api/index.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { EventRecorder } from "../event-recorder.ts";
import { StoreFollower } from "../store-follower.ts";
import { WorkQueue } from "../work-queue.ts";
import { adopted, claimObjects, letGo } from "./claim-objects.ts";
import { GridIndex, gridKeyOf, type ObjectId } from "./grid-index.ts";
import { type GridState, gridStatus, saysOtherwise } from "./grid-status.ts";
import type { GridType } from "./grid-type.ts";
import { GridWriter } from "./grid-writer.ts";

export interface GridControllerOptions {
  readonly store: ResourceStore;
  readonly type: GridType;
  /** Told of what failed and is tried again. */
  readonly report: (error: unknown) => void;
  readonly clock?: Clock;
  /** From 0 up to 1, by which waiting is spread. Default: at random. */
  readonly random?: () => number;
}

/** A write that failed: which sort it was, and why. */
interface Failure {
  readonly reason: "CreateError" | "UpdateError" | "DeleteError";
  readonly error: FairwayError;
}

/**
 * Keeps what grids of one kind make as the grids say: makes what is missing, changes what differs, removes what is too
 * much, and tells in the grid's status how it does. A second look writes nothing.
 */
export class GridController {
  readonly #store: ResourceStore;
  readonly #type: GridType;
  readonly #clock: Clock;
  readonly #writer: GridWriter;
  readonly #events: EventRecorder;
  readonly #follower: StoreFollower;
  readonly #queue: WorkQueue;
  #index: GridIndex;

  constructor({ store, type, report, clock = systemClock, random }: GridControllerOptions) {
    this.#store = store;
    this.#type = type;
    this.#clock = clock;
    this.#index = new GridIndex(type);
    this.#writer = new GridWriter(store, type);
    this.#events = new EventRecorder(store, `${type.words.replace(" ", "-")}-controller`, clock);
    this.#queue = new WorkQueue({
      reconcile: (id) => this.#reconcile(id),
      failed: (_, error) => report(error),
      clock,
      ...(random && { random }),
    });
    this.#follower = new StoreFollower({
      store,
      types: [type.grid, type.child, ...(type.perPlace ? [{ group: "", kind: "Node" }] : [])],
      reset: (objects) => {
        this.#index = new GridIndex(type);
        for (const resource of objects) this.#heard({ type: "ADDED", resource });
      },
      apply: (event) => this.#heard(event),
      report,
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

  async close(): Promise<void> {
    await this.#follower.close();
    await this.#queue.close();
  }

  #heard(event: Pick<WatchEvent, "type" | "resource">): void {
    for (const id of this.#index.apply(event)) this.#queue.add(id);
  }

  /** Takes an own write in at once: until the watch tells of it, it would look as if it had not been made. */
  #wrote(type: WatchEvent["type"], resource: Resource): void {
    for (const _ of this.#index.apply({ type, resource }));
  }

  async #reconcile(id: ObjectId): Promise<void> {
    const grid = await this.#live(id);
    if (!grid) return;
    const key = gridKeyOf(grid);
    if (key === "") {
      const message = `This ${this.#type.words} has an empty grid key`;
      return this.#tell(grid, { ready: false, reason: "Empty", message }, []);
    }
    const claimed = await this.#claim(grid, id);
    if (grid.metadata.deletionTimestamp !== undefined) return;
    const tidied = this.#type.tidy(grid);
    // The change makes the grid due again.
    if (tidied !== grid) return void (await this.#store.update(tidied));
    const plan = this.#type.plan(grid, key, this.#index.places(key));
    const failures: Failure[] = [];
    const attempt = (reason: Failure["reason"], write: Promise<void>) =>
      write.catch((error: unknown) => void failures.push({ reason, error: FairwayError.from(error) }));
    const there = new Map(claimed.map((object) => [object.metadata.name ?? "", object]));
    await Promise.all([
      ...claimed.filter(isStaying).map((object) => {
        const name = object.metadata.name ?? "";
        const wanted = plan.wanted.get(name);
        if (wanted) return attempt("UpdateError", this.#update(object, wanted));
        return plan.faults.has(name) ? undefined : attempt("DeleteError", this.#remove(object));
      }),
      ...[...plan.wanted].map(([name, wanted]) =>
        there.has(name) ? undefined : attempt("CreateError", this.#create(grid, name, wanted)),
      ),
    ]);
    const children = this.#index.childrenOf(id).filter(({ metadata }) => plan.wanted.has(metadata.name ?? ""));
    await this.#tell(grid, stateOf(failures, plan.faults), children);
    // What breaks a rule will break it again; anything else may have passed.
    const passing = failures.find(({ error }) => !isFault(error, "Invalid"));
    if (passing) throw passing.error;
  }

  #live(id: ObjectId): Promise<Resource | undefined> {
    const [namespace = "", name = ""] = id.split("/");
    return this.#store.get({ ...this.#type.grid, namespace, name });
  }

  /** What is the grid's, after others were let go and taken in. Only a grid that is still there takes anything in. */
  async #claim(grid: Resource, id: ObjectId): Promise<readonly Resource[]> {
    const { claimed, adoptable, released } = claimObjects(grid, this.#index.childrenOf(id));
    for (const object of released) await this.#change(object, (current) => letGo(current, grid));
    if (adoptable.length === 0) return claimed;
    const live = await this.#live(id);
    if (live?.metadata.uid !== grid.metadata.uid || live?.metadata.deletionTimestamp !== undefined) return claimed;
    const taken = await Promise.all(adoptable.map((object) => this.#change(object, (now) => adopted(now, grid))));
    return [...claimed, ...taken.filter((object) => object !== undefined)];
  }

  async #change(object: Resource, change: (object: Resource) => Resource): Promise<Resource | undefined> {
    try {
      const changed = await this.#store.update(change(object));
      this.#wrote("MODIFIED", changed);
      return changed;
    } catch (error) {
      if (isFault(error, "NotFound")) return undefined;
      throw error;
    }
  }

  async #create(...of: Parameters<GridWriter["create"]>): Promise<void> {
    this.#wrote("ADDED", await this.#writer.create(...of));
  }

  async #update(...of: Parameters<GridWriter["update"]>): Promise<void> {
    this.#wrote("MODIFIED", await this.#writer.update(...of));
  }

  async #remove(object: Resource): Promise<void> {
    await this.#writer.remove(object);
    this.#wrote("DELETED", object);
  }

  async #tell(grid: Resource, state: GridState, children: readonly Resource[]): Promise<void> {
    if (!state.ready && saysOtherwise(grid, state)) {
      await this.#events.record(grid, { type: "Warning", reason: state.reason, message: state.message });
    }
    const status = gridStatus(grid, state, this.#type.status(grid, children), this.#clock.now());
    if (jsonEqual(status, grid.status)) return;
    await this.#store.updateStatus({ ...grid, status }).catch((error: unknown) => {
      // Whoever changed it made it due again.
      if (!isFault(error, "Conflict", "NotFound")) throw error;
    });
  }
}

/** What is being deleted is waited for. */
function isStaying({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp === undefined;
}

function stateOf(failures: readonly Failure[], faults: ReadonlyMap<string, string>): GridState {
  const [first] = failures;
  if (first)
    return { ready: false, reason: first.reason, message: failures.map(({ error }) => error.message).join("; ") };
  if (faults.size > 0) return { ready: false, reason: "TemplateNotFound", message: [...faults.values()].join("; ") };
  return { ready: true, reason: "Synced", message: "" };
}
