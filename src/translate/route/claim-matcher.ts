import type { StringMatch } from "../../api/index.ts";
import type { MetadataMatcher } from "../../gen/envoy/type/matcher/v3.ts";
import { jwtFilter, payloadKey } from "../jwt-names.ts";
import { stringMatcher } from "./string-matchers.ts";

const marker = "@request.auth.claims";

/**
 * The path of the claim that a header's name stands for: `@request.auth.claims.a.b` is nested, and in
 * `@request.auth.claims[a.b][c]` names may have dots. Undefined for headers.
 */
export function claimPath(name: string): readonly string[] | undefined {
  if (!name.toLowerCase().startsWith(marker)) return undefined;
  const rest = name.slice(marker.length);
  if (rest.startsWith(".") && rest.length > 1) return rest.slice(1).split(".");
  return /^(\[[^\]]+\])+$/.test(rest) ? rest.slice(1, -1).split("][") : undefined;
}

/** A claim of the request's token, which may be one text or a list of texts. The token's filter leaves it in metadata. */
export function claimMatcher(path: readonly string[], match: StringMatch, invert: boolean): MetadataMatcher {
  const text = stringMatcher(match);
  return {
    filter: jwtFilter,
    path: [payloadKey, ...path].map((key) => ({ key })),
    value: text
      ? { orMatch: { valueMatchers: [{ listMatch: { oneOf: { stringMatch: text } } }, { stringMatch: text }] } }
      : { presentMatch: true },
    ...(invert && { invert }),
  };
}
