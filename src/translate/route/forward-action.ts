import type { HttpRoute } from "../../api/index.ts";
import type { RouteAction, RouteMatch, WeightedCluster_ClusterWeight } from "../../gen/envoy/config/route/v3.ts";
import type { ResolvedDestination } from "../resolve-destination.ts";
import { hashPolicies } from "./hash-policy.ts";
import { authorityChange, type HeaderChanges, headerChanges } from "./header-changes.ts";
import { mirrorPolicies } from "./mirror-policies.ts";
import { pathRewrite } from "./path-rewrite.ts";
import { retryPolicy } from "./retry-policy.ts";
import type { RouteContext } from "./route-context.ts";

/** How requests are forwarded. */
export interface Forward {
  readonly action: RouteAction;
  /** Changes of headers that the only destination asks for; of several, each cluster has its own. */
  readonly changes: HeaderChanges;
  /** The only destination. */
  readonly destination?: ResolvedDestination;
}

type Forwarding = NonNullable<HttpRoute["route"]>[number];

/** Forwards to the destinations of a rule; those without weight get nothing if there are others. */
export function forwardAction(rule: HttpRoute, match: RouteMatch, context: RouteContext): Forward {
  const asked = rule.route ?? [];
  const weighted = asked.length > 1 ? asked.filter(({ weight = 0 }) => weight > 0) : asked;
  const used = weighted.map((each) => ({ each, to: context.resolve(each.destination) }));
  const [only] = used.length === 1 ? used : [];
  const hashes = hashPolicies(used.map(({ to }) => to.hash));
  // Of several destinations some may not hash, and those that do choose by the same hash again whatever is avoided.
  const retries = retryPolicy(rule.retries ?? context.retries, only !== undefined && hashes.length > 0);
  const authority = (only && authorityChange(only.each.headers)) ?? authorityOf(rule);
  const mirrors = mirrorPolicies(rule, context);
  const timeout = rule.timeout ?? "0s";
  const action: RouteAction = {
    ...(only ? { cluster: only.to.cluster } : { weightedClusters: { clusters: used.map(clusterWeight) } }),
    timeout,
    // Else a client's own limit would be in force, which may be longer than the route's.
    maxGrpcTimeout: timeout,
    ...(retries && { retryPolicy: retries }),
    ...pathRewrite(rule.rewrite, match),
    ...(authority !== undefined && { hostRewriteLiteral: authority }),
    ...(hashes.length > 0 && { hashPolicy: hashes }),
    ...(mirrors.length > 0 && { requestMirrorPolicies: mirrors }),
  };
  return { action, changes: headerChanges(only?.each.headers), ...(only && { destination: only.to }) };
}

function authorityOf({ headers, rewrite }: HttpRoute): string | undefined {
  return authorityChange(headers) ?? (rewrite?.authority || undefined);
}

function clusterWeight({
  each,
  to,
}: {
  readonly each: Forwarding;
  readonly to: ResolvedDestination;
}): WeightedCluster_ClusterWeight {
  const authority = authorityChange(each.headers);
  return {
    name: to.cluster,
    weight: each.weight ?? 0,
    ...headerChanges(each.headers),
    ...(authority !== undefined && { hostRewriteLiteral: authority }),
  };
}
