import type { Change, StagedChange } from "./journal.ts";

/** Bytes of JSON, roughly, that go into one commit. What is beyond waits for the next. */
const maxBatchText = 8 * 1024 * 1024;

/** A change that waits to become durable. */
export class PendingWrite implements StagedChange {
  readonly change: Change;
  readonly text: string;
  /** Settles when the change is durable and visible, or has failed. */
  readonly done: Promise<void>;
  readonly #settle: PromiseWithResolvers<void>;

  constructor(change: Change, text: string) {
    this.change = change;
    this.text = text;
    this.#settle = Promise.withResolvers<void>();
    this.done = this.#settle.promise;
  }

  succeed(): void {
    this.#settle.resolve();
  }

  fail(fault: unknown): void {
    this.#settle.reject(fault);
  }
}

/** What the queue does with a batch. */
export interface CommitSteps {
  /** Makes all changes of the batch durable, or none. */
  write(batch: readonly StagedChange[]): Promise<void>;
  /** Makes durable changes visible. */
  publish(batch: readonly PendingWrite[]): void;
  /** Forgets writes that failed, before their callers hear of it. */
  discard(failed: readonly PendingWrite[]): void;
}

/**
 * Resolves when all that has come in was looked at: requests on several connections then come along in one commit, and one
 * that comes alone does not wait.
 */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Group commit: while one batch is being written the next one gathers, so that many writers share the wait for the disk.
 * When a batch fails, all that waits behind it fails too, because it was decided on a state that never came to be.
 */
export class CommitQueue {
  readonly #steps: CommitSteps;
  #waiting: PendingWrite[] = [];
  #running: Promise<void> | undefined;

  constructor(steps: CommitSteps) {
    this.#steps = steps;
  }

  push(write: PendingWrite): void {
    this.#waiting.push(write);
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is waiting any more. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn();
      const batch = this.#takeBatch();
      try {
        await this.#steps.write(batch);
      } catch (fault) {
        this.#fail(batch, fault);
        continue;
      }
      this.#steps.publish(batch);
      for (const write of batch) write.succeed();
    }
    this.#running = undefined;
  }

  #takeBatch(): PendingWrite[] {
    let size = 0;
    let count = 0;
    for (const write of this.#waiting) {
      size += write.text.length;
      if (count > 0 && size > maxBatchText) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #fail(batch: readonly PendingWrite[], fault: unknown): void {
    const failed = [...batch, ...this.#waiting];
    this.#waiting = [];
    this.#steps.discard(failed);
    for (const write of failed) write.fail(fault);
  }
}
