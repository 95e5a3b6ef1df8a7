// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { GrpcService as envoy_config_core_v3_GrpcService, HttpService as envoy_config_core_v3_HttpService, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../../config/core/v3.ts";
import type { CommonGrpcAccessLogConfig as envoy_extensions_access_loggers_grpc_v3_CommonGrpcAccessLogConfig } from "../grpc/v3.ts";
import type { CustomTag as envoy_type_tracing_v3_CustomTag } from "../../../type/tracing/v3.ts";
import type { AnyValue as opentelemetry_proto_common_v1_AnyValue, KeyValueList as opentelemetry_proto_common_v1_KeyValueList } from "../../../../opentelemetry/proto/common/v1.ts";

export interface OpenTelemetryAccessLogConfig {
  readonly commonConfig?: envoy_extensions_access_loggers_grpc_v3_CommonGrpcAccessLogConfig | undefined;
  readonly body?: opentelemetry_proto_common_v1_AnyValue | undefined;
  readonly attributes?: opentelemetry_proto_common_v1_KeyValueList | undefined;
  readonly resourceAttributes?: opentelemetry_proto_common_v1_KeyValueList | undefined;
  readonly disableBuiltinLabels?: boolean | undefined;
  readonly statPrefix?: string | undefined;
  readonly formatters?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
  readonly httpService?: envoy_config_core_v3_HttpService | undefined;
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly logName?: string | undefined;
  readonly bufferFlushInterval?: string | undefined;
  readonly bufferSizeBytes?: number | undefined;
  readonly filterStateObjectsToLog?: readonly string[] | undefined;
  readonly customTags?: readonly envoy_type_tracing_v3_CustomTag[] | undefined;
  readonly resourceDetectors?: readonly envoy_config_core_v3_TypedExtensionConfig[] | undefined;
}
