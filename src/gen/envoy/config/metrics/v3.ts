// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { ListStringMatcher as envoy_type_matcher_v3_ListStringMatcher } from "../../type/matcher/v3.ts";

export interface StatsMatcher {
  readonly rejectAll?: boolean | undefined;
  readonly exclusionList?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly inclusionList?: envoy_type_matcher_v3_ListStringMatcher | undefined;
}
