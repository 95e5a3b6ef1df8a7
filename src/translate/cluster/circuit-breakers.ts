import type { ConnectionPoolSettings, TrafficPolicy } from "../../api/index.ts";
import type { CircuitBreakers } from "../../gen/envoy/config/cluster/v3.ts";
import { protoDuration } from "../proto-duration.ts";

/** Envoy's own limits are low: what the user does not limit is not limited. */
const unlimited = 4294967295;

const noLimits: CircuitBreakers = {
  thresholds: [
    { maxConnections: unlimited, maxPendingRequests: unlimited, maxRequests: unlimited, maxRetries: unlimited },
  ],
};

/** Limits of connections, requests and retries; Istio's users expect none unless they ask. */
export function circuitBreakers(
  pool: ConnectionPoolSettings | undefined,
  retryBudget?: TrafficPolicy["retryBudget"],
): CircuitBreakers {
  if (!pool && !retryBudget) return noLimits;
  const { tcp, http } = pool ?? {};
  return {
    thresholds: [
      {
        maxConnections: tcp?.maxConnections || unlimited,
        maxPendingRequests: http?.http1MaxPendingRequests || unlimited,
        maxRequests: http?.http2MaxRequests || unlimited,
        maxRetries: http?.maxRetries || unlimited,
        ...(retryBudget && {
          retryBudget: {
            budgetPercent: { value: retryBudget.percent ?? 20 },
            minRetryConcurrency: retryBudget.minRetryConcurrency ?? 3,
            ...(retryBudget.budgetInterval !== undefined && {
              budgetInterval: protoDuration(retryBudget.budgetInterval),
            }),
          },
        }),
      },
    ],
  };
}
