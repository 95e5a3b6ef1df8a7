import { wildcardAddresses } from "../../core/index.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { ConfigProblem, GatewayListener, ProxyScope } from "../../mesh/index.ts";
import { filterSettings } from "../filter/filter-settings.ts";
import { listenerName } from "../names.ts";
import { isTrue } from "../node-flag.ts";
import { type Plan, plan } from "../plan.ts";
import { securityPolicies } from "../security/security-policies.ts";
import { securityProblems } from "../security/security-problems.ts";
import { tlsEnvironment } from "../server-tls.ts";
import type { View } from "../view.ts";
import { distinctChains } from "./distinct-chains.ts";
import { gatewayChains } from "./gateway-chain.ts";
import { buildGatewayListener, type GatewayListenerKey } from "./gateway-listener.ts";
import { offersHttp3 } from "./http3.ts";

/** The listeners of a gateway: one for each address and port that has something to serve. */
export function planGatewayListeners(view: View): readonly Plan<Listener>[] {
  const { gateways } = view.scope;
  if (!gateways || gateways.listeners.length === 0) return [];
  const [first, ...others] = listenerKeys(view, gateways.listeners);
  if (!first) return [];
  const ofAll = [...gateways.problems, ...securityProblems(first.security)];
  return [withProblems(first, ofAll), ...others].map((key) =>
    plan(key.name, buildGatewayListener, key, key.chains[0]?.server.key),
  );
}

/** What is wrong with the gateway as a whole is told once. */
function withProblems(key: GatewayListenerKey, problems: readonly ConfigProblem[]): GatewayListenerKey {
  return problems.length === 0 ? key : { ...key, problems: [...problems, ...key.problems] };
}

function listenerKeys(view: View, listeners: readonly GatewayListener[]): readonly GatewayListenerKey[] {
  const { scope } = view;
  const { settings, proxy } = scope;
  const shared = {
    filters: filterSettings(scope, "gateway"),
    families: proxy.families,
    security: securityPolicies(scope, view.keySetAt),
    statPattern: settings.config.outboundClusterStatName,
    tls: tlsEnvironment(settings, proxy.dialect, proxy.metadata["credential"] === "true"),
    exactBalance: isTrue(proxy.metadata["OUTBOUND_LISTENER_EXACT_BALANCE"]),
  };
  const keys = joined(listeners, scope).flatMap(({ addresses, port, listeners: parts }): GatewayListenerKey[] => {
    const { chains, problems } = distinctChains(parts.flatMap((each) => gatewayChains(view, each)));
    const name = listenerName(addresses[0], port);
    const tcp = { ...shared, name, addresses, port, transport: "tcp", chains, problems } as const;
    const quic = chains.filter((chain) => chain.kind === "http" && offersHttp3(chain.server, scope.targets));
    return [tcp, { ...tcp, name: `udp_${name}`, transport: "quic", chains: quic, problems: [] }];
  });
  return keys.filter(({ chains }) => chains.length > 0);
}

interface JoinedListener {
  readonly addresses: readonly [string, ...string[]];
  readonly port: number;
  readonly listeners: readonly GatewayListener[];
}

/** A server that names the address which others mean without a word shares their listener. */
function joined(listeners: readonly GatewayListener[], { proxy }: ProxyScope): readonly JoinedListener[] {
  const everywhere = wildcardAddresses(proxy.families);
  const groups = Map.groupBy(listeners, ({ bind, port }) => listenerName(bind || everywhere[0], port));
  return [...groups.values()].map((group) => {
    const [{ bind, port } = { bind: "", port: 0 }] = group;
    const open = group.some((each) => each.bind === "");
    return { addresses: open ? everywhere : [bind], port, listeners: group };
  });
}
