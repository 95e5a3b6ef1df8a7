import { Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";

export interface WorkQueueOptions {
  /** Brings what the key names into order; a failure is tried again, later each time. */
  readonly reconcile: (key: string) => Promise<void>;
  readonly failed: (key: string, error: unknown) => void;
  readonly clock: Clock;
  /** From 0 up to 1. Default: at random. */
  readonly random?: () => number;
}

/** Milliseconds between attempts at one key. */
const waits = { first: 500, longest: 60_000 };

/** Keys that something is to be done about, one at a time; a key that comes again while it waits is done once. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #due = new Set<string>();
  readonly #failing = new Map<string, { readonly backoff: Backoff; cancel: () => void }>();
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  add(key: string): void {
    if (this.#closed) return;
    this.#due.add(key);
    this.#working ??= this.#work();
  }

  /** Resolves when nothing is left to do but what waits for another attempt. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#due.clear();
    for (const { cancel } of this.#failing.values()) cancel();
    await this.#working;
  }

  async #work(): Promise<void> {
    // What comes in one turn is done once.
    await undefined;
    for (let [key] = this.#due; key !== undefined; [key] = this.#due) {
      this.#due.delete(key);
      try {
        await this.#options.reconcile(key);
        this.#failing.get(key)?.cancel();
        this.#failing.delete(key);
      } catch (error) {
        this.#retry(key, error);
      }
    }
    this.#working = undefined;
  }

  #retry(key: string, error: unknown): void {
    if (this.#closed) return;
    const { clock, random, failed } = this.#options;
    failed(key, error);
    const entry = this.#failing.get(key) ?? {
      backoff: new Backoff({ ...waits, clock, ...(random && { random }) }),
      cancel: () => {},
    };
    entry.cancel();
    entry.cancel = clock.after(entry.backoff.failed(), () => this.add(key));
    this.#failing.set(key, entry);
  }
}
