import type { FilterChain, FilterChainMatch } from "../gen/envoy/config/listener/v3.ts";
import type { Connection } from "./connection.ts";
import { isLoopback, longestPrefix } from "./ip-range.ts";

/** The chains that are left after all levels, and on the way what each level decided. */
export interface FilterChainChoice {
  /** One; none; or several with the same match, which Envoy does not accept. */
  readonly chains: readonly FilterChain[];
  /** What the chain asks for, and where it takes what others do not, in words. */
  readonly criteria: readonly string[];
  /** The level that no chain passed, in words. */
  readonly failed?: string;
}

interface Level {
  /** Chains that are the most specific match at this level, of those that are left. */
  readonly pick: (chains: readonly Candidate[], connection: Connection) => readonly Candidate[];
  /** Whether a match says anything at this level. */
  readonly asks: (match: FilterChainMatch) => boolean;
  readonly name: string;
  /** Of the connection; empty if it is not known. */
  readonly value: (connection: Connection) => string;
}

interface Candidate {
  readonly chain: FilterChain;
  readonly match: FilterChainMatch;
}

/**
 * Chooses as Envoy does: level by level, at each the most specific match of the chains that are left, and never back to a
 * less specific one when a later level fails.
 */
export function chooseFilterChain(chains: readonly FilterChain[], connection: Connection): FilterChainChoice {
  let left = chains.map((chain): Candidate => ({ chain, match: chain.filterChainMatch ?? {} }));
  const criteria: string[] = [];
  for (const { pick, asks, name, value } of levels) {
    const picked = pick(left, connection);
    const told = value(connection);
    const [first] = picked;
    if (first === undefined)
      return { chains: [], criteria, failed: told === "" ? `unknown ${name}` : `${name} ${told}` };
    if (asks(first.match)) criteria.push(`${name} ${told}`);
    else if (picked.length < left.length) criteria.push(`any ${name}`);
    left = [...picked];
  }
  return { chains: left.map(({ chain }) => chain), criteria };
}

/** Candidates that name one of the keys, by the first key that any of them names; else those that name none. */
function byKeys(chains: readonly Candidate[], keys: readonly string[], named: (match: FilterChainMatch) => Names) {
  for (const key of keys) {
    const exact = chains.filter(({ match }) => named(match)?.includes(key));
    if (exact.length > 0) return exact;
  }
  return chains.filter(({ match }) => (named(match) ?? []).length === 0);
}

type Names = readonly string[] | undefined;
type Ranges = FilterChainMatch["prefixRanges"];

function byRange(chains: readonly Candidate[], address: string, ranges: (match: FilterChainMatch) => Ranges) {
  const length = ({ match }: Candidate) => longestPrefix(ranges(match) ?? [], address) ?? -1;
  const longest = Math.max(-1, ...chains.map(length));
  return longest < 0 ? [] : chains.filter((chain) => length(chain) === longest);
}

/** `www.example.com`, then `*.example.com`, then `*.com`. */
function serverNameKeys(name: string): readonly string[] {
  const labels = name.split(".");
  return [name, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join(".")}`)];
}

function bySourceType(chains: readonly Candidate[], { source, destination }: Connection): readonly Candidate[] {
  const of = (type: FilterChainMatch["sourceType"]) =>
    chains.filter(({ match }) => (match.sourceType ?? "ANY") === type);
  const local = source.address === destination.address || isLoopback(source.address);
  const specific = of(local ? "SAME_IP_OR_LOOPBACK" : "EXTERNAL");
  return specific.length > 0 ? specific : of("ANY");
}

/** In Envoy's order. */
const levels: readonly Level[] = [
  {
    pick: (chains, { destination }) =>
      byKeys(chains, [`${destination.port}`], ({ destinationPort }) => (destinationPort ? [`${destinationPort}`] : [])),
    asks: ({ destinationPort }) => Boolean(destinationPort),
    name: "destination port",
    value: ({ destination }) => `${destination.port}`,
  },
  {
    pick: (chains, { destination }) => byRange(chains, destination.address, ({ prefixRanges }) => prefixRanges),
    asks: ({ prefixRanges = [] }) => prefixRanges.length > 0,
    name: "destination address",
    value: ({ destination }) => destination.address,
  },
  {
    pick: (chains, { serverName }) => byKeys(chains, serverNameKeys(serverName), ({ serverNames }) => serverNames),
    asks: ({ serverNames = [] }) => serverNames.length > 0,
    name: "server name",
    value: ({ serverName }) => serverName,
  },
  {
    pick: (chains, { transport }) =>
      byKeys(chains, [transport], ({ transportProtocol }) => (transportProtocol ? [transportProtocol] : [])),
    asks: ({ transportProtocol }) => Boolean(transportProtocol),
    name: "transport",
    value: ({ transport }) => (transport === "tls" ? "TLS" : "plaintext"),
  },
  {
    pick: (chains, { applicationProtocols }) =>
      byKeys(chains, applicationProtocols, (match) => match.applicationProtocols),
    asks: ({ applicationProtocols = [] }) => applicationProtocols.length > 0,
    name: "protocol",
    value: ({ applicationProtocols }) => applicationProtocols.join(", "),
  },
  {
    pick: (chains, { source }) => byRange(chains, source.address, (match) => match.directSourcePrefixRanges),
    asks: ({ directSourcePrefixRanges = [] }) => directSourcePrefixRanges.length > 0,
    name: "direct source",
    value: ({ source }) => source.address,
  },
  {
    pick: bySourceType,
    asks: ({ sourceType = "ANY" }) => sourceType !== "ANY",
    name: "kind of source",
    value: ({ source }) => source.address,
  },
  {
    pick: (chains, { source }) => byRange(chains, source.address, (match) => match.sourcePrefixRanges),
    asks: ({ sourcePrefixRanges = [] }) => sourcePrefixRanges.length > 0,
    name: "source",
    value: ({ source }) => source.address,
  },
  {
    pick: (chains, { source }) => byKeys(chains, [`${source.port}`], (match) => match.sourcePorts?.map(String)),
    asks: ({ sourcePorts = [] }) => sourcePorts.length > 0,
    name: "source port",
    value: ({ source }) => `${source.port}`,
  },
];
