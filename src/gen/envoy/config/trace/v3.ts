// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { GrpcService as envoy_config_core_v3_GrpcService, HttpService as envoy_config_core_v3_HttpService, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../core/v3.ts";

export interface ClientConfig {
  readonly serviceName?: string | undefined;
  readonly instanceName?: string | undefined;
  readonly backendToken?: string | undefined;
  readonly maxCacheSize?: number | undefined;
}

export interface DatadogConfig {
  readonly collectorCluster?: string | undefined;
  readonly serviceName?: string | undefined;
  readonly collectorHostname?: string | undefined;
  readonly remoteConfig?: DatadogRemoteConfig | undefined;
}

export interface DatadogRemoteConfig {
  readonly pollingInterval?: string | undefined;
}

export interface OpenTelemetryConfig {
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly serviceName?: string | undefined;
  readonly httpService?: envoy_config_core_v3_HttpService | undefined;
  readonly resourceDetectors?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly sampler?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly maxCacheSize?: number | undefined;
  readonly setTelemetrySdkResourceAttributes?: boolean | undefined;
  readonly setServiceNameResourceAttribute?: boolean | undefined;
  readonly setInstrumentationScope?: boolean | undefined;
  readonly exporter?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}

export interface SkyWalkingConfig {
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly clientConfig?: ClientConfig | undefined;
}

export interface Tracing_Http {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface ZipkinConfig {
  readonly collectorCluster?: string | undefined;
  readonly collectorEndpoint?: string | undefined;
  readonly traceId128bit?: boolean | undefined;
  readonly sharedSpanContext?: boolean | undefined;
  readonly collectorEndpointVersion?: "DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE" | "HTTP_JSON" | "HTTP_PROTO" | "GRPC" | undefined;
  readonly collectorHostname?: string | undefined;
  readonly splitSpansForRequest?: boolean | undefined;
  readonly traceContextOption?: "USE_B3" | "USE_B3_WITH_W3C_PROPAGATION" | undefined;
  readonly collectorService?: envoy_config_core_v3_HttpService | undefined;
  readonly timestampTraceIds?: boolean | undefined;
}
