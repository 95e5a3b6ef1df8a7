// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { DataSource as envoy_config_core_v3_DataSource, GrpcService as envoy_config_core_v3_GrpcService, RuntimeFractionalPercent as envoy_config_core_v3_RuntimeFractionalPercent } from "../../../../config/core/v3.ts";
import type { DnsCacheConfig as envoy_extensions_common_dynamic_forward_proxy_v3_DnsCacheConfig } from "../../../common/dynamic_forward_proxy/v3.ts";

export interface RedisExternalAuthProvider {
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly enableAuthExpiration?: boolean | undefined;
}

export interface RedisProxy {
  readonly statPrefix?: string | undefined;
  readonly settings?: RedisProxy_ConnPoolSettings | undefined;
  readonly latencyInMicros?: boolean | undefined;
  readonly prefixRoutes?: RedisProxy_PrefixRoutes | undefined;
  readonly downstreamAuthPassword?: envoy_config_core_v3_DataSource | undefined;
  readonly downstreamAuthUsername?: envoy_config_core_v3_DataSource | undefined;
  readonly faults?: readonly RedisProxy_RedisFault[] | undefined;
  readonly downstreamAuthPasswords?: readonly envoy_config_core_v3_DataSource[] | undefined;
  readonly externalAuthProvider?: RedisExternalAuthProvider | undefined;
  readonly customCommands?: readonly string[] | undefined;
  readonly protocolVersion?: "RESP2" | "RESP3" | undefined;
}

export interface RedisProxy_ConnPoolSettings {
  readonly opTimeout?: string | undefined;
  readonly enableHashtagging?: boolean | undefined;
  readonly enableRedirection?: boolean | undefined;
  readonly maxBufferSizeBeforeFlush?: number | undefined;
  readonly bufferFlushTimeout?: string | undefined;
  readonly maxUpstreamUnknownConnections?: number | undefined;
  readonly readPolicy?: "MASTER" | "PREFER_MASTER" | "REPLICA" | "PREFER_REPLICA" | "ANY" | "LOCAL_ZONE_AFFINITY" | "LOCAL_ZONE_AFFINITY_REPLICAS_AND_PRIMARY" | undefined;
  readonly enableCommandStats?: boolean | undefined;
  readonly dnsCacheConfig?: envoy_extensions_common_dynamic_forward_proxy_v3_DnsCacheConfig | undefined;
  readonly connectionRateLimit?: RedisProxy_ConnectionRateLimit | undefined;
}

export interface RedisProxy_ConnectionRateLimit {
  readonly connectionRateLimitPerSec?: number | undefined;
}

export interface RedisProxy_PrefixRoutes {
  readonly routes?: readonly RedisProxy_PrefixRoutes_Route[] | undefined;
  readonly caseInsensitive?: boolean | undefined;
  readonly catchAllRoute?: RedisProxy_PrefixRoutes_Route | undefined;
}

export interface RedisProxy_PrefixRoutes_Route {
  readonly prefix?: string | undefined;
  readonly removePrefix?: boolean | undefined;
  readonly cluster?: string | undefined;
  readonly requestMirrorPolicy?: readonly RedisProxy_PrefixRoutes_Route_RequestMirrorPolicy[] | undefined;
  readonly keyFormatter?: string | undefined;
  readonly readCommandPolicy?: RedisProxy_PrefixRoutes_Route_ReadCommandPolicy | undefined;
}

export interface RedisProxy_PrefixRoutes_Route_ReadCommandPolicy {
  readonly cluster?: string | undefined;
}

export interface RedisProxy_PrefixRoutes_Route_RequestMirrorPolicy {
  readonly cluster?: string | undefined;
  readonly runtimeFraction?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly excludeReadCommands?: boolean | undefined;
}

export interface RedisProxy_RedisFault {
  readonly faultType?: "DELAY" | "ERROR" | undefined;
  readonly faultEnabled?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly delay?: string | undefined;
  readonly commands?: readonly string[] | undefined;
}
