import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { any } from "../any.ts";
import { keepsHeaderCase } from "../header-case.ts";
import { clientCertificate } from "./client-certificate.ts";
import { connectionLimits } from "./connection-limits.ts";
import type { FilterSettings } from "./filter-settings.ts";
import { type HttpFilterOptions, httpFilters } from "./http-filters.ts";
import { pathHandling } from "./path-handling.ts";

/** What serves HTTP on a filter chain. */
export interface HttpConnectionManagerOptions extends HttpFilterOptions {
  /** Name of its metrics, such as `outbound_0.0.0.0_80`. */
  readonly statPrefix: string;
  /** The name of the metrics is the user's, and taken as it is. Default: no. */
  readonly namedByUser?: boolean;
  /** The name of a route table that Envoy asks for, or the table itself. */
  readonly routes: string | RouteConfiguration;
  /** Clients speak HTTP/2 with prior knowledge. */
  readonly http2?: boolean;
  /** Behind QUIC. */
  readonly http3?: boolean;
  /** Clients use it as a forward proxy: they ask for whole URLs. */
  readonly takesWholeUrls?: boolean;
}

/** Serves HTTP: what a proxy does with requests of one filter chain. */
export function httpConnectionManager(options: HttpConnectionManagerOptions): Filter {
  const { settings, statPrefix, namedByUser, routes } = options;
  const { tracing, accessLogs } = settings;
  const manager: HttpConnectionManager = {
    // The end of the name is marked: names of metrics have dots in them.
    statPrefix: namedByUser ? statPrefix : `${statPrefix};`,
    ...(typeof routes === "string" ? { rds: rds(routes) } : { routeConfig: routes }),
    httpFilters: httpFilters(options),
    ...codec(options),
    ...addressHandling(settings),
    ...headerHandling(settings),
    ...pathHandling(settings),
    ...clientCertificate(settings),
    ...connectionLimits(settings),
    proxy100Continue: true,
    upgradeConfigs: [{ upgradeType: "websocket" }],
    requestIdExtension: requestIds(settings),
    ...(tracing && { tracing }),
    ...(accessLogs.http.length > 0 && { accessLog: accessLogs.http }),
  };
  return {
    name: "envoy.filters.network.http_connection_manager",
    typedConfig: any("envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager", manager),
  };
}

/** Routes are waited for: a listener without them would answer 404. */
function rds(routeConfigName: string) {
  return { configSource: { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" }, routeConfigName } as const;
}

function requestIds({ tracesById }: FilterSettings) {
  const config = { useRequestIdForTraceSampling: tracesById };
  return { typedConfig: any("envoy.extensions.request_id.uuid.v3.UuidRequestIdConfig", config) };
}

function codec({ settings, http2, http3, takesWholeUrls }: HttpConnectionManagerOptions): HttpConnectionManager {
  const { listenerClass, acceptsHttp10, proxyConfig } = settings;
  const http1 = {
    ...(takesWholeUrls && { allowAbsoluteUrl: true }),
    ...(acceptsHttp10 && { acceptHttp10: true }),
    ...(proxyConfig.proxyHeaders?.preserveHttp1HeaderCase && { headerKeyFormat: keepsHeaderCase }),
  };
  const wantsHttp1 = listenerClass === "gateway" || Object.keys(http1).length > 0;
  return {
    ...(http3 && { codecType: "HTTP3", http3ProtocolOptions: {} }),
    ...(http2 && { http2ProtocolOptions: {} }),
    ...(wantsHttp1 && { httpProtocolOptions: http1 }),
  };
}

/** Only a gateway sees the address of who called: in the mesh it is the peer's proxy. */
function addressHandling({ listenerClass, proxyConfig }: FilterSettings): HttpConnectionManager {
  if (listenerClass !== "gateway") return { useRemoteAddress: false };
  const hops = proxyConfig.gatewayTopology?.numTrustedProxies;
  return { useRemoteAddress: true, ...(hops && { xffNumTrustedHops: hops }) };
}

function headerHandling({ listenerClass, proxyConfig }: FilterSettings): HttpConnectionManager {
  const { server, requestId, xForwardedPort } = proxyConfig.proxyHeaders ?? {};
  // A client's own proxy has always answered as Envoy itself, unless told otherwise.
  const serverName = server?.value || (listenerClass === "outbound" ? undefined : "istio-envoy");
  return {
    ...(server?.disabled ? { serverHeaderTransformation: "PASS_THROUGH" } : serverName && { serverName }),
    ...(requestId?.disabled && { generateRequestId: false }),
    ...(xForwardedPort?.enabled && { appendXForwardedPort: true }),
  };
}
