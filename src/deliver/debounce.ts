import { type Clock, systemClock } from "../base/clock.ts";
import { mergeRequests, type PushRequest } from "./push-request.ts";

export interface DebounceOptions {
  /** Milliseconds of quiet after which changes are pushed. Default: 100. */
  readonly after?: number;
  /** Milliseconds after which they are pushed though there was no quiet. Default: 10,000. */
  readonly max?: number;
  /** Changes of endpoints wait too; otherwise they are pushed at once and alone. Default: yes. */
  readonly endpoints?: boolean;
  /** Whether more is about to come in: then there is no quiet. Default: nobody knows. */
  readonly coming?: () => boolean;
  /** Pushes; the next push waits until it resolves. */
  readonly push: (request: PushRequest) => Promise<void>;
  /** Told of a push that failed; the next ones go on. */
  readonly failed?: (error: unknown) => void;
  /** Told when changes came to rest, just before they are pushed. */
  readonly stable?: (facts: Stable) => void;
  readonly clock?: Clock;
}

/** How long changes were gathered. */
export interface Stable {
  /** Counts pushes. */
  readonly count: number;
  /** Changes that were gathered into this one. */
  readonly events: number;
  /** Milliseconds since the last of them, and since the first. */
  readonly quiet: number;
  readonly delay: number;
  readonly full: boolean;
}

const unknown = new Map([["unknown", 1]] as const);

/** Gathers changes until they come to rest, so that many of them cost one push. One push is under way at a time. */
export class Debounce {
  readonly #options: DebounceOptions;
  readonly #after: number;
  readonly #max: number;
  readonly #clock: Clock;
  #gathered: PushRequest | undefined;
  #events = 0;
  #first = 0;
  #last = 0;
  #received = 0;
  #committed = 0;
  #count = 0;
  #pushing = false;
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(options: DebounceOptions) {
    this.#options = options;
    this.#after = options.after ?? 100;
    this.#max = options.max ?? 10_000;
    this.#clock = options.clock ?? systemClock;
  }

  /** Changes that came in. */
  get received(): number {
    return this.#received;
  }

  /** Changes whose push is done: equal to those that came in when nothing is under way. */
  get committed(): number {
    return this.#committed;
  }

  /** Takes a change. One that comes without a reason has an unknown one. */
  update(change: PushRequest): void {
    if (this.#closed) return;
    this.#received += 1;
    const request = change.reasons.size > 0 ? change : { ...change, reasons: unknown };
    if (!request.full && this.#options.endpoints === false) {
      void this.#run(request, 1);
      return;
    }
    this.#last = this.#clock.monotonic();
    if (this.#events === 0) {
      this.#first = this.#last;
      this.#wait(this.#after);
    }
    this.#gathered = mergeRequests(this.#gathered, request);
    this.#events += 1;
  }

  /** Pushes nothing more. */
  close(): void {
    this.#closed = true;
    this.#cancel?.();
  }

  #wait(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = undefined;
      this.#check();
    });
  }

  #check(): void {
    if (this.#pushing || this.#closed || !this.#gathered) return;
    const now = this.#clock.monotonic();
    const quiet = now - this.#last;
    const delay = now - this.#first;
    const rests = quiet >= this.#after && !this.#options.coming?.();
    if (!rests && delay < this.#max) {
      const left = quiet < this.#after ? this.#after - quiet : this.#after;
      return this.#wait(Math.min(left, this.#max - delay));
    }
    void this.#push(this.#gathered, { quiet, delay });
  }

  async #push(request: PushRequest, times: { readonly quiet: number; readonly delay: number }): Promise<void> {
    const events = this.#events;
    this.#gathered = undefined;
    this.#events = 0;
    this.#pushing = true;
    this.#count += 1;
    this.#options.stable?.({ count: this.#count, events, ...times, full: request.full });
    await this.#run(request, events);
    this.#pushing = false;
    // What came meanwhile may have come to rest already.
    if (this.#cancel === undefined) this.#check();
  }

  async #run(request: PushRequest, events: number): Promise<void> {
    try {
      await this.#options.push(request);
    } catch (error) {
      this.#options.failed?.(error);
    }
    this.#committed += events;
  }
}
