import { isObject } from "../base/json.ts";
import type { JwtProvider } from "../gen/envoy/extensions/filters/http/jwt_authn/v3.ts";
import { cookieOf, type HttpRequest, queryParameter } from "./http-request.ts";

/** The tokens in the places where a provider looks for them; by default `Authorization: Bearer` and `?access_token=`. */
export function tokensOf(provider: JwtProvider, request: HttpRequest): readonly string[] {
  const { fromHeaders = [], fromParams = [], fromCookies = [] } = provider;
  const byDefault = fromHeaders.length + fromParams.length + fromCookies.length === 0;
  const headers = byDefault ? [{ name: "authorization", valuePrefix: "Bearer " }] : fromHeaders;
  const found = [
    ...headers.map(({ name = "", valuePrefix = "" }) => {
      const value = request.headers.get(name.toLowerCase());
      const at = value?.indexOf(valuePrefix) ?? -1;
      return at < 0 ? undefined : value?.slice(at + valuePrefix.length).split(/[\s,]/)[0];
    }),
    ...(byDefault ? ["access_token"] : fromParams).map((name) => queryParameter(request, name)),
    ...fromCookies.map((name) => cookieOf(request, name)),
  ];
  return found.filter((token) => token !== undefined && token !== "") as readonly string[];
}

/** Claims of a token; undefined if it is not of the form `header.payload.signature`. */
export function claimsOf(token: string): { readonly [claim: string]: unknown } | undefined {
  const [, payload, signature, ...more] = token.split(".");
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
