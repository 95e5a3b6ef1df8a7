import { type Wanted, xdsTypes } from "../../src/deliver/index.ts";
import type { Received, Response } from "./read-response.ts";

/** The two forms of xDS. */
export type XdsForm = "sotw" | "delta";

/** Of these types a state-of-the-world response holds everything, so that what is not in one is gone. */
const wholeTypes = /\.(?:Cluster|Listener|NameTable)$/;

/** What a client wants and holds of one type. */
export class WatchedType {
  readonly type: string;
  readonly whole: boolean;
  /**
   * Whether the server goes by what a client that comes back says of this type. Endpoints are sent again in any case, since
   * Envoy may wait for those that it has; and in the state-of-the-world form whatever is asked for by name.
   */
  readonly #tells: boolean;
  readonly #held = new Map<string, Received>();
  /** Versions of what the client was sent and does not use, but goes on saying that it has. */
  readonly #unused = new Map<string, string>();
  #wanted: Wanted;
  /** Names whose wish changed, so that something may come of them that is no news; undefined: all. */
  #asked: Set<string> | undefined = undefined;
  /** Names that may come again because what they belong to came. */
  readonly #due = new Set<string>();
  nonce = "";
  version = "";

  constructor(type: string, form: XdsForm, wanted: Wanted) {
    this.type = type;
    this.#wanted = wanted;
    this.whole = form === "sotw" && wholeTypes.test(type);
    this.#tells = form === "delta" ? type !== xdsTypes.endpoint : this.whole && wanted === "all";
  }

  get held(): ReadonlyMap<string, Received> {
    return this.#held;
  }

  /** What the client says that it has. */
  get versions(): { readonly [name: string]: string } {
    const held = Array.from(this.#held, ([name, { version }]) => [name, version] as const);
    return Object.fromEntries([...this.#unused, ...held]);
  }

  get wanted(): Wanted {
    return this.#wanted;
  }

  /** Begins a stream anew: where the server is told what the client has, only what that lacks may come. */
  reconnect(): void {
    this.nonce = "";
    const versions = this.versions;
    const names = this.#wanted === "all" ? [] : [...this.#wanted];
    if (!this.#tells || Object.keys(versions).length === 0) this.askAnew();
    else this.#asked = new Set(names.filter((name) => versions[name] === undefined));
  }

  /** Everything may come again. */
  askAnew(): void {
    this.#asked = undefined;
  }

  /** Wants other names. What is no longer wanted is dropped. Returns what is new and what no longer. */
  want(names: ReadonlySet<string>): { readonly more: readonly string[]; readonly fewer: readonly string[] } {
    const before = this.#wanted === "all" ? new Set<string>() : this.#wanted;
    this.#wanted = names;
    const more = [...names.difference(before)];
    const fewer = [...before.difference(names)];
    for (const name of fewer) this.#held.delete(name);
    // Whatever was under way meanwhile may tell of them.
    for (const name of [...more, ...fewer]) this.#asked?.add(name);
    return { more, fewer };
  }

  /** Notes that names may come again. */
  expect(names: Iterable<string>): void {
    for (const name of names) this.#due.add(name);
  }

  /** Loses what is no longer of use to it, and does not say so. */
  lose(isLost: (name: string) => boolean): void {
    for (const [name, { version }] of this.#held) {
      if (!isLost(name)) continue;
      this.#held.delete(name);
      this.#unused.set(name, version);
      this.#due.add(name);
    }
  }

  /** Everything that was asked for has come. */
  settle(): void {
    this.#asked = new Set();
    this.#due.clear();
  }

  /** Takes a response, as far as it is of use. */
  take({ resources: sent, removed, version, nonce }: Response, isUseful: (name: string) => boolean): Taken {
    this.nonce = nonce;
    this.version = version;
    // What was under way when it was no longer wanted.
    const wanted = sent.filter(({ name }) => this.#wanted === "all" || this.#wanted.has(name));
    for (const { name } of wanted) this.#unused.delete(name);
    const [resources, useless] = split(wanted, ({ name }) => isUseful(name));
    for (const each of useless) this.#unused.set(each.name, each.version);
    const [same, news] = split(resources, ({ name, any }) => this.#held.get(name)?.any.equals(any) === true);
    const gone = this.whole ? this.#notAmong(resources) : removed;
    const lost = gone.filter((name) => this.#held.delete(name) || this.#unused.delete(name));
    for (const each of news) this.#held.set(each.name, each);
    const told = sent.length > 0 || gone.length > 0;
    return { news, needless: this.#needless({ same, news, gone, lost, told }) };
  }

  #notAmong(resources: readonly Received[]): readonly string[] {
    const names = new Set(resources.map(({ name }) => name));
    return [...this.#held.keys()].filter((name) => !names.has(name));
  }

  #needless({ same, news, gone, lost, told }: Contents): readonly string[] {
    const asked = this.#asked;
    if (asked === undefined) return [];
    if (!told || this.whole) {
      const useful = news.length > 0 || lost.length > 0 || asked.size > 0;
      return useful ? [] : ["(all of it)"];
    }
    const again = [...same.map(({ name }) => name), ...gone.filter((name) => !lost.includes(name))];
    return again.filter((name) => !asked.has(name) && !this.#due.has(name));
  }
}

/** What a response brought. */
export interface Taken {
  /** What the client did not have, or not so. */
  readonly news: readonly Received[];
  /** What it had and had no use for. */
  readonly needless: readonly string[];
}

interface Contents extends Pick<Taken, "news"> {
  readonly same: readonly Received[];
  /** Names that are told to be gone, and those of them that were held. */
  readonly gone: readonly string[];
  readonly lost: readonly string[];
  /** Whether anything was in the response. */
  readonly told: boolean;
}

function split<T>(items: readonly T[], test: (item: T) => boolean): readonly [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const each of items) (test(each) ? yes : no).push(each);
  return [yes, no];
}
