// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { RuntimeUInt32 as envoy_config_core_v3_RuntimeUInt32 } from "../core/v3.ts";
import type { HeaderMatcher as envoy_config_route_v3_HeaderMatcher } from "../route/v3.ts";
import type { MetadataMatcher as envoy_type_matcher_v3_MetadataMatcher } from "../../type/matcher/v3.ts";
import type { FractionalPercent as envoy_type_v3_FractionalPercent } from "../../type/v3.ts";

export interface AccessLog {
  readonly name?: string | undefined;
  readonly filter?: AccessLogFilter | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface AccessLogFilter {
  readonly statusCodeFilter?: StatusCodeFilter | undefined;
  readonly durationFilter?: DurationFilter | undefined;
  readonly notHealthCheckFilter?: NotHealthCheckFilter | undefined;
  readonly traceableFilter?: TraceableFilter | undefined;
  readonly runtimeFilter?: RuntimeFilter | undefined;
  readonly andFilter?: AndFilter | undefined;
  readonly orFilter?: OrFilter | undefined;
  readonly headerFilter?: HeaderFilter | undefined;
  readonly responseFlagFilter?: ResponseFlagFilter | undefined;
  readonly grpcStatusFilter?: GrpcStatusFilter | undefined;
  readonly extensionFilter?: ExtensionFilter | undefined;
  readonly metadataFilter?: MetadataFilter | undefined;
  readonly logTypeFilter?: LogTypeFilter | undefined;
}

export interface AndFilter {
  readonly filters?: readonly AccessLogFilter[] | undefined;
}

export interface ComparisonFilter {
  readonly op?: "EQ" | "GE" | "LE" | "NE" | undefined;
  readonly value?: envoy_config_core_v3_RuntimeUInt32 | undefined;
}

export interface DurationFilter {
  readonly comparison?: ComparisonFilter | undefined;
}

export interface ExtensionFilter {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface GrpcStatusFilter {
  readonly statuses?: readonly ("OK" | "CANCELED" | "UNKNOWN" | "INVALID_ARGUMENT" | "DEADLINE_EXCEEDED" | "NOT_FOUND" | "ALREADY_EXISTS" | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "FAILED_PRECONDITION" | "ABORTED" | "OUT_OF_RANGE" | "UNIMPLEMENTED" | "INTERNAL" | "UNAVAILABLE" | "DATA_LOSS" | "UNAUTHENTICATED")[] | undefined;
  readonly exclude?: boolean | undefined;
}

export interface HeaderFilter {
  readonly header?: envoy_config_route_v3_HeaderMatcher | undefined;
}

export interface LogTypeFilter {
  readonly types?: readonly ("NotSet" | "TcpUpstreamConnected" | "TcpPeriodic" | "TcpConnectionStart" | "TcpConnectionEnd" | "DownstreamStart" | "DownstreamPeriodic" | "DownstreamEnd" | "UpstreamPoolReady" | "UpstreamPeriodic" | "UpstreamEnd" | "DownstreamTunnelSuccessfullyEstablished" | "UdpTunnelUpstreamConnected" | "UdpPeriodic" | "UdpSessionEnd")[] | undefined;
  readonly exclude?: boolean | undefined;
}

export interface MetadataFilter {
  readonly matcher?: envoy_type_matcher_v3_MetadataMatcher | undefined;
  readonly matchIfKeyNotFound?: boolean | undefined;
}

export interface NotHealthCheckFilter {}

export interface OrFilter {
  readonly filters?: readonly AccessLogFilter[] | undefined;
}

export interface ResponseFlagFilter {
  readonly flags?: readonly string[] | undefined;
}

export interface RuntimeFilter {
  readonly runtimeKey?: string | undefined;
  readonly percentSampled?: envoy_type_v3_FractionalPercent | undefined;
  readonly useIndependentRandomness?: boolean | undefined;
}

export interface StatusCodeFilter {
  readonly comparison?: ComparisonFilter | undefined;
}

export interface TraceableFilter {}
