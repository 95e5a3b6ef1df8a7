import type { Filter, FilterChain } from "../gen/envoy/config/listener/v3.ts";
import type { TcpProxy } from "../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import type { Connection } from "./connection.ts";
import { forward } from "./forward.ts";
import { describeDryRun, describeRbac } from "./http-filters.ts";
import { rbacVerdict } from "./rbac-verdict.ts";
import { type Share, sharesOf } from "./share.ts";
import type { Downstream } from "./tls-termination.ts";
import type { Step } from "./trace.ts";
import { configOf, isType, typeOf } from "./typed-config.ts";
import { type Ending, ending, type Walk } from "./walk.ts";
import { walkRequest } from "./walk-request.ts";

/** Filters that count, tell the other side who is here or understand a protocol, but let every connection through. */
const harmless: ReadonlySet<string> = new Set([
  "envoy.tcp.metadataexchange.config.MetadataExchange",
  "envoy.extensions.filters.network.mongo_proxy.v3.MongoProxy",
  "envoy.extensions.filters.network.sni_cluster.v3.SniCluster",
  "stats.PluginConfig",
]);

/** Walks a connection through the network filters of its chain, up to the one that takes it on. */
export function walkConnection(walk: Walk, chain: FilterChain, connection: Connection, downstream: Downstream): Ending {
  const filters = chain.filters ?? [];
  for (const filter of filters) {
    const manager = configOf(
      filter,
      "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
    );
    if (manager) return walkRequest(walk, { manager, connection, downstream });
    const proxy = configOf(filter, "envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy");
    if (proxy) return walkBytes(walk, proxy, filters, connection);
    const step = networkFilter(filter, connection, downstream);
    if (step) walk.steps.push(step);
    if (step?.decision === "ended") return ending({ kind: "closed", reason: "denied" });
  }
  walk.steps.push({ kind: "network-filter", decision: "ended", name: "", text: "no filter takes the connection on" });
  return ending({ kind: "closed", reason: "no-filter" });
}

function networkFilter(filter: Filter, connection: Connection, downstream: Downstream): Step | undefined {
  const about = { kind: "network-filter", name: filter.name ?? "" } as const;
  const rbac = configOf(filter, "envoy.extensions.filters.network.rbac.v3.RBAC");
  if (rbac) {
    const known = { ...connection, downstream, metadata: {} };
    const { rules, shadowRules } = rbac;
    if (rules) return { ...about, ...describeRbac(rules, rbacVerdict(rules, known)) };
    return shadowRules && { ...about, ...describeDryRun(shadowRules, rbacVerdict(shadowRules, known)) };
  }
  if (harmless.has(typeOf(filter))) return undefined;
  if (isType(filter, "envoy.extensions.filters.network.connection_limit.v3.ConnectionLimit")) {
    return { ...about, decision: "unknown", text: "closes connections above a number" };
  }
  if (isType(filter, "envoy.extensions.filters.network.sni_dynamic_forward_proxy.v3.FilterConfig")) {
    return { ...about, decision: "passed", text: `resolves the server name ${connection.serverName}` };
  }
  return { ...about, decision: "unknown", text: "is not known here; it may close the connection" };
}

function walkBytes(walk: Walk, proxy: TcpProxy, filters: readonly Filter[], connection: Connection): Ending {
  const shares = clustersOf(proxy, filters, connection);
  const tunnel = proxy.tunnelingConfig;
  const through = tunnel ? `, inside ${tunnel.usePost ? "POST" : "CONNECT"} to ${tunnel.hostname}` : "";
  const text = `forwards bytes${shares.length > 1 ? " by weight" : ""}${through}`;
  walk.steps.push({ kind: "network-filter", decision: "chosen", name: "envoy.filters.network.tcp_proxy", text });
  const { destination, serverName } = connection;
  const call = { destination, protocol: "tcp", host: serverName, headers: new Map<string, string>() } as const;
  return ending(forward(walk, shares, call));
}

/** The filter before it may have put the server name in place of the cluster. */
function clustersOf(proxy: TcpProxy, filters: readonly Filter[], { serverName }: Connection): readonly Share[] {
  const bySni = filters.some((each) => isType(each, "envoy.extensions.filters.network.sni_cluster.v3.SniCluster"));
  if (bySni && serverName !== "") return [{ cluster: serverName, share: 1 }];
  if (proxy.weightedClusters) return sharesOf(proxy.weightedClusters.clusters ?? []);
  return [{ cluster: proxy.cluster ?? "", share: 1 }];
}
