// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { Address as envoy_config_core_v3_Address, BindConfig as envoy_config_core_v3_BindConfig, ConfigSource as envoy_config_core_v3_ConfigSource, DnsResolutionConfig as envoy_config_core_v3_DnsResolutionConfig, ExtensionConfigSource as envoy_config_core_v3_ExtensionConfigSource, HealthCheck as envoy_config_core_v3_HealthCheck, HealthStatusSet as envoy_config_core_v3_HealthStatusSet, Http1ProtocolOptions as envoy_config_core_v3_Http1ProtocolOptions, Http2ProtocolOptions as envoy_config_core_v3_Http2ProtocolOptions, HttpProtocolOptions as envoy_config_core_v3_HttpProtocolOptions, Metadata as envoy_config_core_v3_Metadata, RuntimeDouble as envoy_config_core_v3_RuntimeDouble, TcpKeepalive as envoy_config_core_v3_TcpKeepalive, TransportSocket as envoy_config_core_v3_TransportSocket, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig, UpstreamHttpProtocolOptions as envoy_config_core_v3_UpstreamHttpProtocolOptions } from "../core/v3.ts";
import type { ClusterLoadAssignment as envoy_config_endpoint_v3_ClusterLoadAssignment } from "../endpoint/v3.ts";
import type { StatsMatcher as envoy_config_metrics_v3_StatsMatcher } from "../metrics/v3.ts";
import type { MetadataMatcher as envoy_type_matcher_v3_MetadataMatcher } from "../../type/matcher/v3.ts";
import type { MetadataKey as envoy_type_metadata_v3_MetadataKey } from "../../type/metadata/v3.ts";
import type { Percent as envoy_type_v3_Percent } from "../../type/v3.ts";
import type { Matcher as xds_type_matcher_v3_Matcher } from "../../../xds/type/matcher/v3.ts";

export interface CircuitBreakers {
  readonly thresholds?: readonly CircuitBreakers_Thresholds[] | undefined;
  readonly perHostThresholds?: readonly CircuitBreakers_Thresholds[] | undefined;
}

export interface CircuitBreakers_Thresholds {
  readonly priority?: "DEFAULT" | "HIGH" | undefined;
  readonly maxConnections?: number | undefined;
  readonly maxPendingRequests?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly trackRemaining?: boolean | undefined;
  readonly maxConnectionPools?: number | undefined;
  readonly retryBudget?: CircuitBreakers_Thresholds_RetryBudget | undefined;
}

export interface CircuitBreakers_Thresholds_RetryBudget {
  readonly budgetPercent?: envoy_type_v3_Percent | undefined;
  readonly minRetryConcurrency?: number | undefined;
  readonly budgetInterval?: string | undefined;
}

export interface Cluster {
  readonly name?: string | undefined;
  readonly type?: "STATIC" | "STRICT_DNS" | "LOGICAL_DNS" | "EDS" | "ORIGINAL_DST" | undefined;
  readonly edsClusterConfig?: Cluster_EdsClusterConfig | undefined;
  readonly connectTimeout?: string | undefined;
  readonly perConnectionBufferLimitBytes?: number | undefined;
  readonly lbPolicy?: "ROUND_ROBIN" | "LEAST_REQUEST" | "RING_HASH" | "RANDOM" | "MAGLEV" | "CLUSTER_PROVIDED" | "LOAD_BALANCING_POLICY_CONFIG" | undefined;
  readonly healthChecks?: readonly envoy_config_core_v3_HealthCheck[] | undefined;
  readonly maxRequestsPerConnection?: number | undefined;
  readonly circuitBreakers?: CircuitBreakers | undefined;
  readonly httpProtocolOptions?: envoy_config_core_v3_Http1ProtocolOptions | undefined;
  readonly http2ProtocolOptions?: envoy_config_core_v3_Http2ProtocolOptions | undefined;
  readonly dnsRefreshRate?: string | undefined;
  readonly dnsLookupFamily?: "AUTO" | "V4_ONLY" | "V6_ONLY" | "V4_PREFERRED" | "ALL" | undefined;
  readonly dnsResolvers?: readonly envoy_config_core_v3_Address[] | undefined;
  readonly outlierDetection?: OutlierDetection | undefined;
  readonly cleanupInterval?: string | undefined;
  readonly upstreamBindConfig?: envoy_config_core_v3_BindConfig | undefined;
  readonly lbSubsetConfig?: Cluster_LbSubsetConfig | undefined;
  readonly ringHashLbConfig?: Cluster_RingHashLbConfig | undefined;
  readonly transportSocket?: envoy_config_core_v3_TransportSocket | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly protocolSelection?: "USE_CONFIGURED_PROTOCOL" | "USE_DOWNSTREAM_PROTOCOL" | undefined;
  readonly commonLbConfig?: Cluster_CommonLbConfig | undefined;
  readonly altStatName?: string | undefined;
  readonly commonHttpProtocolOptions?: envoy_config_core_v3_HttpProtocolOptions | undefined;
  readonly upstreamConnectionOptions?: UpstreamConnectionOptions | undefined;
  readonly closeConnectionsOnHostHealthFailure?: boolean | undefined;
  readonly ignoreHealthOnHostRemoval?: boolean | undefined;
  readonly loadAssignment?: envoy_config_endpoint_v3_ClusterLoadAssignment | undefined;
  readonly originalDstLbConfig?: Cluster_OriginalDstLbConfig | undefined;
  readonly typedExtensionProtocolOptions?: { readonly [key: string]: Any } | undefined;
  readonly leastRequestLbConfig?: Cluster_LeastRequestLbConfig | undefined;
  readonly clusterType?: Cluster_CustomClusterType | undefined;
  readonly respectDnsTtl?: boolean | undefined;
  readonly filters?: readonly Filter[] | undefined;
  readonly loadBalancingPolicy?: LoadBalancingPolicy | undefined;
  readonly lrsServer?: envoy_config_core_v3_ConfigSource | undefined;
  readonly transportSocketMatches?: readonly Cluster_TransportSocketMatch[] | undefined;
  readonly dnsFailureRefreshRate?: Cluster_RefreshRate | undefined;
  readonly useTcpForDnsLookups?: boolean | undefined;
  readonly upstreamHttpProtocolOptions?: envoy_config_core_v3_UpstreamHttpProtocolOptions | undefined;
  readonly trackTimeoutBudgets?: boolean | undefined;
  readonly upstreamConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly trackClusterStats?: TrackClusterStats | undefined;
  readonly preconnectPolicy?: Cluster_PreconnectPolicy | undefined;
  readonly connectionPoolPerDownstreamConnection?: boolean | undefined;
  readonly maglevLbConfig?: Cluster_MaglevLbConfig | undefined;
  readonly dnsResolutionConfig?: envoy_config_core_v3_DnsResolutionConfig | undefined;
  readonly waitForWarmOnInit?: boolean | undefined;
  readonly typedDnsResolverConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly roundRobinLbConfig?: Cluster_RoundRobinLbConfig | undefined;
  readonly lrsReportEndpointMetrics?: readonly string[] | undefined;
  readonly dnsJitter?: string | undefined;
  readonly transportSocketMatcher?: xds_type_matcher_v3_Matcher | undefined;
  readonly perConnectionBufferHighWatermarkTimeout?: string | undefined;
  readonly statsMatcher?: envoy_config_metrics_v3_StatsMatcher | undefined;
  readonly queuingPolicies?: Cluster_QueuingPolicies | undefined;
}

export interface Cluster_CommonLbConfig {
  readonly healthyPanicThreshold?: envoy_type_v3_Percent | undefined;
  readonly zoneAwareLbConfig?: Cluster_CommonLbConfig_ZoneAwareLbConfig | undefined;
  readonly localityWeightedLbConfig?: Cluster_CommonLbConfig_LocalityWeightedLbConfig | undefined;
  readonly updateMergeWindow?: string | undefined;
  readonly ignoreNewHostsUntilFirstHc?: boolean | undefined;
  readonly closeConnectionsOnHostSetChange?: boolean | undefined;
  readonly consistentHashingLbConfig?: Cluster_CommonLbConfig_ConsistentHashingLbConfig | undefined;
  readonly overrideHostStatus?: envoy_config_core_v3_HealthStatusSet | undefined;
}

export interface Cluster_CommonLbConfig_ConsistentHashingLbConfig {
  readonly useHostnameForHashing?: boolean | undefined;
  readonly hashBalanceFactor?: number | undefined;
}

export interface Cluster_CommonLbConfig_LocalityWeightedLbConfig {}

export interface Cluster_CommonLbConfig_ZoneAwareLbConfig {
  readonly routingEnabled?: envoy_type_v3_Percent | undefined;
  readonly minClusterSize?: number | string | undefined;
  readonly failTrafficOnPanic?: boolean | undefined;
}

export interface Cluster_CustomClusterType {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface Cluster_EdsClusterConfig {
  readonly edsConfig?: envoy_config_core_v3_ConfigSource | undefined;
  readonly serviceName?: string | undefined;
}

export interface Cluster_LbSubsetConfig {
  readonly fallbackPolicy?: "NO_FALLBACK" | "ANY_ENDPOINT" | "DEFAULT_SUBSET" | undefined;
  readonly defaultSubset?: { readonly [key: string]: unknown } | undefined;
  readonly subsetSelectors?: readonly Cluster_LbSubsetConfig_LbSubsetSelector[] | undefined;
  readonly localityWeightAware?: boolean | undefined;
  readonly scaleLocalityWeight?: boolean | undefined;
  readonly panicModeAny?: boolean | undefined;
  readonly listAsAny?: boolean | undefined;
  readonly metadataFallbackPolicy?: "METADATA_NO_FALLBACK" | "FALLBACK_LIST" | undefined;
}

export interface Cluster_LbSubsetConfig_LbSubsetSelector {
  readonly keys?: readonly string[] | undefined;
  readonly fallbackPolicy?: "NOT_DEFINED" | "NO_FALLBACK" | "ANY_ENDPOINT" | "DEFAULT_SUBSET" | "KEYS_SUBSET" | undefined;
  readonly fallbackKeysSubset?: readonly string[] | undefined;
  readonly singleHostPerSubset?: boolean | undefined;
}

export interface Cluster_LeastRequestLbConfig {
  readonly choiceCount?: number | undefined;
  readonly activeRequestBias?: envoy_config_core_v3_RuntimeDouble | undefined;
  readonly slowStartConfig?: Cluster_SlowStartConfig | undefined;
}

export interface Cluster_MaglevLbConfig {
  readonly tableSize?: number | string | undefined;
}

export interface Cluster_OriginalDstLbConfig {
  readonly useHttpHeader?: boolean | undefined;
  readonly httpHeaderName?: string | undefined;
  readonly upstreamPortOverride?: number | undefined;
  readonly metadataKey?: envoy_type_metadata_v3_MetadataKey | undefined;
}

export interface Cluster_PreconnectPolicy {
  readonly perUpstreamPreconnectRatio?: number | undefined;
  readonly predictivePreconnectRatio?: number | undefined;
  readonly preconnectEnabledMetadata?: envoy_type_matcher_v3_MetadataMatcher | undefined;
}

export interface Cluster_QueuingPolicies {
  readonly pendingRqPolicy?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}

export interface Cluster_RefreshRate {
  readonly baseInterval?: string | undefined;
  readonly maxInterval?: string | undefined;
}

export interface Cluster_RingHashLbConfig {
  readonly minimumRingSize?: number | string | undefined;
  readonly hashFunction?: "XX_HASH" | "MURMUR_HASH_2" | undefined;
  readonly maximumRingSize?: number | string | undefined;
}

export interface Cluster_RoundRobinLbConfig {
  readonly slowStartConfig?: Cluster_SlowStartConfig | undefined;
}

export interface Cluster_SlowStartConfig {
  readonly slowStartWindow?: string | undefined;
  readonly aggression?: envoy_config_core_v3_RuntimeDouble | undefined;
  readonly minWeightPercent?: envoy_type_v3_Percent | undefined;
}

export interface Cluster_TransportSocketMatch {
  readonly name?: string | undefined;
  readonly match?: { readonly [key: string]: unknown } | undefined;
  readonly transportSocket?: envoy_config_core_v3_TransportSocket | undefined;
}

export interface Filter {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
  readonly configDiscovery?: envoy_config_core_v3_ExtensionConfigSource | undefined;
}

export interface LoadBalancingPolicy {
  readonly policies?: readonly LoadBalancingPolicy_Policy[] | undefined;
}

export interface LoadBalancingPolicy_Policy {
  readonly typedExtensionConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}

export interface OutlierDetection {
  readonly consecutive5xx?: number | undefined;
  readonly interval?: string | undefined;
  readonly baseEjectionTime?: string | undefined;
  readonly maxEjectionPercent?: number | undefined;
  readonly enforcingConsecutive5xx?: number | undefined;
  readonly enforcingSuccessRate?: number | undefined;
  readonly successRateMinimumHosts?: number | undefined;
  readonly successRateRequestVolume?: number | undefined;
  readonly successRateStdevFactor?: number | undefined;
  readonly consecutiveGatewayFailure?: number | undefined;
  readonly enforcingConsecutiveGatewayFailure?: number | undefined;
  readonly splitExternalLocalOriginErrors?: boolean | undefined;
  readonly consecutiveLocalOriginFailure?: number | undefined;
  readonly enforcingConsecutiveLocalOriginFailure?: number | undefined;
  readonly enforcingLocalOriginSuccessRate?: number | undefined;
  readonly failurePercentageThreshold?: number | undefined;
  readonly enforcingFailurePercentage?: number | undefined;
  readonly enforcingFailurePercentageLocalOrigin?: number | undefined;
  readonly failurePercentageMinimumHosts?: number | undefined;
  readonly failurePercentageRequestVolume?: number | undefined;
  readonly maxEjectionTime?: string | undefined;
  readonly maxEjectionTimeJitter?: string | undefined;
  readonly successfulActiveHealthCheckUnejectHost?: boolean | undefined;
  readonly monitors?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly alwaysEjectOneHost?: boolean | undefined;
  readonly detectDegradedHosts?: boolean | undefined;
}

export interface TrackClusterStats {
  readonly timeoutBudgets?: boolean | undefined;
  readonly requestResponseSizes?: boolean | undefined;
  readonly perEndpointStats?: boolean | undefined;
}

export interface UpstreamConnectionOptions {
  readonly tcpKeepalive?: envoy_config_core_v3_TcpKeepalive | undefined;
  readonly setLocalInterfaceNameOnUpstreamConnections?: boolean | undefined;
  readonly happyEyeballsConfig?: UpstreamConnectionOptions_HappyEyeballsConfig | undefined;
}

export interface UpstreamConnectionOptions_HappyEyeballsConfig {
  readonly firstAddressFamilyVersion?: "DEFAULT" | "V4" | "V6" | "PIPE" | "INTERNAL" | undefined;
  readonly firstAddressFamilyCount?: number | undefined;
}
