// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { RuntimeFractionalPercent as envoy_config_core_v3_RuntimeFractionalPercent } from "../../../../config/core/v3.ts";
import type { StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../../../type/matcher/v3.ts";

export interface Cors {}

export interface CorsPolicy {
  readonly allowOriginStringMatch?: readonly envoy_type_matcher_v3_StringMatcher[] | undefined;
  readonly allowMethods?: string | undefined;
  readonly allowHeaders?: string | undefined;
  readonly exposeHeaders?: string | undefined;
  readonly maxAge?: string | undefined;
  readonly allowCredentials?: boolean | undefined;
  readonly filterEnabled?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly shadowEnabled?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly allowPrivateNetworkAccess?: boolean | undefined;
  readonly forwardNotMatchingPreflights?: boolean | undefined;
}
