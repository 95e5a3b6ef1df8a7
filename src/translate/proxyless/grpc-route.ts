import type { Any } from "../../gen/any.ts";
import type { RetryPolicy, Route, RouteAction, RouteAction_HashPolicy } from "../../gen/envoy/config/route/v3.ts";
import { any } from "../any.ts";
import { fault as faultInjection } from "../filter/http-filters.ts";
import { grpcMatches } from "./grpc-match.ts";

const faultFilter = faultInjection.name ?? "";

/**
 * A route in as much as gRPC reads of one: several where it needs more to say the same, none if no call can match it.
 * `own` is the cluster of the service that was called.
 */
export function grpcRoute(route: Route, own: string): readonly Route[] {
  const { name, metadata, match = {}, typedPerFilterConfig = {} } = route;
  const fault = answer(route) ?? typedPerFilterConfig[faultFilter];
  return grpcMatches(match).map((each) => ({
    ...(name && { name }),
    match: each,
    route: route.route ? grpcAction(route.route) : { cluster: own },
    ...(metadata && { metadata }),
    // An override for a filter that it does not know makes gRPC refuse all routes.
    ...(fault && { typedPerFilterConfig: { [faultFilter]: fault } }),
  }));
}

/** Of gRPC's statuses, what clients make of an HTTP status that says nothing to them. */
const unknownStatus = 2;

/** Clients cannot answer themselves or go elsewhere: the calls are failed as the answer would fail them. */
function answer({ redirect, directResponse }: Route): Any | undefined {
  if (!redirect && !directResponse) return undefined;
  const status = directResponse?.status ? { httpStatus: directResponse.status } : { grpcStatus: unknownStatus };
  return any("envoy.extensions.filters.http.fault.v3.HTTPFault", {
    abort: { ...status, percentage: { numerator: 100 } },
  });
}

function grpcAction(action: RouteAction): RouteAction {
  const { cluster, weightedClusters, timeout = "0s", retryPolicy, hashPolicy = [] } = action;
  const retries = retryPolicy && grpcRetries(retryPolicy);
  const hashes = hashPolicy.flatMap(grpcHash);
  const clusters = weightedClusters?.clusters?.map(({ name, weight }) => ({ name, weight }));
  return {
    ...(clusters ? { weightedClusters: { clusters } } : { cluster }),
    ...(timeout !== "0s" && { maxStreamDuration: { maxStreamDuration: timeout } }),
    ...(retries && { retryPolicy: retries }),
    ...(hashes.length > 0 && { hashPolicy: hashes }),
  };
}

/** The failures after which gRPC can try again. */
const retriable: ReadonlySet<string> = new Set([
  "cancelled",
  "deadline-exceeded",
  "internal",
  "resource-exhausted",
  "unavailable",
]);

function grpcRetries({ retryOn = "", numRetries, retryBackOff }: RetryPolicy): RetryPolicy | undefined {
  const conditions = retryOn.split(",").filter((condition) => retriable.has(condition.trim()));
  if (conditions.length === 0) return undefined;
  return { retryOn: conditions.join(","), numRetries, ...(retryBackOff && { retryBackOff }) };
}

/** The client is its own source: what keeps all requests of an address together keeps those of a channel together. */
function grpcHash({ header, connectionProperties }: RouteAction_HashPolicy): readonly RouteAction_HashPolicy[] {
  if (header) return [{ header }];
  return connectionProperties?.sourceIp ? [{ filterState: { key: "io.grpc.channel_id" } }] : [];
}
