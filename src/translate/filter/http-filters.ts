import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { any } from "../any.ts";
import { sessionFilter } from "../persistent-session.ts";
import { httpExtensions } from "./extension-filters.ts";
import type { FilterSettings } from "./filter-settings.ts";
import { alpn, requestMetadataExchange, requestMetrics } from "./istio-filters.ts";

/** Filters that decide who may call, each list in its order. */
export interface SecurityFilters {
  /** Who is asked outside of the proxy: AuthorizationPolicies with the action CUSTOM. */
  readonly custom: readonly HttpFilter[];
  readonly authentication: readonly HttpFilter[];
  readonly authorization: readonly HttpFilter[];
}

/** What the chain of HTTP filters is made from. */
export interface HttpFilterOptions {
  readonly settings: FilterSettings;
  readonly grpcWeb?: boolean;
  readonly security?: SecurityFilters;
  /** The port by which extensions choose: the listener's of outgoing traffic, else the workload's. */
  readonly port: number;
  /** Right before the router, such as the one that looks up the hosts of requests. */
  readonly beforeRouter?: readonly HttpFilter[];
}

/** The HTTP filters of a listener, in the order in which requests pass them. */
export function httpFilters(options: HttpFilterOptions): readonly HttpFilter[] {
  const { settings, grpcWeb, security, port, beforeRouter = [] } = options;
  const extensions = httpExtensions(settings.extensions, port);
  return [
    ...requestMetadataExchange(settings),
    ...(security?.custom ?? []),
    ...extensions.AUTHN,
    ...(security?.authentication ?? []),
    ...extensions.AUTHZ,
    ...(security?.authorization ?? []),
    ...extensions.STATS,
    ...extensions.UNSPECIFIED,
    ...(grpcWeb ? [grpcWebFilter] : []),
    grpcStats,
    ...alpn(settings),
    fault,
    cors,
    ...requestMetrics(settings),
    ...(settings.keepsSessions ? [sessionFilter] : []),
    ...beforeRouter,
    router(settings),
  ];
}

const grpcWebFilter: HttpFilter = {
  name: "envoy.filters.http.grpc_web",
  typedConfig: any("envoy.extensions.filters.http.grpc_web.v3.GrpcWeb", {}),
};

const grpcStats: HttpFilter = {
  name: "envoy.filters.http.grpc_stats",
  typedConfig: any("envoy.extensions.filters.http.grpc_stats.v3.FilterConfig", {
    emitFilterState: true,
    statsForAllMethods: false,
  }),
};

/** Does nothing itself: routes switch it on. */
export const fault: HttpFilter = {
  name: "envoy.filters.http.fault",
  typedConfig: any("envoy.extensions.filters.http.fault.v3.HTTPFault", {}),
};

/** Does nothing itself: routes switch it on. */
const cors: HttpFilter = {
  name: "envoy.filters.http.cors",
  typedConfig: any("envoy.extensions.filters.http.cors.v3.Cors", {}),
};

function router({ proxyConfig }: FilterSettings): HttpFilter {
  const silent = proxyConfig.proxyHeaders?.envoyDebugHeaders?.disabled;
  return {
    name: "envoy.filters.http.router",
    typedConfig: any("envoy.extensions.filters.http.router.v3.Router", silent ? { suppressEnvoyHeaders: true } : {}),
  };
}
