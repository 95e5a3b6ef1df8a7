/**
 * An immutable map by text that shares with the one it was made from all that did not change. Making one costs as much
 * as the edits and one array of fixed size, however much the map holds: entries are spread over shards by hash.
 */
export class PersistentMap<V> {
  /** The map without entries. */
  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>(new Array<undefined>(shardCount).fill(undefined), 0);
  }

  readonly size: number;
  readonly #shards: readonly (ReadonlyMap<string, V> | undefined)[];

  private constructor(shards: readonly (ReadonlyMap<string, V> | undefined)[], size: number) {
    this.#shards = shards;
    this.size = size;
  }

  get(key: string): V | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.#shards[shardOf(key)]?.has(key) ?? false;
  }

  /** This map with `edits` made; an undefined value removes the key. Without edits it is this map itself. */
  with(edits: ReadonlyMap<string, V | undefined>): PersistentMap<V> {
    if (edits.size === 0) return this;
    const shards = [...this.#shards];
    const fresh = new Map<number, Map<string, V>>();
    let size = this.size;
    for (const [key, value] of edits) {
      const index = shardOf(key);
      let shard = fresh.get(index);
      if (shard === undefined) {
        shard = new Map(shards[index]);
        fresh.set(index, shard);
        shards[index] = shard;
      }
      size -= shard.size;
      if (value === undefined) shard.delete(key);
      else shard.set(key, value);
      size += shard.size;
    }
    return new PersistentMap<V>(shards, size);
  }

  /** In no particular order. */
  *entries(): IterableIterator<[string, V]> {
    for (const shard of this.#shards) if (shard !== undefined) yield* shard;
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.entries();
  }
}

/** A power of two: with 100,000 entries a shard has about a hundred. */
const shardCount = 1024;

/** FNV-1a, folded so that the high bits count too. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (shardCount - 1);
}
