import { type Clock, systemClock } from "./clock.ts";
import { jsonEqual } from "./json.ts";

/** What was fetched, and for how many milliseconds it is good. */
export interface Fetched<V> {
  readonly value: V;
  readonly goodFor: number;
}

export interface KeptFreshOptions<V> {
  readonly fetch: (key: string) => Promise<Fetched<V>>;
  /** Told when a value came or changed: what was made without it is out of date. */
  readonly changed: () => void;
  /** Told when a value cannot be fetched, the first time in a row. */
  readonly failed: (key: string, error: unknown) => void;
  /** Told of every attempt and whether it went well. Default: nobody is. */
  readonly attempted?: (success: boolean) => void;
  /** Milliseconds until a failed attempt is repeated: at first, then twice as long each time, up to the longest. */
  readonly retry: { readonly first: number; readonly longest: number };
  readonly clock?: Clock;
  /** A number from 0 up to 1, by which waiting is spread. Default: at random. */
  readonly random?: () => number;
}

interface Entry<V> {
  value: V | undefined;
  failures: number;
  /** The round in which it was asked for last. */
  used: number;
  cancel: () => void;
}

/** Rounds for which a value is kept that nobody asks for. */
const keptRounds = 3;

/** By how much of its length waiting may grow, so that many who began together do not go on together. */
const spread = 0.1;

/**
 * Values from elsewhere by their keys, fetched when they are first asked for and again before they are too old. Whoever
 * asks for one that is not there yet is given none, and told when it is. What was fetched once stays in force while
 * fetching fails.
 */
export class KeptFresh<V> {
  readonly #options: KeptFreshOptions<V>;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #entries = new Map<string, Entry<V>>();
  #round = 0;
  #closed = false;

  constructor(options: KeptFreshOptions<V>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
  }

  /** The value of a key as it was last fetched. */
  at(key: string): V | undefined {
    const known = this.#entries.get(key);
    if (known) {
      known.used = this.#round;
      return known.value;
    }
    if (this.#closed) return undefined;
    const entry: Entry<V> = { value: undefined, failures: 0, used: this.#round, cancel: () => undefined };
    this.#entries.set(key, entry);
    void this.#fetch(key, entry);
    return undefined;
  }

  /** A new round begins: keys that nobody asked for in some of them are forgotten. */
  endRound(): void {
    this.#round += 1;
    this.#forget((_, { used }) => used < this.#round - keptRounds);
  }

  /** Forgets all other keys. */
  keepOnly(keys: ReadonlySet<string>): void {
    this.#forget((key) => !keys.has(key));
  }

  close(): void {
    this.#closed = true;
    this.#forget(() => true);
  }

  #forget(isDue: (key: string, entry: Entry<V>) => boolean): void {
    for (const [key, entry] of this.#entries) {
      if (!isDue(key, entry)) continue;
      entry.cancel();
      this.#entries.delete(key);
    }
  }

  async #fetch(key: string, entry: Entry<V>): Promise<void> {
    const { fetch, changed, failed, attempted, retry } = this.#options;
    let wait: number;
    try {
      const { value, goodFor } = await fetch(key);
      attempted?.(true);
      wait = goodFor;
      entry.failures = 0;
      if (this.#entries.get(key) === entry && !jsonEqual(value, entry.value)) {
        entry.value = value;
        changed();
      }
    } catch (error) {
      attempted?.(false);
      wait = Math.min(retry.first * 2 ** entry.failures, retry.longest);
      entry.failures += 1;
      if (entry.failures === 1) failed(key, error);
    }
    if (this.#entries.get(key) !== entry) return;
    entry.cancel = this.#clock.after(wait * (1 + spread * this.#random()), () => void this.#fetch(key, entry));
  }
}
