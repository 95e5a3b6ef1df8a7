// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../../../any.ts";
import type { AccessLog as envoy_config_accesslog_v3_AccessLog, AccessLogFilter as envoy_config_accesslog_v3_AccessLogFilter } from "../../../../config/accesslog/v3.ts";
import type { CidrRange as envoy_config_core_v3_CidrRange, ConfigSource as envoy_config_core_v3_ConfigSource, DataSource as envoy_config_core_v3_DataSource, ExtensionConfigSource as envoy_config_core_v3_ExtensionConfigSource, HeaderValueOption as envoy_config_core_v3_HeaderValueOption, Http1ProtocolOptions as envoy_config_core_v3_Http1ProtocolOptions, Http2ProtocolOptions as envoy_config_core_v3_Http2ProtocolOptions, Http3ProtocolOptions as envoy_config_core_v3_Http3ProtocolOptions, HttpProtocolOptions as envoy_config_core_v3_HttpProtocolOptions, SchemeHeaderTransformation as envoy_config_core_v3_SchemeHeaderTransformation, SubstitutionFormatString as envoy_config_core_v3_SubstitutionFormatString, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../../../config/core/v3.ts";
import type { RouteConfiguration as envoy_config_route_v3_RouteConfiguration, ScopedRouteConfiguration as envoy_config_route_v3_ScopedRouteConfiguration } from "../../../../config/route/v3.ts";
import type { Tracing_Http as envoy_config_trace_v3_Tracing_Http } from "../../../../config/trace/v3.ts";
import type { PathTransformation as envoy_type_http_v3_PathTransformation } from "../../../../type/http/v3.ts";
import type { CustomTag as envoy_type_tracing_v3_CustomTag } from "../../../../type/tracing/v3.ts";
import type { Percent as envoy_type_v3_Percent } from "../../../../type/v3.ts";
import type { Matcher as xds_type_matcher_v3_Matcher } from "../../../../../xds/type/matcher/v3.ts";

export interface ForwardProtoConfig {
  readonly httpsDestinationPorts?: readonly number[] | undefined;
  readonly httpDestinationPorts?: readonly number[] | undefined;
}

export interface HttpConnectionManager {
  readonly codecType?: "AUTO" | "HTTP1" | "HTTP2" | "HTTP3" | undefined;
  readonly statPrefix?: string | undefined;
  readonly rds?: Rds | undefined;
  readonly routeConfig?: envoy_config_route_v3_RouteConfiguration | undefined;
  readonly httpFilters?: readonly HttpFilter[] | undefined;
  readonly addUserAgent?: boolean | undefined;
  readonly tracing?: HttpConnectionManager_Tracing | undefined;
  readonly httpProtocolOptions?: envoy_config_core_v3_Http1ProtocolOptions | undefined;
  readonly http2ProtocolOptions?: envoy_config_core_v3_Http2ProtocolOptions | undefined;
  readonly serverName?: string | undefined;
  readonly drainTimeout?: string | undefined;
  readonly accessLog?: readonly envoy_config_accesslog_v3_AccessLog[] | undefined;
  readonly useRemoteAddress?: boolean | undefined;
  readonly generateRequestId?: boolean | undefined;
  readonly forwardClientCertDetails?: "SANITIZE" | "FORWARD_ONLY" | "APPEND_FORWARD" | "SANITIZE_SET" | "ALWAYS_FORWARD_ONLY" | undefined;
  readonly setCurrentClientCertDetails?: HttpConnectionManager_SetCurrentClientCertDetails | undefined;
  readonly proxy100Continue?: boolean | undefined;
  readonly xffNumTrustedHops?: number | undefined;
  readonly representIpv4RemoteAddressAsIpv4MappedIpv6?: boolean | undefined;
  readonly skipXffAppend?: boolean | undefined;
  readonly via?: string | undefined;
  readonly upgradeConfigs?: readonly HttpConnectionManager_UpgradeConfig[] | undefined;
  readonly streamIdleTimeout?: string | undefined;
  readonly internalAddressConfig?: HttpConnectionManager_InternalAddressConfig | undefined;
  readonly delayedCloseTimeout?: string | undefined;
  readonly requestTimeout?: string | undefined;
  readonly maxRequestHeadersKb?: number | undefined;
  readonly normalizePath?: boolean | undefined;
  readonly scopedRoutes?: ScopedRoutes | undefined;
  readonly preserveExternalRequestId?: boolean | undefined;
  readonly mergeSlashes?: boolean | undefined;
  readonly serverHeaderTransformation?: "OVERWRITE" | "APPEND_IF_ABSENT" | "PASS_THROUGH" | undefined;
  readonly commonHttpProtocolOptions?: envoy_config_core_v3_HttpProtocolOptions | undefined;
  readonly requestIdExtension?: RequestIDExtension | undefined;
  readonly alwaysSetRequestIdInResponse?: boolean | undefined;
  readonly localReplyConfig?: LocalReplyConfig | undefined;
  readonly stripMatchingHostPort?: boolean | undefined;
  readonly streamErrorOnInvalidHttpMessage?: boolean | undefined;
  readonly requestHeadersTimeout?: string | undefined;
  readonly stripAnyHostPort?: boolean | undefined;
  readonly pathNormalizationOptions?: HttpConnectionManager_PathNormalizationOptions | undefined;
  readonly http3ProtocolOptions?: envoy_config_core_v3_Http3ProtocolOptions | undefined;
  readonly pathWithEscapedSlashesAction?: "IMPLEMENTATION_SPECIFIC_DEFAULT" | "KEEP_UNCHANGED" | "REJECT_REQUEST" | "UNESCAPE_AND_REDIRECT" | "UNESCAPE_AND_FORWARD" | undefined;
  readonly originalIpDetectionExtensions?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly stripTrailingHostDot?: boolean | undefined;
  readonly schemeHeaderTransformation?: envoy_config_core_v3_SchemeHeaderTransformation | undefined;
  readonly proxyStatusConfig?: HttpConnectionManager_ProxyStatusConfig | undefined;
  readonly typedHeaderValidationConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly appendXForwardedPort?: boolean | undefined;
  readonly earlyHeaderMutationExtensions?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly addProxyProtocolConnectionState?: boolean | undefined;
  readonly accessLogFlushInterval?: string | undefined;
  readonly flushAccessLogOnNewRequest?: boolean | undefined;
  readonly accessLogOptions?: HttpConnectionManager_HcmAccessLogOptions | undefined;
  readonly appendLocalOverload?: boolean | undefined;
  readonly http1SafeMaxConnectionDuration?: boolean | undefined;
  readonly streamFlushTimeout?: string | undefined;
  readonly forwardClientCertMatcher?: xds_type_matcher_v3_Matcher | undefined;
  readonly forwardProtoConfig?: ForwardProtoConfig | undefined;
  readonly drainTimeoutJitter?: envoy_type_v3_Percent | undefined;
  readonly recordRouteResolutionStats?: boolean | undefined;
}

export interface HttpConnectionManager_HcmAccessLogOptions {
  readonly accessLogFlushInterval?: string | undefined;
  readonly flushAccessLogOnNewRequest?: boolean | undefined;
  readonly flushLogOnTunnelSuccessfullyEstablished?: boolean | undefined;
}

export interface HttpConnectionManager_InternalAddressConfig {
  readonly unixSockets?: boolean | undefined;
  readonly cidrRanges?: readonly envoy_config_core_v3_CidrRange[] | undefined;
}

export interface HttpConnectionManager_PathNormalizationOptions {
  readonly forwardingTransformation?: envoy_type_http_v3_PathTransformation | undefined;
  readonly httpFilterTransformation?: envoy_type_http_v3_PathTransformation | undefined;
}

export interface HttpConnectionManager_ProxyStatusConfig {
  readonly removeDetails?: boolean | undefined;
  readonly removeConnectionTerminationDetails?: boolean | undefined;
  readonly removeResponseFlags?: boolean | undefined;
  readonly setRecommendedResponseCode?: boolean | undefined;
  readonly useNodeId?: boolean | undefined;
  readonly literalProxyName?: string | undefined;
}

export interface HttpConnectionManager_SetCurrentClientCertDetails {
  readonly subject?: boolean | undefined;
  readonly cert?: boolean | undefined;
  readonly dns?: boolean | undefined;
  readonly uri?: boolean | undefined;
  readonly chain?: boolean | undefined;
  readonly format?: "TEXT" | "JSON" | undefined;
  readonly issuer?: boolean | undefined;
}

export interface HttpConnectionManager_Tracing {
  readonly clientSampling?: envoy_type_v3_Percent | undefined;
  readonly randomSampling?: envoy_type_v3_Percent | undefined;
  readonly overallSampling?: envoy_type_v3_Percent | undefined;
  readonly verbose?: boolean | undefined;
  readonly maxPathTagLength?: number | undefined;
  readonly customTags?: readonly envoy_type_tracing_v3_CustomTag[] | undefined;
  readonly provider?: envoy_config_trace_v3_Tracing_Http | undefined;
  readonly spawnUpstreamSpan?: boolean | undefined;
  readonly operation?: string | undefined;
  readonly upstreamOperation?: string | undefined;
  readonly noContextPropagation?: boolean | undefined;
}

export interface HttpConnectionManager_UpgradeConfig {
  readonly upgradeType?: string | undefined;
  readonly filters?: readonly HttpFilter[] | undefined;
  readonly enabled?: boolean | undefined;
}

export interface HttpFilter {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
  readonly configDiscovery?: envoy_config_core_v3_ExtensionConfigSource | undefined;
  readonly isOptional?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

export interface LocalReplyConfig {
  readonly mappers?: readonly ResponseMapper[] | undefined;
  readonly bodyFormat?: envoy_config_core_v3_SubstitutionFormatString | undefined;
}

export interface Rds {
  readonly configSource?: envoy_config_core_v3_ConfigSource | undefined;
  readonly routeConfigName?: string | undefined;
}

export interface RequestIDExtension {
  readonly typedConfig?: Any | undefined;
}

export interface ResponseMapper {
  readonly filter?: envoy_config_accesslog_v3_AccessLogFilter | undefined;
  readonly statusCode?: number | undefined;
  readonly body?: envoy_config_core_v3_DataSource | undefined;
  readonly bodyFormatOverride?: envoy_config_core_v3_SubstitutionFormatString | undefined;
  readonly headersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
}

export interface ScopedRds {
  readonly scopedRdsConfigSource?: envoy_config_core_v3_ConfigSource | undefined;
  readonly srdsResourcesLocator?: string | undefined;
}

export interface ScopedRouteConfigurationsList {
  readonly scopedRouteConfigurations?: readonly envoy_config_route_v3_ScopedRouteConfiguration[] | undefined;
}

export interface ScopedRoutes {
  readonly name?: string | undefined;
  readonly scopeKeyBuilder?: ScopedRoutes_ScopeKeyBuilder | undefined;
  readonly rdsConfigSource?: envoy_config_core_v3_ConfigSource | undefined;
  readonly scopedRouteConfigurationsList?: ScopedRouteConfigurationsList | undefined;
  readonly scopedRds?: ScopedRds | undefined;
}

export interface ScopedRoutes_ScopeKeyBuilder {
  readonly fragments?: readonly ScopedRoutes_ScopeKeyBuilder_FragmentBuilder[] | undefined;
}

export interface ScopedRoutes_ScopeKeyBuilder_FragmentBuilder {
  readonly headerValueExtractor?: ScopedRoutes_ScopeKeyBuilder_FragmentBuilder_HeaderValueExtractor | undefined;
}

export interface ScopedRoutes_ScopeKeyBuilder_FragmentBuilder_HeaderValueExtractor {
  readonly name?: string | undefined;
  readonly elementSeparator?: string | undefined;
  readonly index?: number | undefined;
  readonly element?: ScopedRoutes_ScopeKeyBuilder_FragmentBuilder_HeaderValueExtractor_KvElement | undefined;
}

export interface ScopedRoutes_ScopeKeyBuilder_FragmentBuilder_HeaderValueExtractor_KvElement {
  readonly separator?: string | undefined;
  readonly key?: string | undefined;
}
