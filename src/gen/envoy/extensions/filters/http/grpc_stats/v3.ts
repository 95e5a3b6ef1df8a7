// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { GrpcMethodList as envoy_config_core_v3_GrpcMethodList } from "../../../../config/core/v3.ts";

export interface FilterConfig {
  readonly emitFilterState?: boolean | undefined;
  readonly individualMethodStatsAllowlist?: envoy_config_core_v3_GrpcMethodList | undefined;
  readonly statsForAllMethods?: boolean | undefined;
  readonly enableUpstreamStats?: boolean | undefined;
  readonly replaceDotsInGrpcServiceName?: boolean | undefined;
}
