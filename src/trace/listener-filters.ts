import type { ListenerFilter, ListenerFilterChainMatchPredicate } from "../gen/envoy/config/listener/v3.ts";
import { type Call, formatPlace } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Step } from "./trace.ts";
import { isType } from "./typed-config.ts";

interface Inspected {
  readonly connection: Connection;
  readonly steps: readonly Step[];
}

/** Runs listener filters in their order; each may learn something that the next ones and the filter chains use. */
export function runListenerFilters(filters: readonly ListenerFilter[], call: Call, start: Connection): Inspected {
  let connection = start;
  const steps: Step[] = [];
  for (const filter of filters) {
    const name = filter.name ?? "";
    if (filter.filterDisabled && matchesPredicate(filter.filterDisabled, connection.destination.port)) {
      steps.push(step(name, "passed", `is switched off for port ${connection.destination.port}`));
      continue;
    }
    const learnt = runListenerFilter(filter, call, connection);
    connection = { ...connection, ...learnt.change };
    steps.push(step(name, learnt.unknown ? "unknown" : "passed", learnt.text));
  }
  return { connection, steps };
}

interface Learnt {
  readonly text: string;
  readonly change?: Partial<Connection>;
  readonly unknown?: boolean;
}

function runListenerFilter(filter: ListenerFilter, call: Call, connection: Connection): Learnt {
  if (isType(filter, "envoy.extensions.filters.listener.original_dst.v3.OriginalDst")) return restore(call);
  if (isType(filter, "envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector")) return inspectTls(call);
  if (isType(filter, "envoy.extensions.filters.listener.http_inspector.v3.HttpInspector")) {
    return inspectHttp(call, connection);
  }
  if (isType(filter, "envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol")) {
    return { text: "takes the client's address from the PROXY header that must come first" };
  }
  if (isType(filter, "envoy.extensions.filters.listener.original_src.v3.OriginalSrc")) {
    return { text: "keeps the client's address for connections to the upstream" };
  }
  return { text: "is not known here; what it learns is left out", unknown: true };
}

function restore({ destination }: Call): Learnt {
  return { text: `restores where the call was going: ${formatPlace(destination)}`, change: { destination } };
}

function inspectTls(call: Call): Learnt {
  if (call.tls === "plain") return { text: "sees no TLS handshake" };
  const serverName = (call.serverName ?? "").toLowerCase();
  const applicationProtocols = call.alpn ?? [];
  const names = serverName === "" ? "no server name" : `server name ${serverName}`;
  const offered = applicationProtocols.length === 0 ? "no protocols" : `protocols ${applicationProtocols.join(", ")}`;
  return {
    text: `sees a TLS handshake with ${names} and ${offered}`,
    change: { transport: "tls", serverName, applicationProtocols },
  };
}

/** Names that the HTTP inspector gives to what it sees, which filter chains match like ALPN. */
const inspected = { "http1.0": "http/1.0", http1: "http/1.1", http2: "h2c" } as const;

function inspectHttp(call: Call, connection: Connection): Learnt {
  if (connection.transport === "tls") return { text: "does not look into TLS" };
  if (call.tls !== "plain" || call.protocol === "tcp") return { text: "sees bytes that are not HTTP" };
  const protocol = inspected[call.protocol];
  return { text: `sees ${protocol}`, change: { applicationProtocols: [protocol] } };
}

/** Whether a predicate on the destination port holds; ranges end before their end. */
export function matchesPredicate(predicate: ListenerFilterChainMatchPredicate, port: number): boolean {
  if (predicate.orMatch) return (predicate.orMatch.rules ?? []).some((each) => matchesPredicate(each, port));
  if (predicate.andMatch) return (predicate.andMatch.rules ?? []).every((each) => matchesPredicate(each, port));
  if (predicate.notMatch) return !matchesPredicate(predicate.notMatch, port);
  if (predicate.destinationPortRange) {
    const { start = 0, end = 0 } = predicate.destinationPortRange;
    return port >= start && port < end;
  }
  return predicate.anyMatch === true;
}

function step(name: string, decision: Step["decision"], text: string): Step {
  return { kind: "listener-filter", name, decision, text };
}
