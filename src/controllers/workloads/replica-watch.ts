import type { Clock } from "../../base/clock.ts";

/** Signs of life of replicas. */
export interface ReplicaSigns {
  /** For each replica something that changes while it lives. Fails if nobody can be looked at now. */
  signs(): Promise<ReadonlyMap<string, string>>;
  /** A replica was found dead: what it left as its sign may go. */
  forget(replica: string): Promise<void>;
}

export interface ReplicaWatchOptions {
  /** The replica that watches; it lives. */
  readonly self: string;
  readonly replicas: ReplicaSigns;
  /** Milliseconds without a sign after which a replica is dead. */
  readonly silence: number;
  readonly clock: Clock;
}

/** What was seen of a replica last, and when. */
interface Seen {
  readonly sign: string;
  readonly at: number;
  /** It was found dead since. */
  dead: boolean;
}

/** Which replicas live. Clocks of others are not believed, and what could not be looked at is not held against anybody. */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions;
  readonly #last = new Map<string, Seen>();

  constructor(options: ReplicaWatchOptions) {
    this.#options = options;
  }

  /** Whether a replica was found dead, and was not seen to live since. */
  isDead(replica: string): boolean {
    return this.#last.get(replica)?.dead === true;
  }

  /** A replica did something. */
  saw(replica: string): void {
    const { sign = "" } = this.#last.get(replica) ?? {};
    this.#last.set(replica, { sign, at: this.#options.clock.monotonic(), dead: false });
  }

  /**
   * Looks once, and tells which of `named` and of all that left a sign are found dead now. Who is named for the first time
   * has all its time before it.
   */
  async look(named: Iterable<string>): Promise<readonly string[]> {
    const { self, replicas, silence, clock } = this.#options;
    const signs = await replicas.signs().catch((error: unknown) => {
      this.#last.clear();
      throw error;
    });
    const now = clock.monotonic();
    const all = new Set([...named, ...signs.keys()]);
    for (const replica of all) {
      const last = this.#last.get(replica);
      // That a sign is no longer there is none of life.
      const sign = signs.get(replica) ?? last?.sign ?? "";
      if (last?.sign !== sign) this.#last.set(replica, { sign, at: now, dead: false });
    }
    for (const replica of this.#last.keys()) if (!all.has(replica)) this.#last.delete(replica);
    const found = [...this.#last].filter(([name, { at, dead }]) => name !== self && !dead && now - at >= silence);
    for (const [, seen] of found) seen.dead = true;
    return found.map(([replica]) => replica);
  }
}
