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
  readonly #make: (name: string, built: Built<never>, known: Iterable<R>) => R;
  readonly #entries = new Map<string, Entry<R>[]>();
  #growth = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  #size = 0;

  /** `make` turns what was built into what is kept. It is told what is known by the same name, and may take from it. */
  constructor(make: (name: string, built: Built<never>, known: Iterable<R>) => R) {
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
    const built = plan.build(plan.key as never) as Built<never>;
    const result = this.#make(plan.name, built, held(variants));
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
    for (const variants of this.#entries.values()) yield* held(variants);
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
    this.#size = 0;
    this.#growth = 0;
  }
}

const fewNew = 256;

function* held<R extends object>(entries: readonly Entry<R>[] = []): Generator<R> {
  for (const { result } of entries) {
    const known = result.deref();
    if (known) yield known;
  }
}

/** Whether two keys hold the same: plain values, the same objects, and lists and parts made for the keys that do. */
export function sameKey(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > maxDepth) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameLists(a, b, depth + 1);
  return isPlain(a) && isPlain(b) && sameFields(a, b, depth + 1);
}

function sameLists(a: readonly unknown[], b: readonly unknown[], depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameKey(a[i], b[i], depth)) return false;
  return true;
}

/** Without lists of names: plain objects inherit no field, and very many are compared. */
function sameFields(a: Fields, b: Fields, depth: number): boolean {
  let more = 0;
  for (const field in a) {
    if (!Object.hasOwn(b, field) || !sameKey(a[field], b[field], depth)) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}

type Fields = { readonly [field: string]: unknown };

/** Deeper than this nothing is made for a key, that of a patched resource around it: two such objects are then different. */
const maxDepth = 5;

function isPlain(value: object): value is Fields {
  return Object.getPrototypeOf(value) === Object.prototype;
}
