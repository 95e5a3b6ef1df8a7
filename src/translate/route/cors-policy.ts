import type { HttpRoute } from "../../api/index.ts";
import { parseDuration } from "../../base/duration.ts";
import type { CorsPolicy } from "../../gen/envoy/extensions/filters/http/cors/v3.ts";
import { stringMatcher } from "./string-matchers.ts";

/** Which other origins' pages may call. Preflight requests of others go on to the service unless they are to be ignored. */
export function corsPolicy(asked: NonNullable<HttpRoute["corsPolicy"]>): CorsPolicy {
  const { allowOrigins = [], allowOrigin = [], allowMethods, allowHeaders, exposeHeaders, maxAge } = asked;
  const origins = allowOrigins.length > 0 ? allowOrigins : allowOrigin.map((exact) => ({ exact }));
  return {
    allowOriginStringMatch: origins.flatMap((origin) => stringMatcher(origin) ?? []),
    filterEnabled: { defaultValue: { numerator: 100 } },
    forwardNotMatchingPreflights: asked.unmatchedPreflights !== "IGNORE",
    ...(allowMethods?.length && { allowMethods: allowMethods.join(",") }),
    ...(allowHeaders?.length && { allowHeaders: allowHeaders.join(",") }),
    ...(exposeHeaders?.length && { exposeHeaders: exposeHeaders.join(",") }),
    ...(maxAge && { maxAge: String(Math.round((parseDuration(maxAge) ?? 0) / 1000)) }),
    ...(typeof asked.allowCredentials === "boolean" && { allowCredentials: asked.allowCredentials }),
  };
}
