import { STATUS_CODES } from "../../base/node-http.ts";
import { bool, obj, opt, str } from "../schema/build.ts";
import type { Check, InferFields } from "../schema/schema.ts";
import { msDuration } from "./ms-duration.ts";
import { limit } from "./not-negative.ts";

/** The conditions of Envoy's `x-envoy-retry-on` and `x-envoy-retry-grpc-on`. */
const retryConditions: ReadonlySet<string> = new Set([
  "5xx",
  "gateway-error",
  "reset",
  "reset-before-request",
  "connect-failure",
  "retriable-4xx",
  "refused-stream",
  "retriable-status-codes",
  "retriable-headers",
  "envoy-ratelimited",
  "http3-post-connect-failure",
  "cancelled",
  "deadline-exceeded",
  "internal",
  "resource-exhausted",
  "unavailable",
]);

const areRetryConditions: Check<string> = (text, report) => {
  if (text === "") return;
  for (const condition of text.split(",")) {
    if (retryConditions.has(condition) || STATUS_CODES[condition] !== undefined) continue;
    report("FW0317", `must be retry conditions such as '5xx' or status codes such as '503', not '${condition}'`);
  }
};

const fields = {
  attempts: opt(1, limit, "How often a request is tried again; 0 switches retries off."),
  perTryTimeout: opt(2, msDuration(), "Time for each attempt, the first one included. Default: the route's `timeout`."),
  retryOn: opt(
    3,
    str({ checks: [areRetryConditions] }),
    "Comma-separated retry conditions of Envoy and HTTP status codes.",
  ),
  retryRemoteLocalities: opt(
    4,
    bool({ wrapped: true, nullable: true }),
    "Whether retries may go to other localities. Default: false.",
  ),
  retryIgnorePreviousHosts: opt(
    5,
    bool({ wrapped: true, nullable: true }),
    "Whether retries avoid endpoints that were tried already. Default: true.",
  ),
  backoff: opt(6, msDuration(), "Shortest wait between attempts. Default: 25ms."),
};

/** When and how often a failed request is tried again. */
export interface HttpRetry extends InferFields<typeof fields> {}

const isSwitchedOn: Check<HttpRetry> = (retry, report) => {
  if ((retry.attempts ?? 0) !== 0) return;
  const set = (["perTryTimeout", "retryOn", "retryRemoteLocalities"] as const).filter(
    (name) => retry[name] !== undefined && retry[name] !== null && retry[name] !== "",
  );
  if (set[0]) report("FW0329", `must be above 0 when \`${set[0]}\` is set`, "attempts");
};

/** When and how often a failed request is tried again. */
export const httpRetry = obj(fields, { checks: [isSwitchedOn] });
