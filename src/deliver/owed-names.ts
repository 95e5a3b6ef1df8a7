import { memoByPair } from "./memo-by-pair.ts";
import { Parcel } from "./parcel.ts";
import type { ResourceSet } from "./resource-set.ts";

const nothing: readonly string[] = [];

/**
 * Names of which a client is to be told although it has them. What is owed to many at once, after a change of a cluster that
 * all of them have, is one list, so that what they are sent can be made once.
 */
export class OwedNames {
  #names: readonly string[] = nothing;

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** The list itself is kept: nobody may change it. */
  add(names: readonly string[]): void {
    if (names.length === 0) return;
    this.#names = this.isEmpty ? names : [...new Set([...this.#names, ...names])];
  }

  delete(names: readonly string[]): void {
    if (this.isEmpty) return;
    const gone = new Set(names);
    this.#names = this.#names.filter((name) => !gone.has(name));
  }

  clear(): void {
    this.#names = nothing;
  }

  /** What is owed of a set besides some parcels of it. */
  besides(set: ResourceSet, parcels: readonly Parcel[]): OwedParcel {
    return this.isEmpty ? noneOwed : owedOf(this.#names, set)(parcels);
  }
}

/** What is owed of a set. */
export interface OwedParcel {
  /** Empty, or one. */
  readonly parcels: readonly Parcel[];
  /** Names that the set does not have. */
  readonly absent: readonly string[];
}

const noneOwed: OwedParcel = { parcels: [], absent: [] };

const owedOf = memoByPair((names: readonly string[], set: ResourceSet) => {
  const known = new WeakMap<readonly Parcel[], OwedParcel>();
  return (parcels: readonly Parcel[]): OwedParcel => {
    const found = known.get(parcels) ?? makeOwed(names, set, parcels);
    known.set(parcels, found);
    return found;
  };
});

function makeOwed(names: readonly string[], set: ResourceSet, parcels: readonly Parcel[]): OwedParcel {
  const sending = new Set(parcels.flatMap(({ resources }) => resources.map(({ name }) => name)));
  const extra = names.filter((name) => !sending.has(name));
  const found = extra.flatMap((name) => set.get(name) ?? []);
  return {
    parcels: found.length > 0 ? [new Parcel(found)] : [],
    absent: found.length === extra.length ? nothing : extra.filter((name) => !set.has(name)),
  };
}
