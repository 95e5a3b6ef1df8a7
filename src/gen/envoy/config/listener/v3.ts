// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { AccessLog as envoy_config_accesslog_v3_AccessLog } from "../accesslog/v3.ts";
import type { Address as envoy_config_core_v3_Address, CidrRange as envoy_config_core_v3_CidrRange, ConfigSource as envoy_config_core_v3_ConfigSource, ExtensionConfigSource as envoy_config_core_v3_ExtensionConfigSource, Metadata as envoy_config_core_v3_Metadata, QuicProtocolOptions as envoy_config_core_v3_QuicProtocolOptions, RuntimeFeatureFlag as envoy_config_core_v3_RuntimeFeatureFlag, SocketCmsgHeaders as envoy_config_core_v3_SocketCmsgHeaders, SocketOption as envoy_config_core_v3_SocketOption, SocketOptionsOverride as envoy_config_core_v3_SocketOptionsOverride, TcpKeepalive as envoy_config_core_v3_TcpKeepalive, TransportSocket as envoy_config_core_v3_TransportSocket, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig, UdpSocketConfig as envoy_config_core_v3_UdpSocketConfig } from "../core/v3.ts";
import type { StatsMatcher as envoy_config_metrics_v3_StatsMatcher } from "../metrics/v3.ts";
import type { Int32Range as envoy_type_v3_Int32Range } from "../../type/v3.ts";
import type { Matcher as xds_type_matcher_v3_Matcher } from "../../../xds/type/matcher/v3.ts";

export interface AdditionalAddress {
  readonly address?: envoy_config_core_v3_Address | undefined;
  readonly socketOptions?: envoy_config_core_v3_SocketOptionsOverride | undefined;
  readonly tcpKeepalive?: envoy_config_core_v3_TcpKeepalive | undefined;
}

export interface ApiListener {
  readonly apiListener?: Any | undefined;
}

export interface Filter {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
  readonly configDiscovery?: envoy_config_core_v3_ExtensionConfigSource | undefined;
}

export interface FilterChain {
  readonly filterChainMatch?: FilterChainMatch | undefined;
  readonly filters?: readonly Filter[] | undefined;
  readonly useProxyProto?: boolean | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly transportSocket?: envoy_config_core_v3_TransportSocket | undefined;
  readonly name?: string | undefined;
  readonly transportSocketConnectTimeout?: string | undefined;
}

export interface FilterChainMatch {
  readonly prefixRanges?: readonly envoy_config_core_v3_CidrRange[] | undefined;
  readonly addressSuffix?: string | undefined;
  readonly suffixLen?: number | undefined;
  readonly sourcePrefixRanges?: readonly envoy_config_core_v3_CidrRange[] | undefined;
  readonly sourcePorts?: readonly number[] | undefined;
  readonly destinationPort?: number | undefined;
  readonly transportProtocol?: string | undefined;
  readonly applicationProtocols?: readonly string[] | undefined;
  readonly serverNames?: readonly string[] | undefined;
  readonly sourceType?: "ANY" | "SAME_IP_OR_LOOPBACK" | "EXTERNAL" | undefined;
  readonly directSourcePrefixRanges?: readonly envoy_config_core_v3_CidrRange[] | undefined;
}

export interface Listener {
  readonly name?: string | undefined;
  readonly address?: envoy_config_core_v3_Address | undefined;
  readonly filterChains?: readonly FilterChain[] | undefined;
  readonly useOriginalDst?: boolean | undefined;
  readonly perConnectionBufferLimitBytes?: number | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly deprecatedV1?: Listener_DeprecatedV1 | undefined;
  readonly drainType?: "DEFAULT" | "MODIFY_ONLY" | undefined;
  readonly listenerFilters?: readonly ListenerFilter[] | undefined;
  readonly transparent?: boolean | undefined;
  readonly freebind?: boolean | undefined;
  readonly tcpFastOpenQueueLength?: number | undefined;
  readonly socketOptions?: readonly envoy_config_core_v3_SocketOption[] | undefined;
  readonly listenerFiltersTimeout?: string | undefined;
  readonly trafficDirection?: "UNSPECIFIED" | "INBOUND" | "OUTBOUND" | undefined;
  readonly continueOnListenerFiltersTimeout?: boolean | undefined;
  readonly udpListenerConfig?: UdpListenerConfig | undefined;
  readonly apiListener?: ApiListener | undefined;
  readonly connectionBalanceConfig?: Listener_ConnectionBalanceConfig | undefined;
  readonly reusePort?: boolean | undefined;
  readonly accessLog?: readonly envoy_config_accesslog_v3_AccessLog[] | undefined;
  readonly tcpBacklogSize?: number | undefined;
  readonly defaultFilterChain?: FilterChain | undefined;
  readonly bindToPort?: boolean | undefined;
  readonly internalListener?: Listener_InternalListenerConfig | undefined;
  readonly statPrefix?: string | undefined;
  readonly enableReusePort?: boolean | undefined;
  readonly enableMptcp?: boolean | undefined;
  readonly ignoreGlobalConnLimit?: boolean | undefined;
  readonly filterChainMatcher?: xds_type_matcher_v3_Matcher | undefined;
  readonly additionalAddresses?: readonly AdditionalAddress[] | undefined;
  readonly maxConnectionsToAcceptPerSocketEvent?: number | undefined;
  readonly bypassOverloadManager?: boolean | undefined;
  readonly fcdsConfig?: Listener_FcdsConfig | undefined;
  readonly tcpKeepalive?: envoy_config_core_v3_TcpKeepalive | undefined;
  readonly perConnectionBufferHighWatermarkTimeout?: string | undefined;
  readonly statsMatcher?: envoy_config_metrics_v3_StatsMatcher | undefined;
}

export interface Listener_ConnectionBalanceConfig {
  readonly exactBalance?: Listener_ConnectionBalanceConfig_ExactBalance | undefined;
  readonly extendBalance?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly cpuLocalityBalance?: Listener_ConnectionBalanceConfig_CpuLocalityBalance | undefined;
}

export interface Listener_ConnectionBalanceConfig_CpuLocalityBalance {}

export interface Listener_ConnectionBalanceConfig_ExactBalance {}

export interface Listener_DeprecatedV1 {
  readonly bindToPort?: boolean | undefined;
}

export interface Listener_FcdsConfig {
  readonly name?: string | undefined;
  readonly configSource?: envoy_config_core_v3_ConfigSource | undefined;
}

export interface Listener_InternalListenerConfig {}

export interface ListenerFilter {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
  readonly filterDisabled?: ListenerFilterChainMatchPredicate | undefined;
  readonly configDiscovery?: envoy_config_core_v3_ExtensionConfigSource | undefined;
}

export interface ListenerFilterChainMatchPredicate {
  readonly orMatch?: ListenerFilterChainMatchPredicate_MatchSet | undefined;
  readonly andMatch?: ListenerFilterChainMatchPredicate_MatchSet | undefined;
  readonly notMatch?: ListenerFilterChainMatchPredicate | undefined;
  readonly anyMatch?: boolean | undefined;
  readonly destinationPortRange?: envoy_type_v3_Int32Range | undefined;
}

export interface ListenerFilterChainMatchPredicate_MatchSet {
  readonly rules?: readonly ListenerFilterChainMatchPredicate[] | undefined;
}

export interface QuicProtocolOptions {
  readonly quicProtocolOptions?: envoy_config_core_v3_QuicProtocolOptions | undefined;
  readonly idleTimeout?: string | undefined;
  readonly cryptoHandshakeTimeout?: string | undefined;
  readonly enabled?: envoy_config_core_v3_RuntimeFeatureFlag | undefined;
  readonly packetsToReadToConnectionCountRatio?: number | undefined;
  readonly cryptoStreamConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly proofSourceConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly connectionIdGeneratorConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly serverPreferredAddressConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly sendDisableActiveMigration?: boolean | undefined;
  readonly connectionDebugVisitorConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly saveCmsgConfig?: readonly envoy_config_core_v3_SocketCmsgHeaders[] | undefined;
  readonly rejectNewConnections?: boolean | undefined;
  readonly maxSessionsPerEventLoop?: number | undefined;
}

export interface UdpListenerConfig {
  readonly downstreamSocketConfig?: envoy_config_core_v3_UdpSocketConfig | undefined;
  readonly quicOptions?: QuicProtocolOptions | undefined;
  readonly udpPacketPacketWriterConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}
