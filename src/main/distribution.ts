import { ChangeLedger, type ConnectedClient } from "../deliver/index.ts";

/** How far the last change of an object has come. */
export interface Progress {
  /** The number of the version that brought it; undefined while none has. */
  readonly version: number | undefined;
  /** Clients that watch anything, and those of them that have accepted that version. */
  readonly proxies: number;
  readonly acknowledged: number;
}

/** Follows which clients have which changes of objects: that is no work when they answer, and little with each version. */
export class Distribution {
  readonly #clients: () => readonly ConnectedClient[];
  readonly #ledger = new ChangeLedger();

  /** `clients` are those that are connected now. */
  constructor(clients: () => readonly ConnectedClient[]) {
    this.#clients = clients;
  }

  /** Objects of these keys came, changed or went; the next version has it. */
  changed(keys: Iterable<string>): void {
    for (const key of keys) this.#ledger.changed(key);
  }

  /** A version of this number is there, and has all changes so far. */
  published(version: number): void {
    const everywhere = this.#watching().reduce((least, client) => Math.min(least, reachedBy(client)), Infinity);
    this.#ledger.published(version, everywhere);
  }

  /** Of an object that nobody knows it is as of one that never changed. */
  progressOf(key: string): Progress {
    const [progress] = this.#progress([this.#ledger.versionOf(key)]);
    return progress as Progress;
  }

  /** Whether a change of an object, its deletion too, may still be under way to somebody. */
  isUnderWay(key: string): boolean {
    return this.#ledger.has(key);
  }

  /** The objects whose last change somebody does not have, by their keys. */
  underWay(): ReadonlyMap<string, Progress> {
    const entries = [...this.#ledger.entries()];
    const progress = this.#progress(entries.map(([, version]) => version));
    const all = entries.map(([key], i) => [key, progress[i] as Progress] as const);
    return new Map(
      all.filter(([, { version, proxies, acknowledged }]) => version === undefined || acknowledged < proxies),
    );
  }

  /** What each client that watches anything has of an object's last change: the types of which it has accepted all. */
  typesWith(key: string, types: readonly string[]): ReadonlyMap<ConnectedClient, ReadonlySet<string>> {
    const version = this.#ledger.versionOf(key) ?? Infinity;
    const has = (client: ConnectedClient) => new Set(types.filter((type) => client.reached(type) >= version));
    return new Map(this.#watching().map((client) => [client, has(client)]));
  }

  #progress(versions: readonly (number | undefined)[]): readonly Progress[] {
    const reached = this.#watching().map(reachedBy);
    const counts = new Map<number | undefined, number>([[undefined, 0]]);
    return versions.map((version) => {
      const acknowledged = counts.get(version) ?? reached.filter((each) => each >= (version ?? Infinity)).length;
      counts.set(version, acknowledged);
      return { version, proxies: reached.length, acknowledged };
    });
  }

  /** Clients that watch nothing only ask questions. */
  #watching(): readonly ConnectedClient[] {
    return this.#clients().filter(({ subscriptions }) => subscriptions.length > 0);
  }
}

/** The newest version that a client has all of. */
function reachedBy(client: ConnectedClient): number {
  return client.subscriptions.reduce((least, { type }) => Math.min(least, client.reached(type)), Infinity);
}
