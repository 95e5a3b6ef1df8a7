// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { RBAC as envoy_config_rbac_v3_RBAC } from "../../../../config/rbac/v3.ts";
import type { Matcher as xds_type_matcher_v3_Matcher } from "../../../../../xds/type/matcher/v3.ts";

export interface RBAC {
  readonly rules?: envoy_config_rbac_v3_RBAC | undefined;
  readonly shadowRules?: envoy_config_rbac_v3_RBAC | undefined;
  readonly statPrefix?: string | undefined;
  readonly enforcementType?: "ONE_TIME_ON_FIRST_BYTE" | "CONTINUOUS" | undefined;
  readonly shadowRulesStatPrefix?: string | undefined;
  readonly matcher?: xds_type_matcher_v3_Matcher | undefined;
  readonly shadowMatcher?: xds_type_matcher_v3_Matcher | undefined;
  readonly delayDeny?: string | undefined;
}
