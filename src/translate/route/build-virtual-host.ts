import type { ResourceKey } from "../../api/index.ts";
import { meshGateway } from "../../api/index.ts";
import type { Route, VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import { type MeshVirtualService, trafficPolicyFor } from "../../mesh/index.ts";
import { outboundCluster } from "../names.ts";
import { sessionsOfRoute } from "../persistent-session.ts";
import type { Built } from "../plan.ts";
import { resolveDestination } from "../resolve-destination.ts";
import { hashPolicies } from "./hash-policy.ts";
import { hostDomains, inUrl, withoutDot } from "./host-domains.ts";
import { type HttpRoutes, httpRoutes } from "./http-routes.ts";
import { retryPolicy } from "./retry-policy.ts";
import { anyRequest } from "./route-match.ts";
import { destinationHosts, type VirtualHostKey } from "./virtual-host-key.ts";

const built = new WeakMap<VirtualHostKey, Built<VirtualHost>>();

/** The virtual host of a key, made once for as long as the key is the same object. */
export function buildVirtualHost(key: VirtualHostKey): Built<VirtualHost> {
  const made = built.get(key) ?? make(key);
  built.set(key, made);
  return made;
}

function make(key: VirtualHostKey): Built<VirtualHost> {
  const { name, client, virtualService } = key;
  const { routes, problems } = virtualService ? virtualServiceRoutes(key, virtualService) : defaultRoutes(key);
  return {
    message: {
      name,
      domains: domainsOf(key),
      routes,
      ...(client.countsAttempts && { includeRequestAttemptCount: true }),
    },
    sources: sourcesOf(key),
    problems,
  };
}

/** Where hosts are told apart by port, names alone mean port 80, as in URLs. */
function domainsOf(key: VirtualHostKey): readonly string[] {
  const { host, port, service, aliases, client, dnsDomain, among, taken } = key;
  if (among === "host") return ["*"];
  const all = service ? hostDomains(service, aliases, client, dnsDomain) : [inUrl(host)];
  const own = taken.length === 0 ? all : all.filter((domain) => !taken.includes(withoutDot(domain)));
  if (among === "port") return own;
  return own.flatMap((domain) => (port === 80 ? [domain, `${domain}:${port}`] : [`${domain}:${port}`]));
}

function defaultRoutes({ name, host, port, client, rules, service }: VirtualHostKey): HttpRoutes {
  const [rule] = rules;
  const hashes = hashPolicies([rule && trafficPolicyFor(rule, port).loadBalancer?.consistentHash]);
  const retries = retryPolicy(client.retries, false);
  const sessions = service && sessionsOfRoute(service);
  const route: Route = {
    name: "default",
    match: anyRequest,
    route: {
      cluster: outboundCluster(port, "", host),
      timeout: "0s",
      maxGrpcTimeout: "0s",
      ...(retries && { retryPolicy: retries }),
      ...(hashes.length > 0 && { hashPolicy: hashes }),
    },
    decorator: { operation: `${name}/*` },
    ...(sessions && { typedPerFilterConfig: sessions }),
  };
  return { routes: [route], problems: [] };
}

function virtualServiceRoutes(key: VirtualHostKey, virtualService: MeshVirtualService): HttpRoutes {
  const { port, client, source, among, destinations, rules } = key;
  const hosts = destinationHosts(virtualService);
  return httpRoutes(virtualService, {
    port,
    gateways: [meshGateway],
    source,
    retries: client.retries,
    resolve: (destination) => {
      const at = hosts.indexOf(destination.host);
      const target = { service: destinations[at], rule: rules[at] };
      // A client that called one port means that port of whatever is behind the host.
      const asked = destination.port?.number || among === "ports" ? destination.port : { number: port };
      return resolveDestination(asked ? { ...destination, port: asked } : destination, target, port);
    },
  });
}

function sourcesOf({ service, aliases, virtualService, destinations, rules }: VirtualHostKey): readonly ResourceKey[] {
  return [
    ...(service ? [service.origin] : []),
    ...aliases.map(({ origin }) => origin),
    ...(virtualService?.sources ?? []),
    ...destinations.flatMap((each) => each?.origin ?? []),
    ...rules.flatMap((each) => each?.sources ?? []),
  ];
}
