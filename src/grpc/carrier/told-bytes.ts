/**
 * A part of a message on its way to a thread: small ones as they are; of large ones, which many messages share, only where
 * they are in memory that the thread was told of.
 */
export type PostedPart = Uint8Array | { readonly memory: number; readonly from: number; readonly to: number };

/** Whoever is told of memory that is shared, by number, and when nobody needs it any more. */
export interface MemoryListener {
  remember(memory: number, shared: SharedArrayBuffer): void;
  forget(memory: number): void;
}

/**
 * The memory that a thread was told of. It is told once of each: a thread counts what it is told as memory of its own,
 * and would look for garbage again and again.
 */
export class ToldBytes {
  readonly #listener: MemoryListener;
  readonly #numbers = new WeakMap<SharedArrayBuffer, number>();
  readonly #unused: FinalizationRegistry<number>;
  #last = 0;

  constructor(listener: MemoryListener) {
    this.#listener = listener;
    this.#unused = new FinalizationRegistry((memory) => listener.forget(memory));
  }

  /** A part as the thread can be given it. */
  post(part: Uint8Array): PostedPart {
    const { buffer, byteOffset, byteLength } = part;
    if (!(buffer instanceof SharedArrayBuffer)) return Uint8Array.from(part);
    return { memory: this.#numberOf(buffer), from: byteOffset, to: byteOffset + byteLength };
  }

  #numberOf(shared: SharedArrayBuffer): number {
    const known = this.#numbers.get(shared);
    if (known !== undefined) return known;
    const number = ++this.#last;
    this.#numbers.set(shared, number);
    this.#unused.register(shared, number);
    this.#listener.remember(number, shared);
    return number;
  }
}

/** The thread's side: what it was told of. */
export class KnownBytes {
  readonly #memories = new Map<number, Uint8Array>();

  remember(memory: number, shared: SharedArrayBuffer): void {
    this.#memories.set(memory, new Uint8Array(shared));
  }

  forget(memory: number): void {
    this.#memories.delete(memory);
  }

  /** The bytes of a part. */
  of(part: PostedPart): Uint8Array {
    if (part instanceof Uint8Array) return part;
    const bytes = this.#memories.get(part.memory);
    if (!bytes) throw new Error(`nobody told of memory ${part.memory}`);
    return bytes.subarray(part.from, part.to);
  }
}
