import type { HttpRetry } from "../../api/index.ts";
import type { RetryPolicy, RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import { protoDuration } from "../proto-duration.ts";
import { retryConditions } from "../retry-conditions.ts";
import type { InboundPort } from "./inbound-port.ts";

/** The route table of a port of the workload: everything goes to the workload, without a time limit. */
export function inboundRoutes(
  name: string,
  cluster: string,
  port: Pick<InboundPort, "host" | "calledPort" | "protocol">,
  retries: HttpRetry | undefined,
): RouteConfiguration {
  // A gRPC client retries by itself, and knows better which calls may be repeated.
  const retryPolicy = port.protocol.startsWith("grpc") ? undefined : inboundRetries(retries);
  return {
    name,
    validateClusters: false,
    virtualHosts: [
      {
        name: `inbound|http|${port.calledPort}`,
        domains: ["*"],
        routes: [
          {
            name: "default",
            match: { prefix: "/" },
            decorator: { operation: `${port.host}:${port.calledPort}/*` },
            route: {
              cluster,
              timeout: "0s",
              maxStreamDuration: { maxStreamDuration: "0s", grpcTimeoutHeaderMax: "0s" },
              ...(retryPolicy && { retryPolicy }),
            },
          },
        ],
      },
    ],
  };
}

/** By default two, for requests that the workload's end of a kept connection never saw. */
function inboundRetries(asked: HttpRetry | undefined): RetryPolicy | undefined {
  const attempts = asked ? (asked.attempts ?? 0) : 2;
  if (attempts <= 0) return undefined;
  const perTryTimeout = protoDuration(asked?.perTryTimeout);
  const baseInterval = protoDuration(asked?.backoff);
  return {
    numRetries: attempts,
    retryOn: "reset-before-request",
    ...(asked?.retryOn && retryConditions(asked.retryOn)),
    ...(perTryTimeout && { perTryTimeout }),
    ...(baseInterval && { retryBackOff: { baseInterval } }),
  };
}
