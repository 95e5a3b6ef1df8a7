// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../../config/core/v3.ts";

export interface DnsCluster {
  readonly dnsRefreshRate?: string | undefined;
  readonly dnsFailureRefreshRate?: DnsCluster_RefreshRate | undefined;
  readonly respectDnsTtl?: boolean | undefined;
  readonly dnsJitter?: string | undefined;
  readonly typedDnsResolverConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly dnsLookupFamily?: "UNSPECIFIED" | "AUTO" | "V4_ONLY" | "V6_ONLY" | "V4_PREFERRED" | "ALL" | undefined;
  readonly allAddressesInSingleEndpoint?: boolean | undefined;
  readonly dnsMinRefreshRate?: string | undefined;
}

export interface DnsCluster_RefreshRate {
  readonly baseInterval?: string | undefined;
  readonly maxInterval?: string | undefined;
}
