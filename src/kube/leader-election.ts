import type { Resource, ResourceKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { isObject, jsonEqual } from "../base/json.ts";
import type { ResourceStore } from "../core/index.ts";

export interface LeaderElectionOptions {
  /** Where the Lease is: an API server, or any store. */
  readonly store: Pick<ResourceStore, "get" | "create" | "update">;
  readonly namespace: string;
  readonly name: string;
  /** Unlike that of any other candidate. */
  readonly identity: string;
  /** Milliseconds that others wait after the last renewal before they take the lease. Default: 15,000. */
  readonly duration?: number;
  /** Milliseconds after the last renewal when the leader ceases to lead; less than `duration`. Default: 10,000. */
  readonly renewDeadline?: number;
  /** Milliseconds between attempts. Default: 2,000. */
  readonly retryPeriod?: number;
  readonly clock: Clock;
  /** Leading begins; `signal` ends with it. What is still to be done then is over when the promise is, if there is one. */
  readonly lead: (signal: AbortSignal) => void | Promise<void>;
  /** An attempt failed for another reason than that somebody else leads. */
  readonly failed: (error: FairwayError) => void;
}

/**
 * Leads while it holds a Lease, as client-go's elections do, so that replicas of both kinds can stand beside each other.
 * Other machines' clocks are not believed: a lease is over when it has not changed for its duration by this machine's
 * clock. A leader that cannot renew in time ceases before others may begin.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #duration: number;
  readonly #renewDeadline: number;
  /** The Lease as this one wrote it last: while it is renewed without a hitch nobody has to read it. */
  #written: Resource | undefined;
  #observed: { readonly spec: unknown; readonly at: number } | undefined;
  #leading: AbortController | undefined;
  /** When the lease ceases to be this one's unless it is renewed, by the clock. */
  #heldUntil = 0;
  #cancelAttempt = () => {};
  #cancelDeadline = () => {};
  #attempt: Promise<void> = Promise.resolve();
  #term: void | Promise<void> = undefined;
  #closed = false;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#duration = options.duration ?? 15_000;
    this.#renewDeadline = options.renewDeadline ?? 10_000;
    if (this.#renewDeadline >= this.#duration) {
      throw new FairwayError("Settings", "a leader's renew deadline must be shorter than its lease");
    }
  }

  /**
   * Whether the lease is this one's at this moment. A process that stood still goes on with what it was about to do before it
   * is told that its term is over: whoever is about to write must ask.
   */
  get holds(): boolean {
    return this.#options.clock.monotonic() < this.#heldUntil;
  }

  start(): void {
    this.#try();
  }

  /** Ceases to lead, and gives the lease back so that another need not wait for its end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelAttempt();
    await this.#attempt;
    const led = this.#leading !== undefined;
    this.#cease();
    // Nobody may begin while the last words of this one are still to come.
    await this.#term;
    if (led) await this.#release().catch((error: unknown) => this.#options.failed(FairwayError.from(error)));
  }

  #try(): void {
    this.#attempt = this.#acquire()
      .catch((error: unknown) => {
        if (!isFault(error, "Conflict", "AlreadyExists")) this.#options.failed(FairwayError.from(error));
      })
      .then(() => {
        if (this.#closed) return;
        this.#cancelAttempt = this.#options.clock.after(this.#options.retryPeriod ?? 2000, () => this.#try());
      });
  }

  async #acquire(): Promise<void> {
    const { store, clock, identity } = this.#options;
    // The lease runs from before the request: by when it was written is not known.
    const start = clock.monotonic();
    if (await this.#renewed(start)) return;
    const found = await store.get(this.#key);
    const spec = specOf(found);
    if (!this.#observed || !jsonEqual(this.#observed.spec, spec)) this.#observed = { spec, at: start };
    const holder = typeof spec.holderIdentity === "string" ? spec.holderIdentity : "";
    const seconds = Number(spec.leaseDurationSeconds ?? 0);
    if (holder !== "" && holder !== identity && start < this.#observed.at + seconds * 1000) {
      this.#heldUntil = 0;
      return this.#cease();
    }
    const next = this.#next(found, spec, holder);
    this.#took(found ? await store.update(next) : await store.create(next), start);
  }

  /** Whether the Lease was renewed by what was written last, because nobody has written it since. */
  async #renewed(start: number): Promise<boolean> {
    const { store, identity } = this.#options;
    const known = this.#written;
    this.#written = undefined;
    if (!known) return false;
    try {
      this.#took(await store.update(this.#next(known, specOf(known), identity)), start);
      return true;
    } catch (error) {
      if (isFault(error, "Conflict", "NotFound")) return false;
      throw error;
    }
  }

  #took(written: Resource, start: number): void {
    this.#written = written;
    this.#observed = { spec: written.spec, at: start };
    if (!this.#closed) this.#hold(start);
  }

  #next(found: Resource | undefined, spec: { readonly [name: string]: unknown }, holder: string): Resource {
    const { namespace, name, identity, clock } = this.#options;
    const now = microTime(clock.now());
    const mine = holder === identity;
    const transitions = Number(spec.leaseTransitions ?? 0);
    return {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      ...found,
      metadata: found?.metadata ?? { namespace, name },
      spec: {
        ...spec,
        holderIdentity: identity,
        leaseDurationSeconds: Math.ceil(this.#duration / 1000),
        acquireTime: mine ? spec.acquireTime : now,
        renewTime: now,
        leaseTransitions: mine || !found ? transitions : transitions + 1,
      },
    };
  }

  #hold(since: number): void {
    const { clock, lead } = this.#options;
    this.#cancelDeadline();
    this.#heldUntil = since + this.#renewDeadline;
    const left = this.#heldUntil - clock.monotonic();
    if (left <= 0) return this.#cease();
    this.#cancelDeadline = clock.after(left, () => this.#cease());
    if (this.#leading) return;
    this.#leading = new AbortController();
    this.#term = lead(this.#leading.signal);
  }

  #cease(): void {
    this.#cancelDeadline();
    this.#leading?.abort();
    this.#leading = undefined;
  }

  async #release(): Promise<void> {
    const { store, identity, clock } = this.#options;
    const found = await store.get(this.#key);
    const spec = specOf(found);
    if (!found || spec.holderIdentity !== identity) return;
    const renewTime = microTime(clock.now());
    this.#heldUntil = 0;
    await store.update({ ...found, spec: { ...spec, holderIdentity: "", leaseDurationSeconds: 1, renewTime } });
  }

  get #key(): ResourceKey {
    const { namespace, name } = this.#options;
    return { group: "coordination.k8s.io", kind: "Lease", namespace, name };
  }
}

function specOf(lease: Resource | undefined): { readonly [name: string]: unknown } {
  return isObject(lease?.spec) ? lease.spec : {};
}

function microTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.(\d{3})Z$/, ".$1000Z");
}
