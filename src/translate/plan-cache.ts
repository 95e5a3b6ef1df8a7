import type { Built, Plan } from "./plan.ts";

interface Entry<R extends object> {
  readonly key: object;
  readonly build: unknown;
  readonly result: WeakRef<R>;
}

/** What a cache did since it was made. */
export interface CacheStatistics {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly size: number;
}

/**
 * Results of builders by their keys. Since a builder sees nothing but its key, equal keys mean equal results, whoever
 * asks. Keys are equal if they hold the same plain values and the same objects: what comes from the registry and the mesh
 * keeps its identity while it stays what it is. A result is known for as long as somebody holds it.
 */
export class PlanCache<R extends object> {
  readonly #make: (name: string, built: Built<never>) => R;
  readonly #entries = new Map<string, Entry<R>[]>();
  #growth = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  #size = 0;

  /** `make` turns what was built into what is kept. */
  constructor(make: (name: string, built: Built<never>) => R) {
    this.#make = make;
  }

  /** The size counts what is gone but not yet cleared away. */
  get statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, size: this.#size };
  }

  /** The result of a plan, built if it is not known. */
  get(plan: Plan<unknown>): R {
    const variants = this.#entries.get(plan.name);
    const known = variants?.find(({ build, key }) => build === plan.build && sameKey(key, plan.key))?.result.deref();
    if (known) {
      this.#hits += 1;
      return known;
    }
    this.#misses += 1;
    const result = this.#make(plan.name, plan.build(plan.key as never) as Built<never>);
    if (plan.fleeting) return result;
    const entry = { key: plan.key, build: plan.build, result: new WeakRef(result) };
    if (variants) variants.unshift(entry);
    else this.#entries.set(plan.name, [entry]);
    this.#size += 1;
    this.#growth += 1;
    // Each clearing looks at all entries: it waits until there are enough new ones to be worth it.
    if (this.#growth > fewNew && this.#growth > this.#size / 4) this.clearAway();
    return result;
  }

  /** Forgets what nobody holds any more. */
  clearAway(): void {
    this.#growth = 0;
    for (const [name, variants] of this.#entries) {
      const held = variants.filter(({ result }) => result.deref() !== undefined);
      if (held.length === variants.length) continue;
      this.#evictions += variants.length - held.length;
      this.#size -= variants.length - held.length;
      if (held.length > 0) this.#entries.set(name, held);
      else this.#entries.delete(name);
    }
  }

  /** All that is known. */
  *results(): Generator<R> {
    for (const variants of this.#entries.values()) {
      for (const { result } of variants) {
        const known = result.deref();
        if (known) yield known;
      }
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
    this.#size = 0;
    this.#growth = 0;
  }
}

const fewNew = 256;

/** Whether two keys hold the same: plain values, the same objects, and lists and parts made for the keys that do. */
export function sameKey(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > maxDepth) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, i) => sameKey(each, b[i], depth + 1));
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  const fields = Object.keys(a);
  if (fields.length !== Object.keys(b).length) return false;
  return fields.every((field) => Object.hasOwn(b, field) && sameKey(a[field], b[field], depth + 1));
}

/** Deeper than this nothing is made for a key, that of a patched resource around it: two such objects are then different. */
const maxDepth = 5;

function isPlain(value: object): value is { readonly [field: string]: unknown } {
  return Object.getPrototypeOf(value) === Object.prototype;
}
