import { Acknowledgement, type Answer } from "./acknowledgement.ts";
import type { Wanted } from "./config-source.ts";
import { amongThese, type NameSet, type NameSets } from "./name-set.ts";
import { OwedNames } from "./owed-names.ts";
import type { Parcel } from "./parcel.ts";
import type { Difference } from "./resource-group.ts";
import { ResourceSet, restrictedTo } from "./resource-set.ts";
import type { Subscription, Update, Verdict } from "./subscription.ts";
import { isMessageType, xdsTypes } from "./xds-types.ts";

/** A request of the state-of-the-world form. */
export interface SotwRequest extends Answer {
  readonly names: readonly string[];
}

/** Types whose responses hold everything, so that what is not in one is gone. Of others a response holds what it holds. */
const wholeTypes: ReadonlySet<string> = new Set([
  xdsTypes.cluster,
  xdsTypes.listener,
  xdsTypes.nameTable,
  xdsTypes.proxyConfig,
]);

/** A response that brings some parcels of a set, for what differs of it. */
function updateOf(set: ResourceSet, { adds }: Difference, parcels: readonly Parcel[], news = parcels): Update {
  return { parcels, news, removed: [], adds, body: [set.head, ...parcels.map((parcel) => parcel.bytes("sotw"))] };
}

/** One type of a state-of-the-world stream: each request says anew which names are wanted. */
export class SotwSubscription implements Subscription {
  readonly type: string;
  readonly acknowledgement = new Acknowledgement();
  readonly #whole: boolean;
  readonly #nameSets: NameSets;
  #names: NameSet;
  #all = false;
  #has: ResourceSet;
  readonly #owed = new OwedNames();
  #first = true;
  #returning = false;

  constructor(type: string, nameSets: NameSets) {
    this.type = type;
    this.#nameSets = nameSets;
    this.#names = nameSets.empty;
    this.#whole = wholeTypes.has(type) || !isMessageType(type);
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

  /** The version that a client which connects again says it has; empty if it has to be sent everything. */
  #claimed = "";

  /** Takes a request. One that answers a response which is not the last says nothing of what is wanted now. */
  take(request: SotwRequest): Verdict {
    const fresh = this.#first || request.nonce === "";
    const answer = fresh && !this.acknowledgement.begun ? "none" : this.acknowledgement.take(request);
    if (answer === "stale") return { answer, asks: false };
    const added = this.#want(request.names);
    if (this.#first) this.#returning = request.version !== "";
    if (fresh) {
      // On a new stream the client may have everything already. What it names it is sent all the same: it may have wanted
      // less for a while, and dropped what it had of that version.
      this.#claimed = this.#first && this.#all ? request.version : "";
      this.#has = ResourceSet.empty(this.type);
      this.#first = false;
      return { answer, asks: this.#all || this.#names !== this.#nameSets.empty };
    }
    return { answer, asks: added };
  }

  owe(names: readonly string[]): void {
    this.#owed.add(this.#all ? names : amongThese(names, this.#names));
  }

  update(set: ResourceSet): Update | undefined {
    if (this.#claimed !== "" && this.#claimed === set.version) this.#has = set;
    this.#claimed = "";
    const begun = this.acknowledgement.begun || this.#has.size > 0;
    const difference = set.differenceFrom(this.#has);
    const { parcels, removed } = difference;
    if (this.#whole) {
      const same = parcels.length === 0 && removed.length === 0 && begun;
      return same ? undefined : updateOf(set, difference, set.whole, parcels);
    }
    const sent = [...parcels, ...this.#owed.besides(set, parcels).parcels];
    return sent.length === 0 ? undefined : updateOf(set, difference, sent);
  }

  sent(set: ResourceSet, nonce: string, now: number): void {
    this.#has = set;
    this.#owed.clear();
    this.acknowledgement.sent(nonce, set.version, now);
  }

  /** Replaces what is wanted; true if something was added to it. */
  #want(names: readonly string[]): boolean {
    const before = this.#names;
    const hadAll = this.#all;
    const { names: next, all } = this.#nameSets.asked(names, this.#names);
    // No names at all mean everything, but only for whom has never named any.
    this.#all = all || (next.size === 0 && before.size === 0 && (hadAll || (this.#first && this.#whole)));
    if (next === this.#names) return this.#all && !hadAll;
    this.#names = next;
    // What is no longer wanted may be wanted again later, and is then to be sent.
    if (!this.#all) this.#has = restrictedTo(this.#has, next);
    return (this.#all && !hadAll) || (!this.#all && !next.isSubsetOf(before));
  }
}
