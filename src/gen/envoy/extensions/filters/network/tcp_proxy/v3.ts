// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { AccessLog as envoy_config_accesslog_v3_AccessLog } from "../../../../config/accesslog/v3.ts";
import type { BackoffStrategy as envoy_config_core_v3_BackoffStrategy, ConfigSource as envoy_config_core_v3_ConfigSource, HeaderValueOption as envoy_config_core_v3_HeaderValueOption, Metadata as envoy_config_core_v3_Metadata, TlvEntry as envoy_config_core_v3_TlvEntry, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../../../config/core/v3.ts";
import type { RequestIDExtension as envoy_extensions_filters_network_http_connection_manager_v3_RequestIDExtension } from "../http_connection_manager/v3.ts";
import type { HashPolicy as envoy_type_v3_HashPolicy, Percent as envoy_type_v3_Percent } from "../../../../type/v3.ts";

export interface TcpProxy {
  readonly statPrefix?: string | undefined;
  readonly cluster?: string | undefined;
  readonly downstreamIdleTimeout?: string | undefined;
  readonly upstreamIdleTimeout?: string | undefined;
  readonly accessLog?: readonly envoy_config_accesslog_v3_AccessLog[] | undefined;
  readonly maxConnectAttempts?: number | undefined;
  readonly idleTimeout?: string | undefined;
  readonly metadataMatch?: envoy_config_core_v3_Metadata | undefined;
  readonly weightedClusters?: TcpProxy_WeightedCluster | undefined;
  readonly hashPolicy?: readonly envoy_type_v3_HashPolicy[] | undefined;
  readonly tunnelingConfig?: TcpProxy_TunnelingConfig | undefined;
  readonly maxDownstreamConnectionDuration?: string | undefined;
  readonly onDemand?: TcpProxy_OnDemand | undefined;
  readonly accessLogFlushInterval?: string | undefined;
  readonly flushAccessLogOnConnected?: boolean | undefined;
  readonly accessLogOptions?: TcpProxy_TcpAccessLogOptions | undefined;
  readonly backoffOptions?: envoy_config_core_v3_BackoffStrategy | undefined;
  readonly proxyProtocolTlvs?: readonly envoy_config_core_v3_TlvEntry[] | undefined;
  readonly maxDownstreamConnectionDurationJitterPercentage?: envoy_type_v3_Percent | undefined;
  readonly upstreamConnectMode?: "IMMEDIATE" | "ON_DOWNSTREAM_DATA" | "ON_DOWNSTREAM_TLS_HANDSHAKE" | undefined;
  readonly maxEarlyDataBytes?: number | undefined;
  readonly proxyProtocolTlvMergePolicy?: "ADD_IF_ABSENT" | "OVERWRITE_BY_TYPE_IF_EXISTS_OR_ADD" | "APPEND_IF_EXISTS_OR_ADD" | undefined;
  readonly checkDrainClose?: boolean | undefined;
}

export interface TcpProxy_OnDemand {
  readonly odcdsConfig?: envoy_config_core_v3_ConfigSource | undefined;
  readonly resourcesLocator?: string | undefined;
  readonly timeout?: string | undefined;
}

export interface TcpProxy_TcpAccessLogOptions {
  readonly accessLogFlushInterval?: string | undefined;
  readonly flushAccessLogOnConnected?: boolean | undefined;
  readonly flushAccessLogOnStart?: boolean | undefined;
}

export interface TcpProxy_TunnelingConfig {
  readonly hostname?: string | undefined;
  readonly usePost?: boolean | undefined;
  readonly headersToAdd?: readonly envoy_config_core_v3_HeaderValueOption[] | undefined;
  readonly propagateResponseHeaders?: boolean | undefined;
  readonly postPath?: string | undefined;
  readonly propagateResponseTrailers?: boolean | undefined;
  readonly requestIdExtension?: envoy_extensions_filters_network_http_connection_manager_v3_RequestIDExtension | undefined;
  readonly requestIdHeader?: string | undefined;
  readonly requestIdMetadataKey?: string | undefined;
  readonly formatters?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
}

export interface TcpProxy_WeightedCluster {
  readonly clusters?: readonly TcpProxy_WeightedCluster_ClusterWeight[] | undefined;
}

export interface TcpProxy_WeightedCluster_ClusterWeight {
  readonly name?: string | undefined;
  readonly weight?: number | undefined;
  readonly metadataMatch?: envoy_config_core_v3_Metadata | undefined;
}
