import { parseDuration } from "../../base/duration.ts";
import { int64, list, obj, opt } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { servicesHavePort, weightedBackendFields } from "./backend-ref.ts";
import { type HttpFilter, httpFilters } from "./http-filter.ts";
import { httpRouteMatch } from "./http-match.ts";
import { gatewayDuration, sectionName } from "./names.ts";
import { sessionPersistence } from "./session-persistence.ts";

/** A backend with its share of the traffic and what happens to requests that go there. */
export const httpBackendRef = obj(
  { ...weightedBackendFields, filters: opt(0, httpFilters, "Filters for the requests that go to this backend.") },
  { checks: [servicesHavePort] },
);

const backendWithinRequest: Check<{
  readonly request?: string | undefined;
  readonly backendRequest?: string | undefined;
}> = ({ request, backendRequest }, report) => {
  const whole = parseDuration(request ?? "");
  const part = parseDuration(backendRequest ?? "");
  // A request timeout of zero is none at all.
  if (whole && part !== undefined && part > whole) {
    report("FW0709", `must not be longer than \`request\`, '${request}', as '${backendRequest}' is`, "backendRequest");
  }
};

/** How long things may take; zero switches a timeout off. */
export const httpTimeouts = obj(
  {
    request: opt(0, gatewayDuration, "Time until the client has its response, all retries included, such as '10s'."),
    backendRequest: opt(0, gatewayDuration, "Time for one call of a backend; at most `request`."),
  },
  { checks: [backendWithinRequest] },
);

/** When and how often a failed call is made again. */
export const httpRetry = obj({
  codes: opt(0, list(int64({ min: 400, max: 599 }), { listType: "set" }), "HTTP statuses after which to try again."),
  attempts: opt(0, int64({ min: 1 }), "How often to try again at most."),
  backoff: opt(0, gatewayDuration, "Time to wait at least before the next attempt, such as '100ms'."),
});

interface Rule {
  readonly matches?: readonly { readonly path?: { readonly type?: string | undefined } | undefined }[] | undefined;
  readonly filters?: readonly HttpFilter[] | undefined;
  readonly backendRefs?: readonly { readonly filters?: readonly HttpFilter[] | undefined }[] | undefined;
}

const redirectsAlone: Check<Rule> = ({ filters = [], backendRefs = [] }, report) => {
  if (backendRefs.length > 0 && filters.some((f) => f.requestRedirect !== undefined)) {
    report("FW0706", "must not be set beside a RequestRedirect filter", "backendRefs");
  }
};

const prefixesAreMatched: Check<Rule> = ({ matches = [], filters = [], backendRefs = [] }, report) => {
  if (matches.length === 1 && matches[0]?.path?.type === "PathPrefix") return;
  for (const kind of ["requestRedirect", "urlRewrite"] as const) {
    const replacing = (f: HttpFilter) => f[kind]?.path?.replacePrefixMatch !== undefined;
    const isOne = (list: readonly HttpFilter[]) => list.filter(replacing).length === 1;
    // The published rule looks at exactly one backend, too: with several of them the peer accepts anything.
    const inBackend = backendRefs.filter((ref) => isOne(ref.filters ?? [])).length === 1;
    if (isOne(filters) || inBackend) {
      report(
        "FW0707",
        `must be exactly one, of the type 'PathPrefix', for \`${kind}\` to replace the prefix`,
        "matches",
      );
    }
  }
};

const anyPath = { path: { type: "PathPrefix", value: "/" } };

/** Which requests go where, and what happens to them on the way. */
export const httpRouteRule = obj(
  {
    name: opt(0, sectionName, "Name of the rule, unique in the route."),
    matches: opt(
      0,
      list(httpRouteMatch, { maxItems: 64 }),
      "Which requests: those that fulfil one of the matches; default: all.",
      { default: [anyPath] },
    ),
    filters: opt(0, httpFilters, "What happens to the requests, in the proxy's order."),
    backendRefs: opt(
      0,
      list(httpBackendRef, { maxItems: 16 }),
      "Where the requests go, by weight; without one they get status 500, unless a filter answers.",
    ),
    timeouts: opt(0, httpTimeouts, "How long requests may take."),
    retry: opt(0, httpRetry, "When and how often to try again."),
    sessionPersistence: opt(0, sessionPersistence, "Keeps the requests of one client with the same backend."),
  },
  { checks: [redirectsAlone, prefixesAreMatched] },
);

/** The rules of a route that has none of its own: everything matches. */
export const defaultHttpRules = [{ matches: [anyPath] }] as const;

export interface HttpBackendRef extends Infer<typeof httpBackendRef> {}
export interface HttpTimeouts extends Infer<typeof httpTimeouts> {}
export interface HttpRetry extends Infer<typeof httpRetry> {}
export interface HttpRouteRule extends Infer<typeof httpRouteRule> {}
