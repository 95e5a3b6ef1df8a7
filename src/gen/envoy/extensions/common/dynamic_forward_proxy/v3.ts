// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Cluster_RefreshRate as envoy_config_cluster_v3_Cluster_RefreshRate } from "../../../config/cluster/v3.ts";
import type { KeyValueStoreConfig as envoy_config_common_key_value_v3_KeyValueStoreConfig } from "../../../config/common/key_value/v3.ts";
import type { DnsResolutionConfig as envoy_config_core_v3_DnsResolutionConfig, SocketAddress as envoy_config_core_v3_SocketAddress, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../../config/core/v3.ts";
import type { AddressMatcher as envoy_type_matcher_v3_AddressMatcher } from "../../../type/matcher/v3.ts";

export interface DnsCacheCircuitBreakers {
  readonly maxPendingRequests?: number | undefined;
}

export interface DnsCacheConfig {
  readonly name?: string | undefined;
  readonly dnsLookupFamily?: "AUTO" | "V4_ONLY" | "V6_ONLY" | "V4_PREFERRED" | "ALL" | undefined;
  readonly dnsRefreshRate?: string | undefined;
  readonly hostTtl?: string | undefined;
  readonly maxHosts?: number | undefined;
  readonly dnsFailureRefreshRate?: envoy_config_cluster_v3_Cluster_RefreshRate | undefined;
  readonly dnsCacheCircuitBreaker?: DnsCacheCircuitBreakers | undefined;
  readonly useTcpForDnsLookups?: boolean | undefined;
  readonly dnsResolutionConfig?: envoy_config_core_v3_DnsResolutionConfig | undefined;
  readonly preresolveHostnames?: readonly envoy_config_core_v3_SocketAddress[] | undefined;
  readonly dnsQueryTimeout?: string | undefined;
  readonly typedDnsResolverConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly keyValueConfig?: envoy_config_common_key_value_v3_KeyValueStoreConfig | undefined;
  readonly dnsMinRefreshRate?: string | undefined;
  readonly disableDnsRefreshOnFailure?: boolean | undefined;
  readonly resolvedAddressFilter?: envoy_type_matcher_v3_AddressMatcher | undefined;
}
