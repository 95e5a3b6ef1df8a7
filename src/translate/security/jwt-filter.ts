import type { RequestAuthentication } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import type { JwtProvider, JwtRequirement } from "../../gen/envoy/extensions/filters/http/jwt_authn/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { Policy } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { jwtFilter, payloadKey } from "../jwt-names.ts";

export type JwtRule = NonNullable<NonNullable<RequestAuthentication["spec"]>["jwtRules"]>[number];

/** A key set that was fetched. */
export interface KeySet {
  /** A rule's `jwksUri`, or its issuer where the keys are found by it. */
  readonly address: string;
  /** The JSON text of it. */
  readonly keys: string;
}

/** What tokens are checked by. */
export interface TokenRules {
  readonly requestAuthentications: readonly Policy<RequestAuthentication>[];
  readonly keySets: readonly KeySet[];
  /** Routes may depend on claims, so they are chosen anew once the claims are known. */
  readonly routesByClaims: boolean;
}

/**
 * A key of which nobody has the other half. Where an issuer's keys are not known, its tokens must fail; and a key set
 * without any key would make Envoy refuse the listener.
 */
const unknownKeys =
  '{"keys":[{"kty":"EC","crv":"P-256","kid":"unknown","x":"AkOHqcPTOb-tdHiGBo_55HUVkGNJ4Debie1nnAcUpQo","y":"1knDWozHtNTmEXaF5TvOxJ-SnyQMJ9rWD-TDHVULVx0"}]}';

/** Claims that are lists of words in one text, by the standards for tokens. */
const wordClaims = ["permission", "scope"];

/** Where a rule's keys must be fetched; undefined if it has them itself. */
export function keySetAddress({ jwks, jwksUri, issuer = "" }: JwtRule): string | undefined {
  return jwks ? undefined : jwksUri || issuer;
}

/** Whether the text of a key set has a key of a kind that tokens are signed by; without one Envoy refuses the listener. */
export function hasUsableKey(jwks: string): boolean {
  try {
    const set: unknown = JSON.parse(jwks);
    const keys = isObject(set) && Array.isArray(set["keys"]) ? set["keys"] : [];
    return keys.some((key: unknown) => isObject(key) && keyTypes.has(key["kty"]));
  } catch {
    return false;
  }
}

const keyTypes: ReadonlySet<unknown> = new Set(["RSA", "EC", "OKP", "oct"]);

/** Whether Envoy can be told a rule: one of the wrong form would make it refuse the whole listener. */
export function isSoundRule(rule: unknown): rule is JwtRule {
  if (!isObject(rule)) return false;
  const { issuer, jwksUri, jwks, outputPayloadToHeader, fromHeaders = [], outputClaimToHeaders = [] } = rule;
  return (
    [issuer, jwksUri, jwks, outputPayloadToHeader].every((text) => text === undefined || typeof text === "string") &&
    [rule.audiences, rule.fromParams, rule.fromCookies, rule.spaceDelimitedClaims].every(
      (list) => list === undefined || (Array.isArray(list) && list.every(isText)),
    ) &&
    isListOf(fromHeaders, ({ name, prefix = "" }) => isText(name) && typeof prefix === "string") &&
    isListOf(outputClaimToHeaders, ({ header, claim }) => isText(header) && isText(claim))
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isListOf(list: unknown, isSound: (item: { readonly [field: string]: unknown }) => boolean): boolean {
  return Array.isArray(list) && list.every((item) => isObject(item) && isSound(item));
}

/** What a policy gives as its rules, whether sound or not. */
export function givenRules({ resource }: Policy<RequestAuthentication>): readonly unknown[] {
  const rules: unknown = resource.spec?.jwtRules;
  return Array.isArray(rules) ? rules : [];
}

/** All rules of a workload, in the order of their issuers. */
export function jwtRules({ requestAuthentications }: Pick<TokenRules, "requestAuthentications">): readonly JwtRule[] {
  const rules = requestAuthentications.flatMap((policy) => givenRules(policy).filter(isSoundRule));
  return rules.toSorted(({ issuer: a = "" }, { issuer: b = "" }) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The filter that checks tokens; none if there are no rules for them. */
export function jwtFilters(tokens: TokenRules): readonly HttpFilter[] {
  const rules = jwtRules(tokens);
  if (rules.length === 0) return [];
  const providers = rules.map((rule, i) => [`origins-${i}`, providerOf(rule, tokens)] as const);
  const typedConfig = any("envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication", {
    providers: Object.fromEntries(providers),
    rules: [{ match: { prefix: "/" }, requires: requirement(rules) }],
    bypassCorsPreflight: true,
  });
  return [{ name: jwtFilter, typedConfig }];
}

function providerOf(rule: JwtRule, { keySets, routesByClaims }: TokenRules): JwtProvider {
  const { issuer, audiences, fromHeaders, fromParams, fromCookies, outputClaimToHeaders } = rule;
  const address = keySetAddress(rule);
  const keys = rule.jwks || keySets.find((each) => each.address === address)?.keys || "";
  return {
    ...(issuer && { issuer }),
    ...(audiences?.length && { audiences }),
    localJwks: { inlineString: hasUsableKey(keys) ? keys : unknownKeys },
    ...(rule.forwardOriginalToken && { forward: true }),
    ...(fromHeaders?.length && {
      fromHeaders: fromHeaders.map(({ name, prefix }) => ({ name, ...(prefix && { valuePrefix: prefix }) })),
    }),
    ...(fromParams?.length && { fromParams }),
    ...(fromCookies?.length && { fromCookies }),
    ...(rule.outputPayloadToHeader && { forwardPayloadHeader: rule.outputPayloadToHeader }),
    ...(outputClaimToHeaders?.length && {
      claimToHeaders: outputClaimToHeaders.map(({ header, claim }) => ({ headerName: header, claimName: claim })),
    }),
    payloadInMetadata: payloadKey,
    normalizePayloadInMetadata: {
      spaceDelimitedClaims: [...new Set([...wordClaims, ...(rule.spaceDelimitedClaims ?? [])])].sort(),
    },
    ...(routesByClaims && { clearRouteCache: true }),
  };
}

/**
 * A good token of any issuer will do. Without a rule that requires one, so will no token at all; a request with a bad
 * token is refused, also beside other issuers whose tokens it does not have.
 */
function requirement(rules: readonly JwtRule[]): JwtRequirement {
  const good = rules.map((_, i): JwtRequirement => ({ providerName: `origins-${i}` }));
  const required = rules.some(({ presence }) => presence === "REQUIRED");
  const [only] = good;
  if (good.length === 1 && only) return required ? only : goodOrMissing(only);
  const eachGoodOrMissing = { requiresAll: { requirements: good.map(goodOrMissing) } };
  return { requiresAny: { requirements: required ? good : [...good, eachGoodOrMissing] } };
}

function goodOrMissing(good: JwtRequirement): JwtRequirement {
  return { requiresAny: { requirements: [good, { allowMissing: {} }] } };
}
