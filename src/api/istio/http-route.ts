import { int32, list, obj, opt, req, str, uint32 } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { destination } from "./destination.ts";
import { isAuthorityName } from "./header-name.ts";
import { headers } from "./header-operations.ts";
import { delegate, httpDirectResponse, httpRedirect, httpRewrite } from "./http-action.ts";
import { corsPolicy } from "./http-cors.ts";
import { httpFaultInjection } from "./http-fault.ts";
import { httpMatchRequest } from "./http-match.ts";
import { httpRetry } from "./http-retry.ts";
import { msDuration } from "./ms-duration.ts";
import { isPercentage, percent } from "./percent.ts";
import { haveWeights, isWeight } from "./weights.ts";

/** One of the destinations among which requests are divided. */
const httpRouteDestination = obj({
  destination: req(1, destination, "Where the requests go."),
  weight: opt(
    2,
    int32({ checks: [isWeight] }),
    "Share of the requests, in proportion to the other weights. Needed beside other destinations.",
  ),
  headers: opt(7, headers, "Changes of headers for this destination only."),
});

const httpMirrorPolicy = obj({
  destination: req(1, destination, "Where the copies go."),
  percentage: opt(2, percent, "Share of requests to copy. Default: all."),
});

const fields = {
  name: opt(17, str(), "Name of the route, for logs."),
  match: opt(1, list(httpMatchRequest), "The route is for requests that match one of these; absent: all requests."),
  route: opt(2, list(httpRouteDestination, { checks: [haveWeights] }), "Destinations to forward to, by weight."),
  redirect: opt(3, httpRedirect, "Answer with a redirect instead of forwarding."),
  directResponse: opt(21, httpDirectResponse, "Answer with this response instead of forwarding."),
  delegate: opt(20, delegate, "Virtual service whose routes take over."),
  rewrite: opt(4, httpRewrite, "Changes of path and host before forwarding."),
  timeout: opt(6, msDuration(), "Time for the whole request, retries included. Default: no limit."),
  retries: opt(7, httpRetry, "What to do when forwarding fails. Default: two retries for failures that are safe."),
  fault: opt(8, httpFaultInjection, "Faults to inject."),
  mirror: opt(9, destination, "Where a copy of each request goes; answers to it are dropped."),
  mirrors: opt(22, list(httpMirrorPolicy), "Several destinations for copies; not together with `mirror`."),
  mirrorPercent: opt(
    18,
    uint32({
      wrapped: true,
      min: 0,
      max: 4294967295,
      nullable: true,
      checks: [isPercentage],
    }),
    "Percentage of requests to copy, as a whole number.",
    { alias: "mirror_percent", deprecated: "use `mirrorPercentage`" },
  ),
  mirrorPercentage: opt(19, percent, "Share of requests to copy to `mirror`. Default: all."),
  corsPolicy: opt(10, corsPolicy, "Which other origins' pages may call."),
  headers: opt(16, headers, "Changes of headers for all destinations."),
};

/** What becomes of requests that match. */
export interface HttpRoute extends InferFields<typeof fields> {}

const hasOneAction: Check<HttpRoute> = (route, report) => {
  if (route.delegate) {
    if (route.redirect) report("FW0315", "must not be set together with `delegate`", "redirect");
    if (route.route?.length) report("FW0315", "must not be set together with `delegate`", "route");
    return;
  }
  const actions = [
    ...(route.route?.length ? ["route"] : []),
    ...(route.redirect ? ["redirect"] : []),
    ...(route.directResponse ? ["directResponse"] : []),
  ];
  if (actions.length === 0) report("FW0315", "must have one of `route`, `redirect`, `directResponse` and `delegate`");
  if (actions.length > 1) report("FW0315", `must have only one of ${actions.map((a) => `\`${a}\``).join(" and ")}`);
  const answer = route.redirect ? "redirect" : route.directResponse ? "directResponse" : undefined;
  if (answer && route.fault) report("FW0315", `must not be set together with \`${answer}\``, "fault");
  if (answer && route.rewrite) report("FW0315", `must not be set together with \`${answer}\``, "rewrite");
  if (route.mirror && route.mirrors?.length) report("FW0111", "must have at most one of `mirror` and `mirrors`");
};

const setsAuthorityOnce: Check<HttpRoute> = (route, report) => {
  const { set = {}, add = {} } = route.headers?.request ?? {};
  const written = [...Object.keys(set), ...Object.keys(add)].filter(isAuthorityName);
  if (written.length + (route.rewrite?.authority ? 1 : 0) > 1) {
    report(
      "FW0320",
      "must set the authority once at most: by `rewrite.authority` or by one header",
      "headers",
      "request",
    );
  }
};

/** What becomes of requests that match. */
export const httpRoute = obj(fields, { checks: [hasOneAction, setsAuthorityOnce] });

export interface HttpRouteDestination extends Infer<typeof httpRouteDestination> {}
export interface HttpMirrorPolicy extends Infer<typeof httpMirrorPolicy> {}
