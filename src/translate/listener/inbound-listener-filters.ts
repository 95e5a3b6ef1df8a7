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
 * first it never ends: so it is done only on ports whose chains ask for it.
 */
export function inboundListenerFilters(chains: readonly FilterChain[], capture: Capture): readonly ListenerFilter[] {
  return [
    ...(capture.redirected ? [originalDst] : []),
    ...(capture.transparent ? [originalSrc] : []),
    ...inspector(
      tlsInspector,
      inspections(chains, ({ transportProtocol }) => transportProtocol === "tls"),
    ),
    ...inspector(httpInspector, inspections(chains, needsHttpInspection)),
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

function inspector(filter: ListenerFilter, needed: ReadonlyMap<number, boolean>): readonly ListenerFilter[] {
  if (![...needed.values()].some((each) => each)) return [];
  const elsewhere = needed.get(0) ?? false;
  const exceptions = [...needed].filter(([port, each]) => port !== 0 && each !== elsewhere).map(([port]) => port);
  if (exceptions.length === 0) return [filter];
  const onPorts = anyPortOf(exceptions.sort((a, b) => a - b));
  return [{ ...filter, filterDisabled: elsewhere ? onPorts : { notMatch: onPorts } }];
}

function anyPortOf(ports: readonly number[]): ListenerFilterChainMatchPredicate {
  const rules = ports.map((port) => ({ destinationPortRange: { start: port, end: port + 1 } }));
  const [only] = rules;
  return only && rules.length === 1 ? only : { orMatch: { rules } };
}
