// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { TypedExtensionConfig as xds_core_v3_TypedExtensionConfig } from "../../core/v3.ts";

export interface Matcher {
  readonly matcherList?: Matcher_MatcherList | undefined;
  readonly matcherTree?: Matcher_MatcherTree | undefined;
  readonly onNoMatch?: Matcher_OnMatch | undefined;
}

export interface Matcher_MatcherList {
  readonly matchers?: readonly Matcher_MatcherList_FieldMatcher[] | undefined;
}

export interface Matcher_MatcherList_FieldMatcher {
  readonly predicate?: Matcher_MatcherList_Predicate | undefined;
  readonly onMatch?: Matcher_OnMatch | undefined;
}

export interface Matcher_MatcherList_Predicate {
  readonly singlePredicate?: Matcher_MatcherList_Predicate_SinglePredicate | undefined;
  readonly orMatcher?: Matcher_MatcherList_Predicate_PredicateList | undefined;
  readonly andMatcher?: Matcher_MatcherList_Predicate_PredicateList | undefined;
  readonly notMatcher?: Matcher_MatcherList_Predicate | undefined;
}

export interface Matcher_MatcherList_Predicate_PredicateList {
  readonly predicate?: readonly Matcher_MatcherList_Predicate[] | undefined;
}

export interface Matcher_MatcherList_Predicate_SinglePredicate {
  readonly input?: xds_core_v3_TypedExtensionConfig | undefined;
  readonly valueMatch?: StringMatcher | undefined;
  readonly customMatch?: xds_core_v3_TypedExtensionConfig | undefined;
}

export interface Matcher_MatcherTree {
  readonly input?: xds_core_v3_TypedExtensionConfig | undefined;
  readonly exactMatchMap?: Matcher_MatcherTree_MatchMap | undefined;
  readonly prefixMatchMap?: Matcher_MatcherTree_MatchMap | undefined;
  readonly customMatch?: xds_core_v3_TypedExtensionConfig | undefined;
}

export interface Matcher_MatcherTree_MatchMap {
  readonly map?: { readonly [key: string]: Matcher_OnMatch } | undefined;
}

export interface Matcher_OnMatch {
  readonly matcher?: Matcher | undefined;
  readonly action?: xds_core_v3_TypedExtensionConfig | undefined;
  readonly keepMatching?: boolean | undefined;
}

export interface RegexMatcher {
  readonly googleRe2?: RegexMatcher_GoogleRE2 | undefined;
  readonly regex?: string | undefined;
}

export interface RegexMatcher_GoogleRE2 {}

export interface StringMatcher {
  readonly exact?: string | undefined;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly safeRegex?: RegexMatcher | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly contains?: string | undefined;
  readonly custom?: xds_core_v3_TypedExtensionConfig | undefined;
}
