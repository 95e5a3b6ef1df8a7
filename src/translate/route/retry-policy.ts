import type { HttpRetry } from "../../api/index.ts";
import type { RetryPolicy, RetryPolicy_RetryPriority } from "../../gen/envoy/config/route/v3.ts";
import { any } from "../any.ts";
import { retryConditions } from "../retry-conditions.ts";

/** Failures after which a request has done nothing yet. */
const safeFailures = "connect-failure,refused-stream,unavailable,cancelled,retriable-status-codes";

const otherHosts = {
  name: "envoy.retry_host_predicates.previous_hosts",
  typedConfig: any("envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate", {}),
};

/** Moves on after every second attempt, so that each priority gets a second chance. */
const otherLocalities: RetryPolicy_RetryPriority = {
  name: "envoy.retry_priorities.previous_priorities",
  typedConfig: any("envoy.extensions.retry.priority.previous_priorities.v3.PreviousPrioritiesConfig", {
    updateFrequency: 2,
  }),
};

/** When nothing is said of retries: two, for failures that are safe to repeat. */
const defaultPolicy: RetryPolicy = {
  retryOn: safeFailures,
  numRetries: 2,
  retryHostPredicate: [otherHosts],
  hostSelectionRetryMaxAttempts: 5,
};

/**
 * When failed requests are tried again; undefined: never. With a consistent hash the first endpoint is the one that was
 * meant, so that it is not avoided unless that is asked for.
 */
export function retryPolicy(asked: HttpRetry | undefined, hashed: boolean): RetryPolicy | undefined {
  const attempts = asked ? (asked.attempts ?? 0) : 2;
  if (attempts <= 0) return undefined;
  const { retryHostPredicate, ...base } = defaultPolicy;
  const avoidsTried = asked?.retryIgnorePreviousHosts ?? !hashed;
  return {
    ...base,
    numRetries: attempts,
    ...(avoidsTried && { retryHostPredicate }),
    ...(asked?.retryOn && retryConditions(asked.retryOn)),
    ...(asked?.perTryTimeout && { perTryTimeout: asked.perTryTimeout }),
    ...(asked?.retryRemoteLocalities && { retryPriority: otherLocalities }),
    ...(asked?.backoff && { retryBackOff: { baseInterval: asked.backoff } }),
  };
}
