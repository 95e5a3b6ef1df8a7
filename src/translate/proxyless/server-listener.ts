import type { PeerAuthentication, ResourceKey } from "../../api/index.ts";
import type { FilterChain, Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { Policy } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { Built } from "../plan.ts";
import { type SecurityPolicies, securitySources } from "../security/security-policies.ts";
import { securityProblems } from "../security/security-problems.ts";
import { downstreamTlsSocket } from "../server-tls.ts";
import { providedTls } from "./certificate-providers.ts";
import { router } from "./router.ts";
import { authorizationProblems, serverAuthorization } from "./server-authorization.ts";

/** All that a server's listener depends on. */
export interface ServerListenerKey {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** Connections are the mesh's mutual TLS; else plain text. */
  readonly mutualTls: boolean;
  readonly security: SecurityPolicies;
  readonly peerAuthentications: readonly Policy<PeerAuthentication>[];
  /** The services that lead to the port. */
  readonly services: readonly ResourceKey[];
}

/** What a gRPC server is told of an address that it listens on: how connections are secured, and who may call. */
export function buildServerListener(key: ServerListenerKey): Built<Listener> {
  const { name, address, port, security } = key;
  const problems = [...securityProblems(security), ...authorizationProblems(security)];
  return {
    message: {
      name,
      address: { socketAddress: { address, portValue: port } },
      filterChains: [filterChain(key)],
    },
    sources: distinctSources([
      ...key.services,
      ...key.peerAuthentications.map((policy) => policy.key),
      ...securitySources(security),
    ]),
    ...(problems.length > 0 && { problems }),
  };
}

/** Requests are for the program itself. */
const ownRoutes: RouteConfiguration = {
  name: "inbound",
  virtualHosts: [{ domains: ["*"], routes: [{ match: { prefix: "/" }, nonForwardingAction: {} }] }],
};

function filterChain({ mutualTls, security }: ServerListenerKey): FilterChain {
  const name = mutualTls ? "inbound-mtls" : "inbound-plaintext";
  const manager = any("envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager", {
    routeConfig: ownRoutes,
    httpFilters: [...serverAuthorization(security), router],
  });
  return {
    name,
    filters: [{ name: `${name}-hcm`, typedConfig: manager }],
    ...(mutualTls && {
      // gRPC servers refuse conditions on clients' names here: policies have to name who may call.
      transportSocket: downstreamTlsSocket({ commonTlsContext: providedTls([]), requireClientCertificate: true }),
    }),
  };
}
