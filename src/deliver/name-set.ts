/** Names that clients ask for. Equal sets of one `NameSets` are the same object, so that their identity tells them apart. */
export type NameSet = ReadonlySet<string>;

/**
 * Keeps each set of names once, however many clients ask for it: a thousand proxies that ask for the same three thousand
 * clusters cost one set. Sets that nobody uses any more are forgotten.
 */
export class NameSets {
  readonly #known = new Map<string, WeakRef<NameSet>>();
  readonly #gone = new FinalizationRegistry<string>((print) => {
    if (!this.#known.get(print)?.deref()) this.#known.delete(print);
  });
  /** Lists that are recognised are given again and again. */
  readonly #listed = new WeakMap<readonly string[], NameSet>();
  readonly empty: NameSet = new Set();

  /** Sets that are kept now. */
  get size(): number {
    return this.#known.size;
  }

  /** The set of some names; `likely` is given back at once if it is just these, in the same order. */
  of(names: readonly string[], likely: NameSet = this.empty): NameSet {
    const known = this.#listed.get(names);
    if (known) return known;
    const set = isListed(likely, names) ? likely : this.#keep(new Set(names));
    this.#listed.set(names, set);
    return set;
  }

  /** The set of some names but `*`, which asks for everything, and whether that is among them. `likely` is as above. */
  asked(names: readonly string[], likely?: NameSet): { readonly names: NameSet; readonly all: boolean } {
    const set = this.of(names, likely);
    return set.has("*") ? { names: this.without(set, ["*"]), all: true } : { names: set, all: false };
  }

  with(set: NameSet, more: Iterable<string>): NameSet {
    const added = new Set(more);
    return added.isSubsetOf(set) ? set : this.#keep(set.union(added));
  }

  without(set: NameSet, fewer: Iterable<string>): NameSet {
    const removed = new Set(fewer);
    return removed.isDisjointFrom(set) ? set : this.#keep(set.difference(removed));
  }

  #keep(names: Set<string>): NameSet {
    if (names.size === 0) return this.empty;
    const print = fingerprint(names);
    const known = this.#known.get(print)?.deref();
    // Two sets may have the same print by chance or by malice: the second one is then not shared.
    if (known) return known.size === names.size && names.isSubsetOf(known) ? known : names;
    this.#known.set(print, new WeakRef(names));
    this.#gone.register(names, print);
    return names;
  }
}

/** Those of some names that are in a set; the list itself if all are. */
export function amongThese(names: readonly string[], set: NameSet): readonly string[] {
  return names.every((name) => set.has(name)) ? names : names.filter((name) => set.has(name));
}

function isListed(set: NameSet, names: readonly string[]): boolean {
  if (set.size !== names.length) return false;
  let i = 0;
  for (const name of set) if (name !== names[i++]) return false;
  return true;
}

/** The same text for equal sets, whatever the order of their names; seldom the same for others. */
function fingerprint(names: ReadonlySet<string>): string {
  let sum = 0;
  let mixed = 0;
  for (const name of names) {
    const hash = hashOf(name);
    sum = (sum + hash) | 0;
    mixed = (mixed + Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)) | 0;
  }
  return `${names.size} ${sum} ${mixed}`;
}

/** FNV-1a over the text's units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
