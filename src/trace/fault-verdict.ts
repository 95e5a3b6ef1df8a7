import type { HTTPFault } from "../gen/envoy/extensions/filters/http/fault/v3.ts";
import { matchesHeaders } from "./header-match.ts";
import type { HttpFilterInput, HttpFilterVerdict } from "./http-filter-verdict.ts";
import { configPath } from "./selected-route.ts";
import { formatShare, fractionOf } from "./share.ts";

/** Delays and aborts. Only a fault of every request ends the call; lesser ones are told and passed. */
export function faultVerdict(fault: HTTPFault, { request, selected }: HttpFilterInput): HttpFilterVerdict {
  const { upstreamCluster = "", headers = [], delay, abort } = fault;
  const cluster = selected?.route.route?.cluster;
  if (upstreamCluster !== "" && upstreamCluster !== cluster)
    return { decision: "passed", text: "is for other clusters" };
  if (matchesHeaders(headers, request) === false) return { decision: "passed", text: "is for other headers" };
  const delays = fractionOf(delay?.percentage);
  const aborts = fractionOf(abort?.percentage);
  const texts = [
    ...(delays > 0
      ? [`delays ${formatShare(delays)} of requests by ${delay?.fixedDelay ?? "what a header says"}`]
      : []),
    ...(aborts > 0 ? [`answers ${formatShare(aborts)} of requests with ${describeStatus(abort ?? {})}`] : []),
  ];
  const config = configPath(selected?.route.metadata);
  const verdict = { text: texts.join(" and ") || "injects nothing", ...(config && { config }) };
  if (aborts < 1) return { ...verdict, decision: delays + aborts > 0 ? "unknown" : "passed" };
  // A gRPC status travels in the headers of an answer that is 200 to HTTP.
  const status = abort?.httpStatus ?? 200;
  return { ...verdict, decision: "ended", answer: { kind: "answered", reason: "fault", status } };
}

function describeStatus({ httpStatus, grpcStatus }: NonNullable<HTTPFault["abort"]>): string {
  if (httpStatus !== undefined) return `status ${httpStatus}`;
  return grpcStatus !== undefined ? `gRPC status ${grpcStatus}` : "what a header says";
}
