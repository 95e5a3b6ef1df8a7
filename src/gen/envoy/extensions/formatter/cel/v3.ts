// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { CelExpressionConfig as envoy_config_core_v3_CelExpressionConfig } from "../../../config/core/v3.ts";

export interface Cel {
  readonly celConfig?: envoy_config_core_v3_CelExpressionConfig | undefined;
}
