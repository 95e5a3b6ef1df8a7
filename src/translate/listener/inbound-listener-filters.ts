import type {
  FilterChain,
  ListenerFilter,
  ListenerFilterChainMatchPredicate,
} from "../../gen/envoy/config/listener/v3.ts";
import { any } from "../any.ts";
import { needsHttpInspection } from "./inbound-chain-shapes.ts";
import { httpInspector, tlsInspector } from "./listener-filters.ts";

/** How connections get to a listener of incoming traffic. */
export interface Capture {
  /** Redirected from where they were going; otherwise the listener has the port itself. */
  readonly redirected: boolean;
  /** Redirected without losing the client's address (TPROXY). */
  readonly transparent: boolean;
}

const originalDst: ListenerFilter = {
  name: "envoy.filters.listener.original_dst",
  typedConfig: any("envoy.extensions.filters.listener.original_dst.v3.OriginalDst", {}),
};

/** The mark by which the rules of the kernel tell the proxy's own connections. */
const originalSrc: ListenerFilter = {
  name: "envoy.filters.listener.original_src",
  typedConfig: any("envoy.extensions.filters.listener.original_src.v3.OriginalSrc", { mark: 1337 }),
};

/**
 * What is done with a connection before its chain is chosen. Looking into it costs time, and where the server speaks
 * first it never ends: so it is not done on ports that are named and whose chains do not ask for it.
 */
export function inboundListenerFilters(chains: readonly FilterChain[], capture: Capture): readonly ListenerFilter[] {
  return [
    ...(capture.redirected ? [originalDst] : []),
    ...(capture.transparent ? [originalSrc] : []),
    ...tlsInspection(inspections(chains, ({ transportProtocol }) => transportProtocol === "tls")),
    ...httpInspection(inspections(chains, needsHttpInspection)),
  ];
}

/** Whether each port must be looked at; 0 stands for all ports that are not named. */
function inspections(
  chains: readonly FilterChain[],
  isNeeded: (match: NonNullable<FilterChain["filterChainMatch"]>) => boolean,
): ReadonlyMap<number, boolean> {
  const needed = new Map<number, boolean>();
  for (const { filterChainMatch: match = {} } of chains) {
    const port = match.destinationPort ?? 0;
    needed.set(port, needed.get(port) || isNeeded(match));
  }
  return needed;
}

/** On ports that are not named, TLS is looked for only if their chains ask for it. */
function tlsInspection(needed: ReadonlyMap<number, boolean>): readonly ListenerFilter[] {
  const asking = portsOf(needed, true);
  if (asking.length === 0) return [];
  const elsewhere = needed.get(0) ?? false;
  const exceptions = elsewhere ? portsOf(needed, false) : asking;
  if (exceptions.length === 0) return [tlsInspector];
  const onPorts = anyPortOf(exceptions);
  return [{ ...tlsInspector, filterDisabled: elsewhere ? onPorts : { notMatch: onPorts } }];
}

/**
 * HTTP is looked for on all ports but those that are known not to need it: where TLS is required that ends by itself, and
 * tools expect to read here which ports are left out.
 */
function httpInspection(needed: ReadonlyMap<number, boolean>): readonly ListenerFilter[] {
  if (portsOf(needed, true).length === 0) return [];
  const exceptions = portsOf(needed, false);
  return exceptions.length === 0 ? [httpInspector] : [{ ...httpInspector, filterDisabled: anyPortOf(exceptions) }];
}

function portsOf(needed: ReadonlyMap<number, boolean>, wanted: boolean): readonly number[] {
  return [...needed]
    .filter(([, each]) => each === wanted)
    .map(([port]) => port)
    .sort((a, b) => a - b);
}

function anyPortOf(ports: readonly number[]): ListenerFilterChainMatchPredicate {
  const rules = ports.map((port) => ({ destinationPortRange: { start: port, end: port + 1 } }));
  const [only] = rules;
  return only && rules.length === 1 ? only : { orMatch: { rules } };
}
