import { Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";

export interface WorkQueueOptions {
  /** Brings what the key names into order; a failure is tried again, later each time. */
  readonly reconcile: (key: string) => Promise<void>;
  readonly failed: (key: string, error: unknown) => void;
  readonly clock: Clock;
  /** Keys that are dealt with at the same time; never the same one twice. Default: 1. */
  readonly workers?: number;
  /** From 0 up to 1. Default: at random. */
  readonly random?: () => number;
}

/** Milliseconds between attempts at one key. */
const waits = { first: 500, longest: 60_000 };

/** Keys that something is to be done about, some at a time; a key that comes again while it waits is done once. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #due = new Set<string>();
  readonly #failing = new Map<string, { readonly backoff: Backoff; cancel: () => void }>();
  readonly #busy = new Set<string>();
  readonly #working = new Set<Promise<void>>();
  #closed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  add(key: string): void {
    if (this.#closed) return;
    this.#due.add(key);
    if (this.#working.size >= (this.#options.workers ?? 1)) return;
    const working = this.#work().finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  /** Resolves when nothing is left to do but what waits for another attempt. */
  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#due.clear();
    for (const { cancel } of this.#failing.values()) cancel();
    await Promise.all(this.#working);
  }

  async #work(): Promise<void> {
    // What comes in one turn is done once.
    await undefined;
    for (let key = this.#next(); key !== undefined; key = this.#next()) {
      this.#due.delete(key);
      this.#busy.add(key);
      try {
        await this.#options.reconcile(key);
        this.#failing.get(key)?.cancel();
        this.#failing.delete(key);
      } catch (error) {
        this.#retry(key, error);
      }
      this.#busy.delete(key);
    }
  }

  /** What is being dealt with is left to who does: nobody else does it again at the same time. */
  #next(): string | undefined {
    for (const key of this.#due) if (!this.#busy.has(key)) return key;
    return undefined;
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
