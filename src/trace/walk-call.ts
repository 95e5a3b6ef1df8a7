import type { FilterChain, Listener } from "../gen/envoy/config/listener/v3.ts";
import { type Call, formatPlace } from "./call.ts";
import { type Connection, freshConnection } from "./connection.ts";
import { chooseFilterChain } from "./filter-chain-match.ts";
import { runListenerFilters } from "./listener-filters.ts";
import { capturePorts, matchListener } from "./listener-match.ts";
import type { ProxyConfig, Sourced } from "./proxy-config.ts";
import { terminate } from "./tls-termination.ts";
import type { CloseReason, Trace } from "./trace.ts";
import { type Ending, ending, type Walk } from "./walk.ts";
import { walkConnection } from "./walk-connection.ts";

/** What Envoy, with this configuration, would do with a call, step by step. */
export function walkCall(config: ProxyConfig, call: Call): Trace {
  const walk: Walk = { config, call, steps: [] };
  const { outcome, matched } = walkListener(walk);
  return { steps: walk.steps, matched, outcome };
}

function walkListener(walk: Walk): Ending {
  const { config, call } = walk;
  const place = formatPlace(call.destination);
  const found = matchListener(config, call);
  if (found === undefined) {
    const text = `nothing listens for ${call.direction === "gateway" ? "" : `${call.direction} `}calls to ${place}`;
    walk.steps.push({ kind: "listener", decision: "ended", name: "", text });
    return ending({ kind: "closed", reason: "no-listener" });
  }
  const { arrival, handedTo } = found;
  const captured = call.direction !== "gateway" && portOf(arrival.message) === capturePorts[call.direction];
  noteListener(walk, arrival, captured ? `captures the call to ${place}` : `listens at ${place}`);
  if (handedTo) noteListener(walk, handedTo, `is the best match for ${place} and gets the connection`);
  const { message: listener } = handedTo ?? arrival;
  const arrivedAt =
    captured && !arrival.message.useOriginalDst ? { address: "127.0.0.1", port: portOf(listener) } : call.destination;
  const before = freshConnection(call, arrivedAt);
  const { connection, steps } = runListenerFilters(listener.listenerFilters ?? [], call, before);
  walk.steps.push(...steps);
  const { outcome, matched } = walkChain(walk, listener, connection);
  return { outcome, matched: { listener: listener.name ?? "", ...matched } };
}

function portOf({ address }: Listener): number {
  return address?.socketAddress?.portValue ?? 0;
}

function noteListener(walk: Walk, { message, sources }: Sourced<Listener>, text: string): void {
  walk.steps.push({
    kind: "listener",
    decision: "chosen",
    name: message.name ?? "",
    text,
    ...(sources && { sources }),
  });
}

function walkChain(walk: Walk, listener: Listener, connection: Connection): Ending {
  const chain = chooseChain(walk, listener, connection);
  if (typeof chain === "string") return ending({ kind: "closed", reason: chain });
  const { downstream, text } = terminate(chain, walk.call);
  const name = chain.name ?? "";
  const decision = downstream ? "passed" : "ended";
  if (walk.call.tls !== "plain" || chain.transportSocket) {
    walk.steps.push({ kind: "tls", decision, name: chain.transportSocket?.name ?? "", text });
  }
  const { outcome, matched } = downstream
    ? walkConnection(walk, chain, connection, downstream)
    : ending({ kind: "closed", reason: "tls-error" });
  return { outcome, matched: { filterChain: name, ...matched } };
}

function chooseChain(walk: Walk, listener: Listener, connection: Connection): FilterChain | CloseReason {
  const { chains, criteria, failed } = chooseFilterChain(listener.filterChains ?? [], connection);
  const [chain] = chains;
  const note = (decision: "chosen" | "ended", name: string, text: string) =>
    walk.steps.push({ kind: "filter-chain", decision, name, text });
  if (chains.length > 1) {
    note("ended", chain?.name ?? "", `${chains.length} filter chains have the same match: Envoy refuses the listener`);
    return "several-filter-chains";
  }
  if (chain) {
    note("chosen", chain.name ?? "", criteria.length > 0 ? `best match: ${criteria.join(", ")}` : "takes everything");
    return chain;
  }
  const why = failed === undefined ? "" : ` (${[...criteria, `none for ${failed}`].join(", ")})`;
  const { defaultFilterChain } = listener;
  if (defaultFilterChain) {
    note("chosen", defaultFilterChain.name ?? "", `the default, as no other fits${why}`);
    return defaultFilterChain;
  }
  note("ended", "", `no filter chain fits${why}`);
  return "no-filter-chain";
}
