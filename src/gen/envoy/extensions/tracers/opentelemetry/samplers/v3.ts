// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { HttpService as envoy_config_core_v3_HttpService } from "../../../../config/core/v3.ts";

export interface DynatraceSamplerConfig {
  readonly tenant?: string | undefined;
  readonly clusterId?: number | undefined;
  readonly httpService?: envoy_config_core_v3_HttpService | undefined;
  readonly rootSpansPerMinute?: number | undefined;
}
