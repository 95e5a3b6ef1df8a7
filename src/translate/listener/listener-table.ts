import type { ResourceKey } from "../../api/index.ts";
import type { Protocol } from "../../core/index.ts";
import { type ConfigProblem, configProblem } from "../../mesh/index.ts";
import { listenerName } from "../names.ts";
import { freeOf } from "./chain-claims.ts";
import { type OutboundChain, takesAll } from "./outbound-chain.ts";

export type Binds = readonly [string, ...string[]];

/** A service's wish for chains at an address and a port. */
export interface ListenerWish {
  readonly binds: Binds;
  readonly port: number;
  readonly bindsToPort: boolean;
  readonly protocol: Protocol;
  readonly chains: readonly OutboundChain[];
  /** The object to tell if the wish cannot be granted. */
  readonly subject: ResourceKey;
}

/** A listener that is being put together. */
export interface TableEntry extends Pick<ListenerWish, "binds" | "port" | "bindsToPort"> {
  readonly chains: readonly OutboundChain[];
  readonly problems: readonly ConfigProblem[];
}

interface Entry extends TableEntry {
  readonly form: Form;
  readonly protocol: Protocol;
  /** What a Sidecar says of a port is all that is there. */
  readonly locked: boolean;
}

/** How connections of a listener are told apart: all HTTP, all bytes, or found out for each. */
type Form = "http" | "tcp" | "detected";

/**
 * The listeners of a proxy by address and port. Services that share one are joined as far as connections can be told
 * apart: requests by their host, connections by address and name; for the rest the first one, which is the oldest, wins.
 */
export class ListenerTable {
  readonly #entries = new Map<string, Entry>();

  /** Adds what a service wants at an address and a port. */
  add(wish: ListenerWish): void {
    const name = listenerName(wish.binds[0], wish.port);
    const there = this.#entries.get(name);
    if (!there) this.#entries.set(name, newEntry(wish));
    else if (!there.locked) this.#entries.set(name, joined(there, wish));
  }

  /** Nothing is added any more to the listeners that are there. */
  lock(): void {
    for (const [name, entry] of this.#entries) this.#entries.set(name, { ...entry, locked: true });
  }

  entries(): readonly TableEntry[] {
    return [...this.#entries.values()];
  }
}

function newEntry({ binds, port, bindsToPort, protocol, chains }: ListenerWish): Entry {
  const granted = freeOf([], chains).chains;
  return { binds, port, bindsToPort, protocol, chains: granted, form: formOf(granted), locked: false, problems: [] };
}

function formOf(chains: readonly OutboundChain[]): Form {
  const http = chains.filter(({ kind }) => kind === "http");
  if (http.length === 0) return "tcp";
  return http.some(takesAll) ? "http" : "detected";
}

function joined(entry: Entry, wish: ListenerWish): Entry {
  const { chains } = wish;
  const form = formOf(chains);
  // Requests of all services on a port share one route table; of what is no HTTP only ranges can be told apart.
  if (form !== "tcp" && entry.form === form) {
    const { chains: ranges } = freeOf(entry.chains, chains.filter(hasRange));
    return ranges.length > 0 ? { ...entry, chains: [...entry.chains, ...ranges] } : entry;
  }
  if (speaksFirst(entry.protocol, wish.protocol)) return refused(entry, wish);
  // Where everything is taken for HTTP, requests of another table would be taken away from the first.
  if (form === "detected" && entry.form === "http") return refused(entry, wish);
  const { chains: free, lost } = freeOf(entry.chains, chains);
  const merged = { ...entry, chains: [...entry.chains, ...free], form: formOf([...entry.chains, ...free]) };
  return lost ? refused(merged, wish) : merged;
}

function hasRange(chain: OutboundChain): boolean {
  return chain.kind === "tcp" && chain.subnets.length > 0;
}

/** Where the server speaks first nothing can be found out of a connection before it is forwarded. */
function speaksFirst(a: Protocol, b: Protocol): boolean {
  return a !== b && [a, b].some((protocol) => protocol === "mongo" || protocol === "mysql");
}

function refused(entry: Entry, { subject, binds, port }: ListenerWish): Entry {
  const message = `connections to ${binds[0]}:${port} go to an older service, from which they cannot be told apart`;
  return { ...entry, problems: [...entry.problems, configProblem(subject, "FW1212", [], message)] };
}
