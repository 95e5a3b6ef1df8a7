// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { SocketAddress as envoy_config_core_v3_SocketAddress } from "../../../config/core/v3.ts";
import type { DnsCluster as envoy_extensions_clusters_dns_v3_DnsCluster } from "../dns/v3.ts";
import type { DnsCacheConfig as envoy_extensions_common_dynamic_forward_proxy_v3_DnsCacheConfig } from "../../common/dynamic_forward_proxy/v3.ts";

export interface ClusterConfig {
  readonly dnsCacheConfig?: envoy_extensions_common_dynamic_forward_proxy_v3_DnsCacheConfig | undefined;
  readonly allowInsecureClusterOptions?: boolean | undefined;
  readonly allowCoalescedConnections?: boolean | undefined;
  readonly subClustersConfig?: SubClustersConfig | undefined;
}

export interface SubClustersConfig {
  readonly lbPolicy?: "ROUND_ROBIN" | "LEAST_REQUEST" | "RING_HASH" | "RANDOM" | "MAGLEV" | "CLUSTER_PROVIDED" | "LOAD_BALANCING_POLICY_CONFIG" | undefined;
  readonly maxSubClusters?: number | undefined;
  readonly subClusterTtl?: string | undefined;
  readonly preresolveClusters?: readonly envoy_config_core_v3_SocketAddress[] | undefined;
  readonly dnsClusterConfig?: envoy_extensions_clusters_dns_v3_DnsCluster | undefined;
}
