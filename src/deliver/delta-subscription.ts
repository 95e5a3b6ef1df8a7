import { Acknowledgement, type Answer } from "./acknowledgement.ts";
import type { Wanted } from "./config-source.ts";
import { encodeDelta } from "./encode-response.ts";
import { memoByPair } from "./memo-by-pair.ts";
import { ResourceSet, type SetChange } from "./resource-set.ts";
import type { Subscription, Update, Verdict } from "./subscription.ts";
import { xdsTypes } from "./xds-types.ts";

/** A request of the delta form. */
export interface DeltaRequest extends Answer {
  readonly subscribe: readonly string[];
  readonly unsubscribe: readonly string[];
  /** What a client has that connects again: versions by name. */
  readonly initialVersions: ReadonlyMap<string, string>;
}

const updateSince = memoByPair((set: ResourceSet, before: ResourceSet): Update => {
  const { changed, removed } = set.changesSince(before);
  return encoded(set, { changed, removed });
});

function encoded(set: ResourceSet, { changed, removed }: SetChange): Update {
  const { type, version } = set;
  return { resources: changed, removed, body: encodeDelta({ type, version, resources: changed, removed }) };
}

/** One type of a delta stream: requests say what is wanted more and what no longer. */
export class DeltaSubscription implements Subscription {
  readonly type: string;
  readonly acknowledgement = new Acknowledgement();
  /** Replaced, never changed: who is given it may keep what follows from it. */
  #names: ReadonlySet<string> = new Set();
  #all = false;
  #has: ResourceSet;
  #owed = new Set<string>();
  #first = true;
  #returning = false;
  /** The client waits for a response even if there is nothing. */
  #expects = false;

  constructor(type: string) {
    this.type = type;
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
    const change = set.changesSince(this.#has);
    const extra = this.#owedBesides(change);
    const found = extra.flatMap((name) => set.resources.get(name) ?? []);
    const missing = extra.filter((name) => !set.resources.has(name));
    if (found.length > 0 || missing.length > 0) {
      return encoded(set, {
        changed: [...change.changed, ...found],
        removed: [...change.removed, ...missing],
      });
    }
    const nothing = change.changed.length === 0 && change.removed.length === 0;
    return nothing && !this.#expects ? undefined : updateSince(set, this.#has);
  }

  #owedBesides({ changed, removed }: SetChange): readonly string[] {
    if (this.#owed.size === 0) return [];
    const told = new Set([...changed.map(({ name }) => name), ...removed]);
    return [...this.#owed].filter((name) => !told.has(name));
  }

  sent(set: ResourceSet, nonce: string, now: number): void {
    this.#has = set;
    this.#owed.clear();
    this.#expects = false;
    this.acknowledgement.sent(nonce, set.version, now);
  }

  #begin({ subscribe, unsubscribe, initialVersions }: DeltaRequest): boolean {
    this.#first = false;
    // Nothing at all means everything, but only to begin with.
    this.#all = subscribe.length === 0 || subscribe.includes("*");
    this.#names = new Set(subscribe.filter((name) => name !== "*"));
    this.#drop(unsubscribe);
    this.#has = new ResourceSet(
      this.type,
      Array.from(initialVersions, ([name, version]) => ({
        name,
        // Envoy may wait for endpoints that it has: as if it had others.
        version: this.type === xdsTypes.endpoint ? "" : version,
        field: new Uint8Array(),
      })),
    );
    this.#returning = initialVersions.size > 0;
    this.#expects = this.#all && initialVersions.size === 0;
    const held = (name: string) => initialVersions.has(name);
    for (const name of this.#names) if (!held(name)) this.#owed.add(name);
    return this.#all || this.#names.size > 0;
  }

  #change({ subscribe, unsubscribe }: DeltaRequest): boolean {
    const named = subscribe.filter((name) => name !== "*");
    if (named.length < subscribe.length) this.#all = true;
    if (named.length > 0) this.#names = this.#names.union(new Set(named));
    for (const name of named) this.#owed.add(name);
    this.#drop(unsubscribe);
    return subscribe.length > 0 || this.#owed.size > 0;
  }

  #drop(names: readonly string[]): void {
    if (names.length === 0) return;
    if (names.includes("*")) this.#all = false;
    this.#names = this.#names.difference(new Set(names));
    for (const name of names) {
      this.#owed.delete(name);
      // Who wants everything keeps it, and has to be told so.
      if (this.#all && name !== "*") this.#owed.add(name);
    }
    if (!this.#all) this.#forgetAllBut(this.#names);
  }

  /** What is no longer wanted may be wanted again later, and is then to be sent. */
  #forgetAllBut(names: ReadonlySet<string>): void {
    const kept = [...this.#has.resources.values()].filter(({ name }) => names.has(name));
    if (kept.length < this.#has.resources.size) this.#has = new ResourceSet(this.type, kept);
  }
}
