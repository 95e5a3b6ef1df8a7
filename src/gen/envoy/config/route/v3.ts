// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { HeaderMutation as envoy_config_common_mutation_rules_v3_HeaderMutation } from "../common/mutation_rules/v3.ts";
import type { ConfigSource as envoy_config_core_v3_ConfigSource, DataSource as envoy_config_core_v3_DataSource, HeaderValueOption as envoy_config_core_v3_HeaderValueOption, Metadata as envoy_config_core_v3_Metadata, ProxyProtocolConfig as envoy_config_core_v3_ProxyProtocolConfig, RuntimeFractionalPercent as envoy_config_core_v3_RuntimeFractionalPercent, SubstitutionFormatString as envoy_config_core_v3_SubstitutionFormatString, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../core/v3.ts";
import type { AddressMatcher as envoy_type_matcher_v3_AddressMatcher, FilterStateMatcher as envoy_type_matcher_v3_FilterStateMatcher, MetadataMatcher as envoy_type_matcher_v3_MetadataMatcher, RegexMatchAndSubstitute as envoy_type_matcher_v3_RegexMatchAndSubstitute, RegexMatcher as envoy_type_matcher_v3_RegexMatcher, StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../type/matcher/v3.ts";
import type { MetadataKey as envoy_type_metadata_v3_MetadataKey } from "../../type/metadata/v3.ts";
import type { CustomTag as envoy_type_tracing_v3_CustomTag } from "../../type/tracing/v3.ts";
import type { FractionalPercent as envoy_type_v3_FractionalPercent, Int64Range as envoy_type_v3_Int64Range } from "../../type/v3.ts";
import type { Matcher as xds_type_matcher_v3_Matcher } from "../../../xds/type/matcher/v3.ts";

export interface ClusterSpecifierPlugin {
  readonly extension?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly isOptional?: boolean | undefined;
}

export interface CookieMatcher {
  readonly name?: string | undefined;
  readonly stringMatch?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly invertMatch?: boolean | undefined;
}

export interface CorsPolicy {
  readonly allowMethods?: string | undefined;
  readonly allowHeaders?: string | undefined;
  readonly exposeHeaders?: string | undefined;
  readonly maxAge?: string | undefined;
  readonly allowCredentials?: boolean | undefined;
  readonly filterEnabled?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly shadowEnabled?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly allowOriginStringMatch?: readonly envoy_type_matcher_v3_StringMatcher[] | undefined;
  readonly allowPrivateNetworkAccess?: boolean | undefined;
  readonly forwardNotMatchingPreflights?: boolean | undefined;
}

export interface Decorator {
  readonly operation?: string | undefined;
  readonly propagate?: boolean | undefined;
}

export interface DirectResponseAction {
  readonly status?: number | undefined;
  readonly body?: envoy_config_core_v3_DataSource | undefined;
  readonly bodyFormat?: envoy_config_core_v3_SubstitutionFormatString | undefined;
}

export interface FilterAction {
  readonly action?: Any | undefined;
}

export interface HeaderMatcher {
  readonly name?: string | undefined;
  readonly exactMatch?: string | undefined;
  readonly rangeMatch?: envoy_type_v3_Int64Range | undefined;
  readonly presentMatch?: boolean | undefined;
  readonly invertMatch?: boolean | undefined;
  readonly prefixMatch?: string | undefined;
  readonly suffixMatch?: string | undefined;
  readonly safeRegexMatch?: envoy_type_matcher_v3_RegexMatcher | undefined;
  readonly containsMatch?: string | undefined;
  readonly stringMatch?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly treatMissingHeaderAsEmpty?: boolean | undefined;
}

export interface HedgePolicy {
  readonly initialRequests?: number | undefined;
  readonly additionalRequestChance?: envoy_type_v3_FractionalPercent | undefined;
  readonly hedgeOnPerTryTimeout?: boolean | undefined;
}

export interface InternalRedirectPolicy {
  readonly maxInternalRedirects?: number | undefined;
  readonly redirectResponseCodes?: readonly number[] | undefined;
  readonly predicates?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly allowCrossSchemeRedirect?: boolean | undefined;
  readonly responseHeadersToCopy?: readonly string[] | undefined;
}

export interface NonForwardingAction {}

export interface QueryParameterMatcher {
  readonly name?: string | undefined;
  readonly stringMatch?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly presentMatch?: boolean | undefined;
}

export interface RateLimit {
  readonly stage?: number | undefined;
  readonly disableKey?: string | undefined;
  readonly actions?: readonly RateLimit_Action[] | undefined;
  readonly limit?: RateLimit_Override | undefined;
  readonly hitsAddend?: RateLimit_HitsAddend | undefined;
  readonly applyOnStreamDone?: boolean | undefined;
  readonly xRatelimitOption?: "UNSPECIFIED" | "OFF" | "DRAFT_VERSION_03" | undefined;
}

export interface RateLimit_Action {
  readonly sourceCluster?: RateLimit_Action_SourceCluster | undefined;
  readonly destinationCluster?: RateLimit_Action_DestinationCluster | undefined;
  readonly requestHeaders?: RateLimit_Action_RequestHeaders | undefined;
  readonly remoteAddress?: RateLimit_Action_RemoteAddress | undefined;
  readonly genericKey?: RateLimit_Action_GenericKey | undefined;
  readonly headerValueMatch?: RateLimit_Action_HeaderValueMatch | undefined;
  readonly dynamicMetadata?: RateLimit_Action_DynamicMetaData | undefined;
  readonly metadata?: RateLimit_Action_MetaData | undefined;
  readonly extension?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly maskedRemoteAddress?: RateLimit_Action_MaskedRemoteAddress | undefined;
  readonly queryParameterValueMatch?: RateLimit_Action_QueryParameterValueMatch | undefined;
  readonly queryParameters?: RateLimit_Action_QueryParameters | undefined;
  readonly remoteAddressMatch?: RateLimit_Action_RemoteAddressMatch | undefined;
}

export interface RateLimit_Action_DestinationCluster {}

export interface RateLimit_Action_DynamicMetaData {
  readonly descriptorKey?: string | undefined;
  readonly metadataKey?: envoy_type_metadata_v3_MetadataKey | undefined;
  readonly defaultValue?: string | undefined;
}

export interface RateLimit_Action_GenericKey {
  readonly descriptorValue?: string | undefined;
  readonly descriptorKey?: string | undefined;
  readonly defaultValue?: string | undefined;
}

export interface RateLimit_Action_HeaderValueMatch {
  readonly descriptorValue?: string | undefined;
  readonly expectMatch?: boolean | undefined;
  readonly headers?: readonly HeaderMatcher[] | undefined;
  readonly descriptorKey?: string | undefined;
  readonly defaultValue?: string | undefined;
}

export interface RateLimit_Action_MaskedRemoteAddress {
  readonly v4PrefixMaskLen?: number | undefined;
  readonly v6PrefixMaskLen?: number | undefined;
}

export interface RateLimit_Action_MetaData {
  readonly descriptorKey?: string | undefined;
  readonly metadataKey?: envoy_type_metadata_v3_MetadataKey | undefined;
  readonly defaultValue?: string | undefined;
  readonly source?: "DYNAMIC" | "ROUTE_ENTRY" | "CLUSTER_ENTRY" | "CLUSTER_LOCALITY_ENTRY" | undefined;
  readonly skipIfAbsent?: boolean | undefined;
}

export interface RateLimit_Action_QueryParameterValueMatch {
  readonly descriptorValue?: string | undefined;
  readonly expectMatch?: boolean | undefined;
  readonly queryParameters?: readonly QueryParameterMatcher[] | undefined;
  readonly descriptorKey?: string | undefined;
  readonly defaultValue?: string | undefined;
}

export interface RateLimit_Action_QueryParameters {
  readonly queryParameterName?: string | undefined;
  readonly descriptorKey?: string | undefined;
  readonly skipIfAbsent?: boolean | undefined;
}

export interface RateLimit_Action_RemoteAddress {}

export interface RateLimit_Action_RemoteAddressMatch {
  readonly descriptorValue?: string | undefined;
  readonly descriptorKey?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly addressMatcher?: envoy_type_matcher_v3_AddressMatcher | undefined;
}

export interface RateLimit_Action_RequestHeaders {
  readonly headerName?: string | undefined;
  readonly descriptorKey?: string | undefined;
  readonly skipIfAbsent?: boolean | undefined;
}

export interface RateLimit_Action_SourceCluster {}

export interface RateLimit_HitsAddend {
  readonly number?: number | string | undefined;
  readonly format?: string | undefined;
  readonly isNegativeHits?: boolean | undefined;
}

export interface RateLimit_Override {
  readonly dynamicMetadata?: RateLimit_Override_DynamicMetadata | undefined;
  readonly rateLimit?: RateLimit_Override_RateLimitOverride | undefined;
}

export interface RateLimit_Override_DynamicMetadata {
  readonly metadataKey?: envoy_type_metadata_v3_MetadataKey | undefined;
}

export interface RateLimit_Override_RateLimitOverride {
  readonly requestsPerUnit?: number | undefined;
  readonly unit?: "UNKNOWN" | "SECOND" | "MINUTE" | "HOUR" | "DAY" | "MONTH" | "YEAR" | undefined;
}

export interface RedirectAction {
  readonly hostRedirect?: string | undefined;
  readonly pathRedirect?: string | undefined;
  readonly responseCode?: "MOVED_PERMANENTLY" | "FOUND" | "SEE_OTHER" | "TEMPORARY_REDIRECT" | "PERMANENT_REDIRECT" | undefined;
  readonly httpsRedirect?: boolean | undefined;
  readonly prefixRewrite?: string | undefined;
  readonly stripQuery?: boolean | undefined;
  readonly schemeRedirect?: string | undefined;
  readonly portRedirect?: number | undefined;
  readonly regexRewrite?: envoy_type_matcher_v3_RegexMatchAndSubstitute | undefined;
  readonly pathRewrite?: string | undefined;
}

export interface RetryPolicy {
  readonly retryOn?: string | undefined;
  readonly numRetries?: number | undefined;
  readonly perTryTimeout?: string | undefined;
  readonly retryPriority?: RetryPolicy_RetryPriority | undefined;
  readonly retryHostPredicate?: readonly RetryPolicy_RetryHostPredicate[] | undefined;
  readonly hostSelectionRetryMaxAttempts?: number | string | undefined;
  readonly retriableStatusCodes?: readonly number[] | undefined;
  readonly retryBackOff?: RetryPolicy_RetryBackOff | undefined;
  readonly retriableHeaders?: readonly HeaderMatcher[] | undefined;
  readonly retriableRequestHeaders?: readonly HeaderMatcher[] | undefined;
  readonly rateLimitedRetryBackOff?: RetryPolicy_RateLimitedRetryBackOff | undefined;
  readonly retryOptionsPredicates?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly perTryIdleTimeout?: string | undefined;
  readonly refreshClusterOnRetry?: boolean | undefined;
}

export interface RetryPolicy_RateLimitedRetryBackOff {
  readonly resetHeaders?: readonly RetryPolicy_ResetHeader[] | undefined;
  readonly maxInterval?: string | undefined;
}

export interface RetryPolicy_ResetHeader {
  readonly name?: string | undefined;
  readonly format?: "SECONDS" | "UNIX_TIMESTAMP" | undefined;
}

export interface RetryPolicy_RetryBackOff {
  readonly baseInterval?: string | undefined;
  readonly maxInterval?: string | undefined;
}

export interface RetryPolicy_RetryHostPredicate {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface RetryPolicy_RetryPriority {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface Route {
  readonly match?: RouteMatch | undefined;
  readonly route?: RouteAction | undefined;
  readonly redirect?: RedirectAction | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly decorator?: Decorator | undefined;
  readonly directResponse?: DirectResponseAction | undefined;
  readonly requestHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly responseHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly responseHeadersToRemove?: readonly string[] | undefined;
  readonly requestHeadersToRemove?: readonly string[] | undefined;
  readonly typedPerFilterConfig?: { readonly [key: string]: Any } | undefined;
  readonly name?: string | undefined;
  readonly tracing?: Tracing | undefined;
  readonly perRequestBufferLimitBytes?: number | undefined;
  readonly filterAction?: FilterAction | undefined;
  readonly nonForwardingAction?: NonForwardingAction | undefined;
  readonly statPrefix?: string | undefined;
  readonly requestBodyBufferLimit?: number | string | undefined;
  readonly routeSpecifiers?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
}

export interface RouteAction {
  readonly cluster?: string | undefined;
  readonly clusterHeader?: string | undefined;
  readonly weightedClusters?: WeightedCluster | undefined;
  readonly metadataMatch?: envoy_config_core_v3_Metadata | undefined;
  readonly prefixRewrite?: string | undefined;
  readonly hostRewriteLiteral?: string | undefined;
  readonly autoHostRewrite?: boolean | undefined;
  readonly timeout?: string | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  readonly priority?: "DEFAULT" | "HIGH" | undefined;
  readonly rateLimits?: readonly RateLimit[] | undefined;
  readonly includeVhRateLimits?: boolean | undefined;
  readonly hashPolicy?: readonly RouteAction_HashPolicy[] | undefined;
  readonly cors?: CorsPolicy | undefined;
  readonly clusterNotFoundResponseCode?: "SERVICE_UNAVAILABLE" | "NOT_FOUND" | "INTERNAL_SERVER_ERROR" | undefined;
  readonly maxGrpcTimeout?: string | undefined;
  readonly idleTimeout?: string | undefined;
  readonly upgradeConfigs?: readonly RouteAction_UpgradeConfig[] | undefined;
  readonly internalRedirectAction?: "PASS_THROUGH_INTERNAL_REDIRECT" | "HANDLE_INTERNAL_REDIRECT" | undefined;
  readonly hedgePolicy?: HedgePolicy | undefined;
  readonly grpcTimeoutOffset?: string | undefined;
  readonly hostRewriteHeader?: string | undefined;
  readonly requestMirrorPolicies?: readonly RouteAction_RequestMirrorPolicy[] | undefined;
  readonly maxInternalRedirects?: number | undefined;
  readonly regexRewrite?: envoy_type_matcher_v3_RegexMatchAndSubstitute | undefined;
  readonly retryPolicyTypedConfig?: Any | undefined;
  readonly internalRedirectPolicy?: InternalRedirectPolicy | undefined;
  readonly hostRewritePathRegex?: envoy_type_matcher_v3_RegexMatchAndSubstitute | undefined;
  readonly maxStreamDuration?: RouteAction_MaxStreamDuration | undefined;
  readonly clusterSpecifierPlugin?: string | undefined;
  readonly appendXForwardedHost?: boolean | undefined;
  readonly inlineClusterSpecifierPlugin?: ClusterSpecifierPlugin | undefined;
  readonly earlyDataPolicy?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly pathRewritePolicy?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly flushTimeout?: string | undefined;
  readonly hostRewrite?: string | undefined;
  readonly pathRewrite?: string | undefined;
}

export interface RouteAction_HashPolicy {
  readonly header?: RouteAction_HashPolicy_Header | undefined;
  readonly cookie?: RouteAction_HashPolicy_Cookie | undefined;
  readonly connectionProperties?: RouteAction_HashPolicy_ConnectionProperties | undefined;
  readonly terminal?: boolean | undefined;
  readonly queryParameter?: RouteAction_HashPolicy_QueryParameter | undefined;
  readonly filterState?: RouteAction_HashPolicy_FilterState | undefined;
}

export interface RouteAction_HashPolicy_ConnectionProperties {
  readonly sourceIp?: boolean | undefined;
}

export interface RouteAction_HashPolicy_Cookie {
  readonly name?: string | undefined;
  readonly ttl?: string | undefined;
  readonly path?: string | undefined;
  readonly attributes?: readonly RouteAction_HashPolicy_CookieAttribute[] | undefined;
}

export interface RouteAction_HashPolicy_CookieAttribute {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
}

export interface RouteAction_HashPolicy_FilterState {
  readonly key?: string | undefined;
}

export interface RouteAction_HashPolicy_Header {
  readonly headerName?: string | undefined;
  readonly regexRewrite?: envoy_type_matcher_v3_RegexMatchAndSubstitute | undefined;
}

export interface RouteAction_HashPolicy_QueryParameter {
  readonly name?: string | undefined;
}

export interface RouteAction_MaxStreamDuration {
  readonly maxStreamDuration?: string | undefined;
  readonly grpcTimeoutHeaderMax?: string | undefined;
  readonly grpcTimeoutHeaderOffset?: string | undefined;
}

export interface RouteAction_RequestMirrorPolicy {
  readonly cluster?: string | undefined;
  readonly runtimeFraction?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly traceSampled?: boolean | undefined;
  readonly clusterHeader?: string | undefined;
  readonly disableShadowHostSuffixAppend?: boolean | undefined;
  readonly requestHeadersMutations?: readonly envoy_config_common_mutation_rules_v3_HeaderMutation[] | undefined;
  readonly hostRewriteLiteral?: string | undefined;
}

export interface RouteAction_UpgradeConfig {
  readonly upgradeType?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly connectConfig?: RouteAction_UpgradeConfig_ConnectConfig | undefined;
}

export interface RouteAction_UpgradeConfig_ConnectConfig {
  readonly proxyProtocolConfig?: envoy_config_core_v3_ProxyProtocolConfig | undefined;
  readonly allowPost?: boolean | undefined;
}

export interface RouteConfiguration {
  readonly name?: string | undefined;
  readonly virtualHosts?: readonly VirtualHost[] | undefined;
  readonly internalOnlyHeaders?: readonly string[] | undefined;
  readonly responseHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly responseHeadersToRemove?: readonly string[] | undefined;
  readonly requestHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly validateClusters?: boolean | undefined;
  readonly requestHeadersToRemove?: readonly string[] | undefined;
  readonly vhds?: Vhds | undefined;
  readonly mostSpecificHeaderMutationsWins?: boolean | undefined;
  readonly maxDirectResponseBodySizeBytes?: number | undefined;
  readonly clusterSpecifierPlugins?: readonly ClusterSpecifierPlugin[] | undefined;
  readonly requestMirrorPolicies?: readonly RouteAction_RequestMirrorPolicy[] | undefined;
  readonly ignorePortInHostMatching?: boolean | undefined;
  readonly ignorePathParametersInPathMatching?: boolean | undefined;
  readonly typedPerFilterConfig?: { readonly [key: string]: Any } | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly vhostHeader?: string | undefined;
  readonly routeSpecifiers?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
}

export interface RouteMatch {
  readonly prefix?: string | undefined;
  readonly path?: string | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly headers?: readonly HeaderMatcher[] | undefined;
  readonly queryParameters?: readonly QueryParameterMatcher[] | undefined;
  readonly grpc?: RouteMatch_GrpcRouteMatchOptions | undefined;
  readonly runtimeFraction?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly safeRegex?: envoy_type_matcher_v3_RegexMatcher | undefined;
  readonly tlsContext?: RouteMatch_TlsContextMatchOptions | undefined;
  readonly connectMatcher?: RouteMatch_ConnectMatcher | undefined;
  readonly dynamicMetadata?: readonly envoy_type_matcher_v3_MetadataMatcher[] | undefined;
  readonly pathSeparatedPrefix?: string | undefined;
  readonly pathMatchPolicy?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly filterState?: readonly envoy_type_matcher_v3_FilterStateMatcher[] | undefined;
  readonly cookies?: readonly CookieMatcher[] | undefined;
}

export interface RouteMatch_ConnectMatcher {}

export interface RouteMatch_GrpcRouteMatchOptions {}

export interface RouteMatch_TlsContextMatchOptions {
  readonly presented?: boolean | undefined;
  readonly validated?: boolean | undefined;
}

export interface ScopedRouteConfiguration {
  readonly name?: string | undefined;
  readonly routeConfigurationName?: string | undefined;
  readonly key?: ScopedRouteConfiguration_Key | undefined;
  readonly onDemand?: boolean | undefined;
  readonly routeConfiguration?: RouteConfiguration | undefined;
}

export interface ScopedRouteConfiguration_Key {
  readonly fragments?: readonly ScopedRouteConfiguration_Key_Fragment[] | undefined;
}

export interface ScopedRouteConfiguration_Key_Fragment {
  readonly stringKey?: string | undefined;
}

export interface Tracing {
  readonly clientSampling?: envoy_type_v3_FractionalPercent | undefined;
  readonly randomSampling?: envoy_type_v3_FractionalPercent | undefined;
  readonly overallSampling?: envoy_type_v3_FractionalPercent | undefined;
  readonly customTags?: readonly envoy_type_tracing_v3_CustomTag[] | undefined;
  readonly operation?: string | undefined;
  readonly upstreamOperation?: string | undefined;
}

export interface Vhds {
  readonly configSource?: envoy_config_core_v3_ConfigSource | undefined;
}

export interface VirtualCluster {
  readonly name?: string | undefined;
  readonly headers?: readonly HeaderMatcher[] | undefined;
}

export interface VirtualHost {
  readonly name?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly routes?: readonly Route[] | undefined;
  readonly requireTls?: "NONE" | "EXTERNAL_ONLY" | "ALL" | undefined;
  readonly virtualClusters?: readonly VirtualCluster[] | undefined;
  readonly rateLimits?: readonly RateLimit[] | undefined;
  readonly requestHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly cors?: CorsPolicy | undefined;
  readonly responseHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly responseHeadersToRemove?: readonly string[] | undefined;
  readonly requestHeadersToRemove?: readonly string[] | undefined;
  readonly includeRequestAttemptCount?: boolean | undefined;
  readonly typedPerFilterConfig?: { readonly [key: string]: Any } | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  readonly hedgePolicy?: HedgePolicy | undefined;
  readonly perRequestBufferLimitBytes?: number | undefined;
  readonly includeAttemptCountInResponse?: boolean | undefined;
  readonly retryPolicyTypedConfig?: Any | undefined;
  readonly matcher?: xds_type_matcher_v3_Matcher | undefined;
  readonly requestMirrorPolicies?: readonly RouteAction_RequestMirrorPolicy[] | undefined;
  readonly includeIsTimeoutRetryHeader?: boolean | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly requestBodyBufferLimit?: number | string | undefined;
  readonly routeSpecifiers?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
}

export interface WeightedCluster {
  readonly clusters?: readonly WeightedCluster_ClusterWeight[] | undefined;
  readonly runtimeKeyPrefix?: string | undefined;
  readonly totalWeight?: number | undefined;
  readonly headerName?: string | undefined;
  readonly useHashPolicy?: boolean | undefined;
}

export interface WeightedCluster_ClusterWeight {
  readonly name?: string | undefined;
  readonly weight?: number | undefined;
  readonly metadataMatch?: envoy_config_core_v3_Metadata | undefined;
  readonly requestHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly responseHeadersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly responseHeadersToRemove?: readonly string[] | undefined;
  readonly requestHeadersToRemove?: readonly string[] | undefined;
  readonly typedPerFilterConfig?: { readonly [key: string]: Any } | undefined;
  readonly hostRewriteLiteral?: string | undefined;
  readonly clusterHeader?: string | undefined;
}
