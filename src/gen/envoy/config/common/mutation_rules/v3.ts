// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { HeaderValueOption as envoy_config_core_v3_HeaderValueOption } from "../../core/v3.ts";
import type { RegexMatcher as envoy_type_matcher_v3_RegexMatcher, StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../../type/matcher/v3.ts";

export interface HeaderMutation {
  readonly remove?: string | undefined;
  readonly append?: envoy_config_core_v3_HeaderValueOption | undefined;
  readonly removeOnMatch?: HeaderMutation_RemoveOnMatch | undefined;
}

export interface HeaderMutation_RemoveOnMatch {
  readonly keyMatcher?: envoy_type_matcher_v3_StringMatcher | undefined;
}

export interface HeaderMutationRules {
  readonly allowAllRouting?: boolean | undefined;
  readonly allowEnvoy?: boolean | undefined;
  readonly disallowSystem?: boolean | undefined;
  readonly disallowAll?: boolean | undefined;
  readonly allowExpression?: envoy_type_matcher_v3_RegexMatcher | undefined;
  readonly disallowExpression?: envoy_type_matcher_v3_RegexMatcher | undefined;
  readonly disallowIsError?: boolean | undefined;
}
