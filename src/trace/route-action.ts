import type { RetryPolicy, RouteAction } from "../gen/envoy/config/route/v3.ts";
import { forward } from "./forward.ts";
import type { HttpRequest } from "./http-request.ts";
import { redirectLocation, redirectStatus } from "./redirect.ts";
import { rewriteHost, rewritePath } from "./rewrite.ts";
import { configPath, type SelectedRoute } from "./selected-route.ts";
import { formatShare, fractionOf, type Share, sharesOf } from "./share.ts";
import type { Answered, Outcome } from "./trace.ts";
import type { UpstreamCall } from "./upstream-call.ts";
import type { Walk } from "./walk.ts";

/** What the route does with a request that all filters have let through. */
export function runAction(walk: Walk, selected: SelectedRoute, request: HttpRequest, call: UpstreamCall): Outcome {
  const { route } = selected;
  const config = configPath(route.metadata);
  const note = (decision: "chosen" | "ended", text: string) =>
    walk.steps.push({ kind: "action", decision, name: route.name ?? "", text, ...(config && { config }) });
  if (route.redirect) {
    const location = redirectLocation(route.redirect, route.match ?? {}, request);
    const status = redirectStatus(route.redirect);
    note("ended", `redirects with ${status} to ${location}`);
    return { kind: "answered", reason: "redirect", status, location };
  }
  if (route.directResponse) {
    const { status = 0, body } = route.directResponse;
    note("ended", `answers ${status} itself`);
    const answer: Answered = { kind: "answered", reason: "direct-response", status };
    const bytes = body?.inlineBytes && Buffer.from(body.inlineBytes, "base64").toString("utf8");
    const text = body?.inlineString ?? bytes;
    return text === undefined ? answer : { ...answer, body: text };
  }
  const action = route.route;
  if (action === undefined) {
    note("ended", "forwards nothing");
    return { kind: "answered", reason: "no-route", status: 404 };
  }
  const host = rewriteHost(action, request);
  const forwarded = {
    method: request.method,
    path: rewritePath(action, route.match ?? {}, request),
    host: host ?? request.host,
  };
  const shares = clustersOf(action, request);
  const retries = action.retryPolicy ?? selected.virtualHost.retryPolicy;
  note("chosen", describeAction(action, retries, forwarded, request, host === undefined));
  return forward(walk, shares, { ...call, host: forwarded.host }, forwarded, notFoundStatus(action));
}

function clustersOf(action: RouteAction, request: HttpRequest): readonly Share[] {
  if (action.weightedClusters) return sharesOf(action.weightedClusters.clusters ?? []);
  const named = action.clusterHeader ? request.headers.get(action.clusterHeader.toLowerCase()) : action.cluster;
  return [{ cluster: named ?? "", share: 1 }];
}

function notFoundStatus({ clusterNotFoundResponseCode = "SERVICE_UNAVAILABLE" }: RouteAction): number {
  return { SERVICE_UNAVAILABLE: 503, NOT_FOUND: 404, INTERNAL_SERVER_ERROR: 500 }[clusterNotFoundResponseCode];
}

interface Rewritten {
  readonly path: string;
  readonly host: string;
}

function describeAction(
  action: RouteAction,
  retries: RetryPolicy | undefined,
  { path, host }: Rewritten,
  request: HttpRequest,
  namedByEndpoint: boolean,
): string {
  const mirrors = (action.requestMirrorPolicies ?? []).map(({ cluster, runtimeFraction }) => {
    const share = runtimeFraction ? fractionOf(runtimeFraction.defaultValue) : 1;
    return `mirrors ${formatShare(share)} to ${cluster}`;
  });
  const parts = [
    action.weightedClusters ? "forwards by weight" : "forwards",
    ...(path === request.path ? [] : [`path becomes ${path}`]),
    ...(namedByEndpoint ? ["host becomes the endpoint's name"] : host === request.host ? [] : [`host becomes ${host}`]),
    isOff(action.timeout ?? "15s") ? "no timeout" : `timeout ${action.timeout ?? "15s"}`,
    describeRetries(retries),
    ...mirrors,
  ];
  return parts.join(", ");
}

function isOff(duration: string): boolean {
  return Number.parseFloat(duration) === 0;
}

function describeRetries(policy: RetryPolicy | undefined): string {
  if (policy === undefined || !policy.retryOn) return "no retries";
  const { numRetries = 1, retryOn, perTryTimeout } = policy;
  const limit = perTryTimeout === undefined ? "" : `, ${perTryTimeout} each`;
  return `${numRetries} ${numRetries === 1 ? "retry" : "retries"} on ${retryOn}${limit}`;
}
