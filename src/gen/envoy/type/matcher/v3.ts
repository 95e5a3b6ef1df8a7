// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { DoubleRange as envoy_type_v3_DoubleRange } from "../v3.ts";
import type { CidrRange as xds_core_v3_CidrRange, TypedExtensionConfig as xds_core_v3_TypedExtensionConfig } from "../../../xds/core/v3.ts";

export interface AddressMatcher {
  readonly ranges?: readonly xds_core_v3_CidrRange[] | undefined;
  readonly invertMatch?: boolean | undefined;
}

export interface DoubleMatcher {
  readonly range?: envoy_type_v3_DoubleRange | undefined;
  readonly exact?: number | undefined;
}

export interface FilterStateMatcher {
  readonly key?: string | undefined;
  readonly stringMatch?: StringMatcher | undefined;
  readonly addressMatch?: AddressMatcher | undefined;
}

export interface ListMatcher {
  readonly oneOf?: ValueMatcher | undefined;
}

export interface ListStringMatcher {
  readonly patterns?: readonly StringMatcher[] | undefined;
}

export interface MetadataMatcher {
  readonly filter?: string | undefined;
  readonly path?: readonly MetadataMatcher_PathSegment[] | undefined;
  readonly value?: ValueMatcher | undefined;
  readonly invert?: boolean | undefined;
}

export interface MetadataMatcher_PathSegment {
  readonly key?: string | undefined;
}

export interface NodeMatcher {
  readonly nodeId?: StringMatcher | undefined;
  readonly nodeMetadatas?: readonly StructMatcher[] | undefined;
}

export interface OrMatcher {
  readonly valueMatchers?: readonly ValueMatcher[] | undefined;
}

export interface PathMatcher {
  readonly path?: StringMatcher | undefined;
}

export interface RegexMatchAndSubstitute {
  readonly pattern?: RegexMatcher | undefined;
  readonly substitution?: string | undefined;
}

export interface RegexMatcher {
  readonly googleRe2?: RegexMatcher_GoogleRE2 | undefined;
  readonly regex?: string | undefined;
}

export interface RegexMatcher_GoogleRE2 {
  readonly maxProgramSize?: number | undefined;
}

export interface StringMatcher {
  readonly exact?: string | undefined;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly safeRegex?: RegexMatcher | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly contains?: string | undefined;
  readonly custom?: xds_core_v3_TypedExtensionConfig | undefined;
}

export interface StructMatcher {
  readonly path?: readonly StructMatcher_PathSegment[] | undefined;
  readonly value?: ValueMatcher | undefined;
}

export interface StructMatcher_PathSegment {
  readonly key?: string | undefined;
}

export interface ValueMatcher {
  readonly nullMatch?: ValueMatcher_NullMatch | undefined;
  readonly doubleMatch?: DoubleMatcher | undefined;
  readonly stringMatch?: StringMatcher | undefined;
  readonly boolMatch?: boolean | undefined;
  readonly presentMatch?: boolean | undefined;
  readonly listMatch?: ListMatcher | undefined;
  readonly orMatch?: OrMatcher | undefined;
}

export interface ValueMatcher_NullMatch {}
