import { formatGroupKind, type GroupKind, type KindDefinition, type Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { CommitQueue, PendingWrite } from "./commit-queue.ts";
import type { CommittedState } from "./committed-state.ts";
import type { Journal } from "./journal.ts";
import type { Step, StepContext } from "./next-state.ts";
import { describeKey, keyOfId, slotOf } from "./object-identity.ts";
import type { Retention } from "./retention.ts";
import type { SharedOwners } from "./shared-owners.ts";

/** Largest object in characters of JSON. */
const maxObjectText = 16 * 1024 * 1024;

/** What a write makes of the newest state of its object; undefined leaves it as it is. */
export type Decide = (current: Resource | undefined, context: StepContext) => Step | undefined;

interface LaneParts {
  readonly journal: Journal;
  readonly state: CommittedState;
  readonly feed: ChangeFeed;
  readonly retention: Retention;
  readonly clock: Clock;
  readonly owners: SharedOwners;
}

/**
 * The one way into the store. Writes are decided one after the other on the newest state, durable or not, so that two
 * that are under way at once conflict as they should; they become visible when they are durable. An answer that rests on
 * a write that is not durable yet is given when that one is.
 */
export class WriteLane {
  readonly #parts: LaneParts;
  readonly #queue: CommitQueue;
  /** The newest write of each object that is not durable yet. */
  readonly #pending = new Map<string, PendingWrite>();
  readonly #types = new Map<string, GroupKind>();
  /** The newest revision that was given out. One that failed is not given out again. */
  #revision: number;
  #closed = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.#revision = parts.state.revision;
    this.#queue = new CommitQueue({
      write: (batch) => parts.journal.append(batch),
      publish: (batch) => this.#publish(batch),
      discard: (failed) => this.#forget(failed),
    });
  }

  /** The newest state of an object, durable or not. */
  newest(type: GroupKind, id: string): Resource | undefined {
    const pending = this.#pending.get(slotOf(type, id));
    return pending ? stateAfter(pending) : this.#parts.state.find(type, id);
  }

  /** Resolves to the object's new state, or the current one if nothing changed, once it is durable. */
  async write(kind: KindDefinition, id: string, decide: Decide): Promise<Resource | undefined> {
    if (this.#closed) throw new FairwayError("Unavailable", "the store is closed and takes no more writes");
    const pending = this.#pending.get(slotOf(kind, id));
    const current = this.newest(kind, id);
    const context = this.#context(kind);
    let step: Step | undefined;
    try {
      step = decide(current, context);
    } catch (fault) {
      await pending?.done;
      throw fault;
    }
    await (step ? this.#stage(id, current, step, context) : pending)?.done;
    return step ? step.resource : current;
  }

  /** What a write would resolve to, at the version that there is: it gets none of its own. */
  async rehearse(kind: KindDefinition, id: string, decide: Decide): Promise<Resource | undefined> {
    const current = this.newest(kind, id);
    const step = decide(current, this.#context(kind));
    if (!step) return current;
    const { resourceVersion: _, ...metadata } = step.resource.metadata;
    const version = current && { resourceVersion: current.metadata.resourceVersion };
    return { ...step.resource, metadata: { ...metadata, ...version } };
  }

  /** Takes no more writes and waits for those under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue.idle();
  }

  #context(kind: KindDefinition): StepContext {
    const { clock, owners } = this.#parts;
    return { kind, revision: this.#revision + 1, time: clock.now(), owners };
  }

  #stage(id: string, before: Resource | undefined, step: Step, context: StepContext): PendingWrite {
    const { revision, time } = context;
    const type = this.#typeOf(context.kind);
    const text = JSON.stringify(step.resource);
    if (text.length > maxObjectText) {
      const name = describeKey(keyOfId(type, id));
      throw new FairwayError(
        "TooLarge",
        `${name} is ${text.length} characters long; at most ${maxObjectText} can be stored`,
      );
    }
    const previous = before ? Number(before.metadata.resourceVersion) : 0;
    const { change, resource } = step;
    const write = new PendingWrite({ revision, previous, change, type, id, time, resource, before }, text);
    this.#revision = revision;
    this.#pending.set(slotOf(type, id), write);
    this.#queue.push(write);
    return write;
  }

  #publish(batch: readonly PendingWrite[]): void {
    const { state, feed, retention, journal } = this.#parts;
    for (const { change } of batch) state.apply(change);
    this.#forget(batch);
    feed.publish(batch.map((write) => write.change));
    retention.observe(state.revision);
    journal.reclaim(retention.floor(state.revision));
  }

  #forget(writes: readonly PendingWrite[]): void {
    for (const write of writes) {
      const slot = slotOf(write.change.type, write.change.id);
      if (this.#pending.get(slot) === write) this.#pending.delete(slot);
    }
  }

  /** One value per kind, shared by all its entries. */
  #typeOf({ group, kind }: GroupKind): GroupKind {
    const text = formatGroupKind({ group, kind });
    let type = this.#types.get(text);
    if (!type) {
      type = Object.freeze({ group, kind });
      this.#types.set(text, type);
    }
    return type;
  }
}

function stateAfter({ change }: PendingWrite): Resource | undefined {
  return change.change === "deleted" ? undefined : change.resource;
}
