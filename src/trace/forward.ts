import { formatPlace } from "./call.ts";
import { configPath } from "./selected-route.ts";
import { formatShare, type Share } from "./share.ts";
import type { Answered, Closed, ForwardedRequest, Outcome, Step } from "./trace.ts";
import type { UpstreamTls } from "./transport-socket.ts";
import { type Destination, type DestinationProblem, resolveDestination, type UpstreamEndpoint } from "./upstream.ts";
import type { UpstreamCall } from "./upstream-call.ts";
import type { Walk } from "./walk.ts";

/** Sends a call on to clusters. If none of them can take it, the proxy answers, or closes what is no request. */
export function forward(
  walk: Walk,
  shares: readonly Share[],
  call: UpstreamCall,
  request?: ForwardedRequest,
  notFoundStatus = 503,
): Outcome {
  const destinations = shares.map(({ cluster, share }) => resolveDestination(walk.config, cluster, share, call));
  for (const destination of destinations) walk.steps.push(clusterStep(walk, destination));
  const working = destinations.find(({ problem }) => problem === undefined);
  const reason = destinations[0]?.problem ?? "no-cluster";
  if (working !== undefined) return { kind: "forwarded", destinations, ...(request && { request }) };
  return request ? unanswerable(reason, notFoundStatus) : closed(reason);
}

function unanswerable(reason: DestinationProblem, notFoundStatus: number): Answered {
  return { kind: "answered", reason, status: reason === "no-cluster" ? notFoundStatus : 503 };
}

function closed(reason: DestinationProblem): Closed {
  return { kind: "closed", reason };
}

function clusterStep(walk: Walk, destination: Destination): Step {
  const resource = walk.config.clusters.get(destination.cluster);
  const config = configPath(resource?.message.metadata);
  const share = destination.share === 1 ? "" : `${formatShare(destination.share)} of calls; `;
  return {
    kind: "cluster",
    decision: destination.problem === undefined ? "chosen" : "ended",
    name: destination.cluster,
    text: share + describeDestination(destination),
    ...(resource?.sources && { sources: resource.sources }),
    ...(config && { config }),
  };
}

function describeDestination({ problem, type, endpoints }: Destination): string {
  if (problem === "no-cluster") return "there is no such cluster";
  if (problem === "black-hole") return "a cluster that leads nowhere, on purpose";
  if (problem === "no-endpoints") return `${type}: no healthy endpoint`;
  const [first, ...more] = endpoints;
  if (type === "ORIGINAL_DST" && first) {
    return `goes where the call was going, ${formatPlace(first)}, ${describeTls(first.tls)}`;
  }
  const priorities = [...new Set(endpoints.map(({ priority }) => priority))];
  const where = priorities.map((priority) => describeGroup(endpoints, priority, priorities.length > 1));
  const noun = more.length === 0 ? "endpoint" : "endpoints";
  return `${type}: ${endpoints.length} ${noun}: ${where.join("; ")}`;
}

/** At most this many addresses are written out in a sentence; the data has all. */
const shown = 5;

function describeGroup(endpoints: readonly UpstreamEndpoint[], priority: number, named: boolean): string {
  const own = endpoints.filter((endpoint) => endpoint.priority === priority);
  const listed = own.slice(0, shown).map(describeEndpoint).join(", ");
  const rest = own.length > shown ? ` and ${own.length - shown} more` : "";
  const transports = [...new Set(own.map(({ tls }) => describeTls(tls)))].join(" or ");
  return `${named ? `priority ${priority}: ` : ""}${listed}${rest}, ${transports}`;
}

function describeEndpoint({ address, port, healthy }: UpstreamEndpoint): string {
  const place = port === 0 ? address : formatPlace({ address, port });
  return healthy ? place : `${place} (unhealthy)`;
}

function describeTls(tls: UpstreamTls | undefined): string {
  if (tls === undefined) return "as it is";
  const name = tls.serverName === "" ? "" : ` to ${tls.serverName}`;
  return tls.certificates.length > 0 ? `with mutual TLS${name}` : `with TLS${name}`;
}
