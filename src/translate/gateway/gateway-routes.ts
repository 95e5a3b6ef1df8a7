import type { ResourceKey } from "../../api/index.ts";
import type { Route, RouteConfiguration, VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import type { ConfigProblem } from "../../mesh/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import { virtualHostName } from "../names.ts";
import { type Built, type Plan, plan } from "../plan.ts";
import { effectiveProxyConfig } from "../proxy-config.ts";
import { inUrl } from "../route/host-domains.ts";
import { catchesAll } from "../route/route-match.ts";
import type { View } from "../view.ts";
import { offersHttp3 } from "./http3.ts";
import { partRoutes, partSources } from "./route-part.ts";
import { type GatewayVirtualHost, gatewayVirtualHosts } from "./virtual-hosts.ts";

/** All that a gateway's route table is made from. */
export interface GatewayRoutesKey {
  readonly name: string;
  /** The port that clients call. */
  readonly port: number;
  readonly virtualHosts: readonly GatewayVirtualHost[];
  /** Servers are told how often a request was tried. */
  readonly countsAttempts: boolean;
  /** Clients are told that the same port speaks HTTP/3. */
  readonly offersHttp3: boolean;
  readonly gateways: readonly ResourceKey[];
}

/** The route tables of a gateway that its listeners refer to. Proxies also ask for tables of listeners that go away. */
export function planGatewayRoutes(view: View, names: readonly string[]): readonly Plan<RouteConfiguration>[] {
  const { gateways, settings, proxy } = view.scope;
  const countsAttempts = !effectiveProxyConfig(settings, proxy).proxyHeaders?.attemptCount?.disabled;
  return names.map((name) => {
    const route = gateways?.routes.get(name);
    const [first] = route?.servers ?? [];
    if (!route || !first) return plan(name, emptyTable, { name });
    const key: GatewayRoutesKey = {
      name,
      port: first.port,
      virtualHosts: gatewayVirtualHosts(view, route.servers),
      countsAttempts,
      offersHttp3: first.terminatesHttps && offersHttp3(first, view.scope.targets),
      gateways: distinctSources(route.servers.map((server) => server.key)),
    };
    return plan(name, buildGatewayRoutes, key, first.key);
  });
}

function emptyTable({ name }: { readonly name: string }): Built<RouteConfiguration> {
  return { message: { name, virtualHosts: [], validateClusters: false }, sources: [] };
}

/** Builds a gateway's route table. Without any virtual host every request gets a 404. */
export function buildGatewayRoutes(key: GatewayRoutesKey): Built<RouteConfiguration> {
  const { name, port, virtualHosts, gateways } = key;
  const parts = [...new Set(virtualHosts.flatMap((each) => each.parts))];
  const problems = parts.flatMap((part): readonly ConfigProblem[] => partRoutes(part).problems);
  const made = virtualHosts.map((each) => virtualHost(each, key));
  return {
    message: {
      name,
      virtualHosts: made.length > 0 ? made.toSorted(byName) : [nowhere(port)],
      validateClusters: false,
      ignorePortInHostMatching: true,
      maxDirectResponseBodySizeBytes: 1_048_576,
    },
    sources: distinctSources([...gateways, ...parts.flatMap(partSources)]),
    ...(problems.length > 0 && { problems }),
  };
}

function virtualHost(
  { hosts, port, redirects, parts }: GatewayVirtualHost,
  { countsAttempts, offersHttp3: http3 }: GatewayRoutesKey,
): VirtualHost {
  const [first = ""] = hosts;
  return {
    name: virtualHostName(first, port),
    domains: hosts.map(inUrl),
    routes: inOrder(parts.flatMap((part) => partRoutes(part).routes)),
    ...(countsAttempts && { includeRequestAttemptCount: true }),
    ...(redirects && { requireTls: "ALL" }),
    ...(http3 && { responseHeadersToAdd: [{ header: { key: "alt-svc", value: `h3=":${port}"; ma=86400` } }] }),
  };
}

const nowhere = (port: number): VirtualHost => ({ name: virtualHostName("blackhole", port), domains: ["*"] });

/** What catches everything would hide the routes of other VirtualServices, so it comes last. */
function inOrder(routes: readonly Route[]): readonly Route[] {
  const last = routes.filter(({ match = {} }) => catchesAll(match));
  return [...routes.filter((route) => !last.includes(route)), ...last];
}

function byName({ name: a = "" }: VirtualHost, { name: b = "" }: VirtualHost): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
