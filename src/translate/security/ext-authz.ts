import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { ExtAuthz, HttpService } from "../../gen/envoy/extensions/filters/http/ext_authz/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { ListStringMatcher, MetadataMatcher } from "../../gen/envoy/type/matcher/v3.ts";
import { any } from "../any.ts";
import type { Collector } from "../filter/collector.ts";
import { protoDuration } from "../proto-duration.ts";
import type { ExtAuthzGrpc, ExtAuthzHttp } from "./authorization-provider.ts";
import { statusWord } from "./ext-authz-status.ts";
import { httpRbacFilter, networkRbacFilter, networkStatPrefix } from "./rbac-filters.ts";
import { textMatchIgnoringCase } from "./text-match.ts";

/** Stat prefix of the shadow rules that decide whether a service is asked; its metadata begins with it too. */
export const extAuthzStatPrefix = "istio_ext_authz_";

/** How the names of a provider's rules begin. */
export function extAuthzRulePrefix(provider: string): string {
  return `istio-ext-authz-${provider}`;
}

/** The filter that asks a service over HTTP. */
export function httpExtAuthz(provider: string, asked: ExtAuthzHttp, service: Collector): HttpFilter {
  const headers = asked.includeRequestHeadersInCheck?.length
    ? asked.includeRequestHeadersInCheck
    : asked.includeHeadersInCheck;
  return httpFilter({
    ...sharedSettings(provider, asked),
    ...(headers?.length && { allowedHeaders: headerList(headers) }),
    httpService: httpService(asked, service),
  });
}

/** The filter that asks a service over gRPC about requests. */
export function grpcExtAuthz(provider: string, asked: ExtAuthzGrpc, service: Collector): HttpFilter {
  return httpFilter({ ...sharedSettings(provider, asked), grpcService: grpcService(asked, service) });
}

/** The filter that asks a service over gRPC about connections. */
export function networkExtAuthz(provider: string, asked: ExtAuthzGrpc, service: Collector): Filter {
  return {
    name: "envoy.filters.network.ext_authz",
    typedConfig: any("envoy.extensions.filters.network.ext_authz.v3.ExtAuthz", {
      statPrefix: networkStatPrefix,
      grpcService: grpcService(asked, service),
      ...(asked.failOpen && { failureModeAllow: true }),
      transportApiVersion: "V3",
      filterEnabledMetadata: matchedRule(networkRbacFilter, provider),
    }),
  };
}

function httpFilter(settings: ExtAuthz): HttpFilter {
  return {
    name: "envoy.filters.http.ext_authz",
    typedConfig: any("envoy.extensions.filters.http.ext_authz.v3.ExtAuthz", settings),
  };
}

function sharedSettings(provider: string, asked: ExtAuthzHttp | ExtAuthzGrpc): ExtAuthz {
  const { failOpen, clearRouteCache, statusOnError, includeRequestBodyInCheck: body } = asked;
  return {
    transportApiVersion: "V3",
    filterEnabledMetadata: matchedRule(httpRbacFilter, provider),
    ...(failOpen && { failureModeAllow: true }),
    ...(clearRouteCache && { clearRouteCache: true }),
    ...(statusOnError && { statusOnError: { code: statusWord(statusOnError) } }),
    ...(body && {
      withRequestBody: {
        ...(body.maxRequestBytes && { maxRequestBytes: body.maxRequestBytes }),
        ...(body.allowPartialMessage && { allowPartialMessage: true }),
        ...(body.packAsBytes && { packAsBytes: true }),
      },
    }),
  };
}

/** Holds where a shadow rule of the provider matched: only then is the service asked. */
function matchedRule(filter: string, provider: string): MetadataMatcher {
  return {
    filter,
    path: [{ key: `${extAuthzStatPrefix}shadow_effective_policy_id` }],
    value: { stringMatch: { prefix: extAuthzRulePrefix(provider) } },
  };
}

function httpService(asked: ExtAuthzHttp, { hostname, cluster }: Collector): HttpService {
  const added = Object.entries(asked.includeAdditionalHeadersInCheck ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const { headersToUpstreamOnAllow, headersToDownstreamOnDeny, headersToDownstreamOnAllow } = asked;
  const response = {
    ...(headersToUpstreamOnAllow?.length && { allowedUpstreamHeaders: headerList(headersToUpstreamOnAllow) }),
    ...(headersToDownstreamOnDeny?.length && { allowedClientHeaders: headerList(headersToDownstreamOnDeny) }),
    ...(headersToDownstreamOnAllow?.length && {
      allowedClientHeadersOnSuccess: headerList(headersToDownstreamOnAllow),
    }),
  };
  return {
    serverUri: { uri: `http://${hostname}`, cluster, timeout: timeoutOf(asked) },
    ...(asked.pathPrefix && { pathPrefix: asked.pathPrefix }),
    ...(added.length > 0 && {
      authorizationRequest: { headersToAdd: added.map(([key, value]) => ({ key, value })) },
    }),
    ...(Object.keys(response).length > 0 && { authorizationResponse: response }),
  };
}

function grpcService(asked: ExtAuthzGrpc, { hostname, cluster }: Collector) {
  return { envoyGrpc: { clusterName: cluster, authority: hostname }, timeout: timeoutOf(asked) };
}

function timeoutOf({ timeout }: ExtAuthzHttp | ExtAuthzGrpc): string {
  return protoDuration(timeout) ?? "600s";
}

function headerList(headers: readonly string[]): ListStringMatcher {
  return { patterns: headers.map(textMatchIgnoringCase) };
}
