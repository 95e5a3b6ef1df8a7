import { Acknowledgement, type Answer } from "./acknowledgement.ts";
import type { Wanted } from "./config-source.ts";
import { encodeHead, encodeRemoved } from "./encode-response.ts";
import type { NameSet, NameSets } from "./name-set.ts";
import { Parcel } from "./parcel.ts";
import type { Difference } from "./resource-group.ts";
import { missingFrom, ResourceSet, restrictedTo } from "./resource-set.ts";
import type { Subscription, Update, Verdict } from "./subscription.ts";
import { xdsTypes } from "./xds-types.ts";

/** A request of the delta form. */
export interface DeltaRequest extends Answer {
  readonly subscribe: readonly string[];
  readonly unsubscribe: readonly string[];
  /** What a client has that connects again: versions by name. */
  readonly initialVersions: ReadonlyMap<string, string>;
}

function updateOf(set: ResourceSet, { parcels, removed }: Difference): Update {
  const gone = removed.length > 0 ? [encodeRemoved(removed)] : [];
  const body = [encodeHead(set), ...gone, ...parcels.map((parcel) => parcel.bytes("delta"))];
  return { parcels, news: parcels, removed, body };
}

/** One type of a delta stream: requests say what is wanted more and what no longer. */
export class DeltaSubscription implements Subscription {
  readonly type: string;
  readonly acknowledgement = new Acknowledgement();
  readonly #nameSets: NameSets;
  #names: NameSet;
  #all = false;
  #has: ResourceSet;
  #owed = new Set<string>();
  #first = true;
  #returning = false;
  /** The client has nothing, and is to be told of each name that it asked for, if only that there is no such thing. */
  #new = false;
  /** The client waits for a response even if there is nothing. */
  #expects = false;

  constructor(type: string, nameSets: NameSets) {
    this.type = type;
    this.#nameSets = nameSets;
    this.#names = nameSets.empty;
    this.#has = ResourceSet.empty(type);
  }

  get wanted(): Wanted {
    return this.#all ? "all" : this.#names;
  }

  get has(): ResourceSet {
    return this.#has;
  }

  get returning(): boolean {
    return this.#returning;
  }

  /** Takes a request. What it says of a response may be out of date; what it wants is not. */
  take(request: DeltaRequest): Verdict {
    const answer = this.acknowledgement.begun ? this.acknowledgement.take(request) : "none";
    const asks = this.#first ? this.#begin(request) : this.#change(request);
    return { answer, asks };
  }

  owe(names: Iterable<string>): void {
    for (const name of names) if (this.#all || this.#names.has(name)) this.#owed.add(name);
  }

  update(set: ResourceSet): Update | undefined {
    const difference = this.#withOwed(set, set.differenceFrom(this.#has));
    const nothing = difference.parcels.length === 0 && difference.removed.length === 0;
    return nothing && !this.#expects ? undefined : updateOf(set, difference);
  }

  sent(set: ResourceSet, nonce: string, now: number): void {
    this.#has = set;
    this.#owed.clear();
    this.#new = false;
    this.#expects = false;
    this.acknowledgement.sent(nonce, set.version, now);
  }

  /** What differs, and what is to be told besides. */
  #withOwed(set: ResourceSet, { parcels, removed }: Difference): Difference {
    const missing = this.#new ? missingFrom(set, this.#names) : [];
    if (this.#owed.size === 0) return { parcels, removed: missing.length > 0 ? [...removed, ...missing] : removed };
    const told = new Set([
      ...parcels.flatMap(({ resources }) => resources.map(({ name }) => name)),
      ...removed,
      ...missing,
    ]);
    const extra = [...this.#owed].filter((name) => !told.has(name));
    const found = extra.flatMap((name) => set.get(name) ?? []);
    return {
      parcels: found.length > 0 ? [...parcels, new Parcel(found)] : parcels,
      removed: [...removed, ...missing, ...extra.filter((name) => !set.has(name))],
    };
  }

  #begin({ subscribe, unsubscribe, initialVersions }: DeltaRequest): boolean {
    this.#first = false;
    // Nothing at all means everything, but only to begin with.
    this.#all = subscribe.length === 0 || subscribe.includes("*");
    this.#names = this.#nameSets.of(this.#all ? subscribe.filter((name) => name !== "*") : subscribe);
    this.#drop(unsubscribe);
    if (initialVersions.size === 0) {
      this.#new = true;
      this.#expects = this.#all;
    } else this.#recall(initialVersions);
    return this.#all || this.#names !== this.#nameSets.empty;
  }

  /** Takes a client's word for what it has. */
  #recall(versions: ReadonlyMap<string, string>): void {
    const held = Array.from(versions, ([name, version]) => ({
      name,
      // Envoy may wait for endpoints that it has: as if it had others.
      version: this.type === xdsTypes.endpoint ? "" : version,
      field: new Uint8Array(),
    }));
    this.#returning = true;
    this.#has = ResourceSet.of(this.type, held);
    for (const name of this.#names) if (!versions.has(name)) this.#owed.add(name);
  }

  #change({ subscribe, unsubscribe }: DeltaRequest): boolean {
    const named = subscribe.filter((name) => name !== "*");
    if (named.length < subscribe.length) this.#all = true;
    if (named.length > 0) this.#names = this.#nameSets.with(this.#names, named);
    for (const name of named) this.#owed.add(name);
    this.#drop(unsubscribe);
    return subscribe.length > 0 || this.#owed.size > 0;
  }

  #drop(names: readonly string[]): void {
    if (names.length === 0) return;
    if (names.includes("*")) this.#all = false;
    this.#names = this.#nameSets.without(this.#names, names);
    for (const name of names) {
      this.#owed.delete(name);
      // Who wants everything keeps it, and has to be told so.
      if (this.#all && name !== "*") this.#owed.add(name);
    }
    // What is no longer wanted may be wanted again later, and is then to be sent.
    if (!this.#all) this.#has = restrictedTo(this.#has, this.#names);
  }
}
