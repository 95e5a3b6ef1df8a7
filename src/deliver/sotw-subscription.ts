import { Acknowledgement, type Answer } from "./acknowledgement.ts";
import type { Wanted } from "./config-source.ts";
import { encodeSotw } from "./encode-response.ts";
import { memoByPair } from "./memo-by-pair.ts";
import { ResourceSet } from "./resource-set.ts";
import type { Subscription, Update, Verdict } from "./subscription.ts";
import type { XdsResource } from "./xds-resource.ts";
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

const wholeUpdate = memoByPair((set: ResourceSet, _: ResourceSet): Update => {
  const resources = [...set.resources.values()];
  return { resources, removed: [], body: encodeSotw({ type: set.type, version: set.version, resources }) };
});

const partialUpdate = memoByPair((set: ResourceSet, before: ResourceSet): Update => {
  const resources = set.changesSince(before).changed;
  return { resources, removed: [], body: encodeSotw({ type: set.type, version: set.version, resources }) };
});

/** One type of a state-of-the-world stream: each request says anew which names are wanted. */
export class SotwSubscription implements Subscription {
  readonly type: string;
  readonly acknowledgement = new Acknowledgement();
  readonly #whole: boolean;
  #names: ReadonlySet<string> = new Set();
  #all = false;
  #has: ResourceSet;
  #owed = new Set<string>();
  #first = true;
  #returning = false;

  constructor(type: string) {
    this.type = type;
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
      // On a new stream the client may have everything already. Endpoints are sent all the same: Envoy may wait for them.
      this.#claimed = this.#first && this.type !== xdsTypes.endpoint ? request.version : "";
      this.#has = ResourceSet.empty(this.type);
      this.#first = false;
      return { answer, asks: this.#all || this.#names.size > 0 };
    }
    return { answer, asks: added };
  }

  owe(names: Iterable<string>): void {
    for (const name of names) if (this.#all || this.#names.has(name)) this.#owed.add(name);
  }

  update(set: ResourceSet): Update | undefined {
    if (this.#claimed !== "" && this.#claimed === set.version) this.#has = set;
    this.#claimed = "";
    const begun = this.acknowledgement.begun || this.#has.resources.size > 0;
    const { changed, removed } = set.changesSince(this.#has);
    if (this.#whole) {
      const same = changed.length === 0 && removed.length === 0 && begun;
      return same ? undefined : wholeUpdate(set, set);
    }
    const extra = this.#owedBesides(changed, set);
    if (extra.length === 0) return changed.length === 0 ? undefined : partialUpdate(set, this.#has);
    const resources = [...changed, ...extra];
    return { resources, removed: [], body: encodeSotw({ type: this.type, version: set.version, resources }) };
  }

  #owedBesides(changed: readonly XdsResource[], set: ResourceSet): readonly XdsResource[] {
    if (this.#owed.size === 0) return [];
    const sending = new Set(changed.map(({ name }) => name));
    return [...this.#owed].flatMap((name) => (sending.has(name) ? [] : (set.resources.get(name) ?? [])));
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
    const next = new Set(names);
    const named = next.delete("*");
    // No names at all mean everything, but only for whom has never named any.
    this.#all = named || (next.size === 0 && before.size === 0 && (hadAll || (this.#first && this.#whole)));
    this.#names = next;
    if (before.difference(next).size > 0 && !this.#all) this.#forgetAllBut(next);
    return (this.#all && !hadAll) || (!this.#all && next.difference(before).size > 0);
  }

  /** What is no longer wanted may be wanted again later, and is then to be sent. */
  #forgetAllBut(names: ReadonlySet<string>): void {
    const kept = [...this.#has.resources.values()].filter(({ name }) => names.has(name));
    this.#has = new ResourceSet(this.type, kept);
  }
}
