// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { RuntimeFeatureFlag as envoy_config_core_v3_RuntimeFeatureFlag } from "../../../../config/core/v3.ts";

export interface ConnectionLimit {
  readonly statPrefix?: string | undefined;
  readonly maxConnections?: number | string | undefined;
  readonly delay?: string | undefined;
  readonly runtimeEnabled?: envoy_config_core_v3_RuntimeFeatureFlag | undefined;
}
