import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpRetry } from "../../api/index.ts";
import { retryPolicy } from "./retry-policy.ts";

const safe = "connect-failure,refused-stream,unavailable,cancelled,retriable-status-codes";

describe("retries", () => {
  const cases: readonly [string, HttpRetry | undefined, object][] = [
    ["two, for failures that are safe", undefined, { numRetries: 2, retryOn: safe }],
    ["as often as asked", { attempts: 4 }, { numRetries: 4, retryOn: safe }],
    [
      "on conditions, blanks dropped",
      { attempts: 1, retryOn: " 5xx ,,reset" },
      { numRetries: 1, retryOn: "5xx,reset" },
    ],
    [
      "on status codes",
      { attempts: 1, retryOn: "503,5xx,429" },
      { numRetries: 1, retryOn: "5xx,retriable-status-codes", retriableStatusCodes: [503, 429] },
    ],
    [
      "on status codes alone",
      { attempts: 1, retryOn: "503" },
      { numRetries: 1, retryOn: "retriable-status-codes", retriableStatusCodes: [503] },
    ],
    [
      "with limits",
      { attempts: 1, perTryTimeout: "1s", backoff: "10ms" },
      { numRetries: 1, retryOn: safe, perTryTimeout: "1s", retryBackOff: { baseInterval: "10ms" } },
    ],
  ];
  for (const [name, asked, expected] of cases) {
    test(name, () => {
      const { retryHostPredicate, hostSelectionRetryMaxAttempts, ...policy } = retryPolicy(asked, false) ?? {};
      assert.deepEqual(policy, expected);
      assert.equal(hostSelectionRetryMaxAttempts, 5);
      assert.equal(retryHostPredicate?.[0]?.name, "envoy.retry_host_predicates.previous_hosts");
    });
  }

  test("none where they are switched off", () => {
    assert.equal(retryPolicy({ attempts: 0 }, false), undefined);
    assert.equal(retryPolicy({}, false), undefined);
  });

  test("do not avoid the endpoint that a hash chose, unless asked to", () => {
    assert.equal(retryPolicy(undefined, true)?.retryHostPredicate, undefined);
    assert.equal(retryPolicy({ attempts: 1, retryIgnorePreviousHosts: true }, true)?.retryHostPredicate?.length, 1);
    assert.equal(retryPolicy({ attempts: 1, retryIgnorePreviousHosts: false }, false)?.retryHostPredicate, undefined);
  });

  test("go to other localities if asked to", () => {
    const policy = retryPolicy({ attempts: 1, retryRemoteLocalities: true }, false);
    assert.deepEqual(policy?.retryPriority, {
      name: "envoy.retry_priorities.previous_priorities",
      typedConfig: {
        "@type": "type.googleapis.com/envoy.extensions.retry.priority.previous_priorities.v3.PreviousPrioritiesConfig",
        updateFrequency: 2,
      },
    });
  });
});
