import { Acknowledgement, type Answer } from "./acknowledgement.ts";
import { Beginnings } from "./beginnings.ts";
import type { Wanted } from "./config-source.ts";
import { encodeRemoved } from "./encode-response.ts";
import { amongThese, type NameSet, type NameSets } from "./name-set.ts";
import { OwedNames } from "./owed-names.ts";
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

/** A response of the delta form that brings a set. */
export function updateOf(set: ResourceSet, { parcels, removed, adds }: Difference): Update {
  const gone = removed.length > 0 ? [encodeRemoved(removed)] : [];
  const body = [set.head, ...gone, ...parcels.map((parcel) => parcel.bytes("delta"))];
  return { parcels, news: parcels, removed, adds, body };
}

/** One type of a delta stream: requests say what is wanted more and what no longer. */
export class DeltaSubscription implements Subscription {
  readonly type: string;
  readonly acknowledgement = new Acknowledgement();
  /** When the client began with which route table; undefined for other types. */
  readonly beginnings: Beginnings | undefined;
  readonly #nameSets: NameSets;
  #names: NameSet;
  #all = false;
  #has: ResourceSet;
  readonly #owed = new OwedNames();
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
    if (type === xdsTypes.route) this.beginnings = new Beginnings();
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
    return { answer, asks, drops: request.unsubscribe.length > 0 };
  }

  owe(names: readonly string[]): void {
    this.#owed.add(this.#all ? names : amongThese(names, this.#names));
  }

  update(set: ResourceSet): Update | undefined {
    const difference = this.#withOwed(set, set.differenceFrom(this.#has));
    const nothing = difference.parcels.length === 0 && difference.removed.length === 0;
    return nothing && !this.#expects ? undefined : updateOf(set, difference);
  }

  sent(set: ResourceSet, nonce: string, now: number): void {
    this.#has = set;
    // What was refused the client may not have taken; what belongs to it went with it.
    if (this.acknowledgement.error !== undefined) this.beginnings?.beginAll();
    this.#owed.clear();
    this.#new = false;
    this.#expects = false;
    this.acknowledgement.sent(nonce, set.version, now);
  }

  /** What differs, and what is to be told besides. */
  #withOwed(set: ResourceSet, difference: Difference): Difference {
    if (!this.#new && this.#owed.isEmpty) return difference;
    const { parcels, removed, adds } = difference;
    const missing = this.#new ? missingFrom(set, this.#names) : [];
    const owed = this.#owed.besides(set, parcels);
    const told = missing.length + owed.absent.length;
    return {
      parcels: owed.parcels.length > 0 ? [...parcels, ...owed.parcels] : parcels,
      removed: told > 0 ? [...new Set([...removed, ...missing, ...owed.absent])] : removed,
      adds,
    };
  }

  #begin({ subscribe, unsubscribe, initialVersions }: DeltaRequest): boolean {
    this.#first = false;
    const asked = this.#nameSets.asked(subscribe);
    // Nothing at all means everything, but only to begin with.
    this.#all = subscribe.length === 0 || asked.all;
    this.#names = asked.names;
    this.beginnings?.begin(Array.from(this.#names).filter((name) => !initialVersions.has(name)));
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
    this.#owed.add(Array.from(this.#names).filter((name) => !versions.has(name)));
  }

  #change({ subscribe, unsubscribe }: DeltaRequest): boolean {
    const named = subscribe.includes("*") ? subscribe.filter((name) => name !== "*") : subscribe;
    if (named.length < subscribe.length) this.#all = true;
    if (named.length > 0) this.#names = this.#nameSets.with(this.#names, named);
    this.#owed.add(named);
    if (named.length > 0) this.beginnings?.begin(named);
    this.#drop(unsubscribe);
    return subscribe.length > 0 || !this.#owed.isEmpty;
  }

  #drop(names: readonly string[]): void {
    if (names.length === 0) return;
    if (names.includes("*")) this.#all = false;
    this.#names = this.#nameSets.without(this.#names, names);
    this.#owed.delete(names);
    this.beginnings?.end(names);
    // Who wants everything keeps it, and has to be told so.
    if (this.#all) this.#owed.add(names.filter((name) => name !== "*"));
    // What is no longer wanted may be wanted again later, and is then to be sent.
    if (!this.#all) this.#has = restrictedTo(this.#has, this.#names);
  }
}
