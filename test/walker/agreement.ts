import type { Call, Forwarded, Outcome } from "../../src/trace/index.ts";
import type { Echo } from "./echoing-workloads.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import type { Answer } from "./send-request.ts";

/** A request as the walker knows it. */
export function callOf({ port, serverName, method, host, path, headers }: GeneratedRequest): Call {
  return {
    direction: "gateway",
    destination: { address: "127.0.0.1", port },
    source: { address: "127.0.0.1", port: 40_000 },
    protocol: "http1",
    ...(serverName === undefined ? { tls: "plain" } : { tls: "tls", serverName, alpn: ["http/1.1"] }),
    method,
    host,
    path,
    headers,
  };
}

/** In what the walker and Envoy differ; undefined if they agree. */
export function disagreement(said: Outcome, seen: Answer): string | undefined {
  if (said.kind === "forwarded" && seen.kind === "answered" && mayFail(said)) {
    return seen.status === 503 ? undefined : `503 if not forwarded, but ${seen.status}`;
  }
  if (said.kind !== seen.kind) return `${said.kind} but ${seen.kind}`;
  if (said.kind === "answered" && seen.kind === "answered") {
    if (said.status !== seen.status) return `status ${said.status} but ${seen.status}`;
    if (said.location !== seen.location) return `location ${said.location} but ${seen.location}`;
    if (said.body !== undefined && said.body !== seen.body) return `body ${said.body} but ${seen.body}`;
  }
  if (said.kind === "forwarded" && seen.kind === "forwarded") return otherWay(said, seen.echo);
  return undefined;
}

/** Whether one of several clusters can take no request. */
function mayFail({ destinations }: Forwarded): boolean {
  return destinations.some(({ problem }) => problem !== undefined);
}

function otherWay({ destinations, request }: Forwarded, echo: Echo): string | undefined {
  const addresses = destinations.flatMap(({ endpoints }) => endpoints.map(({ address }) => address));
  if (!addresses.includes(echo.address)) return `one of ${addresses.join(", ")} but ${echo.address}`;
  for (const field of ["method", "path", "host"] as const) {
    if (request?.[field] !== echo[field]) return `${field} ${request?.[field]} but ${echo[field]}`;
  }
  return undefined;
}
