// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { HeaderMatcher as envoy_config_route_v3_HeaderMatcher } from "../../../../config/route/v3.ts";
import type { FaultDelay as envoy_extensions_filters_common_fault_v3_FaultDelay, FaultRateLimit as envoy_extensions_filters_common_fault_v3_FaultRateLimit } from "../../common/fault/v3.ts";
import type { FractionalPercent as envoy_type_v3_FractionalPercent } from "../../../../type/v3.ts";

export interface FaultAbort {
  readonly httpStatus?: number | undefined;
  readonly percentage?: envoy_type_v3_FractionalPercent | undefined;
  readonly headerAbort?: FaultAbort_HeaderAbort | undefined;
  readonly grpcStatus?: number | undefined;
  readonly responseBody?: string | undefined;
}

export interface FaultAbort_HeaderAbort {}

export interface HTTPFault {
  readonly delay?: envoy_extensions_filters_common_fault_v3_FaultDelay | undefined;
  readonly abort?: FaultAbort | undefined;
  readonly upstreamCluster?: string | undefined;
  readonly headers?: readonly envoy_config_route_v3_HeaderMatcher[] | undefined;
  readonly downstreamNodes?: readonly string[] | undefined;
  readonly maxActiveFaults?: number | undefined;
  readonly responseRateLimit?: envoy_extensions_filters_common_fault_v3_FaultRateLimit | undefined;
  readonly delayPercentRuntime?: string | undefined;
  readonly abortPercentRuntime?: string | undefined;
  readonly delayDurationRuntime?: string | undefined;
  readonly abortHttpStatusRuntime?: string | undefined;
  readonly maxActiveFaultsRuntime?: string | undefined;
  readonly responseRateLimitPercentRuntime?: string | undefined;
  readonly abortGrpcStatusRuntime?: string | undefined;
  readonly disableDownstreamClusterStats?: boolean | undefined;
  readonly filterMetadata?: { readonly [key: string]: unknown } | undefined;
}
