// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { GrpcService as envoy_config_core_v3_GrpcService, RetryPolicy as envoy_config_core_v3_RetryPolicy } from "../../../config/core/v3.ts";
import type { CustomTag as envoy_type_tracing_v3_CustomTag } from "../../../type/tracing/v3.ts";

export interface CommonGrpcAccessLogConfig {
  readonly logName?: string | undefined;
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly bufferFlushInterval?: string | undefined;
  readonly bufferSizeBytes?: number | undefined;
  readonly filterStateObjectsToLog?: readonly string[] | undefined;
  readonly transportApiVersion?: "AUTO" | "V2" | "V3" | undefined;
  readonly grpcStreamRetryPolicy?: envoy_config_core_v3_RetryPolicy | undefined;
  readonly customTags?: readonly envoy_type_tracing_v3_CustomTag[] | undefined;
}

export interface HttpGrpcAccessLogConfig {
  readonly commonConfig?: CommonGrpcAccessLogConfig | undefined;
  readonly additionalRequestHeadersToLog?: readonly string[] | undefined;
  readonly additionalResponseHeadersToLog?: readonly string[] | undefined;
  readonly additionalResponseTrailersToLog?: readonly string[] | undefined;
}

export interface TcpGrpcAccessLogConfig {
  readonly commonConfig?: CommonGrpcAccessLogConfig | undefined;
}
