import type { CorsPolicy } from "../gen/envoy/extensions/filters/http/cors/v3.ts";
import type { HttpFilterInput, HttpFilterVerdict } from "./http-filter-verdict.ts";
import { configPath } from "./selected-route.ts";
import { matchesString } from "./string-match.ts";
import { some } from "./truth.ts";

/** A browser's question before the request proper is answered by the proxy if its origin is allowed. */
export function corsVerdict(policy: CorsPolicy, { request, selected }: HttpFilterInput): HttpFilterVerdict {
  const origin = request.headers.get("origin");
  if (!origin) return { decision: "passed", text: "sees no request across origins" };
  const config = configPath(selected?.route.metadata);
  const from = config && { config };
  const allowed = some(policy.allowOriginStringMatch ?? [], (matcher) => matchesString(matcher, origin)) === true;
  const asks = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  if (asks && (allowed || policy.forwardNotMatchingPreflights === false)) {
    return {
      ...from,
      decision: "ended",
      text: `answers the preflight of ${origin} itself${allowed ? "" : ", without allowing it"}`,
      answer: { kind: "answered", reason: "cors-preflight", status: 200 },
    };
  }
  return { ...from, decision: "passed", text: `${allowed ? "allows" : "does not allow"} the origin ${origin}` };
}
