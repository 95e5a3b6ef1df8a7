import type { CorsPolicy } from "../gen/envoy/extensions/filters/http/cors/v3.ts";
import type { HttpFilterInput, HttpFilterVerdict } from "./http-filter-verdict.ts";
import type { HttpRequest } from "./http-request.ts";
import { configPath } from "./selected-route.ts";
import { matchesString } from "./string-match.ts";
import { some } from "./truth.ts";

/** Whether a browser asks if it may send the request proper. */
export function isPreflight({ method, headers }: HttpRequest): boolean {
  return (
    method === "OPTIONS" && Boolean(headers.get("origin")) && Boolean(headers.get("access-control-request-method"))
  );
}

/** A browser's question before the request proper is answered by the proxy if its origin is allowed. */
export function corsVerdict(policy: CorsPolicy, { request, selected }: HttpFilterInput): HttpFilterVerdict {
  const origin = request.headers.get("origin");
  if (!origin) return { decision: "passed", text: "sees no request across origins" };
  // Where the proxy answers anyway, Envoy has no eye for origins.
  if (selected?.route.route === undefined) return { decision: "passed", text: "is for routes that forward" };
  const config = configPath(selected.route.metadata);
  const from = config && { config };
  const allowed = some(policy.allowOriginStringMatch ?? [], (matcher) => matchesString(matcher, origin)) === true;
  if (isPreflight(request) && (allowed || policy.forwardNotMatchingPreflights === false)) {
    return {
      ...from,
      decision: "ended",
      text: `answers the preflight of ${origin} itself${allowed ? "" : ", without allowing it"}`,
      answer: { kind: "answered", reason: "cors-preflight", status: 200 },
    };
  }
  return { ...from, decision: "passed", text: `${allowed ? "allows" : "does not allow"} the origin ${origin}` };
}
